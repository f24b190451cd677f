// Closing a store while requests are in flight: they end, and nothing is written afterwards.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { StoreRegistry } from '../../src/main/stores/store-registry.ts';
import { activeLinks, allProducts } from '../support/catalog-rows.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { DiskRecorder } from '../support/disk-recorder.ts';
import { note, notes, openNotes } from '../support/notes.ts';
import { until } from '../support/until.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let release = () => {};
let recorder: DiskRecorder | null = null;
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});
afterEach(() => {
  recorder?.stop();
  recorder = null;
  release();
});

/** The service answers no change until `release`. */
function hang(): void {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.intercept = ({ path }) =>
    path.endsWith('/auth/login') ? undefined : held.then(() => ({ status: 201, body: '{"id":7}' }));
}

/** A seller with one product on the service and six links in flight without a response. */
async function withUnanswered(): Promise<{ computer: Computer; product: string; backup: string }> {
  const computer = await newComputer((made) => {
    made.closingGraceMs = 20;
  });
  await computer.signIn(service);
  const product = await computer.product('Coaching hour');
  await computer.settled();
  const backup = await computer.export();
  hang();
  const before = service.changes.length;
  for (const order of ['1', '2', '3', '4', '5', '6', '7', '8']) await computer.link(product, order);
  await until('six are under way', () => service.changes.length === before + 6);
  return { computer, product, backup };
}

const ordersOf = (computer: Computer) =>
  activeLinks(computer.store)
    .map(({ metadata }) => metadata[0]?.value)
    .sort();

describe('a restore while requests are in flight', () => {
  /** A backup from another computer of this seller with three waiting links. */
  async function backupOfOther(): Promise<string> {
    const other = await newComputer();
    await other.signIn(service);
    await other.workOffline(true);
    const product = await other.product('Logo design');
    for (const order of ['a', 'b', 'c']) await other.link(product, order);
    return other.export();
  }

  it.each([1, 2, 3, 4])('succeeds, and keeps every change from here and from the backup (%d)', async () => {
    const backup = await backupOfOther();
    const { computer } = await withUnanswered();
    await computer.restore(backup);
    release();
    const all = ['1', '2', '3', '4', '5', '6', '7', '8', 'a', 'b', 'c'];
    expect(ordersOf(computer)).toEqual(all);
    // Six without a response, and four from the backup.
    const states = computer.store.outbox.unfinished().map(({ state }) => state);
    expect(states.filter((state) => state === 'needs-review')).toHaveLength(6 + 4);
    await computer.stop();
    const again = await newComputer(undefined, computer.folder);
    await again.store.ready;
    expect(ordersOf(again)).toEqual(all);
    expect(again.store.outbox.unfinished()).toHaveLength(8 + 4);
    expect(again.app.frame.value().notices).toEqual([]);
  });
});

/** Turns a synchronous throw into a rejection. */
const inTime = async (act: () => unknown): Promise<unknown> => act();

describe('a closed store', () => {
  it('writes nothing more, whatever arrives', async () => {
    const { computer, product } = await withUnanswered();
    const { store } = computer;
    const [record] = allProducts(store);
    await store.close();
    recorder = new DiskRecorder(store.deps.folder);
    recorder.start();
    release();
    const tries: Promise<unknown>[] = [
      store.queue.commit({ remove: [...store.queue.values()].map(({ id }) => id) }),
      inTime(() => record && store.catalog.addProduct(record)),
      inTime(() => store.catalog.transaction(() => store.catalog.history.trim())),
      store.webhook.save(store.webhook.value),
      inTime(() => store.catalog.sales.take({ id: 'a', linkId: 'b', at: 1, foundBy: 'uuid' })),
      computer.link(product, 'late'),
      store.outbox.accept([{ subject: 'late', payload: { kind: 'link.delete', productId: product }, waitsFor: [] }]),
    ];
    const ended = await Promise.allSettled(tries);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    store.outbox.wake();
    store.start();
    await store.close();
    expect(recorder.events).toEqual([]);
    expect(recorder.violations).toEqual([]);
  });

  it('has everything on disk, with each request in flight as a doubt', async () => {
    const { computer } = await withUnanswered();
    const { store } = computer;
    await store.close();
    const states = [...store.queue.values()].map(({ state }) => state).sort();
    expect(states).toEqual([...Array(6).fill('needs-review'), 'ready', 'ready']);
  });

  it('has an outbox that ends its requests itself', async () => {
    const { computer } = await withUnanswered();
    const { outbox } = computer.store;
    await outbox.stop(20);
    expect(outbox.status()).toMatchObject({ sending: 0, attention: 6 });
    // Ended by the app instead of the timeout of the service.
    const causes = outbox.unfinished().flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));
    expect(causes).toEqual(Array(6).fill(expect.objectContaining({ kind: 'lost', cause: 'reset' })));
  });

  it('closes once, however often it is asked to', async () => {
    const { computer } = await withUnanswered();
    await Promise.all([computer.store.close(), computer.store.close(), computer.stop()]);
  });

  it('leaves no folder behind when it is removed', async () => {
    const { computer } = await withUnanswered();
    const { id, deps } = computer.store;
    // Its own record is being written while it closes.
    const renaming = computer.app.manager.update({
      storeId: id,
      name: 'Renamed',
      checkoutUrl: '',
      sellerSlug: '',
      pageUrl: '',
      undocumentedProductUpdate: false,
    });
    await Promise.all([renaming, computer.app.manager.signOut(id, true)]);
    release();
    await computer.stop();
    expect(existsSync(deps.folder)).toBe(false);
    expect(readdirSync(join(computer.dataFolder, 'stores'))).toEqual([]);
    const again = await newComputer(undefined, computer.folder);
    expect(again.app.frame.value().stores).toEqual([]);
  });
});

