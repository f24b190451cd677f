// Decisions about many changes at once, even if some were retried after the question; over real files and sockets.
import { expect, test } from 'vitest';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import type { Change } from '../../src/main/outbox/change.ts';
import { decide, questionAbout, undo } from '../../src/main/sync/decisions.ts';
import { changeIds, getChange, listChanges, selectedChanges } from '../../src/main/sync/sync.ts';
import { webhookView } from '../../src/main/webhook/webhook.ts';
import { begin, beginWithLink, decided, LOST, REFUSED } from '../support/outbox-fixtures.ts';
import type { Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const idsOf = (changes: readonly Change[]) => changes.map(({ id }) => id);
const open = (seller: Seller) => idsOf(seller.queue.all());

/** Also adds links that the service created, but whose answers were lost. */
async function beginWithDoubts(count: number) {
  const { service, seller, product, link } = await beginWithLink();
  service.plan('link.create', ...Array(count).fill(LOST));
  await Promise.all(Array.from({ length: count }, (_, nth) => seller.link(product, `${nth + 1}`)));
  await seller.reach(...Array(count).fill('needs-review'));
  return { service, seller, product, link, ids: open(seller) };
}

/** Puts changes into doubt as a restore does, because the app that wrote the backup may have sent them. */
async function holdAsRestored(seller: Seller, ids: readonly string[]): Promise<void> {
  const held = { state: 'needs-review', reason: 'damaged', restoredFrom: 1 } as const;
  const changes = ids.map((id) => ({ ...seller.change(id), ...held }));
  await seller.restartWith((queue) => queue.commit(changes));
}

test('skips a change that was retried after the question', async () => {
  const { service, seller, ids } = await beginWithDoubts(5);
  const { changes, along } = questionAbout(seller.store, ids, 'sendAgain');
  const tried = ids[2] ?? '';
  service.plan('link.create', LOST);
  await seller.outbox.decideNow('sendAgain', tried);
  await until('it was tried again', () => seller.change(tried).attempts.length === 2);
  await seller.reach(...Array(5).fill('needs-review'));
  expect(await decide(seller.store, { decision: 'sendAgain', changes, along })).toMatchObject({
    value: { done: 4, changed: 1 },
  });
  await seller.reach('needs-review');
  expect(seller.change(tried).attempts).toHaveLength(2);
  // These changes are settled, so the same decision finds nothing to do.
  expect(await decide(seller.store, { decision: 'sendAgain', changes, along })).toMatchObject({
    value: { done: 0, changed: 5 },
  });
});

test('marks repeatable changes as sent, and skips creates', async () => {
  const { service, seller, link, ids: creates } = await beginWithDoubts(2);
  seller.store.suspend();
  await deleteLinks(seller.store, [link]);
  await seller.saveWebhook('1');
  await holdAsRestored(seller, [seller.changeOn(link).id, seller.changeOn('webhook').id]);
  const requests = service.changes.length;
  const ids = open(seller);
  expect(selectedChanges(seller.store, { ids }).can).toEqual({ sendAgain: 4, markAsSent: 2, discard: 4 });
  expect(questionAbout(seller.store, ids, 'markAsSent')).toMatchObject({ changes: [{}, {}], deletions: 1 });
  expect(await decided(seller.store, 'markAsSent', ...ids)).toMatchObject({ done: 2, changed: 0 });
  expect(open(seller)).toEqual(creates);
  expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
  expect(getChange(seller.store, ids.at(-1) ?? '')).toMatchObject({ ending: 'recorded' });
  expect(service.changes).toHaveLength(requests);
  await seller.restart();
  expect(open(seller)).toEqual(creates);
  // The service has not confirmed the webhook yet; it does when it accepts a later change.
  expect(webhookView(seller.store).current).toMatchObject({ sync: 'synced', recordedByYou: true });
  seller.store.resume();
  await seller.saveWebhook('2');
  await until('it is sent', () => webhookView(seller.store).current?.sync === 'synced');
  expect(webhookView(seller.store).current?.recordedByYou).toBeUndefined();
});

test('discards many with their dependents, and restores all of them', async () => {
  const { service, seller } = await begin({ parallel: 1 });
  service.plan('product.create', LOST, REFUSED);
  const products = [await seller.product('One'), await seller.product('Two')];
  await seller.reach('needs-review', 'rejected');
  const doubts = open(seller);
  for (const product of products) await seller.link(product, product);
  const previous = seller.queue.all();
  const question = questionAbout(seller.store, doubts, 'discard');
  expect(question).toMatchObject({ mayBeThere: 1, mayBeCreated: 1 });
  expect(question.along).toHaveLength(2);
  const { undo: ids, ...counts } = await decided(seller.store, 'discard', ...doubts);
  expect(counts).toEqual({ done: 2, along: 2, changed: 0 });
  expect(seller.states()).toEqual([]);
  for (const product of products) expect(seller.store.catalog.products.get(product)?.deletedAt).not.toBeNull();
  expect(await undo(seller.store, ids)).toMatchObject({ ok: true });
  const strip = (changes: readonly Change[]) => changes.map(({ id, rev, ...change }) => change);
  expect(strip(seller.queue.all())).toEqual(strip(previous));
});

test('says before a discard how many webhook changes cannot be restored because their keys are not kept', async () => {
  const { seller } = await begin({ token: null });
  await seller.product('One');
  await seller.saveWebhook('1', 'k');
  const question = questionAbout(seller.store, open(seller), 'discard');
  expect(question).toMatchObject({ withKey: 1 });
  const { done, undo: undone } = await decided(seller.store, 'discard', ...open(seller));
  expect(undone).toHaveLength(done - question.withKey);
  expect(await undo(seller.store, undone)).toMatchObject({ ok: true });
  expect(seller.queue.all().map(({ payload }) => payload.kind)).toEqual(['product.create']);
});

test('does not discard a change that would now include more than the question named', async () => {
  const { service, seller } = await begin();
  service.plan('product.create', LOST);
  const product = await seller.product('One');
  await seller.reach('needs-review');
  const { changes, along } = questionAbout(seller.store, open(seller), 'discard');
  await seller.link(product, '1');
  expect(await decide(seller.store, { decision: 'discard', changes, along })).toMatchObject({
    value: { done: 0, along: 0, changed: 1 },
  });
  expect(seller.states()).toEqual(['needs-review', 'waiting']);
});

test('lists all changes, or only the ones that match a search', async () => {
  const { service, seller, ids: lost } = await beginWithDoubts(3);
  service.plan('product.create', REFUSED);
  await seller.product('Café am Bärenplatz');
  await until('it is rejected', () => seller.states().includes('rejected'));
  expect(listChanges(seller.store, { offset: 0, limit: 1 }).total).toBe(4);
  const ids = changeIds(seller.store, {});
  expect(ids.slice(0, 3)).toEqual(lost);
  for (const [search, found] of [
    ['order 2', ids.slice(1, 2)],
    ['CAFE barenplatz', ids.slice(3)],
    ['100.55', lost],
    ['nothing like this', []],
  ] as const) {
    expect(changeIds(seller.store, { search }), search).toEqual(found);
    expect(listChanges(seller.store, { offset: 0, limit: 50, search }).rows.map(({ id }) => id)).toEqual(found);
  }
  await decided(seller.store, 'discard', ...ids.slice(0, 1));
  expect(selectedChanges(seller.store, { ids })).toMatchObject({ gone: ids.slice(0, 1), can: { discard: 3 } });
});
