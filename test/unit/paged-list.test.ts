// A paged list: which pages it keeps and releases, and how it stays current.
import { describe, expect, it } from 'vitest';
import { PAGE, PagedList, type ReadPage } from '../../src/renderer/state/paged-list.ts';
import type { Output } from '../../src/shared/contract.ts';
import { ok, refuse } from '../../src/shared/problem.ts';

type Answer = Output<'links.list'>;

/** The records of the main process, initially 0, 1, 2 and so on. */
class Records {
  ids: string[];
  version = 0;
  /** The requested pages, oldest first. */
  reads: number[] = [];
  /** Pages that fail to load. */
  readonly broken = new Set<number>();
  /** Awaited before each response, which has the records from before. */
  before: (page: number) => Promise<void> | void = () => {};

  constructor(count: number, first = '') {
    this.ids = Array.from({ length: count }, (_, index) => `${first}${index}`);
  }

  readonly read: ReadPage<'links.list'> = async (page, more) => {
    this.reads.push(page);
    const { ids, version } = this;
    const located = more?.locate.find((id) => ids.includes(id));
    await this.before(page);
    if (this.broken.has(page)) return refuse('storage', `Page ${page} cannot be read`);
    return ok({
      rows: ids.slice(page * PAGE, (page + 1) * PAGE).map((id) => ({ id, version })),
      total: ids.length,
      located: located === undefined ? null : { id: located, index: ids.indexOf(located) },
    } as unknown as Answer);
  };
}

const ON_SCREEN = 15;

/** A list of these records, with the first rows on screen. */
async function listOf(records: Records, before: PagedList<'links.list'> | null = null) {
  const list = new PagedList<'links.list'>(records.read, () => {}, before);
  list.start();
  await expect.poll(() => list.head?.total).toBe(records.ids.length);
  const scrollTo = (first: number, keyboard = first) =>
    list.show({ first, last: first + ON_SCREEN - 1, keyboard, holds: () => first > 0 });
  const idAt = (index: number) => list.rowAt(index)?.id;
  const isShown = (first: number) => expect.poll(() => idAt(first) === records.ids[first], { interval: 1 }).toBe(true);
  const held = () => records.ids.filter((_, index) => list.rowAt(index) !== undefined).length;
  const versionAt = (index: number) => (list.rowAt(index) as unknown as { version: number } | undefined)?.version;
  return { list, scrollTo, idAt, isShown, held, versionAt };
}

