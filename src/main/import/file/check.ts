// Reads one row of a table as a payment link, or returns its errors by column.
import { currenciesCalled, currencyBeside, type DecimalSign, readAmount } from '../../../shared/amount.ts';
import type { ColumnRole, RowError } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import { type LinkDraft, linkDraftSchema, type MetadataEntry, type Price } from '../../../shared/payment-link.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';
import { texts as rules } from '../../../shared/texts/rules.ts';
import { withoutGuard } from '../../csv/formula-guard.ts';
import { yesOrNo } from './cells.ts';
import { codesNamed, currenciesNamed } from './currency-names.ts';
import { type Cell, type Complain, type ProductFinder, readProduct } from './product-cells.ts';
import type { TableRow } from './table.ts';

const words = texts.linkTable;

/** Characters of an error message. A longer one is cut in its middle, so that what to do stays at its end. */
const LONGEST_COMPLAINT = 600;

/** How the rows of a table are to be read. */
export interface Reading {
  readonly columns: readonly string[];
  readonly roles: readonly ColumnRole[];
  /** Null if the file's amounts do not determine it. */
  readonly decimal: DecimalSign | null;
  readonly productId: string | null;
  readonly currencyId: number;
  readonly currencies: readonly Currency[];
  readonly products: ProductFinder;
}

/** `draft` and `productId` are null if there are errors. */
export interface Checked {
  readonly productId: string | null;
  readonly draft: LinkDraft | null;
  readonly errors: readonly RowError[];
  readonly warnings: readonly string[];
  /** An amount can be read in two ways, and the decimal sign would tell. */
  readonly isUnclear: boolean;
  /** The currency it names, if the seller does not have it. */
  readonly unknownCurrency: string | null;
}

/** For a row with errors. */
export const UNREAD = { productId: null, draft: null, isUnclear: false, unknownCurrency: null };

export function checkRow(row: TableRow, reading: Reading): Checked {
  const errors: RowError[] = [];
  const warnings: string[] = [];
  const complain: Complain = (at, message) => {
    const column = at === null ? '' : (reading.columns[at] ?? '');
    errors.push({ column, message: cutInMiddle(message, LONGEST_COMPLAINT) });
  };
  const width = reading.columns.length;
  if (row.quotes !== null) complain(null, row.quotes);
  else if (row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    complain(null, words.row.tooLong(row.cells.length, width));
  }
  if (errors.length > 0) return { ...UNREAD, errors, warnings };
  if (row.cells.length < width) warnings.push(words.row.tooShort(row.cells.length, width));
  const cells = reading.roles.map((role, at): Cell => ({ at, role, text: withoutGuard(row.cells[at] ?? '').trim() }));
  const productId = readProduct(cells, reading.products, reading.productId, complain);
  const { prices, isUnclear, unknownCurrency } = readPrices(cells, reading, complain, (said) => warnings.push(said));
  const useOnce = readSingleUse(cells, complain);
  const { metadata, places } = readMetadata(cells, complain);
  const checked = linkDraftSchema.safeParse({ prices: prices.map(({ price }) => price), useOnce, metadata });
  if (!checked.success) {
    // A cell with an error of its own gets no second one.
    const said = new Set(errors.map(({ column }) => column));
    for (const [path, message] of Object.entries(fieldErrors(checked.error))) {
      const at = placeOf(path, prices, places);
      if (at === null ? errors.length === 0 : !said.has(reading.columns[at] ?? '')) complain(at, message);
    }
  }
  const draft = checked.success && errors.length === 0 ? checked.data : null;
  return { productId: draft ? productId : null, draft, errors, warnings, isUnclear, unknownCurrency };
}

