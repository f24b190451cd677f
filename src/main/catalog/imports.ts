// The imports of a store and their rows. The open file has rows too; it becomes an import when its links are created.
import type { ParsedInput } from '../../shared/contract.ts';
import { type ImportDraftView, type ImportView, type RowKind, rowKindSchema } from '../../shared/link-import.ts';
import type { Database } from '../storage/database.ts';
import type { OpenLinks } from './link-query.ts';
import type { Reader } from './reader.ts';
import { PENDING, RecordTable } from './record-table.ts';
import type { ImportRecord, RowCells, RowFindings } from './records.ts';
import type { StagedLink } from './staged.ts';

type LinkCounts = Pick<ImportView, 'sent' | 'waiting' | 'attention' | 'deleted'>;

/** What the check of a row stores. */
export interface CheckedRow {
  readonly kind: RowKind;
  /** The `contentHash` of its link; null if the row has errors. */
  readonly content: string | null;
  readonly findings: RowFindings;
}

export interface ImportRowRecord extends CheckedRow {
  /** Its index in the table. */
  readonly row: number;
  readonly isChosen: boolean;
  readonly linkId: string | null;
  readonly cells: RowCells;
}

/** Rows by kind, and how many of them are chosen. */
export type RowCounts = ImportDraftView['counts'];

/** `rows`: indexes of rows; null for all. `among`: of this kind only. */
export type RowChoice = Omit<ParsedInput<'imports.choose'>, 'id'>;

const UNCHECKED: RowFindings = { productId: null, draft: null, note: '', errors: [] };
/** Rows removed or written in one transaction. */
const ROWS_AT_A_TIME = 1_000;

type Stored = Omit<ImportRowRecord, 'isChosen' | 'cells' | 'findings'> &
  Readonly<{ isChosen: number } & Record<'cells' | 'findings', string>>;
const COLUMNS = 'row, kind, content, is_chosen AS isChosen, link_id AS linkId, cells, findings';
/** Parameters: the import, the filter, and the ids of links that need the seller, which are problems too. */
const SHOWN = `FROM import_rows WHERE import_id = ?1 AND CASE ?2 WHEN 'all' THEN 1
  WHEN 'problems' THEN kind = 'bad' OR link_id IN (SELECT value FROM json_each(?3)) ELSE kind = ?2 END`;

/** `get` and `listed` leave out removed imports. */
export class ImportRecords extends RecordTable<ImportRecord> {
  constructor(
    database: Database,
    private readonly reader: Reader,
    private readonly openLinks: () => OpenLinks,
  ) {
    super(database, 'imports');
  }

  override get(id: string): ImportRecord | undefined {
    return this.database.record('SELECT record FROM imports WHERE id = ? AND is_removed = 0', id);
  }

  /** Newest first. */
  listed(): ImportRecord[] {
    return this.database.records('SELECT record FROM imports WHERE is_removed = 0 ORDER BY id DESC');
  }

  /** Keeps the import's links and rows; `removeRows` removes its rows. */
  override remove(id: string): void {
    this.database.run('UPDATE imports SET is_removed = 1 WHERE id = ?', id);
  }

  async counts(importId: string): Promise<LinkCounts> {
    const [counts] = await this.reader.all<LinkCounts>(
      `SELECT count(link_key) AS sent, count(*) FILTER (WHERE is_deleted = 1) AS deleted,
          count(*) FILTER (WHERE is_deleted = 0 AND needs_seller) AS attention,
          count(*) FILTER (WHERE is_deleted = 0 AND pending = ${PENDING} AND NOT needs_seller) AS waiting
        FROM (SELECT links.*, id IN (SELECT value FROM json_each(?)) AS needs_seller
          FROM import_rows JOIN links ON links.id = link_id WHERE import_id = ? AND link_id IS NOT NULL)`,
      ...[JSON.stringify(this.openLinks().attention), importId],
    );
    return counts ?? { sent: 0, waiting: 0, attention: 0, deleted: 0 };
  }

