// Database migrations: missing ones run once each, all or nothing per migration, and a newer file stays unchanged.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DamagedDatabaseError, Database } from '../../src/main/storage/database.ts';
import { type DatabaseMigration, migrate, storedVersion } from '../../src/main/storage/migrate.ts';
import { NewerVersionError } from '../../src/main/storage/newer-version.ts';
import { temporaryFolder } from '../support/folder.ts';

const create: DatabaseMigration = (database) => database.exec('CREATE TABLE label (id TEXT PRIMARY KEY)');
const addLength: DatabaseMigration = (database) => database.exec('ALTER TABLE label ADD COLUMN length INTEGER');
const fillLength: DatabaseMigration = (database) => database.exec('UPDATE label SET length = length(id)');

let folder: string;
let database: Database;
const open = () => new Database(join(folder, 'labels.db'), { what: 'The labels' });
const version = () => database.get<{ user_version: number }>('PRAGMA user_version')?.user_version;

beforeEach(() => {
  folder = temporaryFolder();
  database = open();
});
afterEach(async () => {
  await database.close();
});

it('runs all migrations on a new file and none on a current one', async () => {
  const ran: number[] = [];
  const migrations = [create, addLength, fillLength].map((act, index): DatabaseMigration => {
    return (target) => {
      ran.push(index + 1);
      act(target);
    };
  });
  expect(migrate(database, migrations)).toBe(0);
  await database.close();
  database = open();
  expect(migrate(database, migrations)).toBe(3);
  expect(ran).toEqual([1, 2, 3]);
});

it('runs only the missing ones of an older file, and keeps its rows', () => {
  migrate(database, [create]);
  database.run('INSERT INTO label VALUES (?)', 'four');
  expect(migrate(database, [create, addLength, fillLength])).toBe(1);
  expect(database.get<{ length: number }>('SELECT length FROM label')?.length).toBe(4);
  expect(version()).toBe(3);
});

it('keeps the previous version if a migration fails, and nothing of that migration', () => {
  const failing: DatabaseMigration = (target) => {
    addLength(target);
    throw new Error('no such luck');
  };
  expect(() => migrate(database, [create, failing])).toThrow('no such luck');
  expect(version()).toBe(1);
  expect(database.all<{ name: string }>('PRAGMA table_info(label)').map(({ name }) => name)).toEqual(['id']);
  migrate(database, [create, addLength]);
  expect(version()).toBe(2);
});

it('rejects a file of a newer version and changes nothing in it', async () => {
  migrate(database, [create, addLength]);
  await database.close();
  const before = readFileSync(database.path);
  database = open();
  expect(() => migrate(database, [create])).toThrow(NewerVersionError);
  expect(() => migrate(database, [create])).toThrow('The labels: a newer version of this app');
  await database.close();
  expect(readFileSync(database.path).equals(before)).toBe(true);
});

it('treats an impossible version as damage', () => {
  database.exec('PRAGMA user_version = -5');
  expect(() => migrate(database, [create])).toThrow(DamagedDatabaseError);
});

it('has a version that can be read while it is closed, with or without a log', async () => {
  migrate(database, [create, addLength]);
  expect(existsSync(`${database.path}-wal`)).toBe(true);
  // The header does not have it yet.
  expect(readFileSync(database.path).readInt32BE(60)).toBe(0);
  expect(await storedVersion(database.path, 'The labels')).toBe(2);
  await database.close();
  expect(existsSync(`${database.path}-wal`)).toBe(false);
  expect(await storedVersion(database.path, 'The labels')).toBe(2);
});

it('has no version where the file is damaged, missing, or not a database', async () => {
  migrate(database, [create]);
  database.exec('PRAGMA user_version = -1');
  await database.close();
  await expect(storedVersion(database.path, 'The labels')).rejects.toThrow(DamagedDatabaseError);
  const other = join(folder, 'other.db');
  await expect(storedVersion(other, 'The labels')).rejects.toThrow('The labels');
  writeFileSync(other, 'x'.repeat(4_096));
  await expect(storedVersion(other, 'The labels')).rejects.toThrow(DamagedDatabaseError);
});
