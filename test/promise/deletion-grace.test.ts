// A deletion can be undone for some seconds before it is sent, and is never lost meanwhile.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { isHeldForUndo } from '../../src/main/sync/outbox/action.ts';
import type { PriceChange } from '../../src/shared/new-prices.ts';
import { type Computer, draft, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
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
  await restart();
}

async function restart(): Promise<void> {
  await computer.stop();
  await computer.start();
  await computer.signIn(service);
}

const deleted = () => service.changes.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
const created = () => service.changes.filter(({ path, method }) => method === 'POST' && /links$/.test(path)).length;
const waiting = () => computer.store.outbox.all();
const storeId = () => computer.store.id;
/** Waits until no other change waits than so many deletions, which can be undone. */
const onlyHeld = (count: number) =>
  until('only what is held waits', () => waiting().length === count && waiting().every(isHeldForUndo));
const syncNow = () => unwrap(computer.call['sync.now'](undefined));
const deleteLink = (id: string) => unwrap(computer.call['links.delete']({ id }));
const replace = (id: string) => unwrap(computer.call['links.replace']({ id, draft: draft('new') }));
const undoReplaceMany = (replaced: readonly string[]) =>
  unwrap(computer.call['links.undoReplaceMany']({ storeId: storeId(), ids: [...replaced] }));

it('a deletion is undone while it waits, alone or with others, and nothing is sent', async () => {
  await deleteLink(first);
  await unwrap(computer.call['sync.discard']({ id: waiting()[0]?.id ?? '', withDependents: false }));
  const { queued, deletions } = await unwrap(computer.call['links.deleteMany']({ ids }));
  expect(queued).toBe(2);
  const undone = await unwrap(computer.call['links.keepMany']({ storeId: storeId(), deletions }));
  expect(undone).toEqual({ kept: 2, late: 0 });
  expect([waiting(), deleted()]).toEqual([[], []]);
});

it('the deletion of a replaced link is undone after the new link was sent, which is deleted', async () => {
  const replaced = await unwrap(computer.call['links.replaceMany']({ ids, changes: TO }));
  await until('the new links are sent', () => created() === 4);
  await onlyHeld(2);
  expect(await undoReplaceMany(replaced.ids)).toEqual({ undone: 2, deleted: 2, late: 0 });
  expect(deleted()).toEqual([]);
  await syncNow();
  await computer.settled();
  expect(deleted()).toEqual([expect.stringContaining('00003-uuid'), expect.stringContaining('00004-uuid')]);
  expect(await unwrap(computer.call['links.get']({ id: first }))).toMatchObject({ replacedBy: null, sync: 'synced' });
  expect(await undoReplaceMany(replaced.ids)).toMatchObject({ late: 2 });

  const { id } = await replace(first);
  await onlyHeld(1);
  await syncNow();
  await computer.settled();
  expect(await computer.call['links.undoReplace']({ storeId: storeId(), id })).toMatchObject({ ok: false });
});

it('a deletion is sent when its time is over, earlier with "Sync now", and when the app closes', async () => {
  const [, second = ''] = ids;
  const third = await computer.link(product, '3');
  await computer.settled();
  await setGrace(AT_ONCE);
  await deleteLink(first);
  await until('the first is deleted', () => deleted().length === 1);
  await setGrace(AN_HOUR);
  await unwrap(computer.call['links.deleteMany']({ ids: [second] }));
  await onlyHeld(1);
  await syncNow();
  await until('the second is deleted', () => deleted().length === 2);
  await deleteLink(third);
  await computer.stop();
  expect(deleted()).toHaveLength(3);
});

it('a deletion is on disk at once: an app that closes without a network sends it later', async () => {
  await computer.workOffline(true);
  await deleteLink(first);
  await restart();
  expect(deleted()).toEqual([]);
  expect(waiting()).toHaveLength(1);
  await computer.workOffline(false);
  await syncNow();
  await until('it is deleted', () => deleted().length === 1);
});