  readonly #row = ({ isChosen, cells, findings, ...stored }: Stored): ImportRowRecord => ({
    ...stored,
    isChosen: isChosen === 1,
    cells: this.database.parse<RowCells>(cells),
    findings: this.database.parse<RowFindings>(findings),
  });

  addRow(importId: string, row: number, cells: RowCells): void {
    this.database.run(
      `INSERT INTO import_rows (import_id, row, kind, cells, findings) VALUES (?, ?, 'new', ?, ?)`,
      ...[importId, row, JSON.stringify(cells), JSON.stringify(UNCHECKED)],
    );
  }

  putCells(importId: string, row: number, cells: RowCells): void {
    const sql = 'UPDATE import_rows SET cells = ? WHERE import_id = ? AND row = ?';
    this.database.run(sql, JSON.stringify(cells), importId, row);
  }

  putChecked(importId: string, row: number, { kind, content, findings }: CheckedRow): void {
    this.database.run(
      'UPDATE import_rows SET kind = ?, content = ?, findings = ? WHERE import_id = ? AND row = ?',
      ...[kind, content, JSON.stringify(findings), importId, row],
    );
  }

  /** Links that come from no row are left out. */
  putLinkIds(importId: string, links: readonly Pick<StagedLink, 'id' | 'row'>[]): void {
    const ids = Object.fromEntries(links.flatMap(({ row, id }) => (row === undefined ? [] : [[row, id]])));
    const sql = `UPDATE import_rows SET link_id = ?1 ->> ('$.' || row)
      WHERE import_id = ?2 AND row IN (SELECT key FROM json_each(?1))`;
    this.database.run(sql, JSON.stringify(ids), importId);
  }

  /** Chooses or deselects rows without errors, for one short transaction starting at row `from`. Returns the next `from`. */
  choose(importId: string, from: number, { rows, among, on }: RowChoice): number {
    const next = from + ROWS_AT_A_TIME;
    const rowsJson = rows === null ? null : JSON.stringify(rows.filter((row) => row >= from && row < next));
    this.database.run(
      `UPDATE import_rows SET decided = CASE WHEN (kind = 'new') = ?1 THEN NULL ELSE ?1 END
        WHERE import_id = ?2 AND row >= ?3 AND row < ?4 AND content IS NOT NULL AND kind = COALESCE(?5, kind)
          AND (?6 IS NULL OR row IN (SELECT value FROM json_each(?6)))`,
      ...[on ? 1 : 0, importId, from, next, among ?? null, rowsJson],
    );
    return next;
  }

  /** Removes a batch of rows; the next start removes what a power cut brings back. Returns false if there was none. */
  removeRows(importId: string): boolean {
    const sql =
      'DELETE FROM import_rows WHERE import_id = ?1 AND row IN (SELECT row FROM import_rows WHERE import_id = ?1 LIMIT ?2)';
    return this.database.transaction(() => this.database.run(sql, importId, ROWS_AT_A_TIME), false) > 0;
  }

  /** Ids of imports that have rows but are not listed: they were removed, or never created. */
  withoutRecord(): string[] {
    const sql = `SELECT DISTINCT import_id FROM import_rows
      WHERE import_id NOT IN (SELECT id FROM imports WHERE is_removed = 0)`;
    return this.database.column(sql);
  }

  row(importId: string, row: number): ImportRowRecord | undefined {
    const sql = `SELECT ${COLUMNS} FROM import_rows WHERE import_id = ? AND row = ?`;
    const stored = this.database.get<Stored>(sql, importId, row);
    return stored && this.#row(stored);
  }

  async page({ importId, filter, offset, limit }: ParsedInput<'imports.rows'>) {
    const values = [importId, filter, JSON.stringify(this.openLinks().attention)];
    const [counted, rows] = await Promise.all([
      this.reader.all<{ rows: number }>(`SELECT count(*) AS rows ${SHOWN}`, ...values),
      this.reader.all<Stored>(`SELECT ${COLUMNS} ${SHOWN} ORDER BY row LIMIT ? OFFSET ?`, ...values, limit, offset),
    ]);
    return { total: counted[0]?.rows ?? 0, rows: rows.map(this.#row) };
  }

  /** All rows, or all of one kind, in order and in batches. */
  *rows(importId: string, kind: RowKind | null = null): Generator<ImportRowRecord[]> {
    const sql = `SELECT ${COLUMNS} FROM import_rows WHERE row > ? AND import_id = ? AND kind = COALESCE(?, kind) ORDER BY row`;
    for (const rows of this.database.batches<Stored>(sql, -1, ({ row }) => row, importId, kind)) {
      yield rows.map(this.#row);
    }
  }

  async rowCounts(importId: string): Promise<RowCounts> {
    const counted = await this.reader.all<Record<'rows' | 'chosen', number> & { readonly kind: RowKind }>(
      `SELECT kind, count(*) AS rows, sum(is_chosen) AS chosen FROM import_rows WHERE import_id = ? GROUP BY kind`,
      importId,
    );
    const none = rowKindSchema.options.map((kind) => [kind, { rows: 0, chosen: 0 }] as const);
    const counts: RowCounts = { all: 0, chosen: 0, kinds: Object.fromEntries(none) as RowCounts['kinds'] };
    for (const { kind, rows, chosen } of counted) {
      counts.kinds[kind] = { rows, chosen };
      counts.all += rows;
      counts.chosen += chosen;
    }
    return counts;
  }
}
