// The guarantees of the database module beyond the SQLite library.
import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

it('commits what is written after a write that found the database locked', async () => {
  database.exec('CREATE TABLE t (value TEXT NOT NULL); PRAGMA busy_timeout = 1');
  const other = new Database(database.path, { what: 'The values' });
  const write = (value: string) => database.run('INSERT INTO t VALUES (?)', value);
  const stored = () => other.all<{ value: string }>('SELECT value FROM t').map(({ value }) => value);
  write('before');
  other.exec('BEGIN IMMEDIATE');
  expect(() => write('locked')).toThrow(StorageError);
  other.exec('COMMIT');
  database.exec("INSERT INTO t VALUES ('statement')");
  expect(stored()).toEqual(['before', 'statement']);
  database.transaction(() => write('transaction'));
  expect(stored()).toEqual(['before', 'statement', 'transaction']);
  other.exec("INSERT INTO t VALUES ('other')");
  await other.close();
});

describe('writes that are held', () => {
  let other: Database;
  beforeEach(() => {
    database.exec('CREATE TABLE t (value TEXT NOT NULL)');
    other = new Database(database.path, { what: 'The values', readonly: true });
  });
  afterEach(() => other.close());

  const values = (from: Database) => from.all<{ value: string }>('SELECT value FROM t').map(({ value }) => value);
  const hold = (value: string | null) => database.hold(() => database.run('INSERT INTO t VALUES (?)', value));

  it('are committed together', () => {
    for (const value of ['one', 'two']) hold(value);
    expect(values(database)).toEqual(['one', 'two']);
    expect(values(other)).toEqual([]);
    database.release();
    database.release();
    expect(values(other)).toEqual(['one', 'two']);
  });

  it.each<readonly [string, () => unknown, readonly string[]]>([
    ['a transaction', () => database.transaction(() => database.run("INSERT INTO t VALUES ('two')")), ['one', 'two']],
    ['a failed transaction', () => database.transaction(() => database.run('INSERT INTO t VALUES (NULL)')), ['one']],
    ['a single write', () => database.run("INSERT INTO t VALUES ('two')"), ['one', 'two']],
    ['a statement', () => database.exec("INSERT INTO t VALUES ('two')"), ['one', 'two']],
    ['a flush', () => database.sync(), ['one']],
    ['the end of the connection', () => database.close(), ['one']],
  ])('are committed before %s', async (_, act, stored) => {
    hold('one');
    try {
      await act();
    } catch (error) {
      expect(error).toHaveProperty('code', 'SQLITE_CONSTRAINT_NOTNULL');
    }
    expect(values(other)).toEqual(stored);
  });

  it('are undone together when one fails, and the next commits are durable', () => {
    const synchronous = () => database.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous;
    const durable = synchronous();
    hold('one');
    expect(() => hold(null)).toThrow();
    expect(values(database)).toEqual([]);
    expect(synchronous()).toBe(durable);
    hold('two');
    expect(synchronous()).toBeLessThan(durable ?? 0);
    database.release();
    expect(synchronous()).toBe(durable);
    expect(values(other)).toEqual(['two']);
  });

  it('are refused while another connection writes, and the next commits are durable', async () => {
    const synchronous = () => database.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous;
    const durable = synchronous();
    const writer = new Database(database.path, { what: 'The values' });
    database.exec('PRAGMA busy_timeout = 1');
    writer.exec('BEGIN IMMEDIATE');
    expect(() => hold('one')).toThrow(StorageError);
    expect(synchronous()).toBe(durable);
    await writer.close();
    hold('two');
    database.release();
    expect(values(other)).toEqual(['two']);
  });

  it('join the transaction that is open', () => {
    expect(() =>
      database.transaction(() => {
        hold('one');
        throw new Error('not now');
      }),
    ).toThrow('not now');
    expect(values(database)).toEqual([]);
  });
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
