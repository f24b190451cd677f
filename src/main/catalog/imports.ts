// The imports of a store, and the rows of each: also those of the open file, which becomes an import when its links are created.
import type { ImportFilter, RowKind } from '../../shared/link-import.ts';
import type { Database, Value } from '../storage/database.ts';
import type { OpenLinks } from './link-query.ts';
import type { Reader } from './reader.ts';
import { PENDING } from './record-table.ts';
import type { ImportRecord, RowCells, RowFindings } from './records.ts';

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

/** A row is `unchecked` until it was checked, and `bad` if it has errors. */
export type StoredKind = RowKind | 'unchecked' | 'bad';

/** What is stored about a row once it is checked. */
export interface CheckedRow {
  readonly kind: StoredKind;
  /** The `contentHash` of its link; null if it can be none. */
  readonly content: string | null;
  readonly hasRemark: boolean;
  /** The decimal sign of the file would decide about an amount. */
  readonly isUnclear: boolean;
  /** A currency that it names and the seller does not have. */
  readonly unknownCurrency: string | null;
  readonly findings: RowFindings;
}

export interface ImportRowRecord extends CheckedRow {
  /** Its index in the table. */
  readonly row: number;
  readonly isChosen: boolean;
  readonly linkId: string | null;
  readonly cells: RowCells;
}

/** How many rows there are of a kind. */
export interface KindCount {
  readonly kind: StoredKind;
  readonly is_chosen: number;
  readonly rows: number;
  readonly remarks: number;
  readonly unclear: number;
}

/** Indexes of rows, or null for all; of one kind, or of each. */
export interface RowChoice {
  readonly rows: readonly number[] | null;
  readonly among?: RowKind;
  readonly on: boolean;
}

const NOTHING_FOUND = JSON.stringify({
  productId: null,
  draft: null,
  note: '',
  errors: [],
  warnings: [],
} satisfies RowFindings);
/** How many rows are removed or written in one transaction. */
const ROWS_AT_A_TIME = 1_000;

interface Stored {
  readonly row: number;
  readonly kind: StoredKind;
  readonly content: string | null;
  readonly is_chosen: number;
  readonly has_remark: number;
  readonly is_unclear: number;
  readonly unknown_currency: string | null;
  readonly link_id: string | null;
  readonly cells: string;
  readonly findings: string;
}
const COLUMNS =
  'row, kind, content, is_chosen, has_remark, is_unclear, unknown_currency, r.link_id AS link_id, cells, findings';

/** Of a deleted link: it never had an address. */
const IS_UNSENT = `(json_extract(l.record, '$.paymentLink') IS NULL)`;
const ROWS = 'import_rows r LEFT JOIN links l ON l.id = r.link_id WHERE r.import_id = ?';

export class ImportRecords {
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #openLinks: () => OpenLinks;
  /** By import, with how many links were removed when they were counted. */
  readonly #removed = new Map<string, { readonly all: number; readonly counts: Removed }>();

