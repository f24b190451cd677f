// A backup restored in another data folder arrives completely or not at all, and nothing from it is sent by itself.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { HeldChanges } from '../../src/main/catalog/held.ts';
import type { ProductRecord } from '../../src/main/catalog/records.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { slow } from '../../tools/test/slow.ts';
import { allProducts } from '../support/catalog-rows.ts';
import { Computer, draft, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

const PROCESS = join(import.meta.dirname, '../support/restore-process.ts');

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

/** A seller with one product and two links on the service, and a product, two links and a deletion that wait. */
async function atWork(): Promise<Computer> {
  const computer = await newComputer();
  await computer.signIn(service);
  const coaching = await computer.product('Coaching hour');
  await computer.link(coaching, '1');
  const leaving = await computer.link(coaching, '2');
  await computer.settled();
  await computer.workOffline(true);
  const logo = await computer.product('Logo design');
  await computer.link(logo, '3');
  await computer.link(coaching, '4');
  await unwrap(computer.call['links.delete']({ ids: [leaving] }));
  return computer;
}

const list = { offset: 0, limit: 200, search: '' };
const linksOf = async (computer: Computer) =>
  (
    await unwrap(computer.call['links.list']({ ...list, productId: null, sync: 'all', useOnce: null, sold: false }))
  ).rows.map(({ id, productTitle, prices, metadata, checkoutUrl, createdAt }) => ({
    ...{ id, productTitle, prices, metadata, checkoutUrl, createdAt },
  }));
const productsOf = async (computer: Computer) =>
  (await unwrap(computer.call['products.list']({ ...list, isHidden: null }))).rows.map(
    ({ id, serverId, fields, state, checkout }) => ({ id, serverId, fields, state, checkout }),
  );
const waitingOf = async (computer: Computer) =>
  (await unwrap(computer.call['sync.list']({ offset: 0, limit: 200 }))).rows;

const heldOf = async (computer: Computer) => (await unwrap(computer.call['sync.list']({ offset: 0, limit: 1 }))).held;

/** Restores the backup of a computer at work on another one. `before` counts the requests until then. */
async function restoredElsewhere() {
  const original = await atWork();
  const path = await original.export();
  await original.stop();
  const before = service.changes.length;
  const other = await newComputer();
  await other.restore(path);
  return { other, path, before };
}

describe('a backup restored in a new data folder', () => {
  it('has the same products, links, addresses and settings, and sends nothing by itself', async () => {
    const original = await atWork();
    await original.setCurrency({ id: 5, name: 'EUR' });
    await unwrap(original.call['settings.update']({ parallelSends: 3 }));
    const path = await original.export('a passphrase of some length');
    expect(readFileSync(path).includes('Coaching')).toBe(false);
    await original.stop();
    const sent = service.changes.length;

    const other = await newComputer();
    await expect(other.preview(path, 'the wrong passphrase')).rejects.toThrow('not the passphrase');
    const { preview, holds } = await other.restore(path, 'a passphrase of some length');
    expect(holds).toEqual({ stores: 1, products: 2, links: 4, waiting: 4, sales: 0 });
    expect(preview.stores).toMatchObject([{ known: false, counts: { new: 6, changed: 0, same: 0, held: 4 } }]);
    expect(preview.stores[0]?.titles).toContain('Coaching hour');
    expect(other.app.frame().settings).toMatchObject({
      parallelSends: 3,
      currencies: [{ id: 2 }, { id: 5, name: 'EUR' }],
    });
    // The original works offline, which belongs to that computer and is not restored.
    expect(other.app.frame().stores).toMatchObject([{ workOffline: false }]);
    const again = await new Computer(original.folder).start();
    expect(await linksOf(other)).toEqual(await linksOf(again));
    expect(await productsOf(other)).toEqual(await productsOf(again));
    await again.stop();

    await other.signIn(service);
    await other.restart(service);
    await other.settled();
    expect(await waitingOf(other)).toEqual([]);
    expect(await heldOf(other)).toEqual({ count: 4, creations: 3, deletions: 1, from: expect.any(Number) });
    expect(service.changes).toHaveLength(sent);
  });

  it('sends the held changes once, when the seller says so', async () => {
    const { other, path, before } = await restoredElsewhere();
    await other.signIn(service);
    expect(await unwrap(other.call['sync.sendHeld']())).toEqual({ count: 4 });
    await other.settled();
    expect(service.changes).toHaveLength(before + 4);
    expect(await linksOf(other)).toHaveLength(3);
    // Changes that are already in the history are skipped.
    const { preview } = await other.restore(path);
    expect(preview.stores).toMatchObject([{ counts: { new: 0, held: 0 } }]);
    expect(await heldOf(other)).toBeNull();
  });

  it.each(['sends', 'discards'])(
    '%s the held changes once even if "Send the rest" could not be finished',
    async (end) => {
      const { other, before } = await restoredElsewhere();
      await other.workOffline(true);
      const clear = vi.spyOn(HeldChanges.prototype, 'clear').mockImplementation(() => {
        throw new StorageError('The catalog could not be written', new Error('refused by the test'));
      });
      await expect(other.call['sync.sendHeld']()).rejects.toThrow('refused by the test');
      clear.mockRestore();
      if (end === 'discards') await unwrap(other.call['sync.discardHeld']());
      else await other.restart();
      expect(await heldOf(other)).toBeNull();
      await other.signIn(service);
      await other.workOffline(false);
      await other.settled();
      expect(service.changes).toHaveLength(before + (end === 'sends' ? 4 : 0));
    },
  );

  it('discards the held changes with their dependents, and does not bring them back', async () => {
    const { other, path, before } = await restoredElsewhere();
    await other.signIn(service);
    const logo = (await productsOf(other)).find(({ serverId }) => serverId === null)?.id ?? '';
    await other.link(logo, 'waits for the held product');
    await other.settled();
    expect(service.changes).toHaveLength(before);
    await unwrap(other.call['sync.discardHeld']());
    await other.settled();
    expect(await heldOf(other)).toBeNull();
    expect(await productsOf(other)).toHaveLength(1);
    expect(await linksOf(other)).toHaveLength(2);
    const { preview } = await other.restore(path);
    expect(preview.stores).toMatchObject([{ counts: { new: 0, held: 0 } }]);
    expect(service.changes).toHaveLength(before);
  });

  it('changes nothing when it is restored a second time', async () => {
    const original = await atWork();
    const path = await original.export();
    const other = await newComputer();
    await other.restore(path);
    const links = await linksOf(other);
    const { preview } = await other.restore(path);
    expect(preview.stores).toMatchObject([{ known: true, counts: { new: 0, changed: 0, same: 6, held: 0 } }]);
    expect(await linksOf(other)).toEqual(links);
    expect(await heldOf(other)).toMatchObject({ count: 4 });
  });
});

describe('an interrupted restore', () => {
  it('changes neither an existing store nor the list of stores', async () => {
    const original = await atWork();
    const path = await original.export();
    await original.stop();
    for (const isKnown of [false, true]) {
      const other = await newComputer();
      if (isKnown) await other.signIn(service);
      const { chosen } = await other.preview(path);
      const put = vi.spyOn(HeldChanges.prototype, 'put').mockImplementation(() => {
        throw new StorageError('The catalog could not be written', new Error('refused by the test'));
      });
      const refused = await other.call['backup.restore']({ id: chosen.id });
      put.mockRestore();
      expect(refused).toMatchObject({ ok: false, problem: { code: 'storage' } });
      expect(other.app.frame().stores).toHaveLength(isKnown ? 1 : 0);
      if (isKnown) expect(await productsOf(other)).toEqual([]);
      await unwrap(other.call['backup.restore']({ id: chosen.id }));
      expect(await linksOf(other)).toHaveLength(4);
      expect(await heldOf(other)).toMatchObject({ count: 4 });
    }
  });

  it('is complete or has changed nothing when the app is killed in the middle', { timeout: slow(90_000) }, async () => {
    const original = await atWork();
    const coaching = (await productsOf(original)).find(({ serverId }) => serverId !== null)?.id ?? '';
    const links = 600;
    original.store.catalog.transaction(() => {
      for (let order = 0; order < links; order += 1) {
        const record = { ...original.store.catalog.newRecord(), productId: coaching, ...draft(`${order}`) };
        const paymentLink = `https://checkout.example/mara/1189?uuid=${order}-of-many`;
        original.store.catalog.links.put({ ...record, origin: 'desk', paymentLink, answer: '{}' });
      }
    });
    const path = await original.export();
    await original.stop();
    const empty = await newComputer();
    await empty.signIn(service);
    await empty.stop();
    const outcomes = new Set<string>();
    let took = Number.NaN;
    // First to its end, to measure its duration; then killed at its start and at parts of that duration.
    for (const part of [null, 0, 0.5, 0.8]) {
      const other = new Computer();
      cpSync(empty.folder, other.folder, { recursive: true });
      const child = fork(PROCESS, [other.folder, path], { execArgv: ['--import', 'tsx'] });
      await once(child, 'message');
      const begun = performance.now();
      const ended = once(child, 'exit');
      await (part === null ? ended : Promise.race([ended, setTimeout(took * part)]));
      child.kill('SIGKILL');
      await ended;
      if (part === null) took = performance.now() - begun;
      await other.start();
      await other.store.ready;
      const count = other.store.catalog.links.count(null);
      expect([count, (await heldOf(other))?.count]).toEqual(count === 0 ? [0, undefined] : [links + 4, 4]);
      outcomes.add(count === 0 ? 'nothing' : 'complete');
      await other.restore(path);
      expect(other.store.catalog.links.count(null)).toBe(links + 4);
      expect(await heldOf(other)).toMatchObject({ count: 4 });
      await other.remove();
    }
    expect(outcomes).toContain('complete');
    expect(outcomes).toContain('nothing');
  });
});

it('a backup has what existed when it began, whatever is created while it is written', async () => {
  const original = await newComputer();
  await original.signIn(service);
  onTestFinished(() => void vi.restoreAllMocks());
  const product = await original.product('Coaching hour');
  await original.link(product, '1');
  await original.settled();
  // Daily copies call `snapshot` too, so one must not start meanwhile.
  await original.app.backups.copies.stop();
  const { snapshot } = Catalog.prototype;
  const ended = vi.spyOn(Catalog.prototype, 'end');
  let later: Promise<string> | null = null;
  vi.spyOn(Catalog.prototype, 'snapshot').mockImplementation(function (this: Catalog) {
    const copy = snapshot.call(this);
    queueMicrotask(() => {
      const record = { ...(this.products.get(product) as ProductRecord), ...this.newRecord(), serverId: 999 };
      this.transaction(() => this.products.put(record));
      later = original.product('Created later');
    });
    return copy;
  });
  const path = join(original.folder, 'a.storefront-backup');
  original.answers.save = path;
  const exported = await unwrap(original.call['backup.export']({ passphrase: null }));
  expect(exported?.holds).toEqual({ stores: 1, products: 1, links: 1, waiting: 0, sales: 0 });
  await later;
  expect(allProducts(original.store)).toHaveLength(3);
  const { preview } = await (await newComputer()).preview(path);
  expect(preview.holds).toEqual(exported?.holds);
  original.answers.save = join(original.folder, 'no such folder', 'a.storefront-backup');
  const refused = await original.call['backup.export']({ passphrase: null });
  expect(refused).toMatchObject({ ok: false, problem: { code: 'storage' } });
  expect(existsSync(original.answers.save)).toBe(false);
  // Each backup has ended its snapshot, even the one that failed.
  expect(ended).toHaveBeenCalledTimes(2);
});
