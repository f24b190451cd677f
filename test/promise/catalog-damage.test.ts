// A damaged catalog database: its replacement, and what is reported.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Recovery } from '../../src/main/catalog/recover.ts';
import { Snapshots } from '../../src/main/catalog/snapshots.ts';
import { Database } from '../../src/main/storage/database.ts';
import { damagePageOf, damageText, overwrite } from '../support/damage-page.ts';
import { type OldCatalog, writeOldCatalog } from '../support/old-catalog.ts';
import { differences, filesIn, openCatalogIn } from '../support/open-old-catalog.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

let root: string;
/** A store folder that this process has not opened yet: SQLite caches what it knows about a file. */
let folder: string;
let path: string;
let records: OldCatalog;

const YESTERDAY = Date.UTC(2026, 10, 21, 9, 30);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'catalog-damage-'));
  records = await writeStore(root);
  folder = join(root, 'store');
  path = join(folder, 'catalog.db');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function writeStore(into: string): Promise<OldCatalog> {
  const built = join(into, 'built');
  const old = writeOldCatalog(built, { products: 5, links: 400, imported: 100, notImported: 30 });
  await (await openCatalogIn(built)).close();
  mkdirSync(join(into, 'store', 'snapshots'), { recursive: true });
  copyFileSync(join(built, 'catalog.db'), join(into, 'store', 'catalog.db'));
  return old;
}

const snapshotName = (at: number) => `${new Date(at).toISOString().replaceAll(':', '-')}.db`;
const addSnapshot = (at: number) => {
  const file = join(folder, 'snapshots', snapshotName(at));
  copyFileSync(path, file);
  return file;
};

const crash = () => writeFileSync(join(folder, 'catalog.in-use'), 'closing');

async function openReporting() {
  const recoveries: Recovery[] = [];
  const catalog = await openCatalogIn(folder, { onRecovery: (recovery) => recoveries.push(recovery) });
  return { catalog, recoveries };
}

const DAMAGES: Readonly<Record<string, () => void | Promise<void>>> = {
  'bytes of the header are flipped': () => overwrite(path, 0, Buffer.alloc(100, 0xa5)),
  'bytes of an inner page are flipped and the app was killed': async () => {
    await damagePageOf(path, 'links_listed');
    crash();
  },
  // Both are valid pages to SQLite. Its library aborts the process when it reads a text that is not UTF-8.
  'a text is not UTF-8 and the app was killed': () => {
    damageText(path, records.history[0]?.id ?? '', 0xff);
    crash();
  },
  'a record is not JSON and the app was killed': () => {
    damageText(path, '"productTitle"', 0x5b);
    crash();
  },
  'a text of the search index is not UTF-8 and the app was killed': async () => {
    const database = new Database(path, { what: 'It' });
    database.run(
      "UPDATE link_search_content SET c0 = CAST(x'61ff' AS TEXT) WHERE id = (SELECT max(position) FROM links)",
    );
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await database.close();
    crash();
  },
  'the file is cut short': () => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'the file is cut to nothing': () => truncateSync(path, 0),
  'the file is replaced by zeros': () => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'an earlier run has found damage': () => writeFileSync(join(folder, 'catalog.in-use'), 'damaged'),
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`restores the newest snapshot if ${what}`, async () => {
    addSnapshot(YESTERDAY);
    await damage();
    const damaged = readFileSync(path);
    const { catalog, recoveries } = await openReporting();
    expect(differences(catalog, records)).toEqual([]);
    expect(recoveries).toMatchObject([{ reason: 'damaged', snapshotAt: YESTERDAY }]);
    expect(readFileSync(recoveries[0]?.keptAs ?? '').equals(damaged)).toBe(true);
    expect(existsSync(join(folder, 'snapshots', snapshotName(YESTERDAY)))).toBe(true);
    // Writes continue, and the next start finds no error.
    catalog.addProduct({ ...catalog.newRecord(), ...sample() });
    await catalog.close();
    const again = await openCatalogIn(folder);
    expect(again.products.listed).toBe(6);
    await again.close();
  });
}

