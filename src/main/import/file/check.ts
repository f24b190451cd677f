// Reads one row of a table as a payment link, or returns its errors by column.

import type { ColumnRole, RowError } from '../../../shared/link-import.ts';
import { type LinkDraft, linkDraftSchema, type MetadataEntry } from '../../../shared/payment-link.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { capitalized, cutInMiddle, noteSchema } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';
import { withoutGuard } from '../../csv/formula-guard.ts';
import { yesOrNo } from './cells.ts';
import { type PlacedPrice, type PriceReading, type ReadPrices, readPrices } from './price-cells.ts';
import { type Cell, type Complain, type ProductFinder, readProduct } from './product-cells.ts';
import type { TableRow } from './table.ts';

const t = texts.linkTable;

/** Characters of an error message. A longer one is cut in its middle, so that what to do stays at its end. */
const LONGEST_COMPLAINT = 600;

/** How the rows of a table are to be read. */
export interface Reading extends PriceReading {
  readonly columns: readonly string[];
  readonly roles: readonly ColumnRole[];
  readonly productId: string | null;
  readonly products: ProductFinder;
}

export interface CellError extends RowError {
  /** Names a control beside the rows of an open file, so it is not stored with an import. */
  readonly hint?: string;
}

/** `draft` and `productId` are null if there are errors. */
export interface Checked extends Omit<ReadPrices, 'prices'> {
  readonly productId: string | null;
  readonly draft: LinkDraft | null;
  /** The private note; empty for none. */
  readonly note: string;
  readonly errors: readonly CellError[];
  readonly warnings: readonly string[];
}

/** For a row with errors. */
export const UNREAD = { productId: null, draft: null, note: '', isUnclear: false, unknownCurrency: null };

export function checkRow(row: TableRow, reading: Reading): Checked {
  const errors: CellError[] = [];
  const warnings: string[] = [];
  const complain: Complain = (at, message, hint) => {
    const column = at === null ? '' : (reading.columns[at] ?? '');
    errors.push({ column, message: cutInMiddle(message, LONGEST_COMPLAINT), ...(hint !== undefined && { hint }) });
  };
  const width = reading.columns.length;
  if (row.quotes !== null) complain(null, capitalized(row.quotes));
  else if (row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    complain(null, t.row.tooLong({ cells: row.cells.length, columns: width }));
  }
  if (errors.length > 0) return { ...UNREAD, errors, warnings };
  if (row.cells.length < width) warnings.push(t.row.tooShort({ cells: row.cells.length, columns: width }));
  const cells = reading.roles.map((role, at): Cell => {
    const text = withoutGuard(row.cells[at] ?? '').trim();
    return { at, role, text, isCorrected: row.corrected?.has(at) ?? false };
  });
  const productId = readProduct(cells, reading.products, reading.productId, complain);
  const { prices, isUnclear, unknownCurrency } = readPrices(cells, reading, complain, (warning) =>
    warnings.push(warning),
  );
  const useOnce = readSingleUse(cells, complain);
  const { metadata, places } = readMetadata(cells, complain);
  const note = readNote(cells, complain);
  const checked = linkDraftSchema.safeParse({ prices: prices.map(({ price }) => price), useOnce, metadata });
  if (!checked.success) {
    // A cell with an error of its own gets no second one.
    const faulty = new Set(errors.map(({ column }) => column));
    for (const [path, message] of Object.entries(fieldErrors(checked.error))) {
      const at = placeOf(path, prices, places);
      if (at === null ? errors.length === 0 : !faulty.has(reading.columns[at] ?? '')) complain(at, message);
    }
  }
  const draft = checked.success && errors.length === 0 ? checked.data : null;
  return { productId: draft ? productId : null, draft, note, errors, warnings, isUnclear, unknownCurrency };
}

/** The index of the column that a failed check is about. */
function placeOf(path: string, prices: readonly PlacedPrice[], metadata: readonly number[]): number | null {
  const [list, index, field] = path.split('.');
  if (list === 'prices') {
    const price = prices[Number(index)];
    return (field === 'discountCents' ? price?.discountAt : null) ?? price?.at ?? null;
  }
  return index === undefined ? null : (metadata[Number(index)] ?? null);
}

function readSingleUse(cells: readonly Cell[], complain: Complain): boolean {
  const cell = cells.find(({ role }) => role.kind === 'singleUse');
  const answer = yesOrNo(cell?.text ?? '');
  if (cell && answer === null) complain(cell.at, t.row.neitherYesNorNo({ typed: cell.text }));
  return answer ?? false;
}

function readNote(cells: readonly Cell[], complain: Complain): string {
  const cell = cells.find(({ role }) => role.kind === 'note');
  const note = noteSchema.safeParse(cell?.text ?? '');
  if (note.success) return note.data;
  if (cell) for (const { message } of note.error.issues) complain(cell.at, message);
  return '';
}

/** `places`: the column of each pair. */
function readMetadata(cells: readonly Cell[], complain: Complain): { metadata: MetadataEntry[]; places: number[] } {
  const metadata: MetadataEntry[] = [];
  const places: number[] = [];
  for (const { at, role, text } of cells) {
    if (text === '') continue;
    const pairs = role.kind === 'metadata' ? [[role.key.trim(), text] as const] : [];
    const others = role.kind === 'otherMetadata' ? readOthers(text) : [];
    if (others === null) complain(at, t.row.notJson);
    if (text.includes('\n') && role.kind === 'metadata') {
      complain(at, t.row.lineBreaks);
      continue;
    }
    for (const [key, value] of [...pairs, ...(others ?? [])]) {
      metadata.push({ key, value });
      places.push(at);
    }
  }
  return { metadata, places };
}

function readOthers(text: string): (readonly [string, string])[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const pairs = Object.entries(value);
    return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string') ? pairs : null;
  } catch {
    return null;
  }
}
