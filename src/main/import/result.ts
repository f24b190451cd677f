// The result of an import as a CSV file: every row of the file that was read, with its result.
import { setImmediate } from 'node:timers/promises';
import type { ImportRow } from '../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ImportRecord } from '../catalog/records.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows, numberOrText } from '../csv/csv.ts';
import { nameFrom, saveCsv } from '../csv/save-csv.ts';
import type { AskWhereToSave } from '../platform.ts';
import { formatErrors } from './error-rows.ts';
import type { ImportingStore } from './imports.ts';
import { rowView, uuidOf } from './rows.ts';

const t = texts.linkImport;
const RESULTS = ['Line', 'State', 'Error', 'Checkout URL', 'uuid'];

/** Returns null when the seller cancels. `withoutAddress`: links that have no address yet. */
export async function saveImportResult(
  store: ImportingStore,
  id: string,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number; withoutAddress: number } | null>> {
  const record = store.imports.record(id);
  if (!record) return refuse('not-found', t.gone);
  const counted = { rows: 0, withoutAddress: 0 };
  const saved = await saveCsv(
    {
      title: t.result.save,
      name: nameFrom(record.name, 'result'),
      parts: resultAsCsv(store, record, counted),
      notWritten: (reason) => t.result.notWritten({ reason }),
    },
    askWhereToSave,
  );
  return saved.ok ? ok(saved.value === null ? null : { file: saved.value, ...counted }) : saved;
}

async function* resultAsCsv(
  store: ImportingStore,
  record: ImportRecord,
  counted: { rows: number; withoutAddress: number },
): AsyncGenerator<string> {
  let width = record.header.length;
  for (const some of store.catalog.imports.rows(record.id)) {
    for (const { cells } of some) width = Math.max(width, cells.cells.length);
    await setImmediate();
  }
  const header = Array.from({ length: width }, (_, at) => record.header[at] ?? `Column ${at + 1}`);
  const taken = new Set(header.map((name) => name.toLowerCase()));
  const results = RESULTS.map((name) => (taken.has(name.toLowerCase()) ? `${name} (import)` : name));
  // A .csv file has commas or semicolons, even if its rows were pasted with tabs.
  const delimiter = record.delimiter === ';' ? ';' : ',';
  yield BYTE_ORDER_MARK + csvRows([[...header, ...results]], delimiter);
  for (const some of store.catalog.imports.rows(record.id)) {
    const rows = some.map((row) => {
      const view = rowView(store, { ...record, isBegun: true }, row);
      if (hasNoAddressYet(view)) counted.withoutAddress += 1;
      return [...Array.from({ length: width }, (_, at) => numberOrText(row.cells.cells[at] ?? '')), ...resultOf(view)];
    });
    counted.rows += some.length;
    yield csvRows(rows, delimiter);
    await setImmediate();
  }
}

const hasNoAddressYet = ({ state, checkoutUrl }: ImportRow): boolean =>
  checkoutUrl === null &&
  (state === 'waiting' || state === 'sending' || state === 'needs-review' || state === 'rejected');

const resultOf = (view: ImportRow): CsvCell[] => [
  view.line,
  texts.states.importRow[view.state],
  formatErrors(view.errors),
  view.checkoutUrl ?? '',
  uuidOf(view),
];