  readonly #row = (stored: Stored): ImportRowRecord => ({
    row: stored.row,
    kind: stored.kind,
    content: stored.content,
    isChosen: stored.is_chosen === 1,
    hasRemark: stored.has_remark === 1,
    isUnclear: stored.is_unclear === 1,
    unknownCurrency: stored.unknown_currency,
    linkId: stored.link_id,
    cells: this.#database.parse<RowCells>(stored.cells),
    findings: this.#database.parse<RowFindings>(stored.findings),
  });

  constructor(database: Database, reader: Reader, openLinks: () => OpenLinks) {
    this.#database = database;
    this.#reader = reader;
    this.#openLinks = openLinks;
  }

  get(id: string): ImportRecord | undefined {
    return this.#database.record('SELECT record FROM imports WHERE id = ?', id);
  }

  /** Newest first. */
  all(): ImportRecord[] {
    return this.#database.records('SELECT record FROM imports ORDER BY id DESC');
  }

  /** Inserts or replaces an import, not its rows. */
  put(record: ImportRecord): void {
    this.#database.put('imports', { id: record.id, record: JSON.stringify(record) });
  }

  /** Its links stay; `removeRows` removes its rows. */
  remove(id: string): void {
    this.#database.run('DELETE FROM imports WHERE id = ?', id);
  }

  // ---- rows

  addRow(importId: string, row: number, cells: RowCells): void {
    this.#database.run(
      `INSERT INTO import_rows (import_id, row, kind, has_remark, is_unclear, cells, findings)
        VALUES (?, ?, 'unchecked', 0, 0, ?, ?)`,
      importId,
      row,
      JSON.stringify(cells),
      NOTHING_FOUND,
    );
  }

  putCells(importId: string, row: number, cells: RowCells): void {
    const sql = 'UPDATE import_rows SET cells = ?3 WHERE import_id = ?1 AND row = ?2';
    this.#database.run(sql, importId, row, JSON.stringify(cells));
  }

  putChecked(importId: string, row: number, checked: CheckedRow): void {
    this.#database.run(
      `UPDATE import_rows SET kind = ?, content = ?, has_remark = ?, is_unclear = ?, unknown_currency = ?, findings = ?
        WHERE import_id = ? AND row = ?`,
      checked.kind,
      checked.content,
      checked.hasRemark ? 1 : 0,
      checked.isUnclear ? 1 : 0,
      checked.unknownCurrency,
      JSON.stringify(checked.findings),
      importId,
      row,
    );
  }

  putLinkId(importId: string, row: number, linkId: string): void {
    this.#database.run('UPDATE import_rows SET link_id = ? WHERE import_id = ? AND row = ?', linkId, importId, row);
  }

  /** Chooses rows without errors, or leaves them out: of those from `from` on as many as fit into a short transaction. Returns the next. */
  choose(importId: string, from: number, { rows, among, on }: RowChoice): number {
    const next = from + ROWS_AT_A_TIME;
    const decision = on ? 1 : 0;
    const which = rows === null ? null : JSON.stringify(rows.filter((row) => row >= from && row < next));
    this.#database.run(
      `UPDATE import_rows SET decided = CASE WHEN (kind = 'new') = ?1 THEN NULL ELSE ?1 END
        WHERE import_id = ?2 AND row >= ?3 AND row < ?4 AND content IS NOT NULL AND kind = COALESCE(?5, kind)
          AND (?6 IS NULL OR row IN (SELECT value FROM json_each(?6)))`,
      decision,
      importId,
      from,
      next,
      among ?? null,
      which,
    );
    return next;
  }

  /** Removes a batch of rows. Returns false when none is left. */
  removeRows(importId: string): boolean {
    const sql =
      'DELETE FROM import_rows WHERE import_id = ?1 AND row IN (SELECT row FROM import_rows WHERE import_id = ?1 LIMIT ?2)';
    return this.#database.run(sql, importId, ROWS_AT_A_TIME) > 0;
  }

  /** Ids of imports that have rows but no record: removed, or never started. */
  withoutRecord(): string[] {
    const next = 'SELECT import_id FROM import_rows WHERE import_id > ? ORDER BY import_id LIMIT 1';
    const left: string[] = [];
    for (let id = this.#database.value<string>(next, ''); id !== undefined; id = this.#database.value(next, id)) {
      if (!this.get(id)) left.push(id);
    }
    return left;
  }

  row(importId: string, row: number): ImportRowRecord | undefined {
    const sql = `SELECT ${COLUMNS} FROM import_rows r WHERE import_id = ? AND row = ?`;
    const stored = this.#database.get<Stored>(sql, importId, row);
    return stored && this.#row(stored);
  }

  /** A page of the rows in order. `problems` of an import that was begun are also rows whose links need the seller. */
  async page(importId: string, filter: ImportFilter, isBegun: boolean, offset: number, limit: number) {
    const { sql, values } = this.#isShown(filter, isBegun);
    const from = `${ROWS} AND ${sql}`;
    const counted = this.#reader.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${from}`, importId, ...values);
    const page = `SELECT ${COLUMNS} FROM ${from} ORDER BY row LIMIT ? OFFSET ?`;
    const rows = await this.#reader.all<Stored>(page, importId, ...values, limit, offset);
    return { total: (await counted)[0]?.rows ?? 0, rows: rows.map(this.#row) };
  }

  #isShown(filter: ImportFilter, isBegun: boolean): { readonly sql: string; readonly values: readonly Value[] } {
    if (filter === 'all') return { sql: '1', values: [] };
    if (filter === 'remarks') return { sql: 'r.has_remark = 1', values: [] };
    if (filter !== 'problems') return { sql: 'r.kind = ?', values: [filter] };
    if (!isBegun) return { sql: `r.kind = 'bad'`, values: [] };
    const sql = `(r.kind = 'bad' OR l.id IN (SELECT value FROM json_each(?)) OR (l.is_deleted = 1 AND ${IS_UNSENT})
      OR (l.id IS NULL AND r.is_chosen = 1))`;
    return { sql, values: [JSON.stringify(this.#openLinks().attention)] };
  }

  /** All rows in order, or those of one kind, in batches. */
  *rows(importId: string, kind: StoredKind | null = null): Generator<ImportRowRecord[]> {
    const sql = `SELECT ${COLUMNS} FROM import_rows r WHERE row > ? AND import_id = ? AND kind = COALESCE(?, kind) ORDER BY row`;
    for (const rows of this.#database.batches<Stored>(sql, -1, ({ row }) => row, importId, kind)) {
      yield rows.map(this.#row);
    }
  }

  /** Chosen rows whose link was not created, among the `count` rows from `from` on. */
  notCreated(importId: string, from: number, count: number): ImportRowRecord[] {
    return this.#database
      .all<Stored>(
        `SELECT ${COLUMNS} FROM ${ROWS} AND row >= ? AND row < ? AND is_chosen = 1 AND r.link_id IS NOT NULL
          AND l.id IS NULL ORDER BY row`,
        importId,
        from,
        from + count,
      )
      .map(this.#row);
  }

  /** How many rows there are of each kind, chosen and not. */
  kinds(importId: string): KindCount[] {
    return this.#database.all<KindCount>(
      `SELECT kind, is_chosen, count(*) AS rows, sum(has_remark) AS remarks, sum(is_unclear) AS unclear
        FROM import_rows WHERE import_id = ? GROUP BY kind, is_chosen`,
      importId,
    );
  }

  /** Currencies that the seller does not have, and of how many rows; the most frequent first. */
  unknownCurrencies(importId: string, limit: number): { readonly currency: string; readonly rows: number }[] {
    return this.#database.all(
      `SELECT unknown_currency AS currency, count(*) AS rows FROM import_rows
        WHERE import_id = ? AND unknown_currency IS NOT NULL GROUP BY unknown_currency ORDER BY rows DESC LIMIT ?`,
      importId,
      limit,
    );
  }

  // ---- its links

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