function sample() {
  const { fields, origin, serverId, state, defaultPrices, checkout, answer } = records.products[0] ?? fail();
  return { fields, origin, serverId, state, defaultPrices, checkout, answer };
}
const fail = (): never => {
  throw new Error('There is none');
};

test('restores the newest snapshot if the file is missing', async () => {
  addSnapshot(YESTERDAY);
  rmSync(path);
  const { catalog, recoveries } = await openReporting();
  expect(differences(catalog, records)).toEqual([]);
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
  expect(differences(catalog, records)).toEqual([]);
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
  const importId = records.imports[0]?.id ?? '';
  addSnapshot(YESTERDAY);
  truncateSync(path, 5_000);
  const { catalog } = await openReporting();
  expect(catalog.imports.notCreated(importId, 0, 1_000)).toEqual([]);
  expect(catalog.imports.counts(importId)).toMatchObject({ created: 130, attention: 30 });
  await catalog.close();
});

test('checks a database that was not closed in order, and keeps an intact one', async () => {
  crash();
  const catalog = await openCatalogIn(folder);
  expect(differences(catalog, records)).toEqual([]);
  expect(existsSync(join(folder, 'catalog.in-use'))).toBe(true);
  await catalog.close();
  expect(existsSync(join(folder, 'catalog.in-use'))).toBe(false);
});

test.each([
  ['an index', () => damagePageOf(path, 'history_of_subject')],
  ['a record', () => damageText(path, '"acceptedAt"', 0x5b)],
])('reports damage of %s found while the catalog is in use, and replaces it on the next start', async (_, damage) => {
  addSnapshot(YESTERDAY);
  await damage();
  const onDamage = vi.fn();
  const catalog = await openCatalogIn(folder, { onDamage });
  const look = () => catalog.history.sent(records.history[0]?.subject ?? '', 'link.create');
  expect(look).toThrow();
  expect(look).toThrow();
  expect(onDamage).toHaveBeenCalledTimes(1);
  await catalog.close();
  const { catalog: restored, recoveries } = await openReporting();
  expect(recoveries).toMatchObject([{ reason: 'damaged', snapshotAt: YESTERDAY }]);
  expect(restored.history.sent(records.history[0]?.subject ?? '', 'link.create')).toHaveLength(1);
  await restored.close();
});