/** Resolves when the test says so. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a scrolled list', () => {
  it('keeps the pages near the screen and releases the others', async () => {
    const records = new Records(50_000);
    const { scrollTo, isShown, held, idAt } = await listOf(records);
    let most = 0;
    for (let first = 0; first < 50_000; first += 700) {
      scrollTo(first);
      await isShown(first);
      most = Math.max(most, held());
    }
    expect(most).toBeLessThanOrEqual(12 * PAGE);
    expect(idAt(0)).toBeUndefined();
  });

  it('reloads released pages, with every row in its place', async () => {
    const records = new Records(5_000);
    const { list, scrollTo, isShown, idAt } = await listOf(records);
    scrollTo(4_000);
    await isShown(4_000);
    expect(idAt(0)).toBeUndefined();
    records.reads = [];
    scrollTo(0);
    await isShown(0);
    expect(records.reads).toEqual([0]);
    expect(list.head?.total).toBe(5_000);
    expect(list.moved).toBe(0);
  });

  it('reloads nothing after a small scroll back', async () => {
    const records = new Records(5_000);
    const { scrollTo, isShown } = await listOf(records);
    scrollTo(400);
    await isShown(400);
    records.reads = [];
    scrollTo(0);
    expect(records.reads).toEqual([]);
    await isShown(0);
  });

  it('keeps the page of the focused row', async () => {
    const records = new Records(5_000);
    const { list, scrollTo, isShown, idAt } = await listOf(records);
    scrollTo(4_000, 3);
    await isShown(4_000);
    expect(idAt(3)).toBe('3');
    expect(list.indexOf('3')).toBe(3);
    scrollTo(4_000);
    expect(idAt(3)).toBeUndefined();
  });

  it('drops a page that arrives after the list was scrolled away', async () => {
    const records = new Records(5_000);
    const { scrollTo, isShown, idAt } = await listOf(records);
    const late = gate();
    records.before = (page) => (page === 20 ? late.opened : undefined);
    scrollTo(2_000);
    scrollTo(4_000);
    await isShown(4_000);
    late.open();
    await new Promise(setImmediate);
    expect(idAt(2_000)).toBeUndefined();
  });

  it('never shows rows of the previous search once it has its own', async () => {
    const before = await listOf(new Records(5_000, 'old '));
    const records = new Records(5_000, 'new ');
    const { scrollTo, idAt, isShown } = await listOf(records, before.list);
    await isShown(0);
    const late = gate();
    records.before = () => late.opened;
    scrollTo(4_000);
    scrollTo(0);
    expect(idAt(0)).toBeUndefined();
    late.open();
    await isShown(0);
  });
});

it('says whether its rows and counts are its own, or those of the previous search', async () => {
  const { list: before } = await listOf(new Records(50, 'old '));
  expect(before.isCurrent).toBe(true);
  const records = new Records(20, 'new ');
  const late = gate();
  records.before = () => late.opened;
  const list = new PagedList<'links.list'>(records.read, () => {}, before);
  list.start();
  expect([list.isCurrent, list.head?.total]).toEqual([false, 50]);
  late.open();
  await expect.poll(() => [list.isCurrent, list.head?.total]).toEqual([true, 20]);
});

describe('a list whose records change', () => {
  it('keeps the rows on screen in place when others are inserted before them', async () => {
    const records = new Records(1_000);
    const { list, scrollTo, isShown, idAt } = await listOf(records);
    scrollTo(195);
    await isShown(209);
    records.ids = ['a', 'b', 'c', ...records.ids];
    list.recordsChanged();
    await expect.poll(() => list.moved).toBe(3);
    expect([idAt(198), idAt(212)]).toEqual(['195', '209']);
  });

  it('follows the focused row, far from the screen', async () => {
    const records = new Records(5_000);
    const { list, scrollTo, isShown } = await listOf(records);
    scrollTo(99);
    await isShown(99);
    scrollTo(4_000, 99);
    await isShown(4_000);
    records.ids = ['a', ...records.ids];
    list.recordsChanged();
    await expect.poll(() => list.moved).toBe(1);
    expect(list.indexOf('99')).toBe(100);
  });

  it('reloads a page that changed in flight, even if the list was elsewhere meanwhile', async () => {
    const records = new Records(5_000);
    const { list, scrollTo, isShown, versionAt } = await listOf(records);
    scrollTo(0);
    const late = gate();
    records.before = (page) => (page === 0 ? late.opened : undefined);
    records.reads = [];
    records.version = 1;
    list.recordsChanged();
    await expect.poll(() => records.reads).toEqual([0]);
    records.version = 2;
    list.recordsChanged();
    scrollTo(4_000);
    await isShown(4_000);
    scrollTo(0);
    late.open();
    await expect.poll(() => versionAt(0)).toBe(2);
  });

  it('reports that a page next to the first on screen failed, and reloads it when possible', async () => {
    const records = new Records(1_000);
    const { list, scrollTo, isShown, versionAt } = await listOf(records);
    scrollTo(195);
    await isShown(209);
    records.version = 1;
    records.broken.add(2);
    list.recordsChanged();
    await expect.poll(() => [versionAt(195), list.problem?.message]).toEqual([1, 'Page 2 cannot be read']);
    expect(versionAt(209)).toBe(0);
    records.broken.clear();
    scrollTo(196);
    await expect.poll(() => versionAt(209)).toBe(1);
    expect(list.problem).toBeNull();
  });

  it('reloads every page that changed while rows were followed, even if the adjacent one fails', async () => {
    const records = new Records(1_000);
    const { list, scrollTo, isShown, versionAt } = await listOf(records);
    scrollTo(195);
    await isShown(209);
    const late = gate();
    records.before = (page) => (page === 2 ? late.opened : undefined);
    records.reads = [];
    records.ids = ['a', ...records.ids];
    records.version = 1;
    list.recordsChanged();
    await expect.poll(() => records.reads).toEqual([1, 2]);
    records.version = 2;
    list.recordsChanged();
    records.broken.add(1);
    late.open();
    await expect.poll(() => versionAt(209)).toBe(2);
    records.broken.clear();
    scrollTo(197);
    await expect.poll(() => versionAt(197)).toBe(2);
  });

  it('reports that one of two pages failed, whichever responds last', async () => {
    const records = new Records(1_000);
    const { list, scrollTo, isShown } = await listOf(records);
    const late = gate();
    records.broken.add(1);
    records.before = (page) => (page === 2 ? late.opened : undefined);
    scrollTo(195);
    await expect.poll(() => list.problem).not.toBeNull();
    late.open();
    await isShown(209);
    expect(list.problem?.message).toBe('Page 1 cannot be read');
  });

  it('reloads a page that failed after a change', async () => {
    const records = new Records(1_000);
    const { list, scrollTo, versionAt } = await listOf(records);
    records.version = 1;
    records.broken.add(0);
    list.recordsChanged();
    await expect.poll(() => list.problem).not.toBeNull();
    expect(versionAt(0)).toBe(0);
    records.broken.clear();
    scrollTo(0);
    await expect.poll(() => versionAt(0)).toBe(1);
  });

  it('shows the current rows if the responses never match', async () => {
    const records = new Records(1_000);
    const { list, scrollTo, isShown, idAt } = await listOf(records);
    scrollTo(195);
    await isShown(209);
    let tries = 0;
    // A record is inserted between the two pages of each attempt.
    records.before = (page) => {
      if (page !== 1 || tries === 3) return;
      tries += 1;
      records.ids = [`between ${tries}`, ...records.ids];
    };
    records.version = 1;
    list.recordsChanged();
    // The records continue to change.
    await expect.poll(() => [195, 209].map((at) => idAt(at) === records.ids[at])).toEqual([true, true]);
    expect(tries).toBe(3);
  });
});
