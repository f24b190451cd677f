// Batches of links are staged, enter the queue a few at a time, are sent once, and are undone or cancelled as a whole.
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { Batch } from '../../src/main/catalog/staged.ts';
import { viewOf } from '../../src/main/stores/store-view.ts';
import type { PriceChange } from '../../src/shared/new-prices.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { importing, ordersCsv } from '../support/import-file.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { gate, until } from '../support/until.ts';

const MANY = 60;
const AN_HOUR = 60 * 60_000;
const PRICES = [{ currencyId: 2, priceCents: 7_550, discountCents: null }];
const TO: PriceChange[] = [{ currencyId: 2, price: { kind: 'to', cents: 7_550 }, discount: null }];

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  await computer.product('Logo design');
  await computer.settled();
});

const { read, create, sent } = importing(() => computer);
const batches = (): Batch[] => computer.store.catalog.staged.batches();
const list = () => unwrap(computer.call['sync.list']({ offset: 0, limit: 50 }));
const ALL = { search: '', productId: null, sync: 'all', useOnce: null, sold: false, offset: 0, limit: 500 } as const;
const links = () => unwrap(computer.call['links.list'](ALL));
const waitingLinks = async () => (await links()).rows.filter(({ sync }) => sync === 'waiting').length;
const requests = (method: string) =>
  service.changes.filter((change) => change.method === method && /links/.test(change.path));
const storeId = () => computer.store.id;

async function importOffline(count = MANY): Promise<string> {
  await computer.workOffline(true);
  await read(ordersCsv(count));
  return create();
}

/** Imports links, waits until all are sent, and returns their ids. */
async function sentLinks(count = MANY): Promise<string[]> {
  await read(ordersCsv(count));
  await sent(await create(), count);
  return (await links()).rows.map((link) => link.id);
}

it('a start removes a staged change that is already in the queue', async () => {
  await computer.workOffline(true);
  const linkId = await computer.link(await computer.product('Brand book'), '1');
  const { staged } = computer.store.catalog;
  staged.begin({ id: 'a', kind: 'import', name: '', acceptedAt: 1, total: 1, state: 'accepted' });
  staged.stage('a', [{ id: linkId }]);
  await computer.restart(service);
  expect([computer.store.status().waiting, computer.store.catalog.staged.changes]).toEqual([2, 0]);
});

it('an import is one line in Sync and nothing in the queue, survives a restart, and each link is sent once', async () => {
  await importOffline();
  expect(computer.store.queue.all()).toEqual([]);
  expect(await list()).toMatchObject({ total: 1, rows: [{ batch: { waiting: MANY, total: MANY } }] });
  expect([computer.store.status().waiting, viewOf(computer.store).lines]).toEqual([MANY, 1]);
  expect(await waitingLinks()).toBe(MANY);
  await computer.restart(service);
  expect(computer.store.status().waiting).toBe(MANY);
  await computer.workOffline(false);
  await until('all are sent', () => requests('POST').length === MANY);
  await computer.settled();
  expect(await list()).toMatchObject({ total: 0 });
  expect(new Set(requests('POST').map(({ raw }) => raw)).size).toBe(MANY);
});

it('the deletion of many links cannot be undone once it is being carried out', async () => {
  await importOffline(450);
  computer.deletionGraceMs = AN_HOUR;
  await computer.restart(service);
  await computer.workOffline(true);
  const { staged } = computer.store.catalog;
  const ids = (await links()).rows.map(({ id }) => id);
  const { deletion } = await unwrap(computer.call['links.delete']({ ids }));
  const marked = staged.changes;
  const ending = computer.store.batches.endAllUndo();
  // Waits until the first changes are withdrawn.
  while (staged.changes === marked) await setImmediate();
  expect(await computer.call['links.keepMany']({ storeId: storeId(), deletion: deletion ?? '' })).toMatchObject({
    ok: false,
  });
  await ending;
  expect((await links()).rows).toEqual([]);
});

it('a change made by hand does not wait behind a batch', async () => {
  await importOffline();
  const { open: answer, opened: answered } = gate();
  const isByHand = (raw: string) => raw.includes('By hand');
  service.intercept = async ({ raw }) => {
    if (!isByHand(raw)) await answered;
    return undefined;
  };
  await computer.workOffline(false);
  await until('it is under way', () => requests('POST').length > 0);
  await computer.product('By hand');
  answer();
  await computer.settled();
  expect(requests('POST')).toHaveLength(MANY);
  // In order of arrival.
  expect(service.changes.slice(0, MANY / 2).some(({ raw }) => isByHand(raw))).toBe(true);
});

