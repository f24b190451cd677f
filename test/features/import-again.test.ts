// Rows with an existing payment link: skipped by an import unless the seller selects them.
import { beforeEach, describe, expect, it } from 'vitest';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import { Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { ordersCsv } from '../support/import-file.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

let service: RecordingService;
let computer: Computer;
let productId: string;
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  productId = await computer.product('Logo design');
  await computer.settled();
});

const draft = () => {
  const one = computer.store.imports.draft();
  if (!one) throw new Error('There is no file open');
  return one;
};
const isChecked = () => until('the rows are checked', () => draft().checked === draft().counts.all);

async function read(text: string): Promise<string> {
  const { id } = await unwrap(computer.call['imports.read']({ name: 'orders.csv', bytes: null, text }));
  await isChecked();
  return id;
}

async function importFile(text: string): Promise<void> {
  const { id } = await unwrap(computer.call['imports.create']({ id: await read(text) }));
  await until('the import has ended', () => computer.store.imports.get(id)?.running === false);
}

async function link(more: Partial<LinkDraft> = {}): Promise<string> {
  const prices = [{ currencyId: 2, priceCents: 1_000, discountCents: null }];
  const wanted = { prices, useOnce: false, metadata: [], ...more };
  return (await unwrap(computer.call['links.create']({ productId, draft: wanted }))).id;
}

const press = (id: string) => computer.call['imports.create']({ id });

/** The places of the rows that exist already. */
const existing = async () =>
  (await computer.store.imports.page(null, 'existing', 0, 1_000)).rows.map(({ id }) => Number(id));

describe('a row with the metadata of a link, and another price', () => {
  const rowsNow = async () => (await computer.store.imports.page(null, 'all', 0, 10)).rows;
  const order = [{ key: 'order', value: '3001' }];
  const csv = (...rows: string[]) => ['Product;Price;order', ...rows].join('\r\n');

  it('is left out, names the price of that link and leads to it', async () => {
    const twin = await link({ metadata: order });
    await read(csv('Logo design;18,90;3001', 'Logo design;18,90;3002', 'Logo design;10;3001'));
    const [first, second, third] = await rowsNow();
    expect(first).toMatchObject({ state: 'repriced', chosen: false, linkId: twin });
    expect(first?.warnings).toEqual([expect.stringContaining('$10.00')]);
    expect(second).toMatchObject({ state: 'ready', chosen: true, warnings: [], linkId: null });
    expect(third).toMatchObject({ state: 'exists', chosen: false });
    expect(draft().counts).toMatchObject({ repriced: 1, repricedChosen: 0, existing: 1, chosen: 1, warned: 0 });
    const repriced = await computer.store.imports.page(null, 'repriced', 0, 10);
    expect(repriced.rows.map(({ line }) => line)).toEqual([2]);
  });

  it('has a remark where the file names the order before, at another price, or the link differs in single use', async () => {
    await link({ metadata: [{ key: 'order', value: '3003' }], useOnce: true });
    await read(csv('Logo design;18,90;3001', 'Logo design;19,90;3001', 'Logo design;10;3003'));
    expect((await rowsNow()).map(({ state, chosen }) => [state, chosen])).toEqual(Array(3).fill(['ready', true]));
    const warnings = (await rowsNow()).map((row) => row.warnings.join());
    expect(warnings[0]).toBe('');
    expect(warnings[1]).toBe('Line 2 has the same metadata. Both would be created.');
    expect(warnings[2]).toBe('A link with this metadata exists already, for a single sale.');
    expect(draft().counts).toMatchObject({ warned: 2 });
  });

  it('is created where the seller chooses it', async () => {
    await link({ metadata: order });
    const id = await read(csv('Logo design;18,90;3001'));
    await unwrap(computer.call['imports.choose']({ id, rows: null, among: 'repriced', on: true }));
    expect(draft().counts).toMatchObject({ repricedChosen: 1, chosen: 1 });
    await unwrap(press(id));
    await until('the link is created', () => activeLinks(computer.store).length === 2);
  });

  it('follows the links: it is new once that link is deleted', async () => {
    const twin = await link({ metadata: order });
    await computer.settled();
    await read(csv('Logo design;18,90;3001'));
    expect(draft().counts).toMatchObject({ repriced: 1, chosen: 0 });
    await unwrap(computer.call['links.delete']({ id: twin }));
    await computer.settled();
    await until('the row is chosen', () => draft().counts.chosen === 1);
    expect((await rowsNow())[0]).toMatchObject({ state: 'ready', warnings: [] });
  });

  it('is new where several links have the metadata, or the link is deleted', async () => {
    const gone = await link({ metadata: [{ key: 'order', value: '3002' }] });
    await computer.settled();
    await unwrap(computer.call['links.delete']({ id: gone }));
    await computer.settled();
    await link({ metadata: order });
    await link({ metadata: order, useOnce: true });
    await read(csv(...['3001', '3002'].map((value) => `Logo design;18,90;${value}`)));
    expect((await rowsNow()).map(({ state, warnings }) => [state, ...warnings])).toEqual(Array(2).fill(['ready']));
  });
});

