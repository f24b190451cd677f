// What the database module guarantees beyond SQLite.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Checkpoints } from '../../src/main/catalog/checkpoints.ts';
import { Reader } from '../../src/main/catalog/reader.ts';
import { DamagedDatabaseError, Database, storageErrorOf } from '../../src/main/storage/database.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const OPTIONS = { what: 'The values' };
let database: Database;
beforeEach(() => {
  database = new Database(join(temporaryFolder(), 'values.db'), OPTIONS);
  database.exec('CREATE TABLE t (value TEXT NOT NULL)');
});
afterEach(() => database.close());

const insert = (value: string | null) => database.run('INSERT INTO t VALUES (?)', value);
const values = (from: Database) => from.all<{ value: string }>('SELECT value FROM t').map(({ value }) => value);

it('commits all writes of a long transaction, or none, and shows none before its end', async () => {
  const other = new Database(database.path, { ...OPTIONS, readonly: true });
  const write = async (last: string | null) => {
    await database.longTransaction(async () => {
      insert('first');
      await new Promise((resolve) => setImmediate(resolve));
      expect(values(other)).toEqual([]);
      database.transaction(() => insert(last));
    });
  };
  await expect(write(null)).rejects.toThrow();
  expect(values(database)).toEqual([]);
  await write('last');
  expect(values(other)).toEqual(['first', 'last']);
  await other.close();
});

it('lets the log stop growing after many writes, if these wait for checkpoints', async () => {
  const checkpoints = new Checkpoints(database);
  const logSize = () => statSync(`${database.path}-wal`).size;
  const insertMany = () =>
    database.transaction(() => {
      for (let row = 0; row < 500; row += 1) insert(`${row} ${'x'.repeat(1_000)}`);
    });
  while (logSize() < 10_000_000) insertMany();
  await until('the log does not grow', async () => {
    await checkpoints.ended;
    const before = logSize();
    insertMany();
    return logSize() === before;
  });
  await checkpoints.stop();
});

it('reports a text with a damaged byte and a damaged record as damage, whichever thread and call reads it', async () => {
  const reported: unknown[] = [];
  database.onDamage = (error) => reported.push(error);
  database.run("INSERT INTO t VALUES ('whole'), (CAST(x'61ff62' AS TEXT))");
  const reads = [
    'SELECT * FROM t',
    'SELECT max(value) FROM t WHERE value LIKE ?1',
    'WITH all_rows AS (SELECT * FROM t) SELECT value || 1 AS joined FROM all_rows',
    "SELECT json_set(value, '$.body', 1) AS record FROM t WHERE value = 'whole'",
  ];
  const reader = new Reader({ path: database.path, what: 'It', onDamage: (error) => reported.push(error) });
  for (const sql of reads) {
    const values = sql.includes('?1') ? ['a%'] : [];
    expect(() => database.all(sql, ...values), sql).toThrow(DamagedDatabaseError);
    await expect(reader.all(sql, ...values), sql).rejects.toThrow(DamagedDatabaseError);
  }
  expect(() => database.get("SELECT value FROM t WHERE value <> 'whole'")).toThrow(DamagedDatabaseError);
  expect(reported).toHaveLength(9);
  // Undamaged rows can still be read.
  expect(database.get("SELECT value FROM t WHERE value = 'whole'")).toMatchObject({ value: 'whole' });
  expect(await reader.all('SELECT count(*) AS count FROM t')).toMatchObject([{ count: 2 }]);
  await reader.close();
});

it('reads a code that the library does not name by its last byte', () => {
  const corruptIndex = Object.assign(new Error(), { code: 'UNKNOWN_SQLITE_ERROR_779' });
  expect(storageErrorOf(corruptIndex, 'It')).toBeInstanceOf(DamagedDatabaseError);
});

it('refuses a boolean, and takes a single null, blob or text, whichever thread binds it', async () => {
  const reader = new Reader({ path: database.path, what: 'It' });
  const wrong = true as unknown as string;
  expect(() => database.run('INSERT INTO t VALUES (?)', wrong)).toThrow(TypeError);
  expect(() => database.get('SELECT ? AS value', wrong)).toThrow(TypeError);
  await expect(reader.all('SELECT ? AS value', wrong)).rejects.toThrow('boolean');
  for (const [value, hex] of [
    [null, ''],
    [Buffer.from([1, 0, 2]), '010002'],
    [new Uint8Array([1, 2, 3]).subarray(1), '0203'],
    ['ä', 'C3A4'],
  ] as const) {
    expect(database.value('SELECT hex(?) AS value', value)).toBe(hex);
    expect(await reader.all('SELECT hex(?) AS value', value)).toEqual([{ value: hex }]);
  }
  await reader.close();
});

it('moves everything into the database file, and removes its log, when it is closed', async () => {
  for (let row = 0; row < 10; row += 1) insert(`row ${row}`);
  expect(existsSync(`${database.path}-wal`)).toBe(true);
  await database.close();
  expect(existsSync(`${database.path}-wal`)).toBe(false);
  database = new Database(database.path, OPTIONS);
  expect(values(database)).toHaveLength(10);
});

it('commits what is written after a write that found the database locked', async () => {
  database.exec('PRAGMA busy_timeout = 1');
  const other = new Database(database.path, OPTIONS);
  insert('before');
  other.exec('BEGIN IMMEDIATE');
  expect(() => insert('locked')).toThrow(StorageError);
  other.exec('COMMIT');
  database.exec("INSERT INTO t VALUES ('statement')");
  expect(values(other)).toEqual(['before', 'statement']);
  database.transaction(() => insert('transaction'));
  expect(values(other)).toEqual(['before', 'statement', 'transaction']);
  await other.close();
});
