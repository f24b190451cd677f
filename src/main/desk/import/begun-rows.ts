// Lists the rows of imports that were started, with the state of each.
import { delimiterSchema, type ImportRow } from '../../../shared/link-import.ts';
import type { ImportRecord, ImportRowRecord } from '../../catalog/records.ts';
import type { OpenStore } from '../open-store.ts';
import type { TableWithErrors } from './error-rows.ts';
import { importedRow } from './views.ts';

export async function importPage(
  store: OpenStore,
  record: ImportRecord,
  onlyProblems: boolean,
  offset: number,
  limit: number,
): Promise<{ total: number; rows: ImportRow[] }> {
  const { imports } = store.catalog;
  const { total, rows } = onlyProblems
    ? await imports.problems(record.id, offset, limit)
    : { total: record.rows, rows: imports.page(record.id, offset, limit) };
  return { total, rows: rows.map((row) => importedRow(store, record, row)) };
}

/** Every row with how it stands now, in order, some hundred at a time. */
export function* everyRow(
  store: OpenStore,
  record: ImportRecord,
): Generator<{ readonly row: ImportRowRecord; readonly view: ImportRow }[]> {
  for (const some of store.catalog.imports.rows(record.id)) {
    yield some.map((placed) => ({ row: placed.row, view: importedRow(store, record, placed) }));
  }
}

/** An import with its rows that have errors. */
export function begunWithErrors(store: OpenStore, record: ImportRecord): TableWithErrors {
  const { id, name, header: columns, roles } = record;
  function* rows() {
    for (const some of store.catalog.imports.rows(id)) yield some.flatMap(({ row }) => (row.link ? [] : row));
  }
  return { name, columns, roles, delimiter: delimiterSchema.catch(',').parse(record.delimiter), rows: rows() };
}
