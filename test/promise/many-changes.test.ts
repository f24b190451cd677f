// Decisions about many waiting changes, or about one that was retried meanwhile; over real files and sockets.
import { expect, test, vi } from 'vitest';
import { createLink, deleteLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { beforeMany, changeIds, decideMany, selectedChanges } from '../../src/main/sync/many-changes.ts';
import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { OutboxConflict } from '../../src/main/sync/outbox/deps.ts';
import { discard, getAction, listActions, sendAgain, undo } from '../../src/main/sync/sync.ts';
import { saveWebhook, webhookView } from '../../src/main/webhook/webhook.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import {
  createdId,
  decideAll,
  doubtfulLinks,
  doubts,
  holdAsRestored,
  idsOf,
  LOST_AFTER_ACTING,
} from '../support/doubtful-changes.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, productFields, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const emptied = (seller: Seller) => () => seller.outbox.unfinished().length === 0 && seller.allKept();

test('sends sixty doubts again in one step, each once', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const actions = await doubtfulLinks(service, seller, 60);
  expect(beforeMany(seller.store, idsOf(actions), 'sendAgain')).toMatchObject({
    left: 0,
    mayBeThere: 60,
    mayBeCreated: 60,
    rejected: 0,
  });
  expect(await decideAll(seller, idsOf(actions), 'sendAgain')).toEqual({ done: 60, along: 0, changed: 0, undo: [] });
  await until('all are sent', emptied(seller));
  expect(service.record.count('link.create')).toBe(120);
});

test('skips a change that was retried after the question', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const actions = await doubtfulLinks(service, seller, 5);
  const { changes, along } = beforeMany(seller.store, idsOf(actions), 'sendAgain');
  const tried = actions[2]?.id ?? '';
  service.plan('link.create', LOST_AFTER_ACTING);
  await seller.outbox.sendAgain(tried);
  await until('it is in doubt again', () => seller.action(tried).attempts.length === 2 && doubts(seller).length === 5);
  expect(await decideMany(seller.store, { decision: 'sendAgain', changes, along })).toMatchObject({
    value: { done: 4, changed: 1 },
  });
  await until('four are sent', () => seller.outbox.unfinished().length === 1);
  expect(seller.action(tried)).toMatchObject({ state: 'needs-review' });
  expect(seller.action(tried).attempts).toHaveLength(2);
  // The same decision again is about settled changes.
  expect(await decideMany(seller.store, { decision: 'sendAgain', changes, along })).toMatchObject({
    value: { done: 0, changed: 5 },
  });
});

test('refuses to send or discard one change that was retried after the question', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const [action] = await doubtfulLinks(service, seller, 1);
  const id = action?.id ?? '';
  const tried = getAction(seller.store, id)?.tried;
  service.plan('link.create', LOST_AFTER_ACTING);
  await sendAgain(seller.store, id, tried);
  await until('it is in doubt again', () => seller.action(id).attempts.length === 2 && doubts(seller).length === 1);
  // The second click of two.
  await expect(sendAgain(seller.store, id, tried)).rejects.toThrow(OutboxConflict);
  expect(await discard(seller.store, id, false, tried)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  await expect(seller.outbox.discard(id, tried)).rejects.toThrow(OutboxConflict);
  expect(seller.states()).toEqual(['needs-review']);
  expect(service.record.count('link.create')).toBe(2);
});