test('reports a log that disappeared after a kill, and continues', async () => {
  const child = fork(join(import.meta.dirname, '../kill/open-catalog.ts'), [folder, 'stay'], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  child.send('begin');
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(`${path}-wal`);
  rmSync(`${path}-shm`);
  const onLogMissing = vi.fn();
  const catalog = await openCatalogIn(folder, { onLogMissing });
  expect(onLogMissing).toHaveBeenCalledTimes(1);
  expect(differences(catalog, records)).toEqual([]);
  await catalog.close();
});

const canMount = mountSmallDisk(100);
canMount?.close();
test.skipIf(canMount === null)('changes nothing if the disk is too full for the snapshot', async () => {
  const disk = mountSmallDisk(8_000);
  if (!disk) throw new Error('No disk');
  try {
    folder = join(disk.folder, 'store');
    mkdirSync(join(folder, 'snapshots'), { recursive: true });
    copyFileSync(path, join(folder, 'catalog.db'));
    path = join(folder, 'catalog.db');
    addSnapshot(YESTERDAY);
    overwrite(path, 0, Buffer.alloc(100));
    disk.fill(200_000);
    const before = readFileSync(path);
    await expect(openCatalogIn(folder)).rejects.toThrow('The catalog: the disk is full');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(filesIn(folder)).toEqual(['catalog.db', 'snapshots']);
    disk.drain();
    const { catalog, recoveries } = await openReporting();
    expect(recoveries).toMatchObject([{ snapshotAt: YESTERDAY }]);
    expect(differences(catalog, records)).toEqual([]);
    await catalog.close();
  } finally {
    disk.close();
  }
});

// ---- snapshots

const snapshotsOf = (now: () => number, onFailure = vi.fn()) =>
  new Snapshots(folder, { database: { path, what: 'The catalog' }, now, onFailure });
const DAY = 24 * 60 * 60_000;

test('makes one complete snapshot on each day with changes', async () => {
  let now = Date.now();
  const snapshots = snapshotsOf(() => now);
  await snapshots.takeToday();
  expect(snapshots.list()).toHaveLength(1);
  now += 1;
  await snapshots.takeToday();
  expect(snapshots.list()).toHaveLength(1);
  now += DAY;
  await snapshots.takeToday();
  expect(snapshots.list()).toHaveLength(1);
  const catalog = await openCatalogIn(folder);
  catalog.addProduct({ ...catalog.newRecord(), ...sample() });
  now = Date.now() - DAY / 2;
  await catalog.close();
  rmSync(snapshots.list()[0]?.path ?? '');
  addSnapshot(now - 2 * DAY);
  now = Date.now();
  await snapshots.takeToday();
  expect(snapshots.list()).toHaveLength(2);
  const [newest] = snapshots.list();
  const copy = new Database(newest?.path ?? '', { what: 'It', readonly: true });
  expect(copy.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  expect(copy.all<{ rows: number }>('SELECT count(*) AS rows FROM products')).toEqual([{ rows: 6 }]);
  await copy.close();
  if (process.platform !== 'win32') expect(statSync(newest?.path ?? '').mode & 0o077).toBe(0);
});

test('keeps the last seven, and none from when the clock was ahead instead of a valid one', async () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => addSnapshot(now - day * DAY));
  const ahead = addSnapshot(now + 1_000 * DAY);
  writeFileSync(join(folder, 'snapshots', `${snapshotName(now)}.tmp`), 'cut short');
  const snapshots = snapshotsOf(() => now);
  await snapshots.take();
  expect(snapshots.list().map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => now - day * DAY));
  expect(existsSync(ahead)).toBe(false);
  expect(existsSync(days[6] ?? '')).toBe(false);
  expect(filesIn(join(folder, 'snapshots'))).toHaveLength(7);
});

test.each([
  ['a page', () => damagePageOf(path, 'links_listed')],
  ['a text', () => damageText(path, '"productTitle"', 0xff)],
])('removes no older snapshot if %s of the database is damaged, and reports the damage', async (_, damage) => {
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
});

test.skipIf(canMount === null)(
  'says once that the disk is too full for a snapshot, and leaves nothing of it',
  async () => {
    const disk = mountSmallDisk(8_000);
    if (!disk) throw new Error('No disk');
    try {
      folder = join(disk.folder, 'store');
      mkdirSync(folder);
      copyFileSync(path, join(folder, 'catalog.db'));
      path = join(folder, 'catalog.db');
      disk.fill(200_000);
      const onFailure = vi.fn();
      const snapshots = snapshotsOf(Date.now, onFailure);
      await snapshots.takeToday();
      await snapshots.takeToday();
      expect(onFailure).toHaveBeenCalledTimes(1);
      expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ message: 'The catalog: the disk is full' });
      expect(filesIn(join(folder, 'snapshots'))).toEqual([]);
      disk.drain();
      await snapshots.takeToday();
      expect(snapshots.list()).toHaveLength(1);
    } finally {
      disk.close();
    }
  },
);

test('makes a snapshot before a schema migration', async () => {
  const { CATALOG_MIGRATIONS } = await import('../../src/main/catalog/schema.ts');
  const catalog = await openCatalogIn(folder, {
    migrations: [...CATALOG_MIGRATIONS, (database) => database.exec('DROP TABLE sales')],
  });
  await catalog.close();
  const [snapshot] = snapshotsOf(Date.now).list();
  const copy = new Database(snapshot?.path ?? '', { what: 'It', readonly: true });
  expect(copy.all('SELECT id FROM sales')).toHaveLength(100);
  await copy.close();
});
