// A damaged catalog database is set aside and replaced by the newest copy, and no accepted change is lost.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Catalog, CatalogRecords } from '../../src/main/catalog/catalog.ts';
import type { CatalogCopy, Recovery } from '../../src/main/catalog/open-catalog.ts';
import { DamagedDatabaseError, Database } from '../../src/main/storage/database.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import { activeLinks, newLink, newProduct } from '../support/catalog-rows.ts';
import { type Computer, draft, fakeKeyStore, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { damagePageOf, damageText, overwrite } from '../support/damage-page.ts';
import { newFolder, removeFolder, temporaryFolder } from '../support/folder.ts';
import { importing, ordersCsv } from '../support/import-file.ts';
import { openCatalogIn } from '../support/open-catalog.ts';
import { buildChange } from '../support/outbox-changes.ts';
import { saleOf } from '../support/sale.ts';
import { until } from '../support/until.ts';

const YESTERDAY = Date.UTC(2026, 10, 21, 9, 30);
const LINKS = 300;

let folder: string;
let path: string;
/** A copy of the catalog that `build` has written. */
let copy: CatalogCopy;

const recordsOf = ({ products, links, history, sales, held, currencies, templates }: Catalog): CatalogRecords => ({
  products: products.all(),
  links: links.all(),
  history: history.all(),
  sales: [...sales.batches()].flat(),
  held: held.all(),
  currencies: currencies.all(),
  templates: templates.all(),
});

async function build(into: string): Promise<void> {
  const catalog = await openCatalogIn(into);
  const product = newProduct(catalog, 'Coaching hour', { serverId: 1, state: 'published', answer: '{}' });
  catalog.transaction(() => catalog.products.put(product));
  catalog.transaction(() => {
    for (let order = 0; order < LINKS; order += 1) {
      const paymentLink = `https://checkout.example/mara/1?uuid=${order}`;
      const link = newLink(catalog, product.id, { ...draft(`order-${order}`), paymentLink, answer: '{}' });
      catalog.links.put(link);
      if (order % 4 === 0) catalog.sales.merge(saleOf({ id: `sale-${order}`, linkId: link.id, at: order }));
      if (order % 2 === 0) {
        const { id, rev } = catalog.newRecord();
        const ended = { state: 'done', ending: 'sent', acceptedAt: order + 1, endedAt: order + 2 } as const;
        catalog.history.put(buildChange('link.create', { id, rev, subject: link.id, ...ended }));
        if (order === 0) catalog.held.put(buildChange('link.delete', { ...catalog.newRecord(), restoredFrom: 1 }));
      }
    }
  });
  copy = { at: YESTERDAY, record: {} as StoreRecord, ...recordsOf(catalog), webhook: { saved: null, tests: [] } };
  await catalog.close();
  const database = new Database(join(into, 'catalog.db'), { what: 'It' });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await database.close();
}

let built: string;
beforeAll(async () => {
  built = newFolder();
  await build(built);
});
afterAll(() => removeFolder(built));

/** Copies the built catalog into a new folder each time, because SQLite caches what it knows about a file. */
function newStore(into = temporaryFolder()): void {
  folder = join(into, 'store');
  path = join(folder, 'catalog.db');
  mkdirSync(folder);
  copyFileSync(join(built, 'catalog.db'), path);
}
beforeEach(() => newStore());

/** Opens the catalog with these copies, the newest first. */
async function openWith(newest: CatalogCopy | null = copy, exist = newest !== null) {
  const recoveries: Recovery[] = [];
  const copies = { exist: () => exist, newest: () => Promise.resolve(newest) };
  const catalog = await openCatalogIn(folder, { copies, onRecovery: (recovery) => recoveries.push(recovery) });
  return { catalog, recoveries };
}

test('restores the newest copy, and keeps the damaged file, whatever the damage', async () => {
  const damages: Readonly<Record<string, () => void | Promise<void>>> = {
    'flipped bytes of the header': () => overwrite(path, 0, Buffer.alloc(100, 0xa5)),
    'half a file': () => truncateSync(path, Math.floor(statSync(path).size / 2)),
    'an empty file': () => truncateSync(path, 0),
    zeros: () => writeFileSync(path, Buffer.alloc(statSync(path).size)),
    'no file': () => rmSync(path),
    'a log of zeros': () => writeFileSync(`${path}-wal`, Buffer.alloc(4_096)),
    'no version': async () => {
      const database = new Database(path, { what: 'It' });
      database.exec('PRAGMA user_version = 0; PRAGMA wal_checkpoint(TRUNCATE)');
      await database.close();
    },
  };
  for (const [what, damage] of Object.entries(damages)) {
    newStore();
    await damage();
    const damaged = existsSync(path) ? readFileSync(path) : null;
    const { catalog, recoveries } = await openWith();
    expect({ ...copy, ...recordsOf(catalog) }, what).toEqual(copy);
    expect(recoveries, what).toMatchObject([{ copyAt: YESTERDAY }]);
    const { keptAs } = recoveries[0] ?? expect.fail();
    expect(keptAs === null ? damaged === null : damaged?.equals(readFileSync(keptAs)), what).toBe(true);
    await catalog.close();
    // The next start finds no damage.
    await (await openCatalogIn(folder)).close();
  }
});

test('starts with an empty catalog if no copy can be read, and keeps the damaged one', async () => {
  truncateSync(path, 5_000);
  const { catalog, recoveries } = await openWith(null, true);
  expect(catalog.products.listed).toBe(0);
  expect(recoveries).toMatchObject([{ copyAt: null }]);
  expect(statSync(recoveries[0]?.keptAs ?? '').size).toBe(5_000);
  await catalog.close();
});

test('repeats a replacement that failed in the middle at the next start', async () => {
  overwrite(path, 0, Buffer.alloc(100));
  const { links } = copy;
  const broken = [...links.slice(0, LINKS / 2), { ...links[LINKS / 2], metadata: null } as never];
  await expect(openWith({ ...copy, links: broken })).rejects.toThrow();
  const between = new Database(path, { what: 'It' });
  expect(between.all('SELECT name FROM sqlite_schema')).toEqual([]);
  await between.close();
  const { catalog } = await openWith();
  expect({ ...copy, ...recordsOf(catalog) }).toEqual(copy);
  await catalog.close();
});

test('reports damage found in use only once, and replaces the catalog when it is opened again', async () => {
  const ended = copy.history[0] ?? expect.fail();
  for (const damage of [() => damagePageOf(path, 'history_of_subject'), () => damageText(path, '"acceptedAt"', 0x5b)]) {
    newStore();
    await damage();
    const onDamage = vi.fn();
    const catalog = await openCatalogIn(folder, { onDamage });
    const look = () => catalog.history.sentSince(ended);
    expect(look).toThrow();
    expect(look).toThrow();
    expect(onDamage).toHaveBeenCalledTimes(1);
    await catalog.close();
    const copies = { exist: () => true, newest: () => Promise.resolve(copy) };
    const restored = await openCatalogIn(folder, { copies, isDamaged: true, onRecovery: () => undefined });
    expect(restored.history.get(ended.id)).toEqual(ended);
    await restored.close();
  }
});

test('counts a record that lacks a value as damage, and a database of another store', async () => {
  const [link] = copy.links;
  const database = new Database(path, { what: 'It' });
  database.run(`UPDATE links SET record = replace(record, '"metadata"', '"metadatb"')`);
  database.run(
    `INSERT INTO currencies VALUES ('9', ?)`,
    JSON.stringify({ ...copy.links[0], value: { id: 9, nane: 'x' } }),
  );
  await database.close();
  const catalog = await openCatalogIn(folder);
  const query = { search: '', productId: null, sync: 'all', useOnce: null, sold: false } as const;
  await expect(catalog.links.list.page(query, 0, 9)).rejects.toThrow(DamagedDatabaseError);
  expect(() => catalog.links.get(link?.id ?? '')).toThrow(DamagedDatabaseError);
  expect(() => catalog.currencies.list()).toThrow(DamagedDatabaseError);
  catalog.fact('store', {}).save({ id: 'another' });
  await catalog.close();
  const onRecovery = vi.fn();
  await (await openCatalogIn(folder, { storeId: 'this one', isKnown: true, onRecovery })).close();
  expect(onRecovery).toHaveBeenCalledTimes(1);
});

// ---- in the app

/** Returns a restart with the copies of this moment, because the copy written on closing would contain everything. */
function keepCopies(computer: Computer): (damage: (database: string) => unknown) => Promise<void> {
  const [copies, kept] = [join(computer.dataFolder, 'backups'), join(temporaryFolder(), 'kept')];
  cpSync(copies, kept, { recursive: true });
  return async (damage) => {
    const database = join(computer.store.deps.folder, 'catalog.db');
    await computer.stop();
    rmSync(copies, { recursive: true });
    cpSync(kept, copies, { recursive: true });
    await damage(database);
    await computer.start();
    await computer.store.ready;
  };
}

const lookAtHistory = async (computer: Computer) => computer.call['sync.history']({ search: '', offset: 0, limit: 10 });

test('damage found in use restores the daily copy and the waiting changes; a second time, the store stays closed', async () => {
  const { service, computer } = await startSignedIn();
  const product = await computer.product('Coaching hour');
  await computer.link(product, 'before');
  await computer.settled();
  await computer.app.backups.copies.makeDue();
  await computer.workOffline(true);
  await computer.link(product, 'after');
  const { folder: storeFolder } = computer.store.deps;
  await keepCopies(computer)((database) => damagePageOf(database, 'history_listed'));
  const damaged = computer.store;
  await computer.link(product, 'while damaged');
  await expect(lookAtHistory(computer)).rejects.toThrow();
  await until('the store is open again', () => computer.app.manager.current().ok && computer.store !== damaged);
  await computer.store.ready;
  const orders = () => activeLinks(computer.store).map(({ metadata }) => metadata[0]?.value);
  await until('all links are there', () => orders().length === 3);
  expect(orders().sort()).toEqual(['after', 'before', 'while damaged']);
  const damagedFile = readdirSync(storeFolder).find(
    (name) => name.startsWith('catalog.db.damaged-') && name.endsWith('Z'),
  );
  expect(computer.app.frame().notices[0]?.message).toContain(join(storeFolder, damagedFile ?? 'nothing'));
  await computer.signIn(service);
  await computer.workOffline(false);
  await computer.settled();
  expect(service.changes.filter(({ path: at }) => at.includes('payment-links'))).toHaveLength(3);

  const notices = computer.app.frame().notices.length;
  computer.store.deps.onDamage?.(computer.store);
  await until('it is closed', () => !computer.app.manager.current().ok);
  expect(computer.app.frame().notices.length).toBeGreaterThan(notices);
});

test.each(['facts', 'import_rows_by_kind'])(
  'if %s is damaged at the start, each waiting change is sent once and keeps its result',
  async (page) => {
    const { service, computer } = await startSignedIn((one) => {
      one.keyStore = fakeKeyStore;
    });
    const product = await computer.product('Coaching hour');
    await computer.settled();
    await computer.app.backups.copies.makeDue();
    await computer.workOffline(true);
    const orders = Array.from({ length: 12 }, (_, order) => `${order}`);
    for (const order of orders) await computer.link(product, order);
    computer.store.suspend();
    computer.app.registry.change(computer.store.id, { workOffline: false });
    const { folder: storeFolder } = computer.store.deps;
    await computer.stop();
    await damagePageOf(join(storeFolder, 'catalog.db'), page);
    service.decide = () => ({ kind: 'slow', before: 20, after: 20 });
    const from = service.changes.length;
    await computer.start();
    await until('something is said', () => computer.app.frame().notices.length > 0);
    await computer.signIn(service);
    await computer.settled();
    const sent = service.changes.slice(from).map(({ raw }) => JSON.parse(raw).metadata.order);
    expect(sent.sort()).toEqual(orders.toSorted());
    expect(activeLinks(computer.store).filter(({ paymentLink }) => paymentLink === null)).toEqual([]);
  },
);

test('changes that were staged in the restored copy wait for the seller, and are sent once', async () => {
  const { service, computer } = await startSignedIn();
  await computer.product('Logo design');
  await computer.settled();
  await computer.workOffline(true);
  const { read, create } = importing(() => computer);
  await read(ordersCsv(2));
  await create();
  await computer.app.backups.copies.makeDue();
  await keepCopies(computer)(rmSync);
  expect(computer.store.status()).toMatchObject({ waiting: 0, attention: 2 });
  expect(await unwrap(computer.call['sync.sendHeld']())).toEqual({ count: 2 });
  await computer.signIn(service);
  await computer.workOffline(false);
  await computer.settled();
  expect(service.changes.filter(({ path }) => path.includes('payment-links'))).toHaveLength(2);
});

test('changes sent after the copy was made are in doubt and not sent again; a change that still waits is sent', async () => {
  const { service, computer } = await startSignedIn();
  const product = await computer.product('Coaching hour');
  await computer.settled();
  await computer.workOffline(true);
  for (const order of ['sent after the copy', 'sent after the copy, too']) await computer.link(product, order);
  await computer.app.backups.copies.makeDue();
  const restart = keepCopies(computer);
  await computer.workOffline(false);
  await computer.settled();
  await computer.workOffline(true);
  await computer.link(product, 'still waiting');
  await restart(rmSync);
  await until('the lost ones are in doubt', () => computer.store.outbox.status().attention === 2);
  const sent = service.changes.length;
  await computer.signIn(service);
  await computer.workOffline(false);
  await until('the last one is sent', () => service.changes.length > sent);
  await computer.settled();
  expect(service.changes.slice(sent).map(({ raw }) => JSON.parse(raw).metadata)).toEqual([{ order: 'still waiting' }]);
  expect(existsSync(join(computer.store.deps.folder, 'catalog.db'))).toBe(true);
});

test('a store is recovered if the list of stores is damaged, from its copy if its database is damaged too', async () => {
  const { computer } = await startSignedIn();
  await computer.link(await computer.product('Coaching hour'), '1');
  await computer.settled();
  const { id } = computer.store;
  const storeFolder = computer.store.deps.folder;
  for (const damaged of [[], [join(storeFolder, 'catalog.db')]]) {
    await computer.stop();
    // A file of the system next to the folders is not a store.
    for (const part of ['stores', 'backups']) writeFileSync(join(computer.dataFolder, part, '.DS_Store'), '');
    for (const file of [join(computer.dataFolder, 'stores.json'), ...damaged]) {
      writeFileSync(file, Buffer.alloc(statSync(file).size));
    }
    await computer.start();
    await computer.store.ready;
    expect(computer.store.id).toBe(id);
    expect(activeLinks(computer.store)).toHaveLength(1);
    expect(computer.store.deps.record().workOffline).toBe(damaged.length > 0);
    const titles = computer.app.frame().notices.map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual(['A damaged file was set aside', 'Stores were recovered']);
    expect(titles).toHaveLength(2 + damaged.length);
  }
  await computer.stop();
  const list = join(computer.dataFolder, 'stores.json');
  const { version, value } = JSON.parse(readFileSync(list, 'utf8'));
  writeFileSync(list, JSON.stringify({ version, value: { ...value, stores: [], currentStoreId: 'unknown' } }));
  await computer.start();
  await computer.store.ready;
  expect(computer.store.id).toBe(id);
});

test('a sign-in is refused while the catalog of its store cannot be opened', async () => {
  const { computer, service } = await startSignedIn();
  const path = join(computer.store.deps.folder, 'catalog.db');
  await computer.stop();
  rmSync(path);
  mkdirSync(path);
  await computer.start();
  await expect(computer.signIn(service)).rejects.toThrow();
});

test('a store that loses its database before its first copy is reported', async () => {
  const { computer } = await startSignedIn();
  const { folder: storeFolder } = computer.store.deps;
  await computer.stop();
  rmSync(join(computer.dataFolder, 'backups'), { recursive: true, force: true });
  truncateSync(join(storeFolder, 'catalog.db'));
  await computer.start();
  await computer.store.ready;
  expect(computer.app.frame().notices).toHaveLength(1);
});
