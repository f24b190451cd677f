// The guarantees of the database module beyond the SQLite library.
import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../src/main/storage/database.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { temporaryFolder } from '../support/folder.ts';

let database: Database;

beforeEach(() => {
  database = new Database(join(temporaryFolder(), 'values.db'), { what: 'The values' });
});
afterEach(() => database.close());

it.each([
  ['null', null, null],
  ['a blob', Buffer.from([1, 0, 2]), '010002'],
  ['an empty blob', Buffer.alloc(0), ''],
  ['a part of an array', new Uint8Array([1, 2, 3]).subarray(1), '0203'],
  ['a text', 'ä', 'C3A4'],
])('accepts a single value that is %s', (_, value, hex) => {
  database.exec('CREATE TABLE t (value BLOB)');
  expect(database.run('INSERT INTO t VALUES (?)', value)).toBe(1);
  const sql = 'SELECT iif(value IS NULL, NULL, hex(value)) AS stored FROM t WHERE value IS ?';
  expect(database.get<{ stored: string | null }>(sql, value)?.stored).toBe(hex);
  expect(database.all<{ stored: string | null }>(sql, value).map(({ stored }) => stored)).toEqual([hex]);
});

it('releases its files when it is closed, with everything in the database itself', async () => {
  database.exec('CREATE TABLE t (value TEXT)');
  for (let row = 0; row < 10; row += 1) database.run('INSERT INTO t VALUES (?)', `row ${row}`);
  expect(database.all('SELECT value FROM t')).toHaveLength(10);
  expect(existsSync(`${database.path}-wal`)).toBe(true);
  await database.close();
  expect(existsSync(`${database.path}-wal`)).toBe(false);
  database = new Database(database.path, { what: 'The values' });
  expect(database.get<{ count: number }>('SELECT count(*) AS count FROM t')?.count).toBe(10);
});

it('returns to durable commits after one that is not, also if that fails', () => {
  database.exec('CREATE TABLE t (value TEXT NOT NULL)');
  const synchronous = () => database.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous;
  const durable = synchronous();
  let within: number | undefined;
  database.transaction(() => {
    within = synchronous();
    database.run('INSERT INTO t VALUES (?)', 'one');
  }, false);
  expect(within).toBeLessThan(durable ?? 0);
  expect(synchronous()).toBe(durable);
  expect(() => database.transaction(() => database.run('INSERT INTO t VALUES (NULL)'), false)).toThrow();
  expect(synchronous()).toBe(durable);
  expect(database.all('SELECT value FROM t')).toHaveLength(1);
});

it('makes commits durable in one flush for all concurrent requests, and reports a disk failure', async () => {
  database.exec('CREATE TABLE t (value TEXT)');
  database.transaction(() => database.run('INSERT INTO t VALUES (?)', 'one'), false);
  const first = database.sync();
  expect(database.sync()).toBe(first);
  await first;
  const away = `${dirname(database.path)}-away`;
  renameSync(dirname(database.path), away);
  try {
    await expect(database.sync()).rejects.toThrow(StorageError);
  } finally {
    renameSync(away, dirname(database.path));
  }
  await database.sync();
});