describe('a row counts as existing', () => {
  it('if a link has the same product, prices, single use and metadata, sent or not', async () => {
    await importFile(ordersCsv(3));
    await computer.settled();
    await computer.workOffline(true);
    await importFile(ordersCsv(5));
    expect(activeLinks(computer.store)).toHaveLength(5);
    await read(ordersCsv(6));
    expect(draft().counts).toMatchObject({ all: 6, good: 6, existing: 5, existingChosen: 0, chosen: 1 });
    expect(await existing()).toEqual([0, 1, 2, 3, 4]);
    const { rows } = await computer.store.imports.page(null, 'all', 0, 10);
    expect(rows.map(({ state }) => state)).toEqual([...Array(5).fill('exists'), 'ready']);
    expect(rows[0]?.warnings).toEqual(['A payment link like this exists already']);
  });

  it('also if the names of its metadata differ in case, but not their values', async () => {
    await link({ metadata: [{ key: 'order', value: 'A-1' }] });
    await link({ metadata: [{ key: 'Order', value: 'A-2' }] });
    await link({ metadata: [{ key: 'ORDER', value: 'A-3' }] });
    await read(['Product,Price,Order', ...['A-1', 'A-2', 'A-3', 'a-1'].map((o) => `Logo design,10,${o}`)].join('\n'));
    expect(draft().counts).toMatchObject({ existing: 3, chosen: 1 });
    expect(await existing()).toEqual([0, 1, 2]);
  });

  it('in any order of its prices and metadata, and not if anything differs', async () => {
    const settings = computer.store.deps.settings();
    const currencies = [...settings.currencies, { id: 3, name: 'EUR' }];
    await unwrap(computer.call['settings.update']({ ...settings, currencies }));
    await link({
      prices: [
        { currencyId: 2, priceCents: 1_000, discountCents: 900 },
        { currencyId: 3, priceCents: 2_000, discountCents: null },
      ],
      metadata: [
        { key: 'b', value: '2' },
        { key: 'a', value: '1' },
      ],
    });
    await computer.product('Other');
    await read(
      [
        'Product,Price EUR,Price USD,Discounted price USD,Single use,metadata: a,metadata: b',
        'Logo design,20,10,9,no,1,2',
        'Other,20,10,9,no,1,2',
        'Logo design,21,10,9,no,1,2',
        'Logo design,,10,9,no,1,2',
        'Logo design,20,10,,no,1,2',
        'Logo design,20,10,9,yes,1,2',
        'Logo design,20,10,9,no,2,1',
        'Logo design,20,10,9,no,1,',
        'No such,20,10,9,no,1,2',
      ].join('\n'),
    );
    expect(draft().counts).toMatchObject({ all: 9, bad: 1 });
    expect(await existing()).toEqual([0]);
  });

  it('as often as there are such links, not counting deleted ones', async () => {
    const twin = await link();
    const row = 'Logo design,10\n';
    await read(`Product,Price\n${row}${row}${row}`);
    expect(draft().counts).toMatchObject({ existing: 1, repeated: 2 });
    expect(await existing()).toEqual([0]);
    await link();
    await read(`Product,Price\n${row}${row}${row}`);
    expect(draft().counts).toMatchObject({ existing: 2, repeated: 1 });
    await computer.settled();
    await unwrap(computer.call['links.delete']({ id: twin }));
    await computer.settled();
    await read(`Product,Price\n${row}${row}${row}`);
    expect(draft().counts).toMatchObject({ existing: 1, repeated: 2 });
  });
});

