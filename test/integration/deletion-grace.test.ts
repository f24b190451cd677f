// A deletion can be undone for some seconds before it is sent, and is never lost meanwhile.
import { beforeEach, expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

const AN_HOUR = 60 * 60_000;

let service: RecordingService;
let computer: Computer;
let ids: string[];
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  const product = await computer.product('Coaching hour');
  ids = [await computer.link(product, '1'), await computer.link(product, '2')];
  await computer.settled();
  computer.deletionGraceMs = AN_HOUR;
  await restart();
});

async function restart(): Promise<void> {
  await computer.stop();
  await computer.start();
  await computer.signIn(service);
}

const deletions = () => service.changes.filter(({ method }) => method === 'DELETE').length;
const unfinished = () => computer.store.outbox.unfinished().map(({ payload }) => payload.kind);
const waiting = async () => (await unwrap(computer.call['sync.list']({ offset: 0, limit: 20 }))).rows;

it('is undone while it waits, alone or with others, and nothing is sent', async () => {
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  const [alone] = await waiting();
  expect(alone?.explanation).toContain('It is sent in a few seconds.');
  await unwrap(computer.call['sync.discard']({ id: alone?.id ?? '', withDependents: false }));
  const many = await unwrap(computer.call['links.deleteMany']({ ids }));
  expect(many.queued).toBe(2);
  const changes = many.deletions.map((id) => ({ id, tried: 0 }));
  const undone = await unwrap(computer.call['sync.decideMany']({ decision: 'discard', changes, along: [] }));
  expect(undone).toMatchObject({ done: 2, changed: 0 });
  expect(await waiting()).toEqual([]);
  expect(deletions()).toBe(0);
});

it('belongs to a replacement: Undo keeps the old link although the new one was sent, which is deleted', async () => {
  const prices = [{ currencyId: 2, priceCents: 7_550, discountCents: null }];
  const rules = { addMissing: false, keepOthers: true, keepDiscounts: false };
  const replaced = await unwrap(computer.call['links.replaceMany']({ ids, prices, rules }));
  const creations = () => service.changes.filter(({ path, method }) => method === 'POST' && /links$/.test(path)).length;
  const areCreated = (count: number) => creations() === count && !unfinished().includes('link.create');
  await until('the new links are sent', () => areCreated(4));
  const undone = await unwrap(computer.call['links.undoReplaceMany']({ ids: replaced.ids }));
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
  expect(await unwrap(computer.call['links.undoReplaceMany']({ ids: replaced.ids }))).toMatchObject({ late: 2 });

  // One, and an old link that is deleted already.
  const draft = { prices, useOnce: false, metadata: [] };
  const one = await unwrap(computer.call['links.replace']({ id: old ?? '', draft }));
  await until('the new link is sent', () => areCreated(5));
  expect(await unwrap(computer.call['links.undoReplace']({ id: one.id }))).toEqual({ isDeleted: true });
  const other = await unwrap(computer.call['links.replace']({ id: old ?? '', draft }));
  await unwrap(computer.call['sync.now'](undefined));
  await computer.settled();
  expect(await computer.call['links.undoReplace']({ id: other.id })).toMatchObject({ ok: false });
});

it('is sent when its time has come, or earlier with "Sync now"', async () => {
  computer.deletionGraceMs = 1;
  await restart();
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  await until('the first is deleted', () => deletions() === 1);
  computer.deletionGraceMs = AN_HOUR;
  await restart();
  await unwrap(computer.call['links.delete']({ id: ids[1] ?? '' }));
  expect(await waiting()).toHaveLength(1);
  await unwrap(computer.call['sync.now'](undefined));
  await until('the second is deleted', () => deletions() === 2);
});

it('is sent when the app closes', async () => {
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  await computer.stop();
  expect(deletions()).toBe(1);
});

it('is on disk at once: an app that closes without a network sends it later', async () => {
  await computer.workOffline(true);
  await unwrap(computer.call['links.delete']({ id: ids[0] ?? '' }));
  await restart();
  expect(deletions()).toBe(0);
  expect(await waiting()).toHaveLength(1);
  await computer.workOffline(false);
  await unwrap(computer.call['sync.now'](undefined));
  await until('it is deleted', () => deletions() === 1);
});
