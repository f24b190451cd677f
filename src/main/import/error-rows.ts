// Writes the rows with errors as a CSV file: the original columns, and one with the errors.
import { setImmediate } from 'node:timers/promises';
import type { RowError } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { capitalized } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ImportRecord } from '../catalog/records.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows, numberOrText } from '../csv/csv.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import { nameFrom, saveCsv } from '../csv/save-csv.ts';
import type { AskWhereToSave } from '../platform.ts';
import { ERROR_COLUMN, nameOfRole } from './file/columns.ts';
import type { ImportingStore } from './imports.ts';

const t = texts.linkImport;

/** Returns null when the seller cancels. `id`: of the open file, or of an import. */
export async function saveErrorRows(
  store: ImportingStore,
  id: string,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number } | null>> {
  const record = store.imports.record(id);
  if (!record) return refuse('not-found', t.gone);
  const counted = { rows: 0 };
  const saved = await saveCsv(
    {
      title: t.errors.save,
      name: nameFrom(record.name, 'errors', record.delimiter === '\t' ? 'tsv' : 'csv'),
      parts: errorRowsAsCsv(store, record, counted),
      notWritten: (reason) => t.result.notWritten({ reason }),
    },
    askWhereToSave,
  );
  return saved.ok ? ok(saved.value === null ? null : { file: saved.value, ...counted }) : saved;
}

async function* errorRowsAsCsv(
  store: ImportingStore,
  { id, header, roles, delimiter }: ImportRecord,
  counted: { rows: number },
): AsyncGenerator<string> {
  const { currencies } = store.deps.settings();
  const isUnnamed = header.every((name, at) => name === texts.linkTable.columns.unnamed({ place: at + 1 }));
  const names = header.map((name, at) => (isUnnamed ? nameOfRole(roles[at], currencies) : null) ?? name);
  // A file that was saved like this before has the column already.
  const before = names.indexOf(ERROR_COLUMN);
  const place = before >= 0 && roles[before]?.kind === 'ignore' ? before : names.length;
  const error = place < names.length || !names.includes(ERROR_COLUMN) ? ERROR_COLUMN : `${ERROR_COLUMN} (import)`;
  /** Surplus cells stay after the last column, so that the row is refused again. */
  const withError = (cells: readonly CsvCell[], message: string) =>
    place < names.length ? cells.with(place, message) : cells.toSpliced(place, 0, message);
  yield BYTE_ORDER_MARK + csvRows([withError(names, error)], delimiter);
  for (const some of store.catalog.imports.rows(id, 'bad')) {
    counted.rows += some.length;
    const lines = some.map(({ cells: { cells }, findings }) => {
      const width = Math.max(cells.length, names.length);
      const padded = Array.from({ length: width }, (_, at) => numberOrText(withoutGuard(cells[at] ?? '')));
      return withError(padded, formatErrors(findings.errors));
    });
    yield csvRows(lines, delimiter);
    await setImmediate();
  }
}

export const formatErrors = (errors: readonly RowError[]): string =>
  errors.map(({ column, message }) => (column === '' ? message : `${capitalized(column)}: ${message}`)).join('; ');