it('the time begins when the new link exists, also if that was made offline or is being created', async () => {
  await computer.workOffline(true);
  const { id } = await replace(first);
  expect(waiting()).toHaveLength(2);
  await computer.workOffline(false);
  await until('the new link is sent', () => created() === 3);
  await onlyHeld(1);
  const undone = await unwrap(computer.call['links.undoReplace']({ storeId: storeId(), id }));
  expect(undone).toEqual({ newLink: 'deleted' });
  await syncNow();
  await computer.settled();

  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.intercept = async ({ method }) => {
    if (method === 'POST') await answered;
    return undefined;
  };
  const link = await computer.link(product, '3');
  await until('it is being created', () => created() === 4);
  expect(await deleteLink(link)).toMatchObject({ how: 'queued' });
  expect(waiting().every(isHeldForUndo)).toBe(false);
  answer();
  await onlyHeld(1);
  expect(deleted()).toHaveLength(1);
});

it('a deletion is undone after attempts that never left this computer', async () => {
  await setGrace(AT_ONCE);
  await service.stop();
  const { deletions } = await unwrap(computer.call['links.deleteMany']({ ids }));
  await until('one was tried', () => waiting().some(({ attempts }) => attempts.length > 0));
  await until('none is in flight', () => computer.store.outbox.status().sending === 0);
  const kept = await unwrap(computer.call['links.keepMany']({ storeId: storeId(), deletions }));
  expect(kept).toEqual({ kept: 2, late: 0 });
  expect(waiting()).toEqual([]);
});

it('the deletion of a replaced link is undone after attempts that never left this computer', async () => {
  const replaced = await unwrap(computer.call['links.replaceMany']({ ids, changes: TO }));
  await onlyHeld(2);
  await service.stop();
  await syncNow();
  await until('one was tried', () => waiting().some(({ state }) => state === 'retrying'));
  await until('none is in flight', () => computer.store.outbox.status().sending === 0);
  expect(await undoReplaceMany(replaced.ids)).toMatchObject({ undone: 2, late: 0 });
  for (const id of ids) {
    expect(await unwrap(computer.call['links.get']({ id }))).toMatchObject({ sync: 'synced', deletion: null });
  }
});

it('the deletion of a link in doubt waits for the decision, is shown beside it, and is undone alone', async () => {
  service.intercept = ({ method }) => (method === 'POST' ? { status: 502 } : undefined);
  const link = await computer.link(product, '3');
  const view = () => unwrap(computer.call['links.get']({ id: link }));
  await until('it is in doubt', () => computer.store.outbox.status().attention === 1);
  expect(await deleteLink(link)).toMatchObject({ how: 'queued' });
  expect(await view()).toMatchObject({ sync: 'needs-review', deletion: { sync: 'waiting' } });
  await syncNow();
  expect(deleted()).toEqual([]);
  await unwrap(computer.call['links.keep']({ storeId: storeId(), id: link }));
  expect(await view()).toMatchObject({ sync: 'needs-review', deletion: null });
  expect(waiting()).toHaveLength(1);
});

it('deletions and discards are undone in their own store while another one is shown', async () => {
  const { store } = computer;
  await deleteLink(first);
  const { deletions } = await unwrap(computer.call['links.deleteMany']({ ids: ids.slice(1) }));
  await computer.workOffline(true);
  await computer.product('Logo design');
  const creation = waiting().at(-1);
  const { undo } = await unwrap(computer.call['sync.discard']({ id: creation?.id ?? '', withDependents: true }));
  const other = new RecordingService();
  await other.start();
  onTestFinished(() => other.stop());
  await computer.signIn(other);
  expect(storeId()).not.toBe(store.id);
  await unwrap(computer.call['links.keep']({ storeId: store.id, id: first }));
  expect(await unwrap(computer.call['links.keepMany']({ storeId: store.id, deletions }))).toMatchObject({ kept: 1 });
  await unwrap(computer.call['sync.undo']({ storeId: store.id, ids: undo }));
  expect(waiting()).toEqual([]);
  expect(store.outbox.all().map(({ subject }) => subject)).toEqual([creation?.subject]);
  expect(await computer.call['links.keep']({ storeId: 'gone', id: first })).toMatchObject({ ok: false });
});
