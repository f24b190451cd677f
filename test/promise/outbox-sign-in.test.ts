// The sign-in and the queue: waiting changes are sent with the right account's token, once, or not at all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/main/app/app.ts';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import type { StoreSession } from '../../src/main/stores/store-session.ts';
import { createApp } from '../support/app-without-window.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn, productFields } from '../support/outbox-seller.ts';
import { PASSWORD } from '../support/outbox-service-record.ts';
import { until } from '../support/until.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1));
const byNumber = (a: string, b: string) => Number(a) - Number(b);

test('a sign-in that expires during 100 changes makes the rest wait, and each is sent once after the next', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  service.decide = ({ nth }) => {
    if (nth === 40) service.record.expireTokens();
    return null;
  };
  await Promise.all(numbers(100).map((order) => createLink(seller.store, product, linkDraft(order))));
  await until('it is signed out', () => !seller.store.signedIn && seller.outbox.status().sending === 0);
  await until('what was sent is settled', () => seller.outbox.unfinished().length === 60);
  expect(service.record.count('link.create')).toBe(40);
  expect(seller.signedOut).toBe(1);
  expect(seller.outbox.unfinished().every(({ state, tries }) => state === 'ready' && tries === 0)).toBe(true);

  // Only a sign-in releases them.
  const seen = service.seen.length;
  seller.outbox.wake();
  await seller.restart();
  seller.outbox.wake();
  expect(seller.states()).toHaveLength(60);
  expect(service.seen).toHaveLength(seen);

  await seller.store.signIn(service.record.issue('seller'), null);
  await until('all are sent', () => seller.outbox.unfinished().length === 0);
  expect(ordersIn(service.record.bodies('link.create')).sort(byNumber)).toEqual(numbers(100));
});

test('a 401 to an old token after the new sign-in does not sign out again', async () => {
  const service = await startService();
  const seller = await startSeller(service, { parallel: 1 });
  let answer = () => {};
  const until401 = new Promise<void>((resolve) => (answer = resolve));
  service.plan('product.create', { kind: 'hold', until: until401, instead: { kind: 'answer', status: 401 } });
  await createProduct(seller.store, productFields('One'));
  await until('it is under way', () => service.seen.length === 1);
  await seller.store.signIn(service.record.issue('seller'), null);
  answer();
  await until('it is sent', () => seller.outbox.unfinished().length === 0);
  expect(seller.store.signedIn).toBe(true);
  expect(seller.signedOut).toBe(0);
  expect(service.seen).toHaveLength(2);
  expect(service.record.count('product.create')).toBe(1);
});

test('signing out stops the queue, and the results of requests in flight are still written', async () => {
  const service = await startService();
  const seller = await startSeller(service, { parallel: 1 });
  let answer = () => {};
  service.plan('product.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
  await createProduct(seller.store, productFields('One'));
  await createProduct(seller.store, productFields('Two'));
  await until('the first is under way', () => service.seen.length === 1);
  await seller.store.signOut();
  answer();
  await until('the first is settled', () => seller.outbox.unfinished().length === 1);
  seller.outbox.wake();
  expect(seller.states()).toEqual(['ready']);
  expect(service.record.bodies('product.create').map((body) => body.product_title)).toEqual(['One']);
});

async function openCore(folder: string): Promise<App> {
  const core = createApp(folder, { random: () => 0 });
  await core.start();
  return core;
}

async function signedIn(core: App, serviceAddress: string, email: string): Promise<StoreSession> {
  expect(await core.manager.auth.signIn({ serviceAddress, email, password: PASSWORD })).toMatchObject({ ok: true });
  const store = core.manager.current();
  if (!store.ok) throw new Error(store.problem.message);
  return store.value;
}

test('signing in as another seller sends nothing of the first one’s queue, also after a restart', async () => {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'outbox-desk-'));
  let core = await openCore(folder);
  onTestFinished(async () => {
    await core.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const first = await signedIn(core, service.url, 'first@example.com');
  await core.manager.signOut(first.id, false);
  await createProduct(first, productFields('Of the first'));

  const second = await signedIn(core, service.url, 'second@example.com');
  expect(second.id).not.toBe(first.id);
  await createProduct(second, productFields('Of the second'));
  await until('that of the second is sent', () => second.outbox.unfinished().length === 0);
  core.wake();
  await core.close();
  core = await openCore(folder);
  core.wake();
  const again = await signedIn(core, service.url, 'SECOND@example.com');
  expect(again.id).toBe(second.id);
  const made = () => service.record.applied.filter(({ kind }) => kind === 'product.create');
  expect(made().map(({ seller, body }) => [seller, body?.product_title])).toEqual([
    ['second@example.com', 'Of the second'],
  ]);

  const back = await signedIn(core, service.url, 'first@example.com');
  expect(back.id).toBe(first.id);
  await until('that of the first is sent', () => back.outbox.unfinished().length === 0);
  expect(made().map(({ seller, body }) => [seller, body?.product_title])).toEqual([
    ['second@example.com', 'Of the second'],
    ['first@example.com', 'Of the first'],
  ]);
  expect(service.violations).toEqual([]);
});

test('signing in to a new store twice at once creates one store', async () => {
  const { service, newComputer } = await startComputers();
  const computer = await newComputer();
  await Promise.all([computer.signIn(service), computer.signIn(service)]);
  expect(computer.app.frame.value().stores).toHaveLength(1);
  await computer.stop();
  await computer.start();
  expect(computer.app.frame.value().stores).toHaveLength(1);
});
