// A deletion can be undone for some seconds before it is sent, and is never lost meanwhile.
import { cpSync } from 'node:fs';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { PriceChange } from '../../src/shared/new-prices.ts';
import { type Computer, draft, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { decided } from '../support/outbox-fixtures.ts';
import { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

const AN_HOUR = 60 * 60_000;
const AT_ONCE = 1;
const TO: PriceChange[] = [{ currencyId: 2, price: { kind: 'to', cents: 7_550 }, discount: null }];

let service: RecordingService;
let computer: Computer;
let product: string;
let ids: string[];
let first: string;
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  product = await computer.product('Coaching hour');
  first = await computer.link(product, '1');
  ids = [first, await computer.link(product, '2')];
  await computer.settled();
  await setGrace(AN_HOUR);
});

async function setGrace(grace: number): Promise<void> {
  computer.deletionGraceMs = grace;
  await computer.restart(service);
}

const deleted = () => service.changes.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
const sending = () => computer.store.outbox.status().sending;
const created = () => service.changes.filter(({ path, method }) => method === 'POST' && /links$/.test(path)).length;
const waiting = () => computer.store.queue.all();
const storeId = () => computer.store.id;
/** Waits until exactly this many changes wait, and each of them can still be undone. */
const onlyHeld = (count: number) =>
  until('only what can be undone waits', () => {
    return waiting().length === count && waiting().every((change) => computer.store.batches.isHeld(change));
  });
const keep = (id: string, store = storeId()) => computer.call['links.keep']({ storeId: store, id });
const keepMany = (deletion: string | null, store = storeId()) =>
  computer.call['links.keepMany']({ storeId: store, deletion: deletion ?? '' });
const syncNow = () => unwrap(computer.call['sync.now'](undefined));
const deleteLink = (id: string) => unwrap(computer.call['links.delete']({ ids: [id] }));
const replace = (id: string) => unwrap(computer.call['links.replace']({ id, draft: draft('new') }));
const undoReplaceMany = (replaced: readonly string[]) =>
  unwrap(computer.call['links.undoReplaceMany']({ storeId: storeId(), ids: [...replaced] }));

it('a deleted link that was never sent waits while the deletion can be undone, and is withdrawn afterwards', async () => {
  await computer.workOffline(true);
  const link = await computer.link(product, '3');
  await deleteLink(link);
  await computer.workOffline(false);
  // Other changes are sent meanwhile.
  await computer.product('Logo design');
  await until('only it waits', () => waiting().length === 1);
  expect(waiting()).toMatchObject([{ state: 'ready', attempts: [] }]);
  await unwrap(keep(link));
  await computer.settled();
  expect(created()).toBe(3);

  await computer.workOffline(true);
  const { deletion } = await unwrap(computer.call['links.delete']({ ids: [link, await computer.link(product, '4')] }));
  await computer.restart(service);
  await computer.workOffline(false);
  await computer.settled();
  expect(await keepMany(deletion)).toMatchObject({ ok: false });
  expect([created(), deleted().length]).toEqual([3, 1]);
});

it('undoing a replacement after the new link was sent keeps the old link and deletes the new one', async () => {
  const replaced = await unwrap(computer.call['links.replaceMany']({ ids, changes: TO }));
  await until('the new links are sent', () => created() === 4);
  await onlyHeld(2);
  expect(await undoReplaceMany(replaced.ids)).toEqual({ undone: 2, deleted: 2, late: 0 });
  // Whatever leaves is marked as being sent at once.
  expect([sending(), deleted()]).toEqual([0, []]);
  await syncNow();
  await until('the new links are deleted', () => deleted().length === 2);
  await computer.settled();
  expect(deleted().sort()).toEqual([expect.stringContaining('00003-uuid'), expect.stringContaining('00004-uuid')]);
  expect(await unwrap(computer.call['links.get']({ id: first }))).toMatchObject({ replacedBy: null, sync: 'synced' });
  expect(await undoReplaceMany(replaced.ids)).toMatchObject({ late: 2 });

  const { id } = await replace(first);
  await onlyHeld(1);
  await syncNow();
  await computer.settled();
  expect(await undoReplaceMany([id])).toMatchObject({ undone: 0, late: 1 });
});

it('a deletion is sent when its undo time is over, on "Sync now", or at the next start if the app closes', async () => {
  const [, second = ''] = ids;
  await setGrace(AT_ONCE);
  await deleteLink(first);
  await until('the first is deleted', () => deleted().length === 1);
  await setGrace(AN_HOUR);
  const third = await computer.link(product, '3');
  await computer.settled();
  await deleteLink(second);
  await syncNow();
  await until('the second is deleted', () => deleted().length === 2);
  await deleteLink(third);
  await computer.stop();
  expect(deleted()).toHaveLength(2);
  await computer.start();
  await computer.signIn(service);
  await until('the third is deleted', () => deleted().length === 3);
});