test('sends rejected changes again unchanged, and skips those that cannot be sent', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const refusal = { kind: 'answer', status: 403, body: '{"message":"Not now"}' } as const;
  service.plan('link.create', LOST_AFTER_ACTING, refusal);
  const link = await createdId(createLink(seller.store, product, linkDraft('1')));
  await until('it is in doubt', () => doubts(seller).length === 1);
  service.plan('link.create', refusal);
  await seller.outbox.sendAgain(seller.actionOn(link).id);
  await createdId(createLink(seller.store, product, linkDraft('2')));
  await until('both are rejected', () => seller.states().join() === 'rejected,rejected');
  const ids = idsOf(seller.outbox.unfinished());
  // The first attempt of one of them may have been carried out all the same.
  expect(beforeMany(seller.store, ids, 'sendAgain')).toMatchObject({ rejected: 2, mayBeCreated: 1, left: 0 });
  expect(await decideAll(seller, ids, 'sendAgain')).toMatchObject({ done: 2 });
  await until('both are sent', emptied(seller));

  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: 'k'.repeat(64) });
  await until('the webhook is saved', emptied(seller));
  service.plan('settings.update', { kind: 'answer', status: 422, body: '{}' });
  await saveWebhook(seller.store, { url: 'https://receiver.example/2', isOn: true, key: 'j'.repeat(64) });
  await until('it is rejected', () => seller.states()[0] === 'rejected');
  const [webhook] = seller.outbox.unfinished();
  const keyRef = webhook?.payload.kind === 'settings.update' ? (webhook.payload.keyRef ?? '') : '';
  await seller.store.deps.vault.forget(seller.store.keyName(keyRef));
  await decideAll(seller, [webhook?.id ?? ''], 'sendAgain');
  await until('its key is missed', () => seller.outbox.unfinished()[0]?.reason === 'key-lost');
  expect(beforeMany(seller.store, [webhook?.id ?? ''], 'sendAgain')).toMatchObject({ changes: [], left: 1 });
});

test('marks repeatable changes as sent, and skips creates', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const creates = await doubtfulLinks(service, seller, 2);
  const product = await seller.addProduct(service.record.addProduct('Other'));
  const address = 'https://checkout.example/seller/7?uuid=known';
  const link = await seller.addLink(product, address);
  seller.outbox.setWorkOffline(true);
  await deleteLink(seller.store, link);
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: null });
  await holdAsRestored(seller, [seller.actionOn(link).id, seller.actionOn('webhook').id]);
  const requests = service.seen.length;
  const ids = idsOf(seller.outbox.unfinished());
  expect(selectedChanges(seller.store, ids).can).toEqual({ sendAgain: 4, markAsSent: 2, discard: 4 });
  expect(beforeMany(seller.store, ids, 'markAsSent')).toMatchObject({ left: 2, deletions: 1 });
  expect(await decideAll(seller, ids, 'markAsSent')).toMatchObject({ done: 2, changed: 0 });
  expect(idsOf(seller.outbox.unfinished())).toEqual(idsOf(creates));
  expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
  expect(seller.store.webhook.value.saved?.url).toBe('https://receiver.example/1');
  expect(getAction(seller.store, ids.at(-1) ?? '')).toMatchObject({
    ending: 'recorded',
    explanation: 'Recorded by you.',
  });
  expect(service.seen).toHaveLength(requests);
  await seller.restart();
  expect(idsOf(seller.outbox.unfinished())).toEqual(idsOf(creates));
  // The service has not confirmed it, until it confirms a later change.
  expect(webhookView(seller.store).current).toMatchObject({ sync: 'synced', recordedByYou: true });
  seller.outbox.setWorkOffline(false);
  await saveWebhook(seller.store, { url: 'https://receiver.example/2', isOn: true, key: null });
  await until('it is sent', () => webhookView(seller.store).current?.sync === 'synced');
  expect(webhookView(seller.store).current?.recordedByYou).toBeUndefined();
});

test('marks a single deletion as sent without input', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const link = await seller.addLink(product, 'https://checkout.example/seller/7?uuid=known');
  await deleteLink(seller.store, link);
  const { id } = seller.actionOn(link);
  await holdAsRestored(seller, [id]);
  expect(getAction(seller.store, id)?.can).toMatchObject({ markAsSent: 'nothing', sendAgain: true });
  expect(await markAsSent(seller.store, id, '')).toMatchObject({ ok: true });
  expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
  expect(seller.store.catalog.history.get(id)?.result).toEqual({
    kind: 'accepted',
    answer: '',
    note: 'marked-as-sent',
  });
});

