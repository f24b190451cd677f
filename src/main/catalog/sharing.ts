// What a store shares with the other computers of its team: rows that the server lacks, and what is known about the server.
import type { Database } from '../storage/database.ts';

export type SharedKind = 'product' | 'link' | 'sale';

const TABLES = { product: 'products', link: 'links', sale: 'sales' } as const satisfies Record<SharedKind, string>;

/** How far a team's stream was read: up to a mark of this computer, by which it recognizes the stream. */
export interface SharePosition {
  readonly team: string;
  /** The sequence and value of this computer's last mark that came back. */
  readonly sequence: number;
  readonly value: string;
  /** The mark written after it; empty if it has come back. */
  readonly nextValue: string;
}

/** A row that the server is not known to have in its current state. */
export interface Unshared {
  readonly kind: SharedKind;
  readonly id: string;
  /** Differs from before if the row has changed again. */
  readonly change: number;
}

export interface Duplicate {
  readonly kind: 'product' | 'link';
  readonly id: string;
}

/** Counting a million rows would be slow. */
const COUNTED_UP_TO = 100_000;

/** Use inside transactions of the catalog. All methods throw `StorageError`. */
export class Sharing {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined while the store is not shared. */
  get position(): SharePosition | undefined {
    return this.#database.get<SharePosition>('SELECT team, sequence, value, next_value AS nextValue FROM share');
  }

  /** Marks all rows as unshared, since nothing is known about the server. From now on each change of a row marks it. */
  start(team: string): void {
    this.end();
    this.#database.run(`INSERT INTO share VALUES (1, ?, 0, '', '')`, team);
    for (const [kind, table] of Object.entries(TABLES))
      this.#database.run(`INSERT INTO unshared SELECT '${kind}', id, 1 FROM ${table}`);
  }

  /** Marks rows shared after the position as unshared: the server may have lost them, or have other revisions of them. */
  resume(): void {
    const later = 'FROM share_revisions WHERE revision > (SELECT sequence FROM share)';
    this.#database.run(
      `INSERT INTO unshared SELECT kind, id, 1 ${later} ON CONFLICT DO UPDATE SET change = change + 1`,
    );
    this.#database.run(`DELETE ${later}`);
  }

  setNext(value: string): void {
    this.#database.run('UPDATE share SET next_value = ?', value);
  }

  /** Call when a mark has come back. Returns false unless it is the one written last. */
  moveTo(sequence: number, value: string): boolean {
    if (this.position?.nextValue !== value) return false;
    this.#database.run(`UPDATE share SET sequence = ?, value = ?, next_value = ''`, sequence, value);
    return true;
  }

  /** Forgets everything about the server: the store is no longer shared. */
  end(): void {
    for (const table of ['share', 'unshared', 'share_revisions']) this.#database.run(`DELETE FROM ${table}`);
  }

  /** Sales, products, then links, so that products precede their links. Newest first within each kind. */
  unshared(limit: number): Unshared[] {
    return this.#database.all<Unshared>(
      'SELECT kind, id, change FROM unshared ORDER BY kind DESC, id DESC LIMIT ?',
      limit,
    );
  }

  /** The number of unshared rows, up to `COUNTED_UP_TO`. */
  get count(): number {
    return this.#database.value<number>(`SELECT count(*) FROM (SELECT 1 FROM unshared LIMIT ${COUNTED_UP_TO})`) ?? 0;
  }

  mark(kind: SharedKind, id: string): void {
    const sql = 'INSERT INTO unshared VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET change = change + 1';
    this.#database.run(sql, kind, id);
  }

  /** Call when the server has the row. With `change`, the mark stays if the row has changed since. */
  unmark(kind: SharedKind, id: string, change: number | null = null): void {
    this.#database.run(
      'DELETE FROM unshared WHERE kind = ?1 AND id = ?2 AND change = ifnull(?3, change)',
      kind,
      id,
      change,
    );
  }

  /** Adds a record whose product or link of the service has another record too: see `duplicates.ts`. */
  addDuplicate({ kind, id }: Duplicate): void {
    this.#database.run('INSERT OR IGNORE INTO duplicates VALUES (?, ?)', kind, id);
  }

  duplicates(): Duplicate[] {
    return this.#database.all<Duplicate>('SELECT kind, id FROM duplicates');
  }

  removeDuplicate(kind: Duplicate['kind'], id: string): void {
    this.#database.run('DELETE FROM duplicates WHERE kind = ? AND id = ?', kind, id);
  }

  /** The row's revision on the server; 0 if the server is not known to have the row. */
  revisionOf(kind: SharedKind, id: string): number {
    const sql = 'SELECT revision FROM share_revisions WHERE kind = ? AND id = ?';
    return this.#database.value<number>(sql, kind, id) ?? 0;
  }

  setRevision(kind: SharedKind, id: string, revision: number): void {
    this.#database.run('INSERT OR REPLACE INTO share_revisions VALUES (?, ?, ?)', kind, id, revision);
  }
}
