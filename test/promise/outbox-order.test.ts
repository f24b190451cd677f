// When changes are sent: in order per record, independently of other records, after a requested wait, and in parallel.
import { expect, test } from 'vitest';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { changeRow } from '../../src/main/sync/views.ts';
import { arrived, begin, LOST, REFUSED } from '../support/outbox-fixtures.ts';
import { Clock, ordersIn, type Seller } from '../support/outbox-seller.ts';
import { gate, until } from '../support/until.ts';

const busy = (seller: Seller) =>
  until('the service is busy', () => seller.outbox.status().pause !== null && seller.outbox.status().sending === 0);

test('a product created offline is sent first once the service is back, then its three links in order', async () => {
  const { service, seller } = await begin({ parallel: 1 });
  await service.stop();
  const product = await seller.product('New');
  for (const order of ['1', '2', '3']) await seller.link(product, order);
  await until('it was tried', () => seller.outbox.status().offline);
  expect(seller.states().slice(1)).toEqual(['waiting', 'waiting', 'waiting']);
  await seller.restart();
  await service.start();
  seller.outbox.wake();
  await seller.settled();
  expect(service.record.applied[0]?.kind).toBe('product.create');
  expect(ordersIn(service.record.bodies('link.create'))).toEqual(['1', '2', '3']);
  const serverId = seller.store.catalog.products.get(product)?.serverId;
  expect(service.record.applied.at(-1)?.path).toBe(`/api/shop/products/${serverId}/payment-links`);
});

test('changes of all kinds are sent in the order in which they were made', async () => {
  const { service, seller } = await begin({ parallel: 1 });
  const product = await seller.product('First');
  const links = [await seller.link(product, '1'), await seller.link(product, '2')];
  await seller.settled();
  const previous = service.record.applied.length;
  seller.app.suspend();
  await deleteLinks(seller.store, [links[0] ?? '']);
  await seller.product('Second');
  await seller.saveWebhook('1');
  await seller.link(product, '3');
  await deleteLinks(seller.store, [links[1] ?? '']);
  await seller.product('Third');
  seller.outbox.wake();
  // A change is marked as sending before it leaves.
  expect([seller.outbox.status().sending, service.changes.length]).toEqual([0, previous]);
  seller.app.resume();
  await seller.settled();
  const kinds = ['link.delete', 'product.create', 'settings.update', 'link.create', 'link.delete', 'product.create'];
  expect(service.record.applied.slice(previous).map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  ['in doubt', LOST, 'needs-review'],
  ['rejected', REFUSED, 'rejected'],
])('links of a product that is %s wait, even across a restart; other changes are sent', async (_, fault, state) => {
  const { service, seller } = await begin();
  service.plan('product.create', fault);
  await seller.link(await seller.product('Stuck'), '1');
  await seller.reach(state, 'waiting');
  await seller.link(await seller.product('Sure'), '2');
  await seller.reach(state, 'waiting');
  seller.outbox.wake();
  await seller.restart();
  const [creation, link] = seller.queue.all();
  if (!link || !creation) throw new Error('gone');
  expect(seller.states()).toEqual([state, 'waiting']);
  expect(changeRow(seller.store, link).explanation).toContain('"Stuck"');
  expect(seller.queue.blockers(link).map(({ id }) => id)).toEqual([creation.id]);
  expect(service.changes).toHaveLength(3);
  expect(ordersIn(service.record.bodies('link.create'))).toEqual(['2']);
});

test('a backoff blocks nothing else, not even with one request at a time, and ends with "Sync now"', async () => {
  const { service, seller } = await begin({ parallel: 1, now: new Clock().now, random: () => 0.99 });
  service.plan('settings.update', { kind: 'answer', status: 408 });
  await seller.saveWebhook('1');
  for (const title of ['A', 'B', 'C']) await seller.product(title);
  await seller.reach('retrying');
  expect(service.record.count('product.create')).toBe(3);
  seller.outbox.wake();
  await seller.settled();
  expect(service.record.count('settings.update')).toBe(1);
});

test.for([429, 503])(
  'nothing overrides a time that the service named with %i: not "Sync now", a sign-in, the network or a restart',
  async (status) => {
    const clock = new Clock();
    const { service, seller } = await begin({ now: clock.now });
    service.plan('product.create', { kind: 'answer', status, headers: { 'retry-after': '600' } });
    await seller.product('Patient');
    await seller.product('Behind it');
    await busy(seller);
    const previous = service.changes.length;
    for (let time = 0; time < 20; time += 1) seller.outbox.wake();
    await seller.signIn();
    await seller.restart();
    seller.outbox.wake();
    seller.store.suspend();
    seller.store.resume();
    clock.advance(599_999);
    await seller.product('Later');
    seller.outbox.wake();
    expect(seller.outbox.status()).toMatchObject({ sending: 0, pause: { trouble: 'busy', isNamed: true } });
    expect(service.changes).toHaveLength(previous);
    clock.advance(1);
    seller.outbox.wake();
    await seller.settled();
    expect(service.record.count('product.create')).toBe(3);
  },
);

test.for([1, 10])('sends up to %i requests at once, and never more', async (parallel) => {
  const { service, seller } = await begin({ token: null, parallel });
  const { open: release, opened: released } = gate();
  service.decide = () => ({ kind: 'hold', until: released });
  for (let n = 0; n < 25; n += 1) await seller.product(`P${n}`);
  await seller.signIn();
  await arrived(service, parallel);
  expect(seller.outbox.status()).toMatchObject({ sending: parallel, waiting: 25 - parallel });
  release();
  await seller.settled();
  expect(service.mostAtOnce).toBe(parallel);
  expect(service.record.count('product.create')).toBe(25);
});
