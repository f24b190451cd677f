// Ids and stamps with impossible times, from a backup and from the data folder. New ids stay in order.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { lineOf } from '../../src/main/backup/content.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import { backupBytes } from '../../src/main/storage/backup-file.ts';
import { Database } from '../../src/main/storage/database.ts';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { timeOfId } from '../../src/main/storage/stamp.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { allLinks, allProducts } from '../support/catalog-rows.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

const DAY = 86_400_000;
const ABSURD = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
const FAR = Date.UTC(2038, 0, 19);

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
let original: Computer;
let product: ProductRecord;
let link: LinkRecord;
let action: Action;
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
  original = await newComputer();
  await original.signIn(service);
  await original.workOffline(true);
  const productId = await original.product('Coaching hour');
  const linkId = await original.link(productId, '1');
  const { catalog, queue } = original.store;
  product = catalog.products.get(productId) as ProductRecord;
  link = catalog.links.get(linkId) as LinkRecord;
  action = [...queue.values()].find(({ subject }) => subject === linkId) as Action;
});

/** A backup with the original store and these records. */
async function backupOf(records: Record<string, readonly unknown[]>, createdAt = Date.now()): Promise<string> {
  const store = original.store.deps.record();
  async function* lines() {
    yield lineOf('store', store.id, [store]);
    for (const [part, each] of Object.entries(records)) yield lineOf(part, store.id, each);
    yield lineOf('end', null, []);
  }
  const path = join(original.folder, 'crafted.storefront-backup');
  await writeForSeller(path, backupBytes({ appVersion: '9', createdAt }, lines(), null), 'it');
  return path;
}

describe('a backup', () => {
  it.each([
    ['an id of no time that a clock can show', { id: ABSURD }],
    ['an id that is no UUIDv7', { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }],
    ['a stamp of a time that is no date', { rev: { time: 1e300, counter: 0, device: 'other' } }],
    ['a stamp with a negative counter', { rev: { time: 1, counter: -1, device: 'other' } }],
    ['a creation at a time that is no date', { createdAt: 1e300, acceptedAt: 1e300 }],
  ])('is restored without a record that has %s', async (_, wrong) => {
    const path = await backupOf({
      products: [product, { ...product, ...wrong }],
      links: [link, { ...link, ...wrong }],
      outbox: [action, { ...action, ...wrong }],
      history: [{ ...action, state: 'done', ...wrong }],
    });
    await checkRestored(path, { unread: 4, ahead: 0 });
  });

  it('is restored without records dated in the future, and says so', async () => {
    const at = Date.now() + 8 * DAY;
    const id = () => uuidv7({ msecs: at });
    const rev = { time: at, counter: 0, device: 'other' };
    const path = await backupOf({
      products: [product, { ...product, id: id() }, { ...product, id: uuidv7(), rev }],
      links: [link, { ...link, id: id() }],
      outbox: [action, { ...action, id: id() }, { ...action, id: uuidv7(), subject: id() }],
      history: [{ ...action, state: 'done', id: id() }],
    });
    await checkRestored(path, { unread: 0, ahead: 6 });
  });

  it('from a computer whose clock is some days ahead is restored completely', async () => {
    const path = await backupOf({ products: [product, { ...product, id: uuidv7({ msecs: Date.now() + 6 * DAY }) }] });
    const other = await newComputer();
    const { preview } = await other.restore(path);
    expect(preview).toMatchObject({ unread: 0, ahead: 0, holds: { products: 2 } });
  });

  it('with an invalid date is rejected', async () => {
    const path = await backupOf({ products: [product] }, 8e15);
    await expect((await newComputer()).preview(path)).rejects.toThrow('damaged');
  });

  async function checkRestored(path: string, counted: { unread: number; ahead: number }): Promise<void> {
    const other = await newComputer();
    const { preview } = await other.restore(path);
    expect(preview).toMatchObject({ ...counted, holds: { products: 1, links: 1, waiting: 1 } });
    const all = [...allProducts(other.store), ...allLinks(other.store)].map(({ id }) => id);
    expect(all.sort()).toEqual([product.id, link.id].sort());
    await other.stop();
    await other.start();
    expect(other.app.frame.value().notices).toEqual([]);
    await checkNewIds(other);
  }
});

