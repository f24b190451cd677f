// A deletion can be undone for some seconds before it is sent, and is never lost meanwhile.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { isHeldForUndo } from '../../src/main/sync/outbox/action.ts';
import type { DeletionGrace } from '../../src/shared/payment-link.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

const AN_HOUR = { one: 60 * 60_000, several: 60 * 60_000 };
const PRICES = [{ currencyId: 2, priceCents: 7_550, discountCents: null }];
const RULES = { addMissing: false, keepOthers: true, keepDiscounts: false };

let service: RecordingService;
let computer: Computer;
let ids: string[];
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  const product = await computer.product('Coaching hour');
  ids = [await computer.link(product, '1'), await computer.link(product, '2')];
  await computer.settled();
  await setGrace(AN_HOUR);
});

async function setGrace(grace: DeletionGrace): Promise<void> {
  computer.deletionGraceMs = grace;
  await restart();
}

async function restart(): Promise<void> {
  await computer.stop();
  await computer.start();
  await computer.signIn(service);
}

const deletions = () => service.changes.filter(({ method }) => method === 'DELETE').length;
const creations = () => service.changes.filter(({ path, method }) => method === 'POST' && /links$/.test(path)).length;
/** Resolves when no other change waits than so many deletions, which can be undone. */
const onlyHeld = (count: number) =>
  until('only what is held waits', () => {
    const all = computer.store.outbox.unfinished();
    return all.length === count && all.every(isHeldForUndo);
  });
/** The new links are there, and the app knows it. */
const areCreated = (count: number) =>
  creations() === count && !computer.store.outbox.unfinished().some(({ payload }) => payload.kind === 'link.create');
const waiting = async () => (await unwrap(computer.call['sync.list']({ offset: 0, limit: 20 }))).rows;

it('a deletion is undone while it waits, alone or with others, and nothing is sent', async () => {
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  const [alone] = await waiting();
  expect(alone?.explanation).toContain('It is sent in a few seconds.');
  await unwrap(computer.call['sync.discard']({ id: alone?.id ?? '', withDependents: false }));
  const many = await unwrap(computer.call['links.deleteMany']({ ids }));
  expect(many.queued).toBe(2);
  const { deletions: changes } = many;
  const undone = await unwrap(computer.call['links.keepMany']({ storeId: computer.store.id, deletions: changes }));
  expect(undone).toEqual({ kept: 2, late: 0 });
  expect(await waiting()).toEqual([]);
  expect(deletions()).toBe(0);
});

it('the deletion of a replaced link is undone after the new link was sent, which is deleted', async () => {
  const storeId = computer.store.id;
  const replaced = await unwrap(computer.call['links.replaceMany']({ ids, prices: PRICES, rules: RULES }));
  await until('the new links are sent', () => areCreated(4));
  const undone = await unwrap(computer.call['links.undoReplaceMany']({ storeId, ids: replaced.ids }));
  expect(undone).toEqual({ undone: 2, deleted: 2, late: 0 });
  expect(deletions()).toBe(0);
  await unwrap(computer.call['sync.now'](undefined));
  await computer.settled();
  expect(service.changes.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    expect.stringContaining('00003-uuid'),
    expect.stringContaining('00004-uuid'),
  ]);
  const [old] = ids;
  expect(await unwrap(computer.call['links.get']({ id: old ?? '' }))).toMatchObject({
    replacedBy: null,
    sync: 'synced',
  });
  expect(await unwrap(computer.call['links.undoReplaceMany']({ storeId, ids: replaced.ids }))).toMatchObject({
    late: 2,
  });

  // One, and an old link that is deleted already.
  const draft = { prices: PRICES, useOnce: false, metadata: [] };
  const one = await unwrap(computer.call['links.replace']({ id: old ?? '', draft }));
  await until('the new link is sent', () => areCreated(5));
  expect(await unwrap(computer.call['links.undoReplace']({ storeId, id: one.id }))).toEqual({ newLink: 'deleted' });
  const other = await unwrap(computer.call['links.replace']({ id: old ?? '', draft }));
  await onlyHeld(2);
  await unwrap(computer.call['sync.now'](undefined));
  await computer.settled();
  expect(await computer.call['links.undoReplace']({ storeId, id: other.id })).toMatchObject({ ok: false });
});