test('discards many with their dependents, and restores all of them', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  service.plan('product.create', LOST_AFTER_ACTING, LOST_AFTER_ACTING);
  const products = [];
  for (const title of ['One', 'Two']) products.push(await createdId(createProduct(seller.store, productFields(title))));
  await until('both are in doubt', () => doubts(seller).length === 2);
  for (const product of products) await createdId(createLink(seller.store, product, linkDraft(product)));
  const before = seller.outbox.unfinished();
  const question = beforeMany(seller.store, idsOf(doubts(seller)), 'discard');
  expect(question).toMatchObject({ left: 0, mayBeThere: 2, mayBeCreated: 2 });
  expect(question.along).toHaveLength(2);
  const { undo: ids, ...counts } = await decideAll(seller, idsOf(doubts(seller)), 'discard');
  expect(counts).toEqual({ done: 2, along: 2, changed: 0 });
  expect(seller.states()).toEqual([]);
  for (const product of products) expect(seller.store.catalog.products.get(product)?.deletedAt).not.toBeNull();
  expect(await undo(seller.store, ids)).toMatchObject({ ok: true });
  const strip = (actions: readonly Action[]) => actions.map(({ rev, ...action }) => action);
  expect(strip(seller.outbox.unfinished())).toEqual(strip(before));
});

test('says before a discard which webhook change an undo cannot restore, because its key is not kept', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  await createdId(createProduct(seller.store, productFields('One')));
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: null });
  expect(beforeMany(seller.store, idsOf(seller.outbox.unfinished()), 'discard')).toMatchObject({ withKey: 0 });
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: 'k'.repeat(64) });
  const ids = idsOf(seller.outbox.unfinished());
  expect(ids).toHaveLength(2);
  const question = beforeMany(seller.store, ids, 'discard');
  expect(question).toMatchObject({ withKey: 1 });
  const { done, undo: undone } = await decideAll(seller, ids, 'discard');
  expect(undone).toHaveLength(done - question.withKey);
  expect(await undo(seller.store, undone)).toMatchObject({ ok: true });
  expect(seller.outbox.unfinished().map(({ payload }) => payload.kind)).toEqual(['product.create']);
});

test('does not discard a change that would now include more than the question named', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  service.plan('product.create', LOST_AFTER_ACTING);
  const product = await createdId(createProduct(seller.store, productFields('One')));
  await until('it is in doubt', () => doubts(seller).length === 1);
  const { changes, along } = beforeMany(seller.store, idsOf(doubts(seller)), 'discard');
  await createdId(createLink(seller.store, product, linkDraft('1')));
  expect(await decideMany(seller.store, { decision: 'discard', changes, along })).toMatchObject({
    value: { done: 0, along: 0, changed: 1 },
  });
  expect(seller.states()).toEqual(['needs-review', 'waiting']);
});

test('settles five thousand with one write to the history and two to the queue', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const link = await createdId(createLink(seller.store, product, linkDraft('1')));
  const [first] = seller.outbox.unfinished();
  const { stamper } = seller.store.deps;
  // The state that the app leaves when it ends while sending.
  const put = Array.from({ length: 4_999 }, () => ({
    ...first,
    id: stamper.id(),
    subject: stamper.id(),
    state: 'sending',
  }));
  const old = Array.from({ length: 10 }, () => ({ ...first, id: stamper.id(), state: 'done', ending: 'discarded' }));
  await seller.store.catalog.settle(old as Action[]);
  await seller.restartWith(({ queue }) => queue.commit({ put: put as Action[] }));
  await until('all are in the catalog', () => activeLinks(seller.store).length === 5_000);
  const ids = changeIds(seller.store, null, null);
  expect(ids).toHaveLength(5_000);
  expect(seller.states().filter((state) => state === 'needs-review')).toHaveLength(4_999);
  const queued = vi.spyOn(seller.store.queue, 'commit');
  const { undo: undone, done } = await decideAll(seller, ids, 'discard');
  expect(done).toBe(5_000);
  expect(seller.states()).toEqual([]);
  expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
  await until('they have left the queue', () => queued.mock.calls.length === 2);
  // The oldest were removed.
  expect(seller.store.catalog.history.size).toBe(5_000);
  expect(await undo(seller.store, undone)).toMatchObject({ ok: true });
  expect(seller.outbox.unfinished()).toHaveLength(5_000);
  expect(queued).toHaveBeenCalledTimes(3);
});

