// Reads one row of a table as a payment link, or returns its errors by column.
import { type ColumnRole, type ImportChoices, namesProduct, type RowError } from '../../../shared/link-import.ts';
import { linkDraftSchema, type MetadataEntry } from '../../../shared/payment-link.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { cutInMiddle, noteSchema, plainText } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { Products } from '../../catalog/products.ts';
import type { RowCells, RowFindings } from '../../catalog/records.ts';
import { type Cell, type Complain, cellText, saysTotal, yesOrNo } from './cells.ts';
import { type PriceReading, readPrices } from './price-cells.ts';

const t = texts.linkTable;

/** Characters of an error message. A longer one is cut in its middle, because its end says what to do. */
const LONGEST_COMPLAINT = 600;

/** How the rows of a table are to be read. */
export interface Reading extends PriceReading, Pick<ImportChoices, 'roles' | 'productId'> {
  readonly columns: readonly string[];
  readonly products: Pick<Products, 'titled' | 'withKeys' | 'active'>;
}

const rowSchema = linkDraftSchema.extend({ note: noteSchema });

export function checkRow(row: RowCells, reading: Reading): RowFindings {
  const { columns, roles } = reading;
  const errors: RowError[] = [];
  const complain: Complain = (at, message, asksForSign) => {
    const column = at === null ? '' : (columns[at] ?? '');
    errors.push({ column, message: cutInMiddle(message, LONGEST_COMPLAINT), ...(asksForSign && { asksForSign }) });
  };
  const unread = { productId: null, draft: null, note: '', errors };
  if (row.quotesTo !== undefined) complain(null, t.row.quotes({ line: row.line, last: row.quotesTo }));
  else if (row.cells.slice(columns.length).some((cell) => cell.trim() !== '') || isAmountCut(row.cells, roles))
    complain(null, t.row.tooLong({ cells: row.cells.length, columns: columns.length }));
  if (errors.length > 0) return unread;
  const cells = roles.map((role, at): Cell => ({ at, role, text: cellText(row.cells[at] ?? '') }));
  const skipped = whySkipped(cells, reading);
  if (skipped !== null) return { ...unread, skipped };
  const total = isCalledTotal(cells, reading) && { skipped: t.row.isTotal };
  const productId = readProduct(cells, reading, complain);
  const prices = readPrices(cells, reading, complain);
  const useOnce = readSingleUse(cells, complain);
  const metadata = readMetadata(cells, complain);
  const noteCell = cellOf(cells, 'note');
  const note = noteCell?.text ?? '';
  const checked = rowSchema.safeParse({ prices, useOnce, metadata, note });
  // A cell that already has an error gets no second one.
  const faulty = new Set(errors.map(({ column }) => column));
  for (const [path, message] of Object.entries(checked.success ? {} : fieldErrors(checked.error))) {
    const [field, index, part] = path.split('.');
    const price = field === 'prices' ? prices[Number(index)] : undefined;
    const place = { prices: price, metadata: metadata[Number(index)], note: noteCell }[field ?? ''];
    const at = (part === 'discountCents' ? price?.discountAt : null) ?? place?.at ?? null;
    if (at === null ? errors.length === 0 : !faulty.has(columns[at] ?? '')) complain(at, message);
  }
  if (!checked.success || errors.length > 0) return total ? { ...unread, errors: [], ...total } : { ...unread, note };
  const { note: text, ...draft } = checked.data;
  return { productId, draft, note: text, errors, ...total };
}

/** Whether a decimal comma without quotation marks has split an amount: 12,50 has become 12 and 50, in a row with a cell too many. */
const isAmountCut = (cells: readonly string[], roles: readonly ColumnRole[]): boolean =>
  cells.length > roles.length &&
  roles.some(({ kind }, at) => kind === 'price' && /^\d+$/.test(cells[at] ?? '') && /^\d\d$/.test(cells[at + 1] ?? ''));

/** The filled cell of the column with this role. */
const cellOf = (cells: readonly Cell[], kind: ColumnRole['kind']): Cell | undefined =>
  cells.find(({ role, text }) => role.kind === kind && text !== '');

/**
 * Why a row is about the table, or null. It repeats the names of the columns, or has neither product nor price, like the rows
 * of further images in the product files of shops.
 */
function whySkipped(cells: readonly Cell[], { columns }: Reading): string | null {
  const filled = cells.filter(({ text }) => text !== '');
  if (filled.length > 1 && filled.every(({ at, text }) => text === columns[at])) return t.row.isHeader;
  const named = cells.filter(({ role }) => namesProduct(role));
  const money = cells.filter(({ role: { kind } }) => kind === 'price' || kind === 'discount');
  const used = cells.filter(({ role }) => role.kind !== 'ignore');
  const needed = named.length > 0 && money.length > 0 ? [...named, ...money] : used;
  return needed.length > 0 && needed.every(({ text }) => text === '') ? t.row.isBlank : null;
}

/** Whether a row begins with a word for a total, or has one as metadata. */
function isCalledTotal(cells: readonly Cell[], { products }: Reading): boolean {
  const first = cells.find(({ text }) => text !== '');
  const names = cells.filter((cell) => cell === first || cell.role.kind === 'metadata');
  return names.some(({ text }) => saysTotal(text) && products.titled(text).length === 0);
}

/** Finds a product by its id, or by its title or id in the column of titles. */
function readProduct(cells: readonly Cell[], { products, productId }: Reading, complain: Complain): string | null {
  const byId = cellOf(cells, 'productId');
  const cell = byId ?? cellOf(cells, 'product');
  if (!cell) {
    if (productId !== null && products.active(productId)) return productId;
    complain(cells.find(({ role }) => namesProduct(role))?.at ?? null, t.product.missing);
    return null;
  }
  const { at, text } = cell;
  // Product lists show "id 1004".
  const serverId = /^(?:id\s+)?(\d{1,15})$/i.exec(plainText(text))?.[1];
  const [numbered] = serverId === undefined ? [] : products.withKeys([Number(serverId)]);
  const titled = byId ? [] : products.titled(text);
  const [match = null, ...others] = new Set([...titled, ...(numbered?.deletedAt === null ? [numbered.id] : [])]);
  if (match !== null && others.length === 0) return match;
  if (match !== null) complain(at, t.product.titleUncertain({ products: 1 + others.length, title: text }));
  else complain(at, byId ? t.product.idUnknown({ id: text }) : t.product.titleUnknown({ title: text }));
  return null;
}

function readSingleUse(cells: readonly Cell[], complain: Complain): boolean {
  const cell = cellOf(cells, 'singleUse');
  const answer = cell ? yesOrNo(cell.text) : false;
  if (cell && answer === null) complain(cell.at, t.row.neitherYesNorNo({ typed: cell.text }));
  return answer ?? false;
}

/** The pairs with the indexes of their columns. */
function readMetadata(cells: readonly Cell[], complain: Complain): (MetadataEntry & { readonly at: number })[] {
  return cells.flatMap(({ at, role, text }) => {
    if (role.kind !== 'metadata' || text === '') return [];
    if (!text.includes('\n')) return { key: role.key.trim(), value: text, at };
    complain(at, t.row.lineBreaks);
    return [];
  });
}
