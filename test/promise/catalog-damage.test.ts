// A damaged catalog database: it is replaced by its newest snapshot, is kept, and loses no accepted change.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Recovery } from '../../src/main/catalog/recover.ts';
import { Snapshots } from '../../src/main/catalog/snapshots.ts';
import { Database } from '../../src/main/storage/database.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import { type Computer, draft } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { damagePageOf, damageText, overwrite } from '../support/damage-page.ts';
import { newFolder, removeFolder, temporaryFolder } from '../support/folder.ts';
import { openCatalogIn } from '../support/open-catalog.ts';
import { buildAction } from '../support/outbox-actions.ts';
import { saleOf } from '../support/sale.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';

const YESTERDAY = Date.UTC(2026, 10, 21, 9, 30);
const DAY = 24 * 60 * 60_000;
const [LINKS, CREATED, NOT_CREATED] = [100, 40, 10];

let built: string;
/** Everything in the built catalog. */
let content: object;
let first: { history: string; subject: string; importId: string };
/** A store folder that this process has not opened yet: SQLite caches what it knows about a file. */
let folder: string;
let path: string;

const contentOf = ({ products, links, history, sales, imports }: Catalog) => ({
  products: [...products.all()].flat(),
  links: [...links.all()].flat(),
  history: [...history.all()].flat(),
  sales: [...sales.all()].flat(),
  rows: imports.all().map(({ id }) => [...imports.rows(id)].flat().map(({ row }) => row)),
  listed: links.count(null),
});

const newProduct = (catalog: Catalog): ProductRecord => ({
  ...catalog.newRecord(),
  fields: { buttonTitle: 'Buy', productTitle: 'Coaching hour', productDescription: '' },
  ...{ origin: 'desk', serverId: 1, state: 'published', defaultPrices: [], checkout: null, answer: '{}' },
});

async function build(into: string): Promise<void> {
  const catalog = await openCatalogIn(into);
  const product = newProduct(catalog);
  catalog.addProduct(product);
  const newLink = (order: number): LinkRecord => ({
    ...{ ...catalog.newRecord(), productId: product.id, ...draft(`order-${order}`), origin: 'desk' },
    ...{ paymentLink: `https://checkout.example/mara/1?uuid=${order}`, answer: '{}' },
  });
  const links = Array.from({ length: LINKS + NOT_CREATED }, (_, order) => newLink(order));
  const importId = catalog.newRecord().id;
  const file = { name: 'orders.csv', hash: 'hash', delimiter: ',', header: ['order'], roles: [] };
  const rows = { rows: CREATED + NOT_CREATED, bad: 0, chosen: CREATED + NOT_CREATED, stopped: '', settled: null };
  catalog.transaction(() => {
    catalog.imports.put({ ...catalog.newRecord(), ...file, ...rows, id: importId } as never);
    for (const [at, link] of links.slice(LINKS - CREATED).entries()) {
      const { id, productId, prices, useOnce, metadata } = link;
      const planned = { id, productId, draft: { prices: [...prices], useOnce, metadata } };
      const row = { line: at + 2, cells: [`order ${at}`], errors: [], warnings: [], chosen: true, link: planned };
      catalog.imports.addRow(importId, at, row);
    }
    for (const [at, link] of links.slice(0, LINKS).entries()) {
      catalog.links.put(link);
      if (at % 4 === 0) catalog.sales.take(saleOf({ id: `sale-${at}`, linkId: link.id, at }));
      if (at % 2 === 0) {
        const { id, rev } = catalog.newRecord();
        const ended = { state: 'done', ending: 'sent', acceptedAt: at + 1, endedAt: at + 2 } as const;
        catalog.addHistory(buildAction('link.create', { id, rev, subject: link.id, ...ended }));
      }
    }
  });
  content = contentOf(catalog);
  const [action] = [...catalog.history.all()].flat();
  first = { history: action?.id ?? '', subject: action?.subject ?? '', importId };
  await catalog.close();
}

beforeAll(async () => {
  built = newFolder();
  await build(built);
});
afterAll(() => removeFolder(built));

