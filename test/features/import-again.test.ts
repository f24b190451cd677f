// Rows that repeat a payment link or another row: an import skips them unless the seller chooses them.
import { beforeEach, describe, expect, it } from 'vitest';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { importing, ordersCsv } from '../support/import-file.ts';
import { decided } from '../support/outbox-fixtures.ts';
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

const { draft, read, change, press, create, replace, rows, links } = importing(() => computer);

const order = (value: string) => [{ key: 'order', value }];
const at = (priceCents: number) => [{ currencyId: 2, priceCents, discountCents: null }];
async function link(more: Partial<LinkDraft> = {}): Promise<string> {
  const wanted = { prices: at(1_000), useOnce: false, metadata: [], ...more };
  return (await unwrap(computer.call['links.create']({ productId, draft: wanted }))).id;
}
const remove = (id: string) => unwrap(computer.call['links.delete']({ ids: [id] }));
type Choice = Omit<Parameters<Computer['call']['imports.choose']>[0], 'id'>;
const choose = (choice: Choice) => unwrap(computer.call['imports.choose']({ id: draft().id, ...choice }));

const states = async () => (await rows()).map(({ state }) => state);
/** The number of rows of each kind; kinds without rows are omitted. */
const kinds = () =>
  Object.fromEntries(
    Object.entries(draft().counts.kinds).flatMap(([kind, { rows }]) => (rows > 0 ? [[kind, rows]] : [])),
  );
const CSV = ['Product,Price,metadata: order', 'Logo design,10,A', 'Logo design,12,A', 'Logo design,10,'].join('\n');

describe('a row counts as existing', () => {
  it('if a link has the same product, prices, single use and metadata, sent or not', async () => {
    await read(ordersCsv(3));
    await create();
    await computer.settled();
    await computer.workOffline(true);
    await read(ordersCsv(5));
    await create();
    expect(links()).toHaveLength(5);
    await read(ordersCsv(6));
    expect(draft().counts).toMatchObject({ all: 6, kinds: { existing: { rows: 5, chosen: 0 } }, chosen: 1 });
    expect(await states()).toEqual([...Array(5).fill('existing'), 'new']);
  });

  it('while its link is being replaced, but not while the link’s deletion waits, unless that is undone', async () => {
    const deletedLink = await link();
    await remove(deletedLink);
    const ids = [await link({ metadata: order('A') }), await link()];
    await computer.settled();
    await computer.workOffline(true);
    await read(CSV);
    expect(await states()).toEqual(['existing', 'repriced', 'existing']);
    for (const id of ids) await remove(id);
    await until('the rows are compared again', () => draft().counts.kinds.existing.rows === 0);
    expect(await states()).toEqual(['new', 'new', 'new']);
    const [deletion] = computer.store.queue.of(ids[0] ?? '');
    await decided(computer.store, 'discard', deletion?.id ?? '');
    await until('the rows are compared again', () => draft().counts.kinds.existing.rows === 1);
    expect(await states()).toEqual(['existing', 'repriced', 'new']);
    await replace(ids.slice(0, 1), 6_500);
    await read(CSV);
    expect(await states()).toEqual(['existing', 'repriced', 'new']);
  });

  it('also if that link is not confirmed or was rejected', async () => {
    service.intercept = ({ raw }) =>
      raw.includes('"lost"') ? { status: 502 } : raw.includes('"no"') ? { status: 422, body: '{}' } : undefined;
    const lost = await link({ metadata: order('lost') });
    const refused = await link({ metadata: order('no') });
    const stateOf = (id: string) => computer.store.queue.of(id)[0]?.state;
    await until('both need attention', () => stateOf(lost) === 'needs-review' && stateOf(refused) === 'rejected');
    await read('Product,Price,metadata: order\nLogo design,10,lost\nLogo design,10,no\n');
    expect(await states()).toEqual(['existing', 'existing']);
  });
});