it('a deletion is sent when its time is over, or earlier with "Sync now"', async () => {
  await setGrace({ one: 1, several: 1 });
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  await until('the first is deleted', () => deletions() === 1);
  await setGrace(AN_HOUR);
  await unwrap(computer.call['links.delete']({ id: ids[1] ?? '' }));
  expect(await waiting()).toHaveLength(1);
  await unwrap(computer.call['sync.now'](undefined));
  await until('the second is deleted', () => deletions() === 2);
});

it('a deletion is sent when the app closes', async () => {
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  await computer.stop();
  expect(deletions()).toBe(1);
});

it('a deletion is on disk at once: an app that closes without a network sends it later', async () => {
  await computer.workOffline(true);
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  await restart();
  expect(deletions()).toBe(0);
  expect(await waiting()).toHaveLength(1);
  await computer.workOffline(false);
  await unwrap(computer.call['sync.now'](undefined));
  await until('it is deleted', () => deletions() === 1);
});

it('the time begins when the new link exists, so a replacement made offline can be undone like one made online', async () => {
  await computer.workOffline(true);
  const one = await unwrap(
    computer.call['links.replace']({ id: ids[0] ?? '', draft: { prices: PRICES, useOnce: false, metadata: [] } }),
  );
  expect(await waiting()).toHaveLength(2);
  await computer.workOffline(false);
  await until('the new link is sent', () => creations() === 3);
  await onlyHeld(1);
  const progress = { storeId: computer.store.id, ids: one.deletions };
  expect(await unwrap(computer.call['sync.progress'](progress))).toMatchObject({ undoable: 1, waits: 'held' });
  expect(await unwrap(computer.call['links.undoReplace']({ storeId: computer.store.id, id: one.id }))).toEqual({
    newLink: 'deleted',
  });
  expect(deletions()).toBe(0);
});

it('the time begins when the link exists, if it is being created', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.intercept = async ({ method }) => {
    if (method === 'POST') await answered;
    return undefined;
  };
  const { productId } = (await unwrap(computer.call['links.get']({ id: ids[0] ?? '' }))) ?? {};
  const link = await computer.link(productId ?? '', '3');
  await until('it is being created', () => creations() === 3);
  const deleted = await unwrap(computer.call['links.delete']({ id: link }));
  if (deleted.how !== 'queued') throw new Error('It was withdrawn');
  const progress = () => computer.call['sync.progress']({ storeId: computer.store.id, ids: deleted.deletions });
  expect(await unwrap(progress())).toMatchObject({ undoable: 1, waits: 'blocked' });
  answer();
  await onlyHeld(1);
  expect(await unwrap(progress())).toMatchObject({ undoable: 1, waits: 'held' });
  expect(deletions()).toBe(0);
});

it('the time is on disk as not begun, so that it begins again after a crash', async () => {
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  const [stored] = computer.store.queue.values();
  expect(stored).toMatchObject({ state: 'waiting', graceMs: AN_HOUR.one, nextAttemptAt: null });
});

it('the time is longer when several links are deleted', async () => {
  await setGrace({ one: 1, several: AN_HOUR.several });
  await unwrap(computer.call['links.deleteMany']({ ids: ids.slice(1) }));
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  await until('the one is deleted', () => deletions() === 1);
  await onlyHeld(1);
});

it('a deletion is undone after attempts that never left this computer', async () => {
  await setGrace({ one: 1, several: 1 });
  const storeId = computer.store.id;
  const { outbox } = computer.store;
  await service.stop();
  const deleted = await unwrap(computer.call['links.deleteMany']({ ids }));
  const wasTried = (id = '') => (outbox.get(id)?.attempts.length ?? 0) > 0;
  const isSending = (id: string) => outbox.get(id)?.state === 'sending';
  await until('one was tried', () => deleted.deletions.some(wasTried) && !deleted.deletions.some(isSending));
  expect(await unwrap(computer.call['sync.progress']({ storeId, ids: deleted.deletions }))).toMatchObject({
    undoable: 2,
    sent: 0,
  });
  expect(await unwrap(computer.call['links.keepMany']({ storeId, deletions: deleted.deletions }))).toEqual({
    kept: 2,
    late: 0,
  });
  expect(await waiting()).toEqual([]);
});