function newStore(into = temporaryFolder()): void {
  folder = join(into, 'store');
  path = join(folder, 'catalog.db');
  mkdirSync(join(folder, 'snapshots'), { recursive: true });
  copyFileSync(join(built, 'catalog.db'), path);
}
beforeEach(() => newStore());

const snapshotName = (at: number) => `${new Date(at).toISOString().replaceAll(':', '-')}.db`;
const addSnapshot = (at: number) => {
  const file = join(folder, 'snapshots', snapshotName(at));
  copyFileSync(path, file);
  return file;
};
const mark = (state: string) => writeFileSync(join(folder, 'catalog.in-use'), state);
const crash = () => mark('closing');
const filesIn = (where: string) => readdirSync(where).filter((name) => !/-(wal|shm)$/.test(name));

async function openReporting() {
  const recoveries: Recovery[] = [];
  const catalog = await openCatalogIn(folder, { onRecovery: (recovery) => recoveries.push(recovery) });
  return { catalog, recoveries };
}

test('restores the newest snapshot and keeps the damaged file, whatever the damage', async () => {
  const damages: Readonly<Record<string, () => void | Promise<void>>> = {
    'flipped bytes of the header': () => overwrite(path, 0, Buffer.alloc(100, 0xa5)),
    'flipped bytes of an inner page, and a crash': () => damagePageOf(path, 'links_listed').then(crash),
    // Both are valid pages to SQLite. Its library aborts the process when it reads a text that is not UTF-8.
    'a text that is not UTF-8, and a crash': () => {
      damageText(path, first.history, 0xff);
      crash();
    },
    'a record that is not JSON, and a crash': () => {
      damageText(path, '"productTitle"', 0x5b);
      crash();
    },
    'a text of the search index that is not UTF-8, and a crash': async () => {
      const database = new Database(path, { what: 'It' });
      database.run(
        "UPDATE link_search_content SET c0 = CAST(x'61ff' AS TEXT) WHERE id = (SELECT max(rowid) FROM links)",
      );
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      await database.close();
      crash();
    },
    'half a file': () => truncateSync(path, Math.floor(statSync(path).size / 2)),
    'an empty file': () => truncateSync(path, 0),
    zeros: () => writeFileSync(path, Buffer.alloc(statSync(path).size)),
    'damage found by an earlier run': () => mark('damaged'),
  };
  for (const [what, damage] of Object.entries(damages)) {
    newStore();
    addSnapshot(YESTERDAY);
    await damage();
    const damaged = readFileSync(path);
    const { catalog, recoveries } = await openReporting();
    expect(contentOf(catalog), what).toEqual(content);
    expect(recoveries, what).toMatchObject([{ reason: 'damaged', snapshotAt: YESTERDAY }]);
    expect(readFileSync(recoveries[0]?.keptAs ?? '').equals(damaged), what).toBe(true);
    expect(existsSync(join(folder, 'snapshots', snapshotName(YESTERDAY))), what).toBe(true);
    catalog.addProduct(newProduct(catalog));
    await catalog.close();
  }
  // Writes continued, and the next start finds no error.
  const again = await openCatalogIn(folder);
  expect(again.products.listed).toBe(2);
  await again.close();
});

test('restores the newest snapshot if the file is missing', async () => {
  addSnapshot(YESTERDAY);
  rmSync(path);
  const { catalog, recoveries } = await openReporting();
  expect(contentOf(catalog)).toEqual(content);
  expect(recoveries).toEqual([{ reason: 'missing', keptAs: null, snapshotAt: YESTERDAY }]);
  await catalog.close();
});

test('skips a damaged snapshot, and one from when the clock was ahead', async () => {
  const older = addSnapshot(YESTERDAY - 1);
  truncateSync(addSnapshot(YESTERDAY), 10_000);
  await damagePageOf(addSnapshot(YESTERDAY + 1), 'links_listed');
  addSnapshot(Date.UTC(2126, 0));
  overwrite(path, 0, Buffer.alloc(100));
  const { catalog, recoveries } = await openReporting();
  expect(recoveries).toMatchObject([{ snapshotAt: YESTERDAY - 1 }]);
  expect(existsSync(older)).toBe(true);
  expect(contentOf(catalog)).toEqual(content);
  await catalog.close();
});