describe('a row with the metadata of a link, and another price', () => {
  it('is not imported and leads to that link, unless the seller chooses it', async () => {
    const same = await link({ metadata: order('A') });
    await read(CSV.replace(',10,A', ',18.90,A'));
    expect((await rows())[0]).toMatchObject({ state: 'repriced', chosen: false, linkId: same });
    expect(draft().counts).toMatchObject({ kinds: { repriced: { rows: 2, chosen: 0 } }, chosen: 1 });
    await choose({ rows: null, among: 'repriced', on: true });
    expect(draft().counts).toMatchObject({ kinds: { repriced: { chosen: 2 } }, chosen: 3 });
    await create();
    expect(links()).toHaveLength(4);
  });

  it('is new if several links have the metadata, or the link differs in single use or is deleted', async () => {
    const gone = await link({ metadata: order('A') });
    for (const useOnce of [false, true]) await link({ metadata: order('B'), useOnce });
    await link({ metadata: order('C'), useOnce: true });
    await computer.settled();
    await read('Product,Price,metadata: order\nLogo design,18,A\nLogo design,18,B\nLogo design,18,C\n');
    expect(await states()).toEqual(['repriced', 'new', 'new']);
    await remove(gone);
    await computer.settled();
    await until('the row is chosen', () => draft().counts.chosen === 3);
    expect(await states()).toEqual(['new', 'new', 'new']);
  });
});

const csv = ['Product,Price,Single use,metadata: order', 'Logo design,10,no,A', 'Logo design,10,no,B'];
const repeated = [...csv, 'Logo design,10.00,,A', 'Logo design,10,no,', 'Logo design,10,no,A', 'Logo design,10,,'];

it('a row that repeats an earlier row, even without metadata, is skipped unless the seller chooses it', async () => {
  await read(repeated.join('\n'));
  expect(await states()).toEqual(['new', 'new', 'repeated', 'new', 'repeated', 'repeated']);
  expect(draft().counts).toMatchObject({ all: 6, kinds: { repeated: { rows: 3, chosen: 0 } }, chosen: 3 });
  await choose({ rows: [2], on: true });
  expect(draft().counts).toMatchObject({ kinds: { repeated: { chosen: 1 } }, chosen: 4 });
  await choose({ rows: null, among: 'repeated', on: true });
  await choose({ rows: null, among: 'new', on: false });
  expect(draft().counts).toMatchObject({ kinds: { repeated: { chosen: 3 } }, chosen: 3 });
  await create();
  expect(links()).toHaveLength(3);
});

it('creates the rows that were chosen when "Create" was pressed, even if the seller then chooses others', async () => {
  await computer.workOffline(true);
  const { id: file } = await read(ordersCsv(1_200));
  const before = [choose({ rows: null, on: false }), choose({ rows: [0, 1, 1_100], on: true })];
  const pressed = press(file);
  // A later choice changes nothing.
  const late = computer.call['imports.choose']({ id: file, rows: null, on: true });
  const { id } = await unwrap(pressed);
  await Promise.all([...before, late]);
  expect(await computer.store.imports.get(id)).toMatchObject({ chosen: 3 });
  expect(links()).toHaveLength(3);
});

it('keeps what the seller chose when the rows are checked again', async () => {
  await read(ordersCsv(3));
  await create();
  await read(ordersCsv(5));
  await choose({ rows: [1, 3], on: true });
  await choose({ rows: [4], on: false });
  expect(draft().counts).toMatchObject({ kinds: { existing: { rows: 3, chosen: 1 } }, chosen: 2 });
  await change({ decimal: '.' });
  expect((await rows()).map(({ chosen }) => chosen)).toEqual([false, true, false, true, false]);
});

it('compares the rows again before creating links, and asks again if the number has changed', async () => {
  const { id } = await read('Product,Price\nLogo design,10\nLogo design,20\n');
  await link();
  expect(await press(id)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  expect([kinds(), draft().counts.chosen]).toEqual([{ existing: 1, new: 1 }, 1]);
  await create();
  expect(links()).toHaveLength(2);
});

it('refuses to read or change a file while links are created, and closing it does not stop them', async () => {
  await computer.workOffline(true);
  const { id } = await read(ordersCsv(800));
  const pressed = press(id);
  await until('links are stored', () => (draft().staged ?? 0) > 0);
  const read2 = await computer.call['imports.read']({ name: 'other.csv', bytes: null, text: ordersCsv(1) });
  expect(read2).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  expect(await computer.call['imports.change']({ id, change: { decimal: ',' } })).toMatchObject({ ok: false });
  await unwrap(computer.call['imports.close']({ id }));
  await unwrap(pressed);
  expect(links()).toHaveLength(800);
  expect(computer.store.imports.draft()).toBeNull();
});
