// The imports of a store and their rows.
import type { Database } from '../storage/database.ts';
import type { OpenLinks } from './link-query.ts';
import type { Reader } from './reader.ts';
import { PENDING } from './record-table.ts';
import type { ImportRecord, ImportRowRecord } from './records.ts';

/**
 * The links of an import by state. `waiting` and `attention` are not on the service yet; `deleted` and `replaced` were,
 * and `unsent` were deleted before that.
 */
export interface ImportCounts extends Removed {
  readonly created: number;
  readonly synced: number;
  readonly waiting: number;
  readonly attention: number;
}

interface Removed {
  readonly deleted: number;
  readonly replaced: number;
  readonly unsent: number;
}
const NONE_REMOVED: Removed = { deleted: 0, replaced: 0, unsent: 0 };

/** A row with its index in the import. */
export interface PlacedRow {
  readonly place: number;
  readonly row: ImportRowRecord;
}

/** How many rows are removed in one transaction. */
const REMOVED_AT_A_TIME = 1_000;

interface Stored {
  readonly row: number;
  readonly record: string;
}

/** Of a deleted link: it never had an address. */
const IS_UNSENT = `(json_extract(l.record, '$.paymentLink') IS NULL)`;
/** Rows with errors, chosen but not created, deleted before they were sent, or in need of attention. Binds the ids of the last. */
const IS_PROBLEM = `(r.link_id IS NULL OR l.id IN (SELECT value FROM json_each(?)) OR (l.is_deleted = 1 AND ${IS_UNSENT})
  OR (l.id IS NULL AND r.is_chosen = 1))`;
const ROWS = 'import_rows r LEFT JOIN links l ON l.id = r.link_id WHERE r.import_id = ?';

export class ImportRecords {
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #openLinks: () => OpenLinks;
  /** By import, with how many links were removed when they were counted. */
  readonly #removed = new Map<string, { readonly all: number; readonly counts: Removed }>();