/** New records and changes have the current time, and follow all existing ones. */
async function checkNewIds(computer: Computer): Promise<void> {
  const { store } = computer;
  await store.ready;
  const { outbox } = store;
  const before = [...allProducts(store), ...allLinks(store), ...outbox.unfinished()].map(({ id }) => id);
  const id = await computer.product('A new one');
  const [change] = outbox.of(id);
  for (const made of [id, change?.id ?? '']) {
    expect(Math.abs(timeOfId(made) - Date.now())).toBeLessThan(DAY);
    expect(before.every((earlier) => earlier < made)).toBe(true);
  }
}

describe('the data folder', () => {
  /** Edits the changes in the outbox files while the app is closed. */
  async function rewriteOutbox(computer: Computer, change: (record: object) => object): Promise<void> {
    const { id } = computer.store;
    await computer.stop();
    const folder = join(computer.dataFolder, 'stores', id, 'outbox');
    for (const file of readdirSync(folder)) {
      const { version, records } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      writeFileSync(join(folder, file), JSON.stringify({ version, records: records.map(change) }));
    }
    await computer.start();
  }

  it('sets aside a change whose id has an impossible time, and puts the record in doubt', async () => {
    await rewriteOutbox(original, (record) =>
      (record as Action).subject === link.id ? { ...record, id: ABSURD } : record,
    );
    await expect.poll(() => original.store.outbox.of(link.id)).toMatchObject([{ reason: 'damaged' }]);
    expect(original.app.frame.value().notices).toMatchObject([{ title: 'A damaged file was set aside' }]);
    await checkNewIds(original);
  });

  it('keeps a change from a time when the clock was wrong, and lets later changes follow it', async () => {
    const save = (url: string) => unwrap(original.call['webhook.save']({ url, isOn: true, key: null }));
    await save('https://hook.example/one');
    const inDoubt = { id: uuidv7({ msecs: FAR }), state: 'needs-review', reason: 'answer-lost' };
    await rewriteOutbox(original, (record) =>
      (record as Action).subject === 'webhook' ? { ...record, ...inDoubt } : record,
    );
    expect(original.app.frame.value().notices).toEqual([]);
    await original.signIn(service);
    await save('https://hook.example/two');
    const waiting = original.store.outbox.of('webhook');
    expect(waiting.map(({ payload }) => 'url' in payload && payload.url.slice(-3))).toEqual(['one', 'two']);
    expect(waiting[1]).toMatchObject({ state: 'waiting' });
    // Anything but a change has the time of the clock.
    const id = await original.product('A new one');
    expect(Math.abs(timeOfId(id) - Date.now())).toBeLessThan(DAY);
    expect(Math.abs((original.store.catalog.products.get(id)?.rev.time ?? 0) - Date.now())).toBeLessThan(DAY);
    await unwrap(original.call['sync.sendAgain']({ id: inDoubt.id, tried: 0 }));
    await original.workOffline(false);
    await original.settled();
    const sent = service.changes.filter(({ method }) => method === 'PATCH').map(({ raw }) => raw);
    expect(sent).toEqual([expect.stringContaining('one'), expect.stringContaining('two')]);
  });

  it('keeps a product from a time when the clock was wrong, and gives new ones the current time', async () => {
    const { id } = original.store;
    await original.stop();
    const database = new Database(join(original.dataFolder, 'stores', id, 'catalog.db'), { what: 'it' });
    const rev = { time: FAR, counter: 3, device: 'other' };
    database.run('UPDATE products SET record = ?', JSON.stringify({ ...product, rev }));
    await database.close();
    await original.start();
    await original.store.ready;
    expect(original.store.catalog.products.get(product.id)?.rev).toEqual(rev);
    expect(original.app.frame.value().notices).toEqual([]);
    await checkNewIds(original);
  });
});
