// When changes are sent: order per record, independence of the rest, requested waits, and parallel requests.
import { expect, test } from 'vitest';
import { createLink, deleteLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import { attemptCount } from '../../src/main/sync/outbox/action.ts';
import { actionRow } from '../../src/main/sync/views.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import { createdId } from '../support/doubtful-changes.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { Clock, linkDraft, ordersIn, productFields, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const newProduct = (seller: Seller, title: string) => createdId(createProduct(seller.store, productFields(title)));
const newLink = (seller: Seller, product: string, order: string) =>
  createdId(createLink(seller.store, product, linkDraft(order)));
/** Nothing is left to send, and all results are in the catalog and the history. */
const emptied = (seller: Seller) => () => seller.outbox.unfinished().length === 0 && seller.allKept();

test('a product created offline is sent first once the service is back, then its three links in order', async () => {
  const service = await startService();
  const seller = await startSeller(service, { parallel: 1 });
  await service.vanish();
  const product = await newProduct(seller, 'New');
  for (const order of ['1', '2', '3']) await createLink(seller.store, product, linkDraft(order));
  await until('it was tried', () => seller.outbox.status().offline);
  expect(seller.states().slice(1)).toEqual(['waiting', 'waiting', 'waiting']);
  await seller.restart();
  await service.listen();
  seller.outbox.wake();
  await until('all are sent', emptied(seller));
  expect(service.record.applied.map(({ kind }) => kind)).toEqual([
    'product.create',
    'link.create',
    'link.create',
    'link.create',
  ]);
  expect(ordersIn(service.record.bodies('link.create'))).toEqual(['1', '2', '3']);
  const serverId = seller.store.catalog.products.get(product)?.serverId;
  expect(service.record.applied.at(-1)?.path).toBe(`/api/shop/products/${serverId}/payment-links`);
});

test('with six parallel requests a product still precedes its links, and all are sent', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const products = [await newProduct(seller, 'A'), await newProduct(seller, 'B'), await newProduct(seller, 'C')];
  for (const product of products) {
    for (const order of ['1', '2', '3', '4']) await createLink(seller.store, product, linkDraft(order));
  }
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('all are sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(3);
  expect(service.record.count('link.create')).toBe(12);
  expect(service.seen.filter(({ kind }) => kind === 'link.create')).toHaveLength(12);
  expect(service.violations).toEqual([]);
});

test('changes of all kinds are sent in the order in which they were made', async () => {
  const service = await startService();
  const seller = await startSeller(service, { parallel: 1 });
  const product = await newProduct(seller, 'First');
  const [one, other] = [await newLink(seller, product, '1'), await newLink(seller, product, '2')];
  await until('all are sent', emptied(seller));
  const before = service.record.applied.length;

  seller.outbox.setWorkOffline(true);
  await deleteLink(seller.store, one);
  await newProduct(seller, 'Second');
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: null });
  await createLink(seller.store, product, linkDraft('3'));
  await deleteLink(seller.store, other);
  await newProduct(seller, 'Third');
  seller.outbox.setWorkOffline(false);
  await until('all are sent', emptied(seller));
  expect(service.record.applied.slice(before).map(({ kind }) => kind)).toEqual([
    'link.delete',
    'product.create',
    'settings.update',
    'link.create',
    'link.delete',
    'product.create',
  ]);
});

test('links of a product whose creation is in doubt wait, and say for what', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  service.plan('product.create', { kind: 'reset', when: 'after-acting' });
  const product = await newProduct(seller, 'Doubtful');
  await createLink(seller.store, product, linkDraft('1'));
  const other = await newProduct(seller, 'Sure');
  await createLink(seller.store, other, linkDraft('2'));
  await until('the rest is sent', () => seller.outbox.unfinished().length === 2);
  const [creation, link] = seller.outbox.unfinished();
  expect([creation?.state, link?.state]).toEqual(['needs-review', 'waiting']);
  if (!link || !creation) throw new Error('gone');
  expect(actionRow(seller.store, link).explanation).toBe(
    'Waiting for "Create product "Doubtful"", which needs your attention first.',
  );
  expect(seller.outbox.blockers(link).map(({ id }) => id)).toEqual([creation.id]);
  expect(ordersIn(service.record.bodies('link.create'))).toEqual(['2']);
});

