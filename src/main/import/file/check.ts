// Reads one row of a table as a payment link, or returns its errors by column.
import { type ColumnRole, namesProduct, type RowError } from '../../../shared/link-import.ts';
import { linkDraftSchema, type MetadataEntry } from '../../../shared/payment-link.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { cutInMiddle, noteSchema, plainText } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { RowCells, RowFindings } from '../../catalog/records.ts';
import { type Cell, type Complain, cellText, saysTotal, yesOrNo } from './cells.ts';
import { type PlacedPrice, type PriceReading, readPrices } from './price-cells.ts';

const t = texts.linkTable;

/** Characters of an error message. A longer one is cut in its middle, because its end says what to do. */
const LONGEST_COMPLAINT = 600;

/** Looks up products by the text of a cell. */
export interface ProductFinder {
  /** Returns all products with exactly this title, else all whose title differs only in case. */
  titled(title: string): readonly string[];
  withServerId(serverId: number): string | null;
  isThere(id: string): boolean;
}

/** How the rows of a table are to be read. */
export interface Reading extends PriceReading {
  readonly columns: readonly string[];
  readonly roles: readonly ColumnRole[];
  readonly productId: string | null;
  readonly products: ProductFinder;
}

/** `draft` and `productId` are null if there are errors, and if the row is skipped. */
export interface Checked extends RowFindings {
  /** The row is about the table, and not a link: a warning says why. */
  readonly isSkipped: boolean;
  /** A price can be read in two ways, and the decimal sign would decide which. */
  readonly isUnclear: boolean;
}

const UNREAD: Checked = {
  productId: null,
  draft: null,
  note: '',
  errors: [],
  warnings: [],
  isSkipped: false,
  isUnclear: false,
};

export function checkRow(row: RowCells, reading: Reading): Checked {
  const errors: RowError[] = [];
  const warnings: string[] = [];
  const complain: Complain = (index, message) => {
    const column = index === null ? '' : (reading.columns[index] ?? '');
    errors.push({ column, message: cutInMiddle(message, LONGEST_COMPLAINT) });
  };
  const width = reading.columns.length;
  if (row.quotesTo !== undefined) complain(null, t.row.quotes({ line: row.line, last: row.quotesTo }));
  else if (row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    complain(null, t.row.tooLong({ cells: row.cells.length, columns: width }));
  }
  if (errors.length > 0) return { ...UNREAD, errors };
  const cells = reading.roles.map((role, at): Cell => ({ at, role, text: cellText(row.cells[at] ?? '') }));
  const why = whySkipped(cells, reading);
  if (why !== null) return { ...UNREAD, warnings: [why], isSkipped: true };
  const productId = readProduct(cells, reading.products, reading.productId, complain);
  const { prices, isUnclear } = readPrices(cells, reading, complain, (warning) => warnings.push(warning));
  const useOnce = readSingleUse(cells, complain);
  const { metadata, places } = readMetadata(cells, complain);
  const note = readNote(cells, complain);
  const checked = linkDraftSchema.safeParse({ prices: prices.map(({ price }) => price), useOnce, metadata });
  if (!checked.success) {
    // A cell that already has an error gets no second one.
    const faulty = new Set(errors.map(({ column }) => column));
    for (const [path, message] of Object.entries(fieldErrors(checked.error))) {
      const index = placeOf(path, prices, places);
      if (index === null ? errors.length === 0 : !faulty.has(reading.columns[index] ?? '')) complain(index, message);
    }
  }
  const draft = checked.success && errors.length === 0 ? checked.data : null;
  return { draft, productId: draft ? productId : null, note, errors, warnings, isSkipped: false, isUnclear };
}

/**
 * Why a row is about the table, or null. It begins with a word for a total, repeats the names of the columns, or has
 * neither product nor price, like the rows of further images in the product files of shops.
 */
function whySkipped(cells: readonly Cell[], { columns, products }: Reading): string | null {
  const filled = cells.filter(({ text }) => text !== '');
  const [first] = filled;
  if (first && saysTotal(first.text) && products.titled(first.text).length === 0) return t.row.isTotal;
  if (filled.length > 1 && filled.every(({ at, text }) => text === columns[at])) return t.row.isHeader;
  const named = cells.filter(({ role }) => namesProduct(role));
  const money = cells.filter(({ role: { kind } }) => kind === 'price' || kind === 'discount');
  const used = cells.filter(({ role }) => role.kind !== 'ignore');
  const needed = named.length > 0 && money.length > 0 ? [...named, ...money] : used;
  return needed.length > 0 && needed.every(({ text }) => text === '') ? t.row.isBlank : null;
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

/** `productId`: the product of rows that name none. */
function readProduct(
  cells: readonly Cell[],
  products: ProductFinder,
  productId: string | null,
  complain: Complain,
): string | null {
  const cellOf = (kind: ColumnRole['kind']) => cells.find(({ role, text }) => role.kind === kind && text !== '');
  const [byId, byTitle] = [cellOf('productId'), cellOf('product')];
  if (byId) {
    const id = withServerId(byId.text, products);
    if (id === null) complain(byId.at, t.product.idUnknown({ id: byId.text }));
    return id;
  }
  if (byTitle) return readTitle(byTitle, products, complain);
  if (productId !== null && products.isThere(productId)) return productId;
  complain(cells.find(({ role }) => namesProduct(role))?.at ?? null, t.product.missing);
  return null;
}

/** Also matches "id 1004", as product lists show it. */
function withServerId(text: string, products: ProductFinder): string | null {
  const serverId = /^(?:id\s+)?(\d{1,15})$/i.exec(plainText(text))?.[1];
  return serverId === undefined ? null : products.withServerId(Number(serverId));
}

/** Finds a product by title, else by id. */
function readTitle({ at, text }: Cell, products: ProductFinder, complain: Complain): string | null {
  const numbered = withServerId(text, products);
  const matches = [...new Set([...products.titled(text), ...(numbered === null ? [] : [numbered])])];
  if (matches.length > 1) {
    complain(at, t.product.titleUncertain({ products: matches.length, title: text }));
    return null;
  }
  if (matches[0] === undefined) complain(at, t.product.titleUnknown({ title: text }));
  return matches[0] ?? null;
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

/** `places`: the column index of each pair. */
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
