// What a store shares with the other computers of its team: rows that the server lacks, and what is known about the server.
import type { Database } from '../storage/database.ts';

/** The rows that are shared, by their kind. */
const ROWS = {
  product: 'products',
  link: "links WHERE id NOT IN (SELECT link_id FROM staged WHERE kind = 'create')",
  sale: 'sales',
  currency: 'currencies',
  template: 'templates',
  fact: "facts WHERE id IN ('store', 'webhook')",
} as const;
export type SharedKind = keyof typeof ROWS;

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

const KNOWN = 'ON CONFLICT DO UPDATE SET revision = excluded.revision, is_unshared = excluded.is_unshared';

/** Use inside transactions of the catalog. All methods throw `StorageError`. */
export class Sharing {
  constructor(private readonly database: Database) {}

  /** How far the team's stream was read (see `schema.ts`); undefined while the store is not shared. */
  get position() {
    type Position = Readonly<{ sequence: number } & Record<'team' | 'value' | 'nextValue', string>>;
    return this.database.get<Position>('SELECT team, sequence, value, next_value AS nextValue FROM share');
  }

  /** Marks all rows as unshared, since nothing is known about the server. From now on each change of a row marks it. */
  start(team: string): void {
    this.end();
    this.database.run(`INSERT INTO share VALUES (1, ?, 0, '', '')`, team);
    for (const [kind, rows] of Object.entries(ROWS))
      this.database.run(`INSERT INTO shared SELECT '${kind}', id, 0, 1, 1 FROM ${rows}`);
  }

  /** Marks rows shared after the position as unshared: the server may have lost them, or have other revisions of them. */
  resume(): void {
    const unknown = 'revision = 0, is_unshared = 1, change = change + 1';
    this.database.run(`UPDATE shared SET ${unknown} WHERE revision > (SELECT sequence FROM share)`);
  }

  /** Call when entries were read. Counts only before the first mark comes back, so that a computer can join over a bad line. */
  readTo(sequence: number): void {
    this.database.run(`UPDATE share SET sequence = ? WHERE value = '' AND next_value <> ''`, sequence);
  }

  setNext(value: string): void {
    this.database.run('UPDATE share SET next_value = ?', value);
  }

  /** Call when a mark has come back. Returns false unless it is the one written last. */
  moveTo(sequence: number, value: string): boolean {
    if (this.position?.nextValue !== value) return false;
    this.database.run(`UPDATE share SET sequence = ?, value = ?, next_value = ''`, sequence, value);
    return true;
  }

  /** Forgets everything about the server: the store is no longer shared. */
  end(): void {
    for (const table of ['share', 'shared']) this.database.run(`DELETE FROM ${table}`);
  }

  /** Products precede their links. Newest first within each kind. */
  unshared(limit: number): Unshared[] {
    return this.database.all<Unshared>(
      'SELECT kind, id, change FROM shared WHERE is_unshared = 1 ORDER BY kind DESC, id DESC LIMIT ?',
      limit,
    );
  }

  /** The number of unshared rows, up to `COUNTED_UP_TO`. */
  get count(): number {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM shared WHERE is_unshared = 1 LIMIT ${COUNTED_UP_TO})`;
    return this.database.value<number>(sql) ?? 0;
  }

  /** The row's revision on the server; 0 if the server is not known to have the row. */
  revisionOf(kind: SharedKind, id: string): number {
    return this.database.value<number>('SELECT revision FROM shared WHERE kind = ? AND id = ?', kind, id) ?? 0;
  }

  /** Call when the server has a row at this revision, which may differ from the row here. */
  set(kind: SharedKind, id: string, revision: number, isUnshared: boolean): void {
    this.database.run(`INSERT INTO shared VALUES (?, ?, ?, ?, 1) ${KNOWN}`, kind, id, revision, isUnshared ? 1 : 0);
  }

  /** Call when the server has rows at these revisions as they are here. */
  setSame(kind: SharedKind, revisions: readonly (readonly [id: string, revision: number])[]): void {
    const sql = `INSERT INTO shared SELECT ?, value ->> 0, value ->> 1, 0, 1 FROM json_each(?) WHERE true ${KNOWN}`;
    this.database.run(sql, kind, JSON.stringify(revisions));
  }

  /** Call when the server has taken the row. Does nothing if it came back already; stays unshared if it has changed since. */
  sent({ kind, id, change }: Unshared, revision: number): void {
    this.database.run(
      'UPDATE shared SET revision = ?3, is_unshared = (change <> ?4) WHERE kind = ?1 AND id = ?2 AND revision < ?3',
      ...[kind, id, revision, change],
    );
  }

  /**
   * Adds those of the records whose product or link of the service has another record too, if either is active: see
   * `duplicates.ts`. Another computer may have changed a merged record before it knew.
   */
  addDuplicates(kind: Duplicate['kind'], ids: readonly string[]): void {
    const [table, key] = kind === 'link' ? ['links', 'link_key'] : ['products', 'server_id'];
    const sql = `INSERT OR IGNORE INTO duplicates SELECT ?, r.id FROM json_each(?) CROSS JOIN ${table} r ON r.id = value
      WHERE EXISTS (SELECT 1 FROM ${table} other
        WHERE other.${key} = r.${key} AND other.id <> r.id AND (r.is_deleted = 0 OR other.is_deleted = 0))`;
    this.database.run(sql, kind, JSON.stringify(ids));
  }

  /** Adds those of the products that are no longer listed, because another record has taken their place. */
  addReplaced(productIds: readonly string[]): void {
    const sql = `INSERT OR IGNORE INTO duplicates SELECT 'product', id FROM products
      WHERE id IN (SELECT value FROM json_each(?)) AND is_deleted = 1 AND server_id IS NOT NULL`;
    this.database.run(sql, JSON.stringify(productIds));
  }

  duplicates(): Duplicate[] {
    return this.database.all<Duplicate>('SELECT kind, id FROM duplicates');
  }

  removeDuplicate(kind: Duplicate['kind'], id: string): void {
    this.database.run('DELETE FROM duplicates WHERE kind = ? AND id = ?', kind, id);
  }
}
