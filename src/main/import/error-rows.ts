// Writes the rows with errors as a CSV file: the original columns, and one with the errors.
import { setImmediate } from 'node:timers/promises';
import type { ColumnRole, Delimiter, RowError } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { capitalized } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows, numberOrText } from '../csv/csv.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import { nameFrom, saveCsv } from '../csv/save-csv.ts';
import type { AskWhereToSave } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { ERROR_COLUMN, nameOfRole } from './file/columns.ts';

const t = texts.linkImport;

export interface RowWithErrors {
  readonly cells: readonly string[];
  readonly errors: readonly RowError[];
}

/** A table with rows that have errors. */
export interface TableWithErrors {
  readonly name: string;
  readonly columns: readonly string[];
  readonly roles: readonly ColumnRole[];
  readonly delimiter: Delimiter;
  /** A few hundred at a time. */
  readonly rows: Iterable<readonly RowWithErrors[]>;
}

/** Returns null when the seller cancels. `importId`: null for the open file. */
export async function saveErrorRows(
  store: StoreContext & { readonly imports: { withErrors(id: string | null): TableWithErrors | null } },
  importId: string | null,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number } | null>> {
  const table = store.imports.withErrors(importId);
  if (!table) return refuse('not-found', importId === null ? t.draft.closed : t.gone);
  const counted = { rows: 0 };
  const saved = await saveCsv(
    {
      title: t.errors.save,
      name: nameFrom(table.name, 'errors', table.delimiter === '\t' ? 'tsv' : 'csv'),
      parts: errorRowsAsCsv(store, table, counted),
      notWritten: (reason) => t.result.notWritten({ reason }),
    },
    askWhereToSave,
  );
  return saved.ok ? ok(saved.value === null ? null : { file: saved.value, ...counted }) : saved;
}

async function* errorRowsAsCsv(
  store: StoreContext,
  { columns, roles, delimiter, rows }: TableWithErrors,
  counted: { rows: number },
): AsyncGenerator<string> {
  const { currencies } = store.deps.settings();
  const isUnnamed = columns.every((name, at) => name === texts.linkTable.columns.unnamed({ place: at + 1 }));
  const names = columns.map((name, at) => (isUnnamed ? nameOfRole(roles[at], currencies) : null) ?? name);
  // A file that was saved like this before has the column already.
  const before = names.indexOf(ERROR_COLUMN);
  const place = before >= 0 && roles[before]?.kind === 'ignore' ? before : names.length;
  const error = place < names.length || !names.includes(ERROR_COLUMN) ? ERROR_COLUMN : `${ERROR_COLUMN} (import)`;
  /** Surplus cells stay after the last column, so that the row is refused again. */
  const withError = (cells: readonly CsvCell[], message: string) =>
    place < names.length ? cells.with(place, message) : cells.toSpliced(place, 0, message);
  yield BYTE_ORDER_MARK + csvRows([withError(names, error)], delimiter);
  for (const some of rows) {
    counted.rows += some.length;
    const lines = some.map(({ cells, errors }) => {
      const width = Math.max(cells.length, names.length);
      const padded = Array.from({ length: width }, (_, at) => numberOrText(withoutGuard(cells[at] ?? '')));
      return withError(padded, formatErrors(errors));
    });
    yield csvRows(lines, delimiter);
    await setImmediate();
  }
}

export const formatErrors = (errors: readonly RowError[]): string =>
  errors.map(({ column, message }) => (column === '' ? message : `${capitalized(column)}: ${message}`)).join('; ');