it('the deletion of a link in doubt waits for the decision, is shown beside the doubt, and can be undone alone', async () => {
  service.intercept = ({ path }) => (/links$/.test(path) ? { status: 502 } : undefined);
  const link = await computer.link(product, '3');
  const view = () => unwrap(computer.call['links.get']({ id: link }));
  await until('it is in doubt', () => computer.store.outbox.status().attention === 1);
  await deleteLink(link);
  expect(await view()).toMatchObject({ sync: 'needs-review', deletion: { sync: 'waiting' } });
  await computer.restart(service);
  await until('its time is over', () => waiting().length === 2);
  expect(await view()).toMatchObject({ sync: 'needs-review', deletion: { sync: 'waiting' } });
  await syncNow();
  expect([sending(), deleted()]).toEqual([0, []]);
  await unwrap(keep(link));
  expect(await view()).toMatchObject({ sync: 'needs-review', deletion: null });
  expect(waiting()).toHaveLength(1);
});

it('deletions of which the disk refused a part are carried out later, and are not undone in part', async () => {
  await computer.workOffline(true);
  const unsent = await computer.link(product, '3');
  const { deletion } = await unwrap(computer.call['links.delete']({ ids: [unsent, first] }));
  const settle = vi.spyOn(computer.store.catalog, 'settle').mockRejectedValueOnce(new StorageError('Refused', null));
  await syncNow();
  expect(settle).toHaveBeenCalled();
  expect(await keepMany(deletion)).toMatchObject({ ok: false });
  await syncNow();
  expect(waiting()).toMatchObject([{ subject: first, payload: { kind: 'link.delete' } }]);
});

it('deletions and discards are undone in their own store while another one is shown', async () => {
  const { store } = computer;
  await deleteLink(first);
  const { deletion } = await unwrap(computer.call['links.delete']({ ids: ids.slice(1) }));
  await computer.workOffline(true);
  await computer.product('Logo design');
  const creation = waiting().at(-1);
  const { undo } = await decided(store, 'discard', creation?.id ?? '');
  const other = new RecordingService();
  await other.start();
  onTestFinished(() => other.stop());
  await computer.signIn(other);
  expect(storeId()).not.toBe(store.id);
  await unwrap(keep(first, store.id));
  expect(await unwrap(keepMany(deletion, store.id))).toEqual({ kept: 1 });
  await unwrap(computer.call['sync.undo']({ storeId: store.id, ids: undo }));
  expect(store.queue.all().map(({ subject }) => subject)).toEqual([creation?.subject]);
  expect(await keep(first, 'gone')).toMatchObject({ ok: false });
});

it('a deletion is not lost if the queue still has an earlier one that was cancelled', async () => {
  await computer.workOffline(true);
  await deleteLink(first);
  await syncNow();
  const folder = computer.app.registry.folderOf(storeId());
  cpSync(`${folder}/outbox`, `${folder}/earlier`, { recursive: true });
  await unwrap(keep(first));
  await deleteLink(first);
  await computer.stop();
  // As if cancelling the earlier deletion had not reached the queue's files.
  cpSync(`${folder}/earlier`, `${folder}/outbox`, { recursive: true });
  await computer.start();
  await computer.store.ready;
  await until('it is carried out', () => waiting().length === 1);
  expect(waiting()).toMatchObject([{ subject: first, payload: { kind: 'link.delete' } }]);
});

it('links that were deleted one by one before they left are not created after a restart', async () => {
  await computer.workOffline(true);
  for (const order of ['3', '4', '5', '6']) await deleteLink(await computer.link(product, order));
  await computer.restart(service);
  await computer.workOffline(false);
  await computer.settled();
  expect(created()).toBe(2);
});

it.each(['deleted', 'kept'])('a link that was deleted with its unsent replacement is %s', async (end) => {
  await computer.workOffline(true);
  const { id } = await replace(first);
  await unwrap(computer.call['links.delete']({ ids: [first, id] }));
  if (end === 'kept') await unwrap(keep(first));
  await computer.restart(service);
  await computer.workOffline(false);
  await computer.settled();
  expect([created(), deleted().length]).toEqual([2, end === 'kept' ? 0 : 1]);
});

it('new prices for many links can be undone as a whole, and no earlier deletion returns beside them', async () => {
  for (let order = 3; order <= 26; order += 1) ids.push(await computer.link(product, String(order)));
  await computer.settled();
  await computer.workOffline(true);
  await deleteLink(first);
  await syncNow();
  const { undo } = await decided(computer.store, 'discard', waiting()[0]?.id ?? '');
  await unwrap(computer.call['links.replaceMany']({ ids, changes: TO }));
  await expect(computer.call['sync.undo']({ storeId: storeId(), ids: undo })).rejects.toThrow();
  const [batch] = computer.store.catalog.staged.batches().filter(({ kind }) => kind === 'prices');
  expect(computer.store.batches.canUndo(batch?.id ?? '')).toBe(true);
});