it('a staged link can be edited, kept and withdrawn before it enters the queue', async () => {
  await importOffline();
  const [first, second] = (await links()).rows;
  const metadata = [{ key: 'order', value: 'edited' }];
  const draft = { prices: PRICES, useOnce: false, metadata };
  await unwrap(computer.call['links.edit']({ id: first?.id ?? '', draft }));
  computer.deletionGraceMs = AN_HOUR;
  await computer.restart(service);
  const id = second?.id ?? '';
  await unwrap(computer.call['links.delete']({ ids: [id] }));
  expect(computer.store.catalog.staged.next(batches()[0]?.id ?? '', MANY)).toHaveLength(MANY - 1);
  await unwrap(computer.call['links.keep']({ storeId: storeId(), id }));
  expect(computer.store.status().waiting).toBe(MANY);
  await unwrap(computer.call['links.delete']({ ids: [id] }));
  await computer.restart(service);
  await until('it is withdrawn', () => computer.store.status().waiting === MANY - 1);
  await computer.workOffline(false);
  await computer.settled();
  expect(requests('POST')).toHaveLength(MANY - 1);
  expect(requests('POST').filter(({ raw }) => raw.includes('edited'))).toHaveLength(1);
});

it('new prices of many links are sent as pairs, each once', async () => {
  const ids = await sentLinks();
  await computer.workOffline(true);
  const replaced = await unwrap(computer.call['links.replaceMany']({ ids, changes: TO }));
  expect(replaced.ids).toHaveLength(MANY);
  expect(computer.store.queue.all()).toEqual([]);
  expect(computer.store.status().waiting).toBe(2 * MANY);
  const again = await unwrap(computer.call['links.replaceMany']({ ids, changes: TO }));
  expect(again).toMatchObject({ ids: [], left: MANY });
  await computer.restart(service);
  await computer.workOffline(false);
  await computer.settled();
  expect([requests('DELETE').length, requests('POST').length]).toEqual([MANY, 2 * MANY]);
  expect((await links()).rows.map(({ prices }) => prices[0]?.priceCents)).toEqual(Array(MANY).fill(7_550));
});

it('many deletions are undone together, or sent together once the time for an undo is over', async () => {
  const ids = await sentLinks();
  computer.deletionGraceMs = AN_HOUR;
  await computer.restart(service);
  const first = await unwrap(computer.call['links.delete']({ ids }));
  expect(first).toMatchObject({ deleted: MANY, left: 0 });
  expect((await links()).rows.every(({ deletion }) => deletion !== null)).toBe(true);
  const keep = (deletion: string | null) =>
    computer.call['links.keepMany']({ storeId: storeId(), deletion: deletion ?? '' });
  expect(await unwrap(keep(first.deletion))).toEqual({ kept: MANY });
  const deletions = batches().filter(({ kind }) => kind === 'deletion');
  expect([computer.store.status().waiting, deletions]).toEqual([0, []]);

  const second = await unwrap(computer.call['links.delete']({ ids }));
  await unwrap(computer.call['links.keep']({ storeId: storeId(), id: ids[0] ?? '' }));
  // A restart ends the time for an undo.
  await computer.restart(service);
  expect(await keep(second.deletion)).toMatchObject({ ok: false });
  await until('they are deleted', () => requests('DELETE').length === MANY - 1);
  await computer.settled();
  expect((await links()).rows.map(({ id }) => id)).toEqual([ids[0]]);
  // Links that were deleted while the seller was asked are skipped.
  await computer.store.batches.delete(ids.slice(1));
  expect(computer.store.status().waiting).toBe(0);
});

it('a batch can be paused, resumed and cancelled; then nothing more is sent, and its unsent links disappear', async () => {
  await importOffline();
  const id = batches()[0]?.id ?? '';
  await unwrap(computer.call['links.setBatchPaused']({ id, isPaused: true }));
  await computer.workOffline(false);
  await unwrap(computer.call['sync.now'](undefined));
  await computer.product('By hand');
  // By now the batch would have had its turn.
  await until('a later change is sent', () => computer.store.queue.all().length === 0);
  expect(requests('POST')).toEqual([]);
  expect(await list()).toMatchObject({ rows: [{ batch: { isPaused: true, waiting: MANY } }] });
  service.intercept = async () => {
    await until('the rest is cancelled', () => batches().length === 0);
    return undefined;
  };
  await unwrap(computer.call['links.setBatchPaused']({ id, isPaused: false }));
  await until('some are under way', () => computer.store.outbox.status().sending > 0);
  await unwrap(computer.call['links.cancelBatch']({ id }));
  await computer.settled();
  const sent = requests('POST').length;
  expect(sent).toBeLessThan(MANY);
  expect((await links()).rows).toHaveLength(sent);
});

it('discarding the creation of a product discards its staged links', async () => {
  await computer.workOffline(true);
  await computer.product('Coaching hour');
  await read(ordersCsv(MANY).replaceAll('Logo design', 'Coaching hour'));
  await create();
  const [creation] = computer.store.queue.all();
  const id = creation?.id ?? '';
  const { changes, along, alongCount } = await unwrap(
    computer.call['sync.question']({ ids: [id], decision: 'discard' }),
  );
  expect(alongCount).toBe(MANY);
  expect(await unwrap(computer.call['sync.decide']({ decision: 'discard', changes, along }))).toMatchObject({
    undo: [],
  });
  await until('its links are gone', () => computer.store.status().waiting === 0);
  expect((await links()).rows).toEqual([]);
});
