// The tables of the inbox, and the queries of its deliveries. All functions are synchronous and throw `StorageError`.
import { wordsOfSearch } from '../../../shared/fold.ts';
import { DELIVERIES_KEPT, type DeliveryRow, verificationSchema } from '../../../shared/inbox.ts';
import { DamagedDatabaseError, type Database } from '../../storage/database.ts';
import { searchText } from './read-delivery.ts';
import { type DeliveryRecord, deliveryRecordSchema, type Kept } from './record.ts';

/**
 * `search` is what a search looks in, folded. It is a blob, as the body is: a text is read only up to its first NUL.
 * The large columns are last, so that a list does not read them.
 *
 * The other tables serve a team's relay. `unnoted`: deliveries whose sales may not be stored yet; they are not removed.
 * `given_key`: a digest of the key of a delivery that could not be verified, so that it can be once the key is known. `relayed`:
 * ids of deliveries that came through a relay, also of removed ones, so that none comes twice. `relay_position`: up to where the
 * stream of a team was read; `created` and `last_id` identify the stream, because a server may be replaced or restored.
 */
export const SCHEMA = `
CREATE TABLE delivery (
  id TEXT PRIMARY KEY,
  at REAL NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  content_length INTEGER NOT NULL,
  is_json INTEGER NOT NULL,
  encoding TEXT NOT NULL,
  verification TEXT NOT NULL,
  store_ids TEXT NOT NULL,
  answered INTEGER NOT NULL,
  headers TEXT NOT NULL,
  search BLOB NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE TABLE unnoted (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE given_key (id TEXT PRIMARY KEY, digest BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER delivery_removed AFTER DELETE ON delivery BEGIN
  DELETE FROM unnoted WHERE id = OLD.id;
  DELETE FROM given_key WHERE id = OLD.id;
END;
CREATE TABLE relayed (id TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX relayed_by_time ON relayed(at);
CREATE TABLE relay_position (
  team TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  last_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Any id is smaller than this. */
const LAST_ID = '~';

interface ListedColumns {
  readonly id: string;
  readonly at: number;
  readonly path: string;
  readonly content_length: number;
  readonly is_json: number;
  readonly verification: string;
  readonly answered: number;
}
const SELECT_LISTED = 'SELECT id, at, path, content_length, is_json, verification, answered FROM delivery WHERE id = ?';

interface Columns extends ListedColumns {
  readonly method: string;
  readonly encoding: string;
  readonly store_ids: string;
  readonly headers: string;
  readonly body: Buffer;
}
const SELECT_ALL = `
  SELECT id, at, path, content_length, is_json, verification, answered, method, encoding, store_ids, headers, body
  FROM delivery WHERE id = ?`;
const INSERT = `
  INSERT OR REPLACE INTO delivery
    (id, at, path, content_length, is_json, verification, answered, method, encoding, store_ids, headers, body, search)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function insert(database: Database, { record, body }: Kept): void {
  database.run(
    INSERT,
    record.id,
    record.at,
    record.path,
    record.contentLength,
    Number(record.isJson),
    record.verification,
    record.answered,
    record.method,
    record.encoding,
    JSON.stringify(record.storeIds),
    JSON.stringify(record.headers),
    Buffer.from(body, record.encoding),
    Buffer.from(searchText(record, body)),
  );
}

const MAX_BYTES = 1024 * 1024 * 1024;
const REMOVED_FOR_ROOM = 200;

/** Removes the oldest deliveries above the limits of number and size. Those whose sales may not be stored yet stay. */
export function prune(database: Database): void {
  const tooOld = 'SELECT id FROM delivery ORDER BY id DESC LIMIT -1 OFFSET ?';
  database.run(`DELETE FROM delivery WHERE id IN (${tooOld}) AND id NOT IN (SELECT id FROM unnoted)`, DELIVERIES_KEPT);
  if (usedBytes(database) <= MAX_BYTES) return;
  const oldest = 'SELECT id FROM delivery WHERE id NOT IN (SELECT id FROM unnoted) ORDER BY id LIMIT ?';
  database.run(`DELETE FROM delivery WHERE id IN (${oldest})`, REMOVED_FOR_ROOM);
}

