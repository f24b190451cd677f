// Across restarts and sign-ins, each change in the queue is sent once with the right account's token, or not at all.
import { describe, expect, test } from 'vitest';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { createProduct } from '../../src/main/products/products.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { allHistory } from '../support/catalog-rows.ts';
import { fakeKeyStore } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { arrived, begin, beginWithLink, hold, startService } from '../support/outbox-fixtures.ts';
import { ordersIn, productFields, type Seller } from '../support/outbox-seller.ts';
import { PASSWORD } from '../support/outbox-service-record.ts';
import { until } from '../support/until.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1));
const byNumber = (a: string, b: string) => Number(a) - Number(b);
const linkAll = async (seller: Seller, product: string, orders: readonly string[]) => {
  await Promise.all(orders.map((order) => seller.link(product, order)));
};

describe('after a restart', () => {
  test('in the middle of a queue nothing is lost, repeated or in doubt', async () => {
    const { service, seller } = await begin({ token: null, parallel: 10 });
    const product = await seller.product('One');
    await linkAll(seller, product, numbers(40));
    await seller.signIn();
    for (const share of [0, 3, 12, 30]) {
      await until(`${share} have arrived`, () => service.changes.length >= share);
      await seller.restart();
      expect(seller.outbox.status().attention).toBe(0);
    }
    await seller.settled();
    expect(service.record.count('product.create')).toBe(1);
    expect(ordersIn(service.record.bodies('link.create')).sort(byNumber)).toEqual(numbers(40));
    expect(service.violations).toEqual([]);
  });

  test('requests that closing cut off do not pause the store', async () => {
    const { service, seller } = await begin({ parallel: 3, closingGraceMs: 0 });
    service.decide = () => ({ kind: 'hang', when: 'after-acting' });
    for (const title of ['A', 'B', 'C']) await seller.product(title);
    await arrived(service, 3);
    await seller.restart();
    expect(seller.states()).toEqual(['needs-review', 'needs-review', 'needs-review']);
    expect(seller.outbox.status().pause).toBeNull();
  });
});

describe('the sign-in', () => {
  test('that expires during 100 changes makes the others wait, and each is sent once after the next sign-in', async () => {
    const { service, seller, product } = await beginWithLink();
    service.decide = ({ nth }) => {
      if (nth === 40) service.record.expireTokens();
      return null;
    };
    await linkAll(seller, product, numbers(100));
    await until('it is signed out', () => !seller.store.session.isSignedIn && seller.outbox.status().sending === 0);
    await until('what was sent is settled', () => seller.queue.all().length === 60);
    expect(service.record.count('link.create')).toBe(40);
    expect(seller.signedOut).toBe(1);
    expect(seller.queue.all().every(({ state, tries }) => state === 'ready' && tries === 0)).toBe(true);
    // Only a sign-in releases the changes.
    const seen = service.changes.length;
    seller.outbox.wake();
    await seller.restart();
    seller.outbox.wake();
    expect(seller.states()).toHaveLength(60);
    expect(service.changes).toHaveLength(seen);
    await seller.signIn();
    await seller.settled();
    expect(ordersIn(service.record.bodies('link.create')).sort(byNumber)).toEqual(numbers(100));
  });

  test('is not ended by a 401 to an older token', async () => {
    const { service, seller } = await begin({ parallel: 1 });
    const answer = hold(service, 'product.create', { kind: 'answer', status: 401 });
    await seller.product('One');
    await arrived(service, 1);
    await seller.signIn();
    answer();
    await seller.settled();
    expect([seller.store.session.isSignedIn, seller.signedOut, service.changes.length]).toEqual([true, 0, 2]);
    expect(service.record.count('product.create')).toBe(1);
  });

  test('of another seller sends nothing from the first seller’s queue, even after a restart', async () => {
    const service = await startService();
    const { newComputer } = await startComputers();
    const computer = await newComputer((one) => {
      one.keyStore = fakeKeyStore;
    });
    const signedIn = async (email: string): Promise<OpenStore> => {
      const signIn = { serviceAddress: service.url, email, password: PASSWORD };
      expect(await computer.call['session.signIn'](signIn)).toMatchObject({ ok: true });
      return computer.store;
    };
    const first = await signedIn('first@example.com');
    await computer.app.auth.signOut(first, false);
    await createProduct(first, productFields('Of the first'));

    const second = await signedIn('second@example.com');
    expect(second.id).not.toBe(first.id);
    await createProduct(second, productFields('Of the second'));
    await until('that of the second is sent', () => second.queue.all().length === 0);
    computer.app.wake();
    await computer.restart();
    computer.app.wake();
    expect((await signedIn('SECOND@example.com')).id).toBe(second.id);
    const made = () =>
      service.record.applied.flatMap(({ kind, seller, body }) =>
        kind === 'product.create' ? [[seller, body?.product_title]] : [],
      );
    expect(made()).toEqual([['second@example.com', 'Of the second']]);
    const back = await signedIn('first@example.com');
    expect(back.id).toBe(first.id);
    await until('that of the first is sent', () => back.queue.all().length === 0);
    expect(made()[1]).toEqual(['first@example.com', 'Of the first']);
    expect(service.violations).toEqual([]);
  });

  test('to a new store twice at once creates one store', async () => {
    const { service, newComputer } = await startComputers();
    const computer = await newComputer();
    await Promise.all([computer.signIn(service), computer.signIn(service)]);
    expect(computer.app.frame().stores).toHaveLength(1);
    await computer.restart();
    expect(computer.app.frame().stores).toHaveLength(1);
  });
});

test('a change whose record shows its end leaves the queue at a start, even if the history has forgotten it', async () => {
  const { service, seller, product, link } = await beginWithLink();
  const made = await seller.product('New');
  await deleteLinks(seller.store, [link]);
  await seller.settled();
  const ended = allHistory(seller.store);
  expect(ended).toHaveLength(2);
  const sent = service.changes.length;
  for (const { id } of ended) seller.store.catalog.transaction(() => seller.store.catalog.history.remove(id));
  await seller.restartWith((queue) => queue.commit(ended.map((change) => ({ ...change, state: 'ready' }))));
  await until('they have left the queue', () => seller.states().length === 0);
  expect(service.changes).toHaveLength(sent);
  expect(seller.store.catalog.products.get(made)?.serverId).not.toBeNull();
  expect(seller.store.catalog.products.get(product)?.deletedAt).toBeNull();
});

test('a change to a link that this computer does not know is rejected at a start', async () => {
  const { service, seller, link } = await beginWithLink({ token: null });
  await deleteLinks(seller.store, [link]);
  const [deletion] = seller.queue.all();
  const subject = seller.store.deps.stamper.id();
  await seller.restartWith((queue) => queue.commit(deletion ? [{ ...deletion, subject }] : []));
  await seller.reach('rejected');
  expect(service.changes).toEqual([]);
});