interface PlacedPrice {
  readonly price: Price;
  readonly at: number;
  readonly discountAt: number | null;
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

function readPrices(
  cells: readonly Cell[],
  reading: Reading,
  complain: Complain,
  warn: (message: string) => void,
): { readonly prices: readonly PlacedPrice[] } & Pick<Checked, 'isUnclear' | 'unknownCurrency'> {
  let isUnclear = false;
  const row = readCurrency(cells, reading, complain);
  const prices: PlacedPrice[] = [];
  for (const { at, role, text } of cells) {
    if (role.kind !== 'price') continue;
    const discount = cells.find(({ role: other }) => other.kind === 'discount' && other.currencyId === role.currencyId);
    const hasDiscount = discount !== undefined && discount.text !== '';
    if (text === '') {
      if (hasDiscount) complain(at, words.price.enterForDiscount);
      continue;
    }
    const ofColumn = reading.currencies.find(({ id }) => id === role.currencyId);
    const beside = row.isSaid ? null : currencyBeside(text, reading.currencies);
    const currency = role.currencyId === null ? (beside ?? row.currency) : ofColumn;
    if (!currency) continue;
    const isBlank = role.currencyId === null && beside === null && row.isBlank;
    if (isBlank) warn(words.price.noCurrency(currency.name));
    const read = (cell: Cell): number | null => {
      const { decimal, currencies } = reading;
      const amount = readAmount(cell.text, { decimal, currency, currencies });
      if (amount.ok) return amount.cents;
      isUnclear ||= amount.asksForSign ?? false;
      complain(cell.at, amount.asksForSign ? `${amount.message}. ${words.price.orDecimalSign}` : amount.message);
      return null;
    };
    const priceCents = read({ at, role, text });
    const discountCents = hasDiscount ? read(discount) : null;
    if (priceCents === null || (hasDiscount && discountCents === null)) continue;
    prices.push({
      price: { currencyId: currency.id, priceCents, discountCents },
      at,
      discountAt: hasDiscount ? discount.at : null,
    });
  }
  for (const { at, role, text } of cells) {
    const hasPrice = (currencyId: number | null) =>
      cells.some(({ role: other }) => other.kind === 'price' && other.currencyId === currencyId);
    if (role.kind === 'discount' && text !== '' && !hasPrice(role.currencyId)) {
      complain(at, words.price.noColumnForDiscount);
    }
  }
  const first = cells.find(({ role }) => role.kind === 'price');
  if (first && cells.every(({ role, text }) => role.kind !== 'price' || text === ''))
    complain(first.at, rules.fields.price.enter);
  return { prices, isUnclear, unknownCurrency: row.unknown };
}

interface RowCurrency {
  /** The currency of prices that name none; null when the row names one that is not known. */
  readonly currency: Currency | null;
  /** The currency that the row names, if the seller does not have it. */
  readonly unknown: string | null;
  /** The row names a currency in a column of its own, known or not. */
  readonly isSaid: boolean;
  /** There is such a column, and nothing is in it. */
  readonly isBlank: boolean;
}

function readCurrency(cells: readonly Cell[], reading: Reading, complain: Complain): RowCurrency {
  const { currencies, currencyId } = reading;
  const columns = cells.filter(({ role }) => role.kind === 'currency');
  const said = columns.find(({ text }) => text !== '');
  if (!said) {
    const currency = currencies.find(({ id }) => id === currencyId) ?? null;
    return { currency, unknown: null, isSaid: false, isBlank: columns.length > 0 };
  }
  const called = currenciesCalled(said.text, currencies);
  const found = called.length > 0 ? called : currenciesNamed(said.text, currencies);
  const row = { isSaid: true, isBlank: false };
  if (found.length === 0) {
    complain(said.at, words.price.currencyUnknown(said.text));
    const [code, ...others] = codesNamed(said.text);
    return { ...row, currency: null, unknown: code !== undefined && others.length === 0 ? code : said.text };
  }
  if (found.length > 1) {
    const either = found.map(({ name }) => name).reduce((names, name) => words.price.oneOr(names, name));
    complain(said.at, words.price.currencyUncertain(said.text, either));
  }
  return { ...row, currency: found.length === 1 ? (found[0] ?? null) : null, unknown: null };
}

function readSingleUse(cells: readonly Cell[], complain: Complain): boolean {
  const cell = cells.find(({ role }) => role.kind === 'singleUse');
  const said = yesOrNo(cell?.text ?? '');
  if (cell && said === null) complain(cell.at, words.row.neitherYesNorNo(cell.text));
  return said ?? false;
}

/** `places`: the column of each pair. */
function readMetadata(cells: readonly Cell[], complain: Complain): { metadata: MetadataEntry[]; places: number[] } {
  const metadata: MetadataEntry[] = [];
  const places: number[] = [];
  for (const { at, role, text } of cells) {
    if (text === '') continue;
    const pairs = role.kind === 'metadata' ? [[role.key.trim(), text] as const] : [];
    const others = role.kind === 'otherMetadata' ? readOthers(text) : [];
    if (others === null) complain(at, words.row.notJson);
    if (text.includes('\n') && role.kind === 'metadata') {
      complain(at, words.row.lineBreaks);
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
