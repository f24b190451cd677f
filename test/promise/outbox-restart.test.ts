// The queue after closing, crashing and restarting.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { transition } from '../../src/main/sync/outbox/policy.ts';
import { discard } from '../../src/main/sync/sync.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import { allHistory } from '../support/catalog-rows.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn, productFields, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const emptied = (seller: Seller) => () => seller.outbox.unfinished().length === 0 && seller.allKept();
const webhook = { url: 'https://receiver.example/hook', isOn: true, key: null };

test('an unsent change is sent after a restart without a request', async () => {
  const service = await startService();
  const seller = await startSeller(service, { random: () => 0.999 });
  await service.vanish();
  await saveWebhook(seller.store, webhook);
  await until('it was tried', () => seller.states()[0] === 'retrying');
  await service.listen();
  await seller.restart();
  await until('it is sent', emptied(seller));
  expect(service.record.count('settings.update')).toBe(1);
});

test('an unsent change is not forgotten when another one reaches the service meanwhile', async () => {
  const service = await startService();
  const seller = await startSeller(service, { parallel: 2 });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  // One send finds the service unreachable, the other was sent before it is answered; both are written together.
  let answer = () => {};
  service.plan('link.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
  await createLink(seller.store, product, linkDraft('answered'));
  await until('it has arrived', () => service.seen.length === 1);
  seller.moveTo('http://127.0.0.1:1');
  await createLink(seller.store, product, linkDraft('unreached'));
  answer();
  seller.moveTo(service.url);
  await until('both are sent', emptied(seller));
  expect(ordersIn(service.record.bodies('link.create')).sort()).toEqual(['answered', 'unreached']);
});

test('closing the app while changes are about to be sent leaves none of them in doubt', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null, parallel: 10 });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  for (let n = 1; n <= 30; n += 1) await createLink(seller.store, product, linkDraft(String(n)));
  await seller.store.signIn(service.record.issue('seller'), null);
  for (const share of [0, 3, 12]) {
    await until(`${share} have arrived`, () => service.seen.length >= share);
    await seller.restart();
    expect(seller.outbox.status().attention).toBe(0);
  }
  await until('all are sent', emptied(seller));
  expect(ordersIn(service.record.bodies('link.create')).sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 30 }, (_, n) => String(n + 1)),
  );
});

test('an app closed right after its start sends nothing afterwards', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  await createProduct(seller.store, productFields('Early'));
  await seller.store.deps.vault.set('store-1/access-token', service.record.issue('seller'));
  for (let round = 0; round < 5; round += 1) await seller.restart();
  expect(seller.outbox.status().attention).toBe(0);
  await until('it is sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(1);
});

test('changes in flight at a kill are in doubt if they create something, and sent again otherwise', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  service.decide = () => ({ kind: 'hang', when: 'after-acting' });
  await createProduct(seller.store, productFields('New'));
  await createLink(seller.store, product, linkDraft('1'));
  await saveWebhook(seller.store, webhook);
  await until('all three are on their way', () => service.record.applied.length === 3);
  // The data on disk now is what a killed app leaves behind.
  const folder = mkdtempSync(join(tmpdir(), 'outbox-killed-'));
  cpSync(seller.folder, folder, { recursive: true });
  service.decide = () => null;
  const next = await startSeller(service, { folder });
  await until('the settings are sent', () => service.record.count('settings.update') === 2);
  await until('the settings are settled', () => next.outbox.unfinished().length === 2 && next.allKept());
  expect(next.states()).toEqual(['needs-review', 'needs-review']);
  for (const action of next.outbox.unfinished()) {
    expect(action.reason).toBe('answer-lost');
    expect(action.attempts.at(-1)?.outcome).toMatchObject({ kind: 'lost', cause: 'app-closed' });
  }
  next.outbox.wake();
  await next.restart();
  expect(service.record.count('product.create')).toBe(1);
  expect(service.record.count('link.create')).toBe(1);
  await next.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a restart in the middle of a queue loses nothing and repeats nothing', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  await createProduct(seller.store, productFields('One'));
  const [created] = seller.outbox.unfinished();
  const orders = Array.from({ length: 40 }, (_, n) => String(n));
  for (const order of orders) await createLink(seller.store, created?.subject ?? '', linkDraft(order));
  await seller.store.signIn(service.record.issue('seller'), null);
  for (const share of [5, 17, 30]) {
    await until(`${share} are sent`, () => service.record.count('link.create') >= share);
    await seller.restart();
  }
  await until('all are sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(1);
  expect(ordersIn(service.record.bodies('link.create')).sort()).toEqual(orders.sort());
  expect(service.violations).toEqual([]);
});

test('a change restored just before the app ended leaves the history at the next start', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  await createProduct(seller.store, productFields('One'));
  const [created] = seller.outbox.unfinished();
  await discard(seller.store, created?.id ?? '', true);
  expect(seller.store.catalog.history.size).toBe(1);
  const put = allHistory(seller.store).map((action) => ({
    ...transition(action, { kind: 'reopened' }),
    rev: seller.store.deps.stamper.stamp(),
  }));
  await seller.restartWith(({ queue }) => queue.commit({ put }));
  await until('it has left the history', () => seller.store.catalog.history.size === 0);
  expect(seller.states()).toEqual(['ready']);
  expect(seller.store.catalog.products.get(created?.subject ?? '')?.deletedAt).toBeNull();
});