  readonly #parse = ({ record }: { readonly record: string }): ImportRecord => this.#database.parse(record);
  readonly #placed = ({ row, record }: Stored): PlacedRow => ({
    place: row,
    row: this.#database.parse<ImportRowRecord>(record),
  });

  constructor(database: Database, reader: Reader, openLinks: () => OpenLinks) {
    this.#database = database;
    this.#reader = reader;
    this.#openLinks = openLinks;
  }

  get(id: string): ImportRecord | undefined {
    const row = this.#database.get<{ record: string }>('SELECT record FROM imports WHERE id = ?', id);
    return row && this.#parse(row);
  }

  /** Newest first. */
  all(): ImportRecord[] {
    return this.#database.all<{ record: string }>('SELECT record FROM imports ORDER BY id DESC').map(this.#parse);
  }

  /** Imports of the same content, newest first. */
  withHash(hash: string): ImportRecord[] {
    return this.#database
      .all<{ record: string }>('SELECT record FROM imports WHERE hash = ? ORDER BY id DESC', hash)
      .map(this.#parse);
  }

  /** Inserts or replaces an import, not its rows. */
  put(record: ImportRecord): void {
    this.#database.run(
      'INSERT INTO imports VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET hash = ?2, record = ?3',
      record.id,
      record.hash,
      JSON.stringify(record),
    );
  }

  addRow(importId: string, place: number, row: ImportRowRecord): void {
    this.#database.run(
      'INSERT INTO import_rows VALUES (?, ?, ?, ?, ?)',
      importId,
      place,
      row.chosen ? 1 : 0,
      row.link?.id ?? null,
      JSON.stringify(row),
    );
  }

  /** Its links stay; `removeRows` removes its rows. */
  remove(id: string): void {
    this.#database.run('DELETE FROM imports WHERE id = ?', id);
  }

  /** Removes a batch of rows. Returns false when none is left. */
  removeRows(importId: string): boolean {
    const sql =
      'DELETE FROM import_rows WHERE import_id = ?1 AND row IN (SELECT row FROM import_rows WHERE import_id = ?1 LIMIT ?2)';
    return this.#database.run(sql, importId, REMOVED_AT_A_TIME) > 0;
  }

  /** Ids of imports that have rows but no record: removed or never started. */
  withoutRecord(): string[] {
    const next = 'SELECT import_id FROM import_rows WHERE import_id > ? ORDER BY import_id LIMIT 1';
    const left: string[] = [];
    for (let id: string | undefined = ''; ; ) {
      id = this.#database.get<{ import_id: string }>(next, id)?.import_id;
      if (id === undefined) return left;
      if (!this.get(id)) left.push(id);
    }
  }

  page(importId: string, offset: number, limit: number): PlacedRow[] {
    return this.#database
      .all<Stored>(
        'SELECT row, record FROM import_rows WHERE import_id = ? AND row >= ? AND row < ? ORDER BY row',
        importId,
        offset,
        offset + limit,
      )
      .map(this.#placed);
  }

  /** Problem rows in order. */
  async problems(importId: string, offset: number, limit: number) {
    const attention = JSON.stringify(this.#openLinks().attention);
    const [counted] = await this.#reader.all<{ rows: number }>(
      `SELECT count(*) AS rows FROM ${ROWS} AND ${IS_PROBLEM}`,
      importId,
      attention,
    );
    const rows = await this.#reader.all<Stored>(
      `SELECT r.row, r.record FROM ${ROWS} AND ${IS_PROBLEM} ORDER BY r.row LIMIT ? OFFSET ?`,
      importId,
      attention,
      limit,
      offset,
    );
    return { total: counted?.rows ?? 0, rows: rows.map(this.#placed) };
  }

  /** Chosen rows without a link among the `count` rows from `from` on. */
  notCreated(importId: string, from: number, count: number): PlacedRow[] {
    return this.#database
      .all<Stored>(
        `SELECT r.row, r.record FROM ${ROWS} AND r.row >= ? AND r.row < ? AND r.is_chosen = 1
          AND r.link_id IS NOT NULL AND l.id IS NULL ORDER BY r.row`,
        importId,
        from,
        from + count,
      )
      .map(this.#placed);
  }

  /** All rows in order, in batches. */
  *rows(importId: string, atATime = 250): Generator<PlacedRow[]> {
    for (let from = 0; ; from += atATime) {
      const rows = this.page(importId, from, atATime);
      if (rows.length === 0) return;
      yield rows;
    }
  }

  counts(importId: string): ImportCounts {
    const needsSeller = 'id IN (SELECT value FROM json_each(?1))';
    const counted = this.#database.get<Record<'listed' | 'removed' | 'attention' | 'waiting', number>>(
      `SELECT count(*) FILTER (WHERE is_deleted = 0) AS listed, count(*) FILTER (WHERE is_deleted = 1) AS removed,
          count(*) FILTER (WHERE is_deleted = 0 AND ${needsSeller}) AS attention,
          count(*) FILTER (WHERE is_deleted = 0 AND is_pending = ${PENDING} AND NOT ${needsSeller}) AS waiting
        FROM links WHERE import_id = ?2`,
      JSON.stringify(this.#openLinks().attention),
      importId,
    );
    const { listed = 0, removed = 0, attention = 0, waiting = 0 } = counted ?? {};
    return {
      created: listed + removed,
      synced: listed - waiting - attention,
      waiting,
      attention,
      ...this.#countRemoved(importId, removed),
    };
  }

  /** `all`: how many there are. Counts them again only when that changes: an import can have many thousands. */
  #countRemoved(importId: string, all: number): Removed {
    const known = this.#removed.get(importId);
    if (known?.all === all) return known.counts;
    const counted =
      all > 0 &&
      this.#database.get<{ unsent: number; replaced: number }>(
        `SELECT count(*) FILTER (WHERE ${IS_UNSENT}) AS unsent,
            count(*) FILTER (WHERE NOT ${IS_UNSENT} AND json_extract(l.record, '$.replacedBy') IS NOT NULL) AS replaced
          FROM ${ROWS} AND l.is_deleted = 1`,
        importId,
      );
    const counts = counted ? { ...counted, deleted: all - counted.unsent - counted.replaced } : NONE_REMOVED;
    this.#removed.set(importId, { all, counts });
    return counts;
  }
}