it('the deletion of a replaced link is undone after attempts that never left this computer', async () => {
  const replaced = await unwrap(computer.call['links.replaceMany']({ ids, prices: PRICES, rules: RULES }));
  await onlyHeld(2);
  await service.stop();
  const { outbox } = computer.store;
  const [first = ''] = replaced.deletions;
  await unwrap(computer.call['sync.now'](undefined));
  await until('one was tried', () => replaced.deletions.some((id) => (outbox.get(id)?.attempts.length ?? 0) > 0));
  await until('none is in flight', () => outbox.status().sending === 0);
  expect(outbox.get(first)?.state).toBe('retrying');
  const storeId = computer.store.id;
  expect(await unwrap(computer.call['links.undoReplaceMany']({ storeId, ids: replaced.ids }))).toMatchObject({
    undone: 2,
    late: 0,
  });
  for (const id of ids) {
    expect(await unwrap(computer.call['links.get']({ id }))).toMatchObject({ sync: 'synced', deletion: null });
  }
});

it('the deletion of a link in doubt waits for the decision, is shown beside it, and is undone alone', async () => {
  service.intercept = ({ method }) => (method === 'POST' ? { status: 502 } : undefined);
  const { productId } = (await unwrap(computer.call['links.get']({ id: ids[0] ?? '' }))) ?? {};
  const link = await computer.link(productId ?? '', '3');
  const storeId = computer.store.id;
  const view = () => unwrap(computer.call['links.get']({ id: link }));
  await until('it is in doubt', () => computer.store.outbox.status().attention === 1);
  const deleted = await unwrap(computer.call['links.delete']({ id: link }));
  const [deletion = ''] = deleted.how === 'queued' ? deleted.deletions : [];
  expect(await view()).toMatchObject({ sync: 'needs-review', deletion: { actionId: deletion, sync: 'waiting' } });
  expect(await unwrap(computer.call['sync.progress']({ storeId, ids: [deletion] }))).toMatchObject({ waits: 'stuck' });
  expect(await unwrap(computer.call['links.keep']({ storeId, id: link }))).toEqual({
    uncertain: null,
    newStays: false,
  });
  expect(await view()).toMatchObject({ sync: 'needs-review', deletion: null });
  expect(await waiting()).toHaveLength(1);
});

it('a deletion is undone in its own store while another one is shown', async () => {
  const first = computer.store;
  const one = await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  const many = await unwrap(computer.call['links.deleteMany']({ ids: ids.slice(1) }));
  const other = new RecordingService();
  await other.start();
  onTestFinished(() => other.stop());
  await computer.signIn(other);
  expect(computer.store.id).not.toBe(first.id);
  const storeId = first.id;
  const [deletion = ''] = one.how === 'queued' ? one.deletions : [];
  expect(await unwrap(computer.call['sync.progress']({ storeId, ids: [deletion] }))).toMatchObject({ undoable: 1 });
  await unwrap(computer.call['links.keep']({ storeId, id: ids[0] ?? '' }));
  expect(await unwrap(computer.call['links.keepMany']({ storeId, deletions: many.deletions }))).toMatchObject({
    kept: 1,
  });
  expect(first.outbox.unfinished()).toEqual([]);
  expect(await computer.call['links.keep']({ storeId: 'gone', id: ids[0] ?? '' })).toMatchObject({ ok: false });
});

it('a deletion gets another time while "Undo" is in use, and is sent when that is over', async () => {
  const hold = async (deletionIds: string[], ms: number) =>
    unwrap(computer.call['sync.holdForUndo']({ storeId: computer.store.id, ids: deletionIds, ms }));
  const { deletions: both } = await unwrap(computer.call['links.deleteMany']({ ids }));
  const [first = '', second = ''] = both;
  const begun = Date.now();
  await hold([second], 60_000);
  expect(computer.store.outbox.get(second)?.nextAttemptAt).toBeLessThan(begun + AN_HOUR.one);
  await hold([first], 1);
  await until('the first is deleted', () => deletions() === 1);
  await onlyHeld(1);
  // Too late, and nothing to hold.
  await hold([first, 'gone'], 60_000);
  await hold([second], 0);
  await until('the second is deleted', () => deletions() === 2);
});