describe('the own record of a store that was closed for good', () => {
  it('is on disk by then, and is not written again', async () => {
    release = () => undefined;
    const { dataFolder } = await newComputer();
    const list = new StoreRegistry(
      join(dataFolder, 'other'),
      () => undefined,
      () => 'device',
    );
    await list.add(list.newRecord('one', service.url, 'mara@shop.example', false));
    list.updateOwnRecord('one');
    await list.closeOwnRecord('one');
    expect(readdirSync(list.folderOf('one'))).toEqual(['store.json']);
    rmSync(list.folderOf('one'), { recursive: true });
    list.updateOwnRecord('one');
    await list.change('one', { name: 'Renamed' });
    expect(existsSync(list.folderOf('one'))).toBe(false);
  });
});

describe('closing the app', () => {
  it('finishes while the disk rejects the results of requests', async () => {
    const { computer } = await withUnanswered();
    const { store } = computer;
    store.queue.commit = () => Promise.reject(new StorageError('The outbox', new Error('refused by the test')));
    release();
    await until('the refusal is noticed', () => store.outbox.status().diskProblem !== null);
    await computer.stop();
  });

  it('finishes without any response, and a pending restore does not start afterwards', async () => {
    const { computer, backup } = await withUnanswered();
    const { chosen } = await computer.preview(backup);
    const restoring = computer.call['backup.restore']({ id: chosen.id, changes: 'hold', differing: 'keep' });
    await computer.stop();
    expect((await Promise.resolve(restoring).catch(() => ({ ok: false }))).ok).toBe(false);
    recorder = new DiskRecorder(join(computer.dataFolder, 'stores'));
    recorder.start();
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(recorder.events).toEqual([]);
  });
});

describe('a closed collection', () => {
  it('keeps earlier commits, and rejects later ones', async () => {
    const { dataFolder } = await newComputer();
    release = () => undefined;
    const folder = join(dataFolder, 'notes');
    const collection = openNotes(folder);
    const kept = collection.commit({ put: notes(1, 200) });
    const closed = collection.close();
    await expect(collection.commit({ put: [note(201)] })).rejects.toThrow('the store was closed');
    await Promise.all([kept, closed]);
    expect(openNotes(folder).size).toBe(200);
  });
});

test('a store removed while its seller signs in again becomes a new one, and keeps new records', async () => {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.product('Coaching hour');
  await computer.settled();
  const storeId = computer.store.id;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.intercept = ({ path }) => (path.endsWith('/auth/login') ? held.then(() => undefined) : undefined);
  const entered = computer.signIn(service);
  const left = unwrap(computer.call['session.signOut']({ storeId, forget: true }));
  await until('it is closed', () => !computer.app.manager.current().ok);
  answer();
  await Promise.all([entered, left]);
  expect(computer.store.id).not.toBe(storeId);
  await computer.store.ready;
  expect(allProducts(computer.store)).toEqual([]);
  await computer.product('Logo design');
  await computer.stop();
  await computer.start();
  await computer.store.ready;
  expect(allProducts(computer.store)).toHaveLength(1);
});

test('a store that is removed never asks for a sign-in on its way out', async () => {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.product('Coaching hour');
  await computer.settled();
  const seen = new Set<boolean>();
  const look = () => {
    for (const { signedIn } of computer.app.frame.value().stores) seen.add(signedIn);
  };
  let isRemoved = false;
  const removed = unwrap(computer.call['session.signOut']({ storeId: computer.store.id, forget: true })).finally(() => {
    isRemoved = true;
  });
  while (!isRemoved) {
    look();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await removed;
  expect([...seen]).toEqual([true]);
  expect(computer.app.frame.value()).toMatchObject({ stores: [], currentStoreId: null });
});