test('links of a rejected product wait as well', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  service.plan('product.create', { kind: 'answer', status: 422, body: '{"message":"No"}' });
  const product = await newProduct(seller, 'Refused');
  await createLink(seller.store, product, linkDraft('1'));
  await until('it is refused', () => seller.states()[0] === 'rejected');
  seller.outbox.wake();
  await seller.restart();
  expect(seller.states()).toEqual(['rejected', 'waiting']);
  expect(service.seen).toHaveLength(1);
});

test('a backoff blocks nothing else, not even with one request at a time', async () => {
  const service = await startService();
  const seller = await startSeller(service, { parallel: 1, now: new Clock().now, random: () => 0.99 });
  service.plan('settings.update', { kind: 'answer', status: 408 });
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: null });
  for (const title of ['A', 'B', 'C']) await newProduct(seller, title);
  await until('the products are sent', () => seller.outbox.unfinished().length === 1);
  expect(service.record.count('product.create')).toBe(3);
  expect(seller.states()).toEqual(['retrying']);
});

test('a time named by the service applies to the whole store, to the millisecond', async () => {
  const service = await startService();
  const clock = new Clock();
  const seller = await startSeller(service, { now: clock.now });
  service.plan('product.create', { kind: 'answer', status: 429, headers: { 'retry-after': '7' } });
  await newProduct(seller, 'Patient');
  await until('the service is busy', () => seller.states()[0] === 'retrying');
  clock.advance(6_999);
  // Any other change makes the outbox check what is due.
  await newProduct(seller, 'Other');
  expect(seller.outbox.status()).toMatchObject({ sending: 0, pause: { trouble: 'busy', isNamed: true } });
  expect(service.seen).toHaveLength(1);
  clock.advance(1);
  await newProduct(seller, 'One more');
  await until('all are sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(3);
});

test.for([429, 503])(
  'nothing overrides a time that the service named with %i: not "Sync now", a sign-in, the network or a restart',
  async (status) => {
    const service = await startService();
    const clock = new Clock();
    const seller = await startSeller(service, { now: clock.now });
    service.plan('product.create', { kind: 'answer', status, headers: { 'retry-after': '600' } });
    await newProduct(seller, 'Patient');
    await newProduct(seller, 'Behind it');
    await until(
      'the service is busy',
      () => seller.outbox.status().pause !== null && seller.outbox.status().sending === 0,
    );
    const before = service.seen.length;
    for (let time = 0; time < 20; time += 1) seller.outbox.wake();
    await seller.store.signIn(service.record.issue('seller'), null);
    await seller.restart();
    seller.outbox.wake();
    seller.outbox.setWorkOffline(true);
    seller.outbox.setWorkOffline(false);
    clock.advance(599_999);
    await newProduct(seller, 'Later');
    seller.outbox.wake();
    expect(seller.outbox.status()).toMatchObject({ sending: 0, pause: { trouble: 'busy', isNamed: true } });
    expect(service.seen).toHaveLength(before);
    clock.advance(1);
    seller.outbox.wake();
    await until('all are sent', emptied(seller));
    expect(service.record.count('product.create')).toBe(3);
  },
);

test('"Sync now" and a returning network end a backoff', async () => {
  const service = await startService();
  const seller = await startSeller(service, { now: new Clock().now, random: () => 0.99 });
  service.plan('settings.update', { kind: 'answer', status: 503 });
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: null });
  await until('the service is busy', () => seller.states()[0] === 'retrying');
  seller.outbox.wake();
  await until('it is sent', emptied(seller));
  expect(service.record.count('settings.update')).toBe(1);
});

