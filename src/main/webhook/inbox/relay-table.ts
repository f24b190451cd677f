// What the inbox stores about deliveries of a relay. All functions are synchronous and throw `StorageError`.
import type { Database } from '../../storage/database.ts';

/** Up to where the stream of a team was read. */
export interface RelayPosition {
  /** The creation time of the stream on the server: another time means another stream. */
  readonly created: string;
  readonly sequence: number;
  /** The id of the delivery with this sequence; empty if it could not be opened. */
  readonly lastId: string;
}

export function position(database: Database, team: string): RelayPosition | undefined {
  const row = database.get<{ created: string; sequence: number; last_id: string }>(
    'SELECT created, sequence, last_id FROM relay_position WHERE team = ?',
    team,
  );
  return row && { created: row.created, sequence: row.sequence, lastId: row.last_id };
}

export function setPosition(database: Database, team: string, { created, sequence, lastId }: RelayPosition): void {
  database.run('INSERT OR REPLACE INTO relay_position VALUES (?, ?, ?, ?)', team, created, sequence, lastId);
}

/** Returns whether the delivery is new. `at`: when the relay received it, ms since 1970. */
export const addRelayed = (database: Database, id: string, at: number): boolean =>
  database.run('INSERT OR IGNORE INTO relayed VALUES (?, ?)', id, at) > 0;

/** Forgets deliveries that are no longer in any stream. */
export const forgetRelayed = (database: Database, before: number): number =>
  database.run('DELETE FROM relayed WHERE at < ?', before);

// ---- deliveries whose sales may not be stored yet

export const addUnnoted = (database: Database, id: string): number =>
  database.run('INSERT OR IGNORE INTO unnoted VALUES (?)', id);

export const removeUnnoted = (database: Database, id: string): number =>
  database.run('DELETE FROM unnoted WHERE id = ?', id);

/** Ids after `after`, oldest first. */
export const unnoted = (database: Database, limit: number, after: string): string[] =>
  database
    .all<{ id: string }>('SELECT id FROM unnoted WHERE id > ? ORDER BY id LIMIT ?', after, limit)
    .map(({ id }) => id);

// ---- keys of deliveries that could not be verified

export const addGivenKey = (database: Database, id: string, digest: Uint8Array): number =>
  database.run('INSERT OR REPLACE INTO given_key VALUES (?, ?)', id, digest);

export interface GivenKey {
  readonly id: string;
  readonly digest: Uint8Array;
  /** When the delivery was received, ms since 1970. */
  readonly at: number;
}

export const givenKeys = (database: Database): GivenKey[] =>
  database
    .all<{ id: string; digest: ArrayBuffer; at: number }>(
      'SELECT id, digest, at FROM given_key JOIN delivery USING (id) ORDER BY id',
    )
    .map(({ id, digest, at }) => ({ id, digest: new Uint8Array(digest), at }));

/** The key of the delivery has become known. */
export function setVerified(database: Database, id: string, storeIds: readonly string[]): void {
  const json = JSON.stringify(storeIds);
  database.run("UPDATE delivery SET verification = 'verified', store_ids = ? WHERE id = ?", json, id);
  database.run('DELETE FROM given_key WHERE id = ?', id);
  addUnnoted(database, id);
}
