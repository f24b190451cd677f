// Closing a store ends its requests in flight, and nothing is written afterwards.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { activeLinks, allProducts } from '../support/catalog-rows.ts';
import type { Computer } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { saleOf } from '../support/sale.ts';
import { gate, until } from '../support/until.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let release = () => {};
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});
afterEach(() => {
  release();
});

/** The files of a folder with their modification times. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true }).map((name) => [name, statSync(join(folder, String(name))).mtimeMs]);

/** The service answers the requests that `isHeld` selects only after `release`. */
function hang(isHeld: (path: string) => boolean, answer: { status: number; body: string } | undefined): void {
  const { open, opened } = gate();
  release = open;
  service.intercept = ({ path }) => (isHeld(path) ? opened.then(() => answer) : undefined);
}
const isSignIn = (path: string) => path.endsWith('/auth/login');

/** A product on the service, six links in flight without an answer, and two links that wait. */
async function withUnanswered(): Promise<{ computer: Computer; product: string; backup: string }> {
  const computer = await newComputer((made) => {
    made.more = { closingGraceMs: 20 };
  });
  await computer.signIn(service);
  const product = await computer.product('Coaching hour');
  await computer.settled();
  const backup = await computer.export();
  hang((path) => !isSignIn(path), { status: 201, body: '{"id":7}' });
  const previous = service.changes.length;
  for (const order of ['1', '2', '3', '4', '5', '6', '7', '8']) await computer.link(product, order);
  await until('six are under way', () => service.changes.length === previous + 6);
  return { computer, product, backup };
}

const ordersOf = (computer: Computer) =>
  activeLinks(computer.store)
    .map(({ metadata }) => metadata[0]?.value)
    .sort();

it('a restore while requests are in flight keeps every change from here and from the backup', async () => {
  // The other computer of this seller has three waiting links.
  const other = await newComputer();
  await other.signIn(service);
  await other.workOffline(true);
  const product = await other.product('Logo design');
  for (const order of ['a', 'b', 'c']) await other.link(product, order);
  const backup = await other.export();
  const { computer } = await withUnanswered();
  await computer.restore(backup);
  release();
  const all = ['1', '2', '3', '4', '5', '6', '7', '8', 'a', 'b', 'c'];
  expect(ordersOf(computer)).toEqual(all);
  // Six changes lost their answers, and four are held from the backup.
  const states = computer.store.queue.all().map(({ state }) => state);
  expect(states.filter((state) => state === 'needs-review')).toHaveLength(6);
  expect(computer.store.catalog.held.size).toBe(4);
  await computer.stop();
  const again = await newComputer(undefined, computer.folder);
  await again.store.ready;
  expect(ordersOf(again)).toEqual(all);
  expect(again.store.queue.all()).toHaveLength(8);
  expect(again.store.catalog.held.size).toBe(4);
  expect(again.app.frame().notices).toEqual([]);
});

describe('a closed store', () => {
  it('writes nothing more, whatever arrives', async () => {
    const { computer, product } = await withUnanswered();
    const { store } = computer;
    const [row] = allProducts(store);
    await store.close();
    const previous = filesIn(store.deps.folder);
    release();
    const tries: (() => unknown)[] = [
      () => store.queue.commit(store.queue.all()),
      () => row && store.catalog.transaction(() => store.catalog.products.put(row)),
      () => store.catalog.transaction(() => store.catalog.history.trim()),
      () => store.webhook.save(store.webhook.value),
      () => store.catalog.sales.merge(saleOf({ id: 'a', linkId: 'b' })),
      () => computer.link(product, 'late'),
      () =>
        store.outbox.accept([{ subject: 'late', payload: { kind: 'link.delete', productId: product }, waitsFor: [] }]),
    ];
    const ended = await Promise.allSettled(tries.map(async (act) => act()));
    expect(ended.map(({ status }) => status)).toEqual(tries.map(() => 'rejected'));
    store.outbox.wake();
    store.start();
    await store.close();
    expect(filesIn(store.deps.folder)).toEqual(previous);
  });

  it('has ended its requests itself and has each as a doubt, however often it is closed', async () => {
    const { computer } = await withUnanswered();
    const { store } = computer;
    await Promise.all([store.close(), store.close(), computer.stop()]);
    const queue = store.queue.all();
    expect(queue.map(({ state }) => state).sort()).toEqual([...Array(6).fill('needs-review'), 'ready', 'ready']);
    // The app ended them, not a timeout.
    const outcomes = queue.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(Array(6).fill(expect.objectContaining({ kind: 'lost', cause: 'reset' })));
  });
});

it('the next start stores a result that the database refused until the app was closed', async () => {
  const computer = await newComputer();
  await computer.signIn(service);
  const { store } = computer;
  store.catalog.settle = () => Promise.reject(new StorageError('The catalog', new Error('refused by the test')));
  await computer.product('Coaching hour');
  await until('the refusal is noticed', () => store.outbox.status().diskProblem !== null);
  await computer.restart();
  await computer.store.outbox.resumed;
  expect(computer.store.queue.all()).toEqual([]);
  expect(allProducts(computer.store)).toMatchObject([{ serverId: expect.any(Number) }]);
});

it('the app closes even while the disk refuses the results of requests', async () => {
  const { computer } = await withUnanswered();
  const { store } = computer;
  store.queue.commit = () => {
    throw new StorageError('The outbox', new Error('refused by the test'));
  };
  release();
  await until('the refusal is noticed', () => store.outbox.status().diskProblem !== null);
  await computer.stop();
});
