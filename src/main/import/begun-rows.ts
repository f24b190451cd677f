// Lists the rows of imports that were started, with the state of each.
import { setImmediate } from 'node:timers/promises';
import type { Output } from '../../shared/contract.ts';
import { type Delimiter, delimiterSchema, type ImportRow } from '../../shared/link-import.ts';
import type { ImportRecord, ImportRowRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import type { EarlierRows } from './draft.ts';
import type { RowWindow } from './draft-rows.ts';
import type { TableWithErrors } from './error-rows.ts';
import type { TableRow } from './file/table.ts';
import { importedRow } from './views.ts';

export async function importPage(
  store: StoreContext,
  record: ImportRecord,
  onlyProblems: boolean,
  { offset, limit }: RowWindow,
): Promise<Output<'imports.rows'>> {
  const { imports } = store.catalog;
  const { total, rows } = onlyProblems
    ? await imports.problems(record.id, offset, limit)
    : { total: record.rows, rows: imports.page(record.id, offset, limit) };
  return { total, rows: rows.map((row) => importedRow(store, record, row)) };
}

/** Yields every row with its current state, in order, a few hundred at a time. */
export function* everyRow(
  store: StoreContext,
  record: ImportRecord,
): Generator<{ readonly row: ImportRowRecord; readonly view: ImportRow }[]> {
  for (const some of store.catalog.imports.rows(record.id)) {
    yield some.map((placed) => ({ row: placed.row, view: importedRow(store, record, placed) }));
  }
}

/** An import with its rows that have errors. */
export function begunWithErrors(store: StoreContext, record: ImportRecord): TableWithErrors {
  const { name, header: columns, roles } = record;
  return { name, columns, roles, delimiter: delimiterOf(record), rows: rowsWithErrors(store, record) };
}

/** The rows of an import that have errors, to be corrected. */
export async function rowsToCorrect(store: StoreContext, record: ImportRecord): Promise<EarlierRows> {
  const { id, header: columns, roles, reading } = record;
  const rows: TableRow[] = [];
  for (const some of rowsWithErrors(store, record)) {
    for (const { line, cells, quotes = null } of some) rows.push({ line, cells, quotes });
    await setImmediate();
  }
  return { importId: id, columns, rows, choices: { ...reading, roles, delimiter: delimiterOf(record) } };
}

function* rowsWithErrors(store: StoreContext, { id }: ImportRecord): Generator<ImportRowRecord[]> {
  for (const some of store.catalog.imports.rows(id)) yield some.flatMap(({ row }) => (row.link ? [] : row));
}

const delimiterOf = ({ delimiter }: ImportRecord): Delimiter => delimiterSchema.catch(',').parse(delimiter);