test('starts with an empty catalog without a snapshot, and keeps the damaged one', async () => {
  truncateSync(path, 5_000);
  const { catalog, recoveries } = await openReporting();
  expect(catalog.products.listed).toBe(0);
  expect(recoveries).toMatchObject([{ reason: 'damaged', snapshotAt: null }]);
  expect(statSync(recoveries[0]?.keptAs ?? '').size).toBe(5_000);
  await catalog.close();
});

test('does not offer rows of an import that may have been created after the snapshot', async () => {
  addSnapshot(YESTERDAY);
  truncateSync(path, 5_000);
  const { catalog } = await openReporting();
  expect(catalog.imports.notCreated(first.importId, 0, 1_000)).toEqual([]);
  expect(catalog.imports.counts(first.importId)).toMatchObject({
    created: CREATED + NOT_CREATED,
    attention: NOT_CREATED,
  });
  await catalog.close();
});

test('keeps an intact database after a crash, and reports a log that disappeared', async () => {
  crash();
  const catalog = await openCatalogIn(folder);
  expect(contentOf(catalog)).toEqual(content);
  expect(existsSync(join(folder, 'catalog.in-use'))).toBe(true);
  await catalog.close();
  expect(existsSync(join(folder, 'catalog.in-use'))).toBe(false);

  // A killed app leaves its write-ahead log.
  mark('open');
  const onLogMissing = vi.fn();
  const again = await openCatalogIn(folder, { onLogMissing });
  expect(onLogMissing).toHaveBeenCalledOnce();
  expect(contentOf(again)).toEqual(content);
  await again.close();
});

test('reports damage that is found in use once, and replaces the catalog on the next start', async () => {
  for (const damage of [() => damagePageOf(path, 'history_of_subject'), () => damageText(path, '"acceptedAt"', 0x5b)]) {
    newStore();
    addSnapshot(YESTERDAY);
    await damage();
    const onDamage = vi.fn();
    const catalog = await openCatalogIn(folder, { onDamage });
    const look = () => catalog.history.sent(first.subject, 'link.create');
    expect(look).toThrow();
    expect(look).toThrow();
    expect(onDamage).toHaveBeenCalledTimes(1);
    await catalog.close();
    const { catalog: restored, recoveries } = await openReporting();
    expect(recoveries).toMatchObject([{ reason: 'damaged', snapshotAt: YESTERDAY }]);
    expect(restored.history.sent(first.subject, 'link.create')).toHaveLength(1);
    await restored.close();
  }
});

// ---- snapshots

const snapshotsOf = (now: () => number, onFailure = vi.fn()) =>
  new Snapshots(folder, { database: { path, what: 'The catalog' }, now, onFailure });

test('changes nothing if the disk is too full to restore or to make a snapshot, and says so', async (context) => {
  const disk = mountSmallDisk(8_000);
  if (!disk) return context.skip();
  try {
    newStore(disk.folder);
    addSnapshot(YESTERDAY);
    const intact = readFileSync(path);
    overwrite(path, 0, Buffer.alloc(100));
    const damaged = readFileSync(path);
    disk.fill(100_000);
    await expect(openCatalogIn(folder)).rejects.toThrow('The catalog: the disk is full');
    expect(readFileSync(path).equals(damaged)).toBe(true);
    expect(filesIn(folder).sort()).toEqual(['catalog.db', 'catalog.in-use', 'snapshots']);

    writeFileSync(path, intact);
    const onFailure = vi.fn();
    const snapshots = snapshotsOf(Date.now, onFailure);
    await snapshots.takeToday();
    await snapshots.takeToday();
    expect(onFailure).toHaveBeenCalledOnce();
    expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ message: 'The catalog: the disk is full' });
    expect(filesIn(join(folder, 'snapshots'))).toHaveLength(1);
    disk.drain();
    await snapshots.takeToday();
    expect(snapshots.list()).toHaveLength(2);
  } finally {
    disk.close();
  }
});

