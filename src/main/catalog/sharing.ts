// What a store shares with the other computers of its team: rows that they have not got yet, and what is known of the server.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';

export const SHARED_KINDS = ['product', 'link', 'sale'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

const TABLES = { product: 'products', link: 'links', sale: 'sales' } as const satisfies Record<SharedKind, string>;

/** Up to where the stream of a team was read. */
export interface SharePosition {
  readonly team: string;
  /** When the stream was created, as the server says it: another time means another stream. */
  readonly created: string;
  readonly sequence: number;
  /** Of the entry at `sequence`; empty before any was read. */
  readonly lastKey: string;
  readonly lastHash: string;
}

/** A row that differs from what the server is known to have. */
export interface Unshared {
  readonly kind: SharedKind;
  readonly id: string;
  /** Another number than before: the row has changed again. */
  readonly change: number;
}

export interface Twin {
  readonly kind: 'product' | 'link';
  readonly id: string;
}

/** Sorts after every kind. */
const LAST = 'z';
/** Counting a million would take a moment each time. */
const COUNTED_UP_TO = 100_000;
/** Rows that are marked in one statement. */
const MARKED_AT_ONCE = 2_000;
/** Counting this many keys takes a few milliseconds. */
const KEYS_AT_A_TIME = 20_000;

/** Use inside transactions of the catalog. All methods throw `StorageError`. */
export class Sharing {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined while the store is not shared. */
  get position(): SharePosition | undefined {
    return this.#database.get<SharePosition>(
      'SELECT team, created, sequence, last_key AS lastKey, last_hash AS lastHash FROM share',
    );
  }

  /** From now on each change of a row marks it. */
  moveTo({ team, created, sequence, lastKey, lastHash }: SharePosition): void {
    this.#database.run(
      `INSERT INTO share (is_only, team, created, sequence, last_key, last_hash) VALUES (1, ?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO UPDATE SET team = ?1, created = ?2, sequence = ?3, last_key = ?4, last_hash = ?5`,
      team,
      created,
      sequence,
      lastKey,
      lastHash,
    );
  }

  /** In days since 1970; 0 for never. */
  get auditedDay(): number {
    return this.#database.get<{ day: number }>('SELECT audited_day AS day FROM share')?.day ?? 0;
  }

  setAuditedDay(day: number): void {
    this.#database.run('UPDATE share SET audited_day = ?', day);
  }

  /** The store is no longer shared. */
  end(): void {
    this.forget();
    this.#database.run('DELETE FROM share');
    this.#database.run('DELETE FROM unshared');
  }

  /** What the server had counts no longer. */
  forget(): void {
    this.#database.run('DELETE FROM share_revisions');
  }

  /** Marks rows of a table with ids above `after`. Returns the last id; null at the end. */
  markAll(kind: SharedKind, after: string): string | null {
    const ids = `SELECT id FROM ${TABLES[kind]} WHERE id > ?1 ORDER BY id LIMIT ${MARKED_AT_ONCE}`;
    const last = this.#database.get<{ id: string | null }>(`SELECT max(id) AS id FROM (${ids})`, after)?.id ?? null;
    if (last === null) return null;
    this.#database.run(
      `INSERT INTO unshared SELECT '${kind}', id, 1 FROM (${ids}) WHERE true ON CONFLICT DO UPDATE SET change = change + 1`,
      after,
    );
    return last;
  }

  /** Products before the links that name them, the newest first. `before`: only those that come after it. */
  unshared(limit: number, before: Unshared | null = null): Unshared[] {
    return this.#database.all<Unshared>(
      'SELECT kind, id, change FROM unshared WHERE (kind, id) < (?, ?) ORDER BY kind DESC, id DESC LIMIT ?',
      before?.kind ?? LAST,
      before?.id ?? '',
      limit,
    );
  }

  /** How many; no more than `COUNTED_UP_TO`. */
  get count(): number {
    const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM unshared LIMIT ${COUNTED_UP_TO})`;
    return this.#database.get<{ rows: number }>(sql)?.rows ?? 0;
  }

  mark(kind: SharedKind, id: string): void {
    const sql = 'INSERT INTO unshared VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET change = change + 1';
    this.#database.run(sql, kind, id);
  }

  /** The server has this row as it is. */
  unmark(kind: SharedKind, id: string): void {
    this.#database.run('DELETE FROM unshared WHERE kind = ? AND id = ?', kind, id);
  }

  /** A product or link of the service that another record stands for too. */
  addTwin({ kind, id }: Twin): void {
    this.#database.run('INSERT OR IGNORE INTO twins VALUES (?, ?)', kind, id);
  }

  twins(): Twin[] {
    return this.#database.all<Twin>('SELECT kind, id FROM twins');
  }

  removeTwin(kind: Twin['kind'], id: string): void {
    this.#database.run('DELETE FROM twins WHERE kind = ? AND id = ?', kind, id);
  }

  /** 0 if the server is not known to have the key; negative where it is left alone. */
  revisionOf(key: string): number {
    return (
      this.#database.get<{ revision: number }>('SELECT revision FROM share_revisions WHERE key = ?', key)?.revision ?? 0
    );
  }

  setRevision(key: string, revision: number): void {
    this.#database.run('INSERT OR REPLACE INTO share_revisions VALUES (?, ?)', key, revision);
  }

  /** What a newer version of the app has written must not be replaced. */
  leaveAlone(key: string, revision: number): void {
    this.setRevision(key, -revision);
  }

  /** How many keys the server is known to have, and how many of them with revisions above this one. `signal` ends it early. */
  async countKeys(revision: number, signal: AbortSignal): Promise<{ readonly known: number; readonly above: number }> {
    const sum = { known: 0, above: 0 };
    for (let after = ''; !signal.aborted; await setImmediate()) {
      const keys = this.#database.get<{ known: number; above: number; last: string | null }>(
        `SELECT count(*) FILTER (WHERE revision <> 0) AS known, count(*) FILTER (WHERE abs(revision) > ?) AS above,
          max(key) AS last
          FROM (SELECT key, revision FROM share_revisions WHERE key > ? ORDER BY key LIMIT ${KEYS_AT_A_TIME})`,
        revision,
        after,
      );
      if (!keys || keys.last === null) break;
      sum.known += keys.known;
      sum.above += keys.above;
      after = keys.last;
    }
    return sum;
  }
}
