// Links that are marked for deletion while they wait, are replaced, or are part of a batch, over restarts and undo.
import { beforeEach, expect, it, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { PriceChange } from '../../src/shared/new-prices.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import { type Computer, draft, fakeKeyStore, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { importing, ordersCsv } from '../support/import-file.ts';
import { decided } from '../support/outbox-fixtures.ts';
import { until } from '../support/until.ts';

const NEW_PRICE: PriceChange[] = [{ currencyId: 2, price: { kind: 'to', cents: 7_550 }, discount: null }];

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let computer: Computer;
let product: string;
const withGrace = (made: Computer) => {
  made.keyStore = fakeKeyStore;
  made.deletionGraceMs = 60 * 60_000;
};
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
  computer = await newComputer(withGrace);
  await computer.signIn(service);
  product = await computer.product('Logo design');
  await computer.settled();
});
const { read, create, sent } = importing(() => computer);
const count = (kind: 'link.create' | 'link.delete') => service.record.count(kind);
const remove = (...ids: string[]) => unwrap(computer.call['links.delete']({ ids }));
const isEmpty = () =>
  computer.store.isReady && computer.store.catalog.staged.isEmpty && computer.store.queue.all().length === 0;

async function replacedOffline() {
  const old = await computer.link(product, '1');
  await computer.settled();
  await computer.workOffline(true);
  const { id } = await unwrap(computer.call['links.replace']({ id: old, draft: draft('2') }));
  await remove(old, id);
  return old;
}

it('links that were deleted one by one before they left are not created after a restart', async () => {
  await computer.workOffline(true);
  for (const order of ['1', '2', '3', '4']) await remove(await computer.link(product, order));
  await computer.restart();
  await computer.workOffline(false);
  await until('nothing waits', isEmpty);
  expect(count('link.create')).toBe(0);
});

it('a link that was deleted together with its unsent replacement is deleted after a restart', async () => {
  await replacedOffline();
  await computer.restart();
  await computer.workOffline(false);
  await until('nothing waits', isEmpty);
  expect([activeLinks(computer.store), count('link.delete')]).toEqual([[], 1]);
});

it('"Keep this link" keeps a link that was deleted together with its unsent replacement', async () => {
  const old = await replacedOffline();
  await unwrap(computer.call['links.keep']({ storeId: computer.store.id, id: old }));
  await computer.workOffline(false);
  await unwrap(computer.call['sync.now'](undefined));
  await until('nothing waits', isEmpty);
  expect(count('link.delete')).toBe(0);
});

it('new prices for many links can be undone as a whole, and an earlier deletion does not return beside them', async () => {
  await read(ordersCsv(60));
  await sent(await create(), 60);
  const ids = activeLinks(computer.store).map(({ id }) => id);
  await computer.workOffline(true);
  await remove(ids[0] ?? '');
  await unwrap(computer.call['sync.now'](undefined));
  const { undo } = await decided(computer.store, 'discard', computer.store.queue.all()[0]?.id ?? '');
  await unwrap(computer.call['links.replaceMany']({ ids, changes: NEW_PRICE }));
  await expect(computer.call['sync.undo']({ storeId: computer.store.id, ids: undo })).rejects.toThrow();
  const [batch] = computer.store.catalog.staged.batches().filter(({ kind }) => kind === 'prices');
  expect(computer.store.batches.canUndo(batch?.id ?? '')).toBe(true);
});

it('"Discard" discards held changes that are in the queue because "Send the rest" could not be finished', async () => {
  await computer.workOffline(true);
  for (const order of ['1', '2']) await computer.link(product, order);
  const other = await newComputer(withGrace);
  await other.restore(await computer.export());
  await other.signIn(service);
  await other.workOffline(true);
  vi.spyOn(other.store.catalog.held, 'clear').mockImplementationOnce(() => {
    throw new StorageError('The catalog', new Error('full'));
  });
  await expect(other.call['sync.sendHeld'](undefined)).rejects.toThrow(StorageError);
  await unwrap(other.call['sync.discardHeld'](undefined));
  expect([other.store.queue.all(), other.store.catalog.held.size]).toEqual([[], 0]);
});
