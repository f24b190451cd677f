// Writes rows of an import as a CSV file: rows with errors, to be corrected and imported, or all rows with their results.
import { linkUuid } from '../../shared/checkout-url.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { ImportRow, RowError } from '../../shared/link-import.ts';
import { type Result, refuse } from '../../shared/problem.ts';
import { capitalized } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { type CsvCell, numberOrText } from '../csv/csv.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import { saveTable, type Table } from '../csv/save-file.ts';
import type { AskWhereToSave } from '../platform.ts';
import { ERROR_COLUMN } from './file/columns.ts';
import type { ImportingStore } from './imports.ts';
import { rowView } from './rows.ts';

const t = texts.linkImport;
const RESULTS = ['Line', 'State', 'Error', 'Checkout URL', 'uuid'];

/** `id`: the open file's, or that of an import. Resolves to null when the seller cancels. */
export async function saveRows(
  store: ImportingStore,
  { id, which }: ParsedInput<'imports.save'>,
  askWhereToSave: AskWhereToSave,
): Promise<Result<Output<'imports.save'>>> {
  const record = store.imports.record(id);
  if (!record) return refuse('not-found', t.gone);
  const { header, choices } = record;
  const isResult = which === 'result';
  // Pasted rows have tabs.
  const delimiter = isResult && choices.delimiter !== ';' ? ',' : choices.delimiter;
  // A file that was saved with its errors already has that column.
  const earlier = isResult ? -1 : header.indexOf(ERROR_COLUMN);
  /** Surplus cells stay behind the last column, so that the row is refused again. */
  const withAdded = (cells: readonly CsvCell[], added: readonly CsvCell[]) =>
    earlier < 0 ? cells.toSpliced(header.length, 0, ...added) : cells.with(earlier, added[0] ?? '');

  async function* table(): Table {
    yield [withAdded(header, isResult ? RESULTS : [ERROR_COLUMN])];
    for (const rows of store.catalog.imports.rows(id, isResult ? null : 'bad')) {
      yield rows.map((row) => {
        const view = rowView(store, choices.roles, !isResult, row);
        const { cells } = row.cells;
        const width = Math.max(cells.length, header.length);
        const padded = Array.from({ length: width }, (_, index) => numberOrText(withoutGuard(cells[index] ?? '')));
        return withAdded(padded, isResult ? resultOf(view) : [formatErrors(view.errors)]);
      });
    }
  }
  const title = isResult ? t.result.save : t.errors.save;
  const name = `${record.name.replace(/\.\w{1,5}$/, '') || 'import'}-${which}.${delimiter === '\t' ? 'tsv' : 'csv'}`;
  return saveTable({ title, name, delimiter }, table(), askWhereToSave);
}

const formatErrors = (errors: readonly RowError[]): string =>
  errors.map(({ column, message }) => (column === '' ? message : `${capitalized(column)}: ${message}`)).join('; ');

const resultOf = ({ line, state, errors, checkoutUrl }: ImportRow): CsvCell[] => [
  line,
  { ...texts.states.sync, ...texts.states.importRow }[state],
  formatErrors(errors),
  checkoutUrl ?? '',
  (checkoutUrl === null ? null : linkUuid(checkoutUrl)) ?? '',
];