/** Without space that new deliveries can reuse. */
function usedBytes(database: Database): number {
  const value = (pragma: string) =>
    Object.values(database.get<Record<string, number>>(`PRAGMA ${pragma}`) ?? {})[0] ?? 0;
  return (value('page_count') - value('freelist_count')) * value('page_size');
}

export const count = (database: Database): number =>
  database.get<{ count: number }>('SELECT count(*) AS count FROM delivery')?.count ?? 0;

/** Empty if there is none. */
export const newestId = (database: Database): string =>
  database.get<{ id: string | null }>('SELECT max(id) AS id FROM delivery')?.id ?? '';

export function get(database: Database, id: string): Kept | undefined {
  const row = database.get<Columns>(SELECT_ALL, id);
  return row && keptOf(database, row);
}

/** Older than `before`, or all; newest first. */
export function page(database: Database, before: string | null, limit: number): Kept[] {
  const rows = database.all<{ id: string }>(
    'SELECT id FROM delivery WHERE id < ? ORDER BY id DESC LIMIT ?',
    before ?? LAST_ID,
    limit,
  );
  return rows.flatMap(({ id }) => get(database, id) ?? []);
}

/** Ids of deliveries that contain all words, newest first. */
export function matching(database: Database, search: string): string[] {
  const words = [...new Set(wordsOfSearch(search))];
  const sql = `SELECT id FROM delivery ${conditionOf(words.length)} ORDER BY id DESC`;
  return database.all<{ id: string }>(sql, ...words.map((word) => Buffer.from(word))).map(({ id }) => id);
}

/** Grouped, because SQLite rejects expressions that are a thousand levels deep. */
const WORDS_IN_GROUP = 100;

function conditionOf(words: number): string {
  const groups: string[] = [];
  for (let left = words; left > 0; left -= WORDS_IN_GROUP) {
    const group = Array.from({ length: Math.min(left, WORDS_IN_GROUP) }, () => 'instr(search, ?) > 0');
    groups.push(`(${group.join(' AND ')})`);
  }
  return groups.length === 0 ? '' : `WHERE ${groups.join(' AND ')}`;
}

/** A row of the list. */
export function row(database: Database, id: string): DeliveryRow | undefined {
  const found = database.get<ListedColumns>(SELECT_LISTED, id);
  return found && rowOf(database, found);
}

/** Removes the oldest `limit` deliveries up to an id; returns how many. */
export function removeOldest(database: Database, upTo: string, limit: number): number {
  const oldest = 'SELECT id FROM delivery WHERE id <= ? ORDER BY id LIMIT ?';
  return database.run(`DELETE FROM delivery WHERE id IN (${oldest})`, upTo, limit);
}

/** Frees space and wipes removed rows from the file and its log. */
export function wipeFreed(database: Database): void {
  database.exec('VACUUM');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

const rowOf = (database: Database, columns: ListedColumns): DeliveryRow => ({
  id: columns.id,
  at: columns.at,
  verification: checked(database, () => verificationSchema.parse(columns.verification)),
  size: columns.content_length,
  isJson: columns.is_json === 1,
  path: columns.path,
  answered: columns.answered,
});

function keptOf(database: Database, columns: Columns): Kept {
  const record = checked(
    database,
    (): DeliveryRecord =>
      deliveryRecordSchema.parse({
        id: columns.id,
        at: columns.at,
        method: columns.method,
        path: columns.path,
        headers: JSON.parse(columns.headers),
        contentLength: columns.content_length,
        isJson: columns.is_json === 1,
        encoding: columns.encoding,
        verification: columns.verification,
        storeIds: JSON.parse(columns.store_ids),
        answered: columns.answered,
      }),
  );
  return { record, body: columns.body.toString(record.encoding) };
}

/** Invalid rows mean damage. */
function checked<Result>(database: Database, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new DamagedDatabaseError(database.what, error);
  }
}