test('makes one complete snapshot on each day with changes, and keeps the last seven', async () => {
  let now = Date.now();
  utimesSync(path, now / 1_000 - 60, now / 1_000 - 60);
  const snapshots = snapshotsOf(() => now);
  // Twice on the day of the last change, and on the next day without a change.
  for (const later of [0, 1, DAY]) {
    now += later;
    await snapshots.takeToday();
    expect(snapshots.list()).toHaveLength(1);
  }
  const catalog = await openCatalogIn(folder);
  catalog.addProduct(newProduct(catalog));
  await catalog.close();
  rmSync(snapshots.list()[0]?.path ?? '');
  now = Date.now();
  for (const day of [1, 2, 3, 4, 5, 6, 7]) addSnapshot(now - day * DAY);
  const ahead = addSnapshot(now + 1_000 * DAY);
  writeFileSync(join(folder, 'snapshots', `${snapshotName(now)}.tmp`), 'cut short');
  await snapshots.take();
  expect(snapshots.list().map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => now - day * DAY));
  expect(existsSync(ahead)).toBe(false);
  expect(filesIn(join(folder, 'snapshots'))).toHaveLength(7);
  const newest = snapshots.list()[0]?.path ?? '';
  const copy = new Database(newest, { what: 'It', readonly: true });
  expect(copy.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  expect(copy.all<{ rows: number }>('SELECT count(*) AS rows FROM products')).toEqual([{ rows: 2 }]);
  await copy.close();
  if (process.platform !== 'win32') expect(statSync(newest).mode & 0o077).toBe(0);
});

test('removes no older snapshot of a damaged database, and reports the damage', async () => {
  for (const damage of [() => damagePageOf(path, 'links_listed'), () => damageText(path, '"productTitle"', 0xff)]) {
    newStore();
    const now = Date.UTC(2026, 10, 22, 12);
    for (const day of [1, 2, 3, 4, 5, 6, 7]) addSnapshot(now - day * DAY);
    await damage();
    const snapshots = snapshotsOf(() => now);
    const onDamage = vi.fn();
    snapshots.start(onDamage);
    await snapshots.takeToday();
    await snapshots.stop();
    expect(onDamage).toHaveBeenCalledTimes(1);
    expect(snapshots.list()).toHaveLength(7);
  }
});

// ---- damage while the app runs

const lookAtHistory = async (computer: Computer) => computer.call['sync.history']({ search: '', offset: 0, limit: 10 });

test('a catalog that shows damage in use is replaced, plus the waiting changes; a second time it stays closed', async () => {
  const { service, newComputer } = await startComputers();
  const computer = await newComputer();
  await computer.signIn(service);
  const product = await computer.product('Coaching hour');
  await computer.link(product, 'before');
  await computer.settled();
  const { folder: storeFolder } = computer.store.deps;
  const database = { path: join(storeFolder, 'catalog.db'), what: 'The catalog' };
  await new Snapshots(storeFolder, { database, now: Date.now, onFailure: () => undefined }).take();
  await computer.workOffline(true);
  await computer.link(product, 'after');
  await computer.stop();
  await damagePageOf(database.path, 'history_listed');
  await computer.start();
  await computer.store.ready;
  const damaged = computer.store;
  await computer.link(product, 'while damaged');
  await expect(lookAtHistory(computer)).rejects.toThrow();
  await until('the store is open again', () => computer.app.manager.current().ok && computer.store !== damaged);
  await computer.store.ready;
  const orders = () => activeLinks(computer.store).map(({ metadata }) => metadata[0]?.value);
  await until('all links are there', () => orders().length === 3);
  expect(orders().sort()).toEqual(['after', 'before', 'while damaged']);
  const kept = readdirSync(storeFolder).find((name) => name.startsWith('catalog.db.damaged-') && name.endsWith('Z'));
  expect(computer.app.frame.value().notices[0]?.message).toContain(join(storeFolder, kept ?? 'nothing'));
  await computer.signIn(service);
  await computer.workOffline(false);
  await computer.settled();
  expect(service.changes.filter(({ path: at }) => at.includes('payment-links'))).toHaveLength(3);

  const notices = computer.app.frame.value().notices.length;
  computer.store.deps.onDamage?.(computer.store);
  await until('it is closed', () => !computer.app.manager.current().ok);
  expect(computer.app.frame.value().notices.length).toBeGreaterThan(notices);
});