test('skips changes that are being sent', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const [doubt] = await doubtfulLinks(service, seller, 1);
  let answer = () => {};
  service.plan('product.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
  await createdId(createProduct(seller.store, productFields('Leaving')));
  await until('it is under way', () => seller.states().includes('sending'));
  const ids = idsOf(seller.outbox.unfinished());
  expect(beforeMany(seller.store, ids, 'discard')).toMatchObject({ changes: [{ id: doubt?.id }], left: 1 });
  expect(await decideAll(seller, ids, 'discard')).toMatchObject({ done: 1, changed: 0 });
  answer();
  await until('it is sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(1);
});

test('finds all changes with one reason, a range, and those no longer in a selection', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const lost = await doubtfulLinks(service, seller, 3);
  service.plan('product.create', { kind: 'answer', status: 422, body: '{}' });
  await createdId(createProduct(seller.store, productFields('Bland')));
  await until('it is rejected', () => seller.states().includes('rejected'));
  expect(listActions(seller.store, { offset: 0, limit: 1 })).toMatchObject({
    total: 4,
    reasons: [
      { reason: 'answer-lost', label: 'Answer lost', count: 3 },
      { reason: 'refused', label: 'Rejected', count: 1 },
    ],
  });
  const ids = changeIds(seller.store, null, null);
  expect(changeIds(seller.store, 'answer-lost', null)).toEqual(idsOf(lost));
  expect(changeIds(seller.store, 'refused', null)).toEqual(ids.slice(3));
  expect(changeIds(seller.store, null, [ids[2] ?? '', ids[1] ?? ''])).toEqual(ids.slice(1, 3));
  await decideAll(seller, ids.slice(0, 1), 'discard');
  expect(selectedChanges(seller.store, ids)).toMatchObject({ gone: ids.slice(0, 1), can: { discard: 3 } });
});

test('finds changes by order number, product and price, whatever their kind, and selects no others', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  await doubtfulLinks(service, seller, 12);
  let answer = () => {};
  service.plan('product.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
  const product = await createdId(createProduct(seller.store, productFields('Café am Bärenplatz')));
  const long = `${'Müller '.repeat(8)}1047`;
  await createdId(createLink(seller.store, product, linkDraft(long)));
  const titles = (search: string) => {
    const { total, rows, reasons } = listActions(seller.store, { offset: 0, limit: 50, search });
    expect(rows).toHaveLength(total);
    expect(changeIds(seller.store, null, null, search)).toEqual(rows.map(({ id }) => id));
    return { titles: rows.map(({ title }) => title), reasons };
  };
  expect(titles('order 7').titles).toEqual([expect.stringContaining('order 7'), expect.stringContaining('Café')]);
  // That order comes before others that have the digit.
  expect(titles('order 2').titles).toEqual([expect.stringContaining('order 2'), expect.stringContaining('order 12')]);
  expect(titles('CAFE barenplatz').titles).toHaveLength(2);
  // The title cuts it.
  expect(titles('1047').titles).toHaveLength(1);
  for (const price of ['100.55', '$100.55', '100,55']) expect(titles(price).titles).toHaveLength(13);
  expect(titles('order 12').reasons).toEqual([{ reason: 'answer-lost', label: 'Answer lost', count: 1 }]);
  expect(changeIds(seller.store, 'answer-lost', null, 'cafe')).toEqual([]);
  expect(titles('nothing like this').titles).toEqual([]);
  const all = changeIds(seller.store, null, null);
  const [found = ''] = changeIds(seller.store, null, null, 'order 11');
  expect(selectedChanges(seller.store, all, 'order 11').gone).toEqual(all.filter((id) => id !== found));
  // After one that was found the next one opens that was found too.
  const [first = '', second] = changeIds(seller.store, null, null, 'order 1');
  expect(getAction(seller.store, first, 'order 1')?.next).toBe(second);
  expect(getAction(seller.store, found, 'order 11')?.next).toBeNull();
  answer();
});

test('names the next change: the next in the list, or else the last, never one that is discarded too', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const [first, second] = await doubtfulLinks(service, seller, 2);
  service.plan('product.create', LOST_AFTER_ACTING);
  const product = await createdId(createProduct(seller.store, productFields('One')));
  await until('it is in doubt', () => doubts(seller).length === 3);
  await createdId(createLink(seller.store, product, linkDraft('waits for it')));
  const creation = seller.actionOn(product);
  const next = (id = '') => getAction(seller.store, id)?.next;
  expect(next(first?.id)).toBe(second?.id);
  expect(next(second?.id)).toBe(creation.id);
  expect(next(creation.id)).toBe(second?.id);
  await decideAll(seller, [first?.id ?? '', second?.id ?? ''], 'discard');
  expect(next(creation.id)).toBeNull();
  expect(next(first?.id)).toBeNull();
});
