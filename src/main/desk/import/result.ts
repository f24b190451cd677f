// The result of an import as a CSV file: every row of the file that was read, with what became of it.
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ImportRow } from '../../../shared/link-import.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import { texts as rules } from '../../../shared/texts/rules.ts';
import type { ImportRecord, ImportRowRecord } from '../../catalog/records.ts';
import { StorageError, writeForSeller } from '../../storage/durable-file.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows } from '../csv.ts';
import type { OpenStore } from '../open-store.ts';
import type { AskWhereToSave } from '../save-question.ts';
import { everyRow } from './begun-rows.ts';
import { uuidOf } from './views.ts';

const words = texts.linkImport;
const RESULTS = ['Line', 'State', 'Error', 'Checkout URL', 'uuid'];

/** Null when it was called off. `withoutAddress`: rows whose link was made and has none yet. */
export async function saveImportResult(
  store: OpenStore,
  id: string,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number; withoutAddress: number } | null>> {
  const record = store.imports.record(id);
  if (!record) return refuse('not-found', words.gone);
  const path = await askWhereToSave({
    title: words.result.save,
    name: `${record.name.replace(/\.\w{1,5}$/, '').replace(/[\\/:*?"<>|]/g, '-') || 'import'}-result.csv`,
    kind: { name: texts.common.csvFile, extension: 'csv' },
  });
  if (path === null) return ok(null);
  const counted = { rows: 0, withoutAddress: 0 };
  try {
    await writeForSeller(path, resultAsCsv(store, record, counted), texts.common.fileNotWritten);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return refuse('storage', words.result.notWritten(error.message));
  }
  return ok({ file: basename(path), ...counted });
}

async function* resultAsCsv(
  store: OpenStore,
  record: ImportRecord,
  counted: { rows: number; withoutAddress: number },
): AsyncGenerator<string> {
  let width = record.header.length;
  for (const some of store.catalog.imports.rows(record.id)) {
    for (const { row } of some) width = Math.max(width, row.cells.length);
    await setImmediate();
  }
  const header = Array.from({ length: width }, (_, at) => record.header[at] ?? `Column ${at + 1}`);
  const taken = new Set(header.map((name) => name.toLowerCase()));
  const results = RESULTS.map((name) => (taken.has(name.toLowerCase()) ? `${name} (import)` : name));
  // A file that is called .csv has the delimiter of one, whatever its rows were pasted with.
  const delimiter = record.delimiter === ';' ? ';' : ',';
  yield BYTE_ORDER_MARK + csvRows([[...header, ...results]], delimiter);
  for (const some of everyRow(store, record)) {
    const rows = some.map(({ row, view }) => [
      ...Array.from({ length: width }, (_, at) => asRead(row, at)),
      ...resultOf(view),
    ]);
    counted.rows += some.length;
    counted.withoutAddress += some.filter(({ view }) => hasNoAddressYet(view)).length;
    yield csvRows(rows, delimiter);
    await setImmediate();
  }
}

/** A cell as it was; what is plainly a number stays one, also where it is below zero. */
function asRead({ cells }: ImportRowRecord, at: number): CsvCell {
  const cell = cells[at] ?? '';
  return /^-(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?$/.test(cell) ? Number(cell) : cell;
}

const hasNoAddressYet = ({ state, checkoutUrl }: ImportRow): boolean =>
  checkoutUrl === null &&
  (state === 'waiting' || state === 'sending' || state === 'needs-review' || state === 'rejected');

const resultOf = (view: ImportRow): CsvCell[] => [
  view.line,
  rules.states.importRow[view.state],
  view.errors.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`)).join('; '),
  view.checkoutUrl ?? '',
  uuidOf(view),
];