test('while the seller works offline nothing is sent, also after a restart', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  seller.outbox.setWorkOffline(true);
  await newProduct(seller, 'Offline');
  seller.outbox.wake();
  expect(seller.states()).toEqual(['ready']);
  expect(service.seen).toEqual([]);
  seller.outbox.setWorkOffline(false);
  await until('it is sent', emptied(seller));
});

test('after ten attempts a change is given up with the service’s message, and sent again on request', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  service.decide = () => ({ kind: 'answer', status: 408, body: '{"message":"Closed for repairs"}' });
  const product = await newProduct(seller, 'Stubborn');
  await until('it is given up', () => seller.states()[0] === 'rejected');
  expect(service.seen).toHaveLength(10);
  const [action] = seller.outbox.of(product);
  expect(action).toMatchObject({ reason: 'gave-up', tries: 10 });
  expect(action?.attempts).toHaveLength(10);
  expect(action && actionRow(seller.store, action).explanation).toMatch(
    /^Gave up after 10 tries\..*Closed for repairs/,
  );
  service.decide = () => null;
  await seller.outbox.sendAgain(action?.id ?? '');
  await until('it is sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(1);
});

test('a change that never reaches the service is never given up', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  await service.vanish();
  const product = await newProduct(seller, 'Offline');
  await until('it was tried often', () => seller.outbox.of(product).some((action) => attemptCount(action) > 25));
  const [action] = seller.outbox.of(product);
  expect(action).toMatchObject({ tries: 0, reason: null });
  expect(action?.attempts.length).toBeLessThan(5);
  await service.listen();
  await until('it is sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(1);
});

test.for([1, 6, 10])('sends at most %i requests at once, and uses all of them', async (parallel) => {
  const service = await startService();
  const seller = await startSeller(service, { token: null, parallel });
  let release = () => {};
  const until10 = new Promise<void>((resolve) => (release = resolve));
  service.decide = () => ({ kind: 'hold', until: until10 });
  for (let n = 0; n < 25; n += 1) await newProduct(seller, `P${n}`);
  await seller.store.signIn(service.record.issue('seller'), null);
  await until(`${parallel} are under way`, () => service.seen.length === parallel);
  expect(seller.outbox.status()).toMatchObject({ sending: parallel, waiting: 25 - parallel });
  release();
  await until('all are sent', emptied(seller));
  expect(service.mostAtOnce).toBe(parallel);
  expect(service.record.count('product.create')).toBe(25);
});

test('while the service is unreachable only one request at a time probes', async () => {
  const service = await startService();
  const clock = new Clock();
  const seller = await startSeller(service, { now: clock.now, random: () => 0.5 });
  await service.vanish();
  for (let n = 0; n < 20; n += 1) await newProduct(seller, `P${n}`);
  await until('it was found out', () => seller.outbox.status().offline && seller.outbox.status().sending === 0);
  const tried = () => seller.outbox.unfinished().reduce((sum, action) => sum + attemptCount(action), 0);
  const before = tried();
  clock.advance(5 * 60_000);
  seller.outbox.wake();
  await until('it was tried once more', () => tried() > before && seller.outbox.status().sending === 0);
  expect(tried()).toBe(before + 1);
  await service.listen();
  seller.outbox.wake();
  await until('all are sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(20);
});

test('requests that closing the app cuts off do not pause the store', async () => {
  const service = await startService();
  const seller = await startSeller(service, { parallel: 3, closingGraceMs: 0 });
  service.decide = () => ({ kind: 'hang', when: 'after-acting' });
  for (const title of ['A', 'B', 'C']) await newProduct(seller, title);
  await until('all are under way', () => service.seen.length === 3);
  await seller.restart();
  expect(seller.states()).toEqual(['needs-review', 'needs-review', 'needs-review']);
  expect(seller.outbox.status().pause).toBeNull();
});