describe('a link whose deletion waits', () => {
  const csv = ['Product,Price,metadata: order', 'Logo design,10,A', 'Logo design,12,A', 'Logo design,10,'].join('\n');
  const order = [{ key: 'order', value: 'A' }];
  const states = async () => (await computer.store.imports.page(null, 'all', 0, 10)).rows.map(({ state }) => state);

  it('does not count as existing, so that its row is created', async () => {
    const ids = [await link({ metadata: order }), await link(), await link()];
    await computer.settled();
    await computer.workOffline(true);
    await read(csv);
    expect(await states()).toEqual(['exists', 'repriced', 'exists']);
    for (const id of ids) await unwrap(computer.call['links.delete']({ id }));
    await until('the rows are compared again', () => draft().counts.existing === 0);
    expect(await states()).toEqual(['ready', 'ready', 'ready']);
    await unwrap(press(draft().id));
    await until('the links are created', () => activeLinks(computer.store).length === 6);
    await computer.workOffline(false);
    await computer.settled();
    expect(activeLinks(computer.store)).toHaveLength(3);
  });

  it('counts again once its deletion is undone', async () => {
    const id = await link({ metadata: order });
    await computer.settled();
    await computer.workOffline(true);
    await unwrap(computer.call['links.delete']({ id }));
    const file = await read(csv);
    expect(draft().counts).toMatchObject({ existing: 0, repriced: 0, chosen: 3 });
    const [deletion] = computer.store.outbox.of(id);
    if (!deletion) throw new Error('No deletion waits');
    await unwrap(computer.call['sync.discard']({ id: deletion.id, withDependents: false }));
    expect(await press(file)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(draft().counts).toMatchObject({ existing: 1, repriced: 1, chosen: 1 });
  });

  it('counts while it is being replaced, as it does afterwards', async () => {
    const old = await link({ metadata: order });
    await computer.settled();
    await computer.workOffline(true);
    const prices = [{ currencyId: 2, priceCents: 6500, discountCents: null }];
    const rules = { addMissing: false, keepOthers: true, keepDiscounts: true };
    await unwrap(computer.call['links.replaceMany']({ ids: [old], prices, rules }));
    await read(csv);
    // The second row has another price than the new link.
    expect(await states()).toEqual(['exists', 'repriced', 'ready']);
  });

  it('does not count when a stopped import is resumed', async () => {
    await computer.workOffline(true);
    const { id } = await unwrap(press(await read(ordersCsv(1_500))));
    const view = () => computer.store.imports.get(id);
    await until('some are created', () => (view()?.made ?? 0) > 0);
    await unwrap(computer.call['imports.cancel']({ id }));
    expect(view()?.made).toBeLessThan(1_500);
    const { catalog } = computer.store;
    const twin = {
      ...catalog.newRecord(),
      productId,
      prices: [{ currencyId: 2, priceCents: 150_050, discountCents: null }],
      useOnce: false,
      metadata: [{ key: 'order', value: '1500' }],
      origin: 'added' as const,
      paymentLink: 'https://pay.example/1?uuid=twin',
      answer: null,
    };
    catalog.addLink(twin);
    await unwrap(computer.call['links.delete']({ id: twin.id }));
    await unwrap(computer.call['imports.resume']({ id }));
    await until('it has ended', () => view()?.running === false, 60_000);
    expect(view()).toMatchObject({ made: 1_500, leftOut: 0 });
  });
});

describe('a row like a link that needs attention', () => {
  it('says that the link is not confirmed, or that it was rejected, and leads to it', async () => {
    service.intercept = ({ raw }) =>
      raw.includes('"lost"') ? { status: 502 } : raw.includes('"no"') ? { status: 422, body: '{}' } : undefined;
    const lost = await link({ metadata: [{ key: 'order', value: 'lost' }] });
    const refused = await link({ metadata: [{ key: 'order', value: 'no' }] });
    const stateOf = (id: string) => computer.store.outbox.of(id)[0]?.state;
    await until('both need attention', () => stateOf(lost) === 'needs-review' && stateOf(refused) === 'rejected');
    await read('Product,Price,metadata: order\nLogo design,10,lost\nLogo design,10,no\n');
    const { rows } = await computer.store.imports.page(null, 'existing', 0, 10);
    expect(rows).toMatchObject([
      { state: 'unconfirmed', linkId: lost, warnings: [expect.stringContaining('has not confirmed it')] },
      {
        state: 'refused',
        linkId: refused,
        warnings: [expect.stringMatching(/^A payment link like this was rejected/)],
      },
    ]);
  });
});

describe('a row that repeats an earlier row of the file', () => {
  const csv = ['Product,Price,Single use,metadata: order', 'Logo design,10,no,A', 'Logo design,10,no,B'];
  const repeated = [...csv, 'Logo design,10.00,,A', 'Logo design,10,no,', 'Logo design,10,no,A', 'Logo design,10,,'];
  const rows = async () => (await computer.store.imports.page(null, 'all', 0, 100)).rows;

  it('is skipped with a reference to that line, also if neither has metadata', async () => {
    await read(repeated.join('\n'));
    expect(draft().counts).toMatchObject({ all: 6, good: 6, repeated: 3, repeatedChosen: 0, chosen: 3, warned: 0 });
    expect((await rows()).map(({ chosen }) => chosen)).toEqual([true, true, false, true, false, false]);
    expect((await rows()).map(({ state }) => state)).toEqual([
      ...['ready', 'ready', 'repeated', 'ready', 'repeated', 'repeated'],
    ]);
    expect((await rows()).map(({ warnings }) => warnings.join())).toEqual([
      ...['', '', expect.stringContaining('line 2'), '', expect.stringContaining('line 2')],
      expect.stringContaining('line 5'),
    ]);
    const page = await computer.store.imports.page(null, 'repeated', 0, 100);
    expect(page.rows.map(({ line }) => line)).toEqual([4, 6, 7]);
  });

  it('is created if the seller selects it', async () => {
    const id = await read(repeated.join('\n'));
    await unwrap(computer.call['imports.choose']({ id, rows: [2], on: true }));
    expect(draft().counts).toMatchObject({ repeatedChosen: 1, chosen: 4 });
    await unwrap(computer.call['imports.choose']({ id, rows: null, among: 'repeated', on: true }));
    expect(draft().counts).toMatchObject({ repeatedChosen: 3, chosen: 6 });
    await unwrap(computer.call['imports.choose']({ id, rows: null, among: 'new', on: false }));
    expect(draft().counts).toMatchObject({ repeatedChosen: 3, chosen: 3 });
    await unwrap(computer.call['imports.choose']({ id, rows: null, among: 'repeated', on: false }));
    await unwrap(computer.call['imports.choose']({ id, rows: [0, 2], on: true }));
    await unwrap(computer.call['imports.create']({ id }));
    await until('the links are there', () => activeLinks(computer.store).length === 2);
  });

  it('stays skipped if its link exists already, and after that link is deleted', async () => {
    const metadata = [{ key: 'order', value: 'A' }];
    const twin = await link({ metadata });
    await computer.settled();
    await read(repeated.join('\n'));
    expect((await rows()).map(({ state }) => state).slice(0, 3)).toEqual(['exists', 'ready', 'repeated']);
    await unwrap(computer.call['links.delete']({ id: twin }));
    await computer.settled();
    await until('the first is chosen', () => draft().counts.existing === 0);
    expect(draft().counts).toMatchObject({ repeated: 3, chosen: 3 });
  });

  it('no longer counts as repeated if a column makes it different', async () => {
    const id = await read('Product,Price,Order\nLogo design,10,1\nLogo design,10,2\n');
    const { roles } = draft().choices;
    const [product, price] = roles;
    if (!product || !price) throw new Error('The columns were not read');
    const change = { roles: [product, price, { kind: 'ignore' as const }] };
    await unwrap(computer.call['imports.change']({ id, change }));
    await isChecked();
    expect(draft().counts).toMatchObject({ repeated: 1, chosen: 1 });
    await unwrap(computer.call['imports.change']({ id, change: { roles } }));
    await isChecked();
    expect(draft().counts).toMatchObject({ repeated: 0, chosen: 2 });
  });
});

describe('the selection of the seller', () => {
  it('stays when the rows are checked again', async () => {
    await importFile(ordersCsv(3));
    const id = await read(ordersCsv(5));
    await unwrap(computer.call['imports.choose']({ id, rows: [1, 3], on: true }));
    await unwrap(computer.call['imports.choose']({ id, rows: [4], on: false }));
    expect(draft().counts).toMatchObject({ existing: 3, existingChosen: 1, chosen: 2 });
    await unwrap(computer.call['imports.change']({ id, change: { decimal: '.' } }));
    await isChecked();
    const { rows } = await computer.store.imports.page(null, 'all', 0, 5);
    expect(rows.map(({ chosen }) => chosen)).toEqual([false, true, false, true, false]);
  });

  it('can be all existing rows, or only the others', async () => {
    await importFile(ordersCsv(3));
    const id = await read(ordersCsv(5));
    await unwrap(computer.call['imports.choose']({ id, rows: null, among: 'existing', on: true }));
    expect(draft().counts).toMatchObject({ existingChosen: 3, chosen: 5 });
    await unwrap(computer.call['imports.choose']({ id, rows: null, on: false }));
    await unwrap(computer.call['imports.choose']({ id, rows: null, among: 'new', on: true }));
    expect(draft().counts).toMatchObject({ existingChosen: 0, chosen: 2 });
    await unwrap(computer.call['imports.choose']({ id, rows: [1, 2, 3], among: 'existing', on: true }));
    expect(draft().counts).toMatchObject({ existingChosen: 2, chosen: 4 });
  });
});

describe('links that change while the rows are shown', () => {
  it('are looked at again before anything is created, and the seller sees the new number first', async () => {
    const id = await read('Product,Price\nLogo design,10\nLogo design,20\n');
    await link();
    const answer = await press(id);
    expect(answer).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(answer.ok ? '' : answer.problem.message).toContain('1 row exists already');
    expect(draft().counts).toMatchObject({ existing: 1, chosen: 1 });
    await unwrap(press(id));
    await until('the links are there', () => activeLinks(computer.store).length === 2);
  });

  it('do not delay an import whose selected rows are unchanged', async () => {
    const id = await read('Product,Price\nLogo design,10\n');
    await link({ metadata: [{ key: 'order', value: '1' }] });
    await unwrap(press(id));
  });

  it('are reported when they are deleted, so that their rows can be created', async () => {
    const twin = await link();
    await computer.settled();
    await read('Product,Price\nLogo design,10\n');
    expect(draft().counts.chosen).toBe(0);
    await unwrap(computer.call['links.delete']({ id: twin }));
    await computer.settled();
    await until('the row is chosen', () => draft().counts.chosen === 1);
    expect(draft().counts.existing).toBe(0);
  });

  it('are skipped if their links were replaced with another price', async () => {
    const old = await link();
    await computer.settled();
    const prices = [{ currencyId: 2, priceCents: 6500, discountCents: null }];
    const rules = { addMissing: false, keepOthers: true, keepDiscounts: true };
    await unwrap(computer.call['links.replaceMany']({ ids: [old], prices, rules }));
    await computer.settled();
    expect(activeLinks(computer.store).map(({ prices: [price] }) => price?.priceCents)).toEqual([6500]);
    await read('Product,Price\nLogo design,10\nLogo design,65\nLogo design,70\n');
    await until('the rows are checked', () => draft().counts.existing === 2);
    expect(draft().counts.chosen).toBe(1);
  });

  it('are skipped when a stopped import resumes, unless the seller selects them', async () => {
    await computer.workOffline(true);
    const file = await read(`${ordersCsv(1_500)}Logo design,10,no,A\nLogo design,10,no,A\n`);
    await unwrap(computer.call['imports.choose']({ id: file, rows: [1_501], on: true }));
    const { id } = await unwrap(press(file));
    const view = () => computer.store.imports.get(id);
    await until('some are created', () => (view()?.made ?? 0) > 0);
    await unwrap(computer.call['imports.cancel']({ id }));
    expect(view()?.made).toBeLessThan(1_500);
    const { made = 0 } = view() ?? {};
    // The corrected file has only the first of its last two rows.
    await importFile(`${ordersCsv(1_500)}Logo design,10,no,A\n`);
    expect(activeLinks(computer.store)).toHaveLength(1_501);

    await unwrap(computer.call['imports.resume']({ id }));
    await until('it has ended', () => view()?.running === false, 60_000);
    expect(view()).toMatchObject({ made: made + 1, leftOut: 1_501 - made });
    expect(view()?.stopped).toBe(
      `${(1_501 - made).toLocaleString('en')} rows were left out: links like them were created after this import began.`,
    );
    expect(activeLinks(computer.store)).toHaveLength(1_502);
    const states = (await computer.store.imports.page(id, 'all', 1_490, 12)).rows.map(({ state }) => state);
    expect(states.slice(0, 10)).toEqual(Array(10).fill('exists'));

    await unwrap(computer.call['imports.resume']({ id, existing: true }));
    await until('it has ended again', () => view()?.running === false, 60_000);
    expect(view()).toMatchObject({ made: 1_502, leftOut: 0, stopped: '' });
  });

  it('never exist twice when a stopped import is resumed while another one creates the same rows', async () => {
    await computer.workOffline(true);
    const stopped = async (rows: number) => {
      const { id } = await unwrap(press(await read(ordersCsv(rows))));
      await until('some are created', () => (computer.store.imports.get(id)?.made ?? 0) > 0);
      await unwrap(computer.call['imports.cancel']({ id }));
      return id;
    };
    const first = await stopped(1_500);
    const second = await unwrap(press(await read(ordersCsv(1_500))));
    const isRunning = (id: string) => computer.store.imports.get(id)?.running;
    expect(isRunning(second.id)).toBe(true);
    expect(computer.store.imports.get(first)).toMatchObject({ running: false, otherRuns: true });
    const resume = (more: { existing?: boolean } = {}) => computer.call['imports.resume']({ id: first, ...more });
    const otherImport = {
      ok: false,
      problem: { code: 'conflict', message: expect.stringContaining('Another import') },
    };
    expect(await resume()).toMatchObject(otherImport);
    expect(await resume({ existing: true })).toMatchObject(otherImport);
    await until('the second has ended', () => isRunning(second.id) === false, 60_000);
    expect(computer.store.imports.get(first)?.otherRuns).toBe(false);
    await unwrap(resume());
    await until('the first has ended', () => isRunning(first) === false, 60_000);
    expect(activeLinks(computer.store)).toHaveLength(1_500);
  });

  it('block an import of a file when a stopped one is resumed while its rows are compared', async () => {
    await computer.workOffline(true);
    const first = await unwrap(press(await read(ordersCsv(1_500))));
    await until('some are created', () => (computer.store.imports.get(first.id)?.made ?? 0) > 0);
    await unwrap(computer.call['imports.cancel']({ id: first.id }));
    const id = await read(ordersCsv(1_500));
    const answer = press(id);
    await unwrap(computer.call['imports.resume']({ id: first.id }));
    expect(await answer).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    await until('it has ended', () => computer.store.imports.get(first.id)?.running === false, 60_000);
    expect(activeLinks(computer.store)).toHaveLength(1_500);
  });

  it('block a second import while the first still creates its links', async () => {
    await computer.workOffline(true);
    const first = await unwrap(press(await read(ordersCsv(1_500))));
    const id = await read(ordersCsv(1_500));
    expect(computer.store.imports.get(first.id)?.running).toBe(true);
    expect(await press(id)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    await until('the first has ended', () => computer.store.imports.get(first.id)?.running === false, 60_000);
    await until('every row exists already', () => draft().counts.existing === 1_500);
    expect(draft().counts.chosen).toBe(0);
  });
});

it('a restored backup and a restart keep the existing links', async () => {
  await importFile(ordersCsv(2));
  await computer.settled();
  const backup = await computer.export();
  const other = await new Computer().start();
  try {
    await other.signIn(service);
    await other.restore(backup);
    await other.stop();
    await other.start();
    await other.store.ready;
    await unwrap(other.call['imports.read']({ name: 'orders.csv', bytes: null, text: ordersCsv(3) }));
    await until('the rows are checked', () => other.store.imports.draft()?.checked === 3);
    expect(other.store.imports.draft()?.counts).toMatchObject({ existing: 2, chosen: 1 });
  } finally {
    await other.remove();
  }
});
