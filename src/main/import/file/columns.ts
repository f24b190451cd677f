// Guesses the roles of columns from their names, and checks the roles against each other.
import { currenciesCalled, isAmount } from '../../../shared/amount.ts';
import { isCode } from '../../../shared/currency-names.ts';
import { type ColumnRole, type ImportDraftView, namesProduct } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { ImportRecord, RowCells } from '../../catalog/records.ts';
import { cellText } from './cells.ts';
import { foldedName, namesFullPrice, roleNamed } from './column-names.ts';
import { commonWidth } from './table.js';

const t = texts.linkTable.columns;
const IGNORE: ColumnRole = { kind: 'ignore' };

/** The column with the errors of a row. */
export const ERROR_COLUMN = 'Error';
/** Columns of this app's own files that a new link does not use. */
const OWN = new Set(['state', 'checkout url', 'uuid', 'created', 'line', 'error']);
const METADATA_NAMED = /^(?:metadata|meta)\s*[:._]\s*(.+)$|^(.+?)\s*\(metadata\)$/is;

/** Characters; a metadata key may have as many. An unclosed quotation mark may turn a whole file into one name. */
const LONGEST_NAME = 200;
const SAMPLE_LENGTH = 80;

/** Whether this app writes the column into its own files and ignores it when it reads them. */
const isOwnColumn = (header: string): boolean => OWN.has(foldedName(header));

/**
 * Guesses all roles by name; only the first note column is the private note. A column of currency codes is the currency whatever
 * its name, and one of titles is the product, because rows must not be read in the usual currency, or sell the usual product.
 */
export function guessRoles(
  columns: ImportDraftView['columns'],
  currencies: readonly Currency[],
  isTitle: (text: string) => boolean,
): ColumnRole[] {
  const fullPrice = columns.findIndex(({ name }) => namesFullPrice(foldedName(name)));
  const roles = columns.map(({ name }, index): ColumnRole => {
    const role = guessRole(name, currencies);
    if (index === fullPrice) return { kind: 'price', currencyId: null };
    return fullPrice >= 0 && role.kind === 'price' ? { ...role, kind: 'discount' } : role;
  });
  const hasPrice = roles.some(({ kind }) => kind === 'price');
  const note = roles.findIndex(({ kind }) => kind === 'note');
  const unnamed = (isOne: (text: string) => boolean) =>
    columns.findIndex(({ samples }, index) => roles[index]?.kind === 'ignore' && samples[0] && samples.every(isOne));
  const currency = roles.some(({ kind }) => kind === 'currency') ? -1 : unnamed(isCode);
  const product = roles.some(namesProduct) ? -1 : unnamed(isTitle);
  return roles.map((role, index) => {
    if (index === currency) return { kind: 'currency' };
    if (index === product) return { kind: 'product' };
    // Without a price, a reduced price is the price.
    if (role.kind === 'discount' && !hasPrice) return { ...role, kind: 'price' };
    return role.kind === 'note' && index !== note ? IGNORE : role;
  });
}

/** How the last import with these columns was read, whatever their order; null if there was none. `imports`: oldest first. */
export function lastChoices(columns: readonly string[], imports: readonly ImportRecord[]) {
  const keyOf = (name: string) => name.toLowerCase();
  const keysOf = (names: readonly string[]) =>
    JSON.stringify(names.flatMap((name) => (isOwnColumn(name) ? [] : keyOf(name))).sort());
  const last = imports.findLast(({ header }) => keysOf(header) === keysOf(columns));
  if (!last) return null;
  const { header, choices } = last;
  const roles = new Map(header.map((name, index) => [keyOf(name), choices.roles[index] ?? IGNORE]));
  return { ...choices, roles: columns.map((name) => roles.get(keyOf(name)) ?? IGNORE) };
}

export function guessRole(header: string, currencies: readonly Currency[]): ColumnRole {
  if (header.length > LONGEST_NAME || isOwnColumn(header)) return IGNORE;
  const text = header.trim();
  const [, keyAfter, keyBefore] = METADATA_NAMED.exec(text) ?? [];
  const key = (keyAfter ?? keyBefore)?.trim();
  if (key) return { kind: 'metadata', key };
  const kind = roleNamed(foldedName(text));
  if (kind === 'metadata') return { kind, key: text };
  if (kind === 'price' || kind === 'discount') return { kind, currencyId: null };
  if (kind !== null) return { kind };
  const price = priceIn(text, currencies);
  return price === null || typeof price === 'string' ? IGNORE : price;
}

/** The currency in a column name such as "Price USD" or "USD". If the seller does not have the currency, returns its name. */
function priceIn(text: string, currencies: readonly Currency[]): ColumnRole | string | null {
  const alone = currencies.find(({ name }) => foldedName(name) === foldedName(text));
  if (alone) return { kind: 'price', currencyId: alone.id };
  for (const [what, currencyText] of splits(text)) {
    const kind = roleNamed(foldedName(what.replace(/ (?:in|en|em)$/i, '')));
    if (kind !== 'price' && kind !== 'discount') continue;
    const name = foldedName(currencyText);
    const [signed, ...others] = /^\p{Sc}/u.test(currencyText) ? currenciesCalled(currencyText, currencies) : [];
    const currency =
      currencies.find((one) => foldedName(one.name) === name) ?? (others.length === 0 ? signed : undefined);
    if (currency) return { kind, currencyId: currency.id };
    if (isCode(currencyText) || /^currency \d+$/.test(name)) return currencyText.toUpperCase();
  }
  return null;
}

/** Currencies in column names that the seller does not have. */
export const unknownCurrencies = (columns: readonly string[], currencies: readonly Currency[]): string[] => [
  ...new Set(columns.map((column) => priceIn(column, currencies)).filter((price) => typeof price === 'string')),
];

/** "Price USD" and "USD price" both give ["Price", "USD"]. */
function* splits(text: string): Generator<readonly [string, string]> {
  const parts = text.split(/[\s_()[\]（）-]+/).filter((part) => part !== '');
  for (let index = 1; index < parts.length; index += 1) {
    const [start, end] = [parts.slice(0, index).join(' '), parts.slice(index).join(' ')];
    yield [start, end];
    yield [end, start];
  }
}

/** The reasons why no links can be created from the columns of a sheet; empty if there are none. */
export function problemsOf({ header, choices }: Pick<ImportRecord, 'header' | 'choices'>): string[] {
  const { roles, productId } = choices;
  const uniqueRoles = withoutRepeats(roles);
  const problems = roles.flatMap((role, index) => {
    if (role.kind === 'metadata' && role.key.trim() === '') return t.withoutKey;
    if (role.kind === 'discount' && !roles.some((one) => one.kind === 'price' && one.currencyId === role.currencyId))
      return t.discountAlone({ column: header[index] ?? '' });
    return uniqueRoles[index] === role || role.kind === 'ignore' ? [] : t.twice({ column: header[index] ?? '' });
  });
  if (!roles.some(({ kind }) => kind === 'price')) problems.push(t.withoutPrice);
  if (productId === null && !roles.some(namesProduct)) problems.push(t.withoutProduct);
  return problems;
}

/** Keeps only the first of columns with the same meaning. The repetition is a problem of the columns, not of each row. */
export function withoutRepeats(roles: readonly ColumnRole[]): ColumnRole[] {
  const seen = new Set<string>();
  return roles.map((role) => {
    const meaning = JSON.stringify(role.kind === 'metadata' ? [role.kind, role.key.trim()] : role);
    if (seen.has(meaning)) return IGNORE;
    seen.add(meaning);
    return role;
  });
}

/**
 * The index of the header among the first rows; null if no row names the columns. It is the first row that names two roles
 * and has no amount. Without one, the first row as wide as most decides, because titles above a table have fewer cells.
 */
export function findHeader(head: readonly Pick<RowCells, 'cells'>[], currencies: readonly Currency[]): number | null {
  const candidates = head.map(({ cells }) => cells);
  const kindsOf = (cells: readonly string[]) =>
    cells.map((cell) => guessRole(asName(cell), currencies).kind).filter((kind) => kind !== 'ignore');
  const hasAmount = (cells: readonly string[]) => cells.some((cell) => isAmount(cell, currencies));
  const isHeader = (cells: readonly string[]) => new Set(kindsOf(cells)).size > 1 || cells.includes(ERROR_COLUMN);
  const obvious = candidates.findIndex((cells) => isHeader(cells) && !hasAmount(cells));
  if (obvious >= 0) return obvious;
  const row = candidates.findIndex(({ length }) => length >= commonWidth(candidates));
  const first = candidates[row] ?? [];
  return !hasAmount(first) && (kindsOf(first).length > 0 || first.every((cell) => !/\d/.test(cell))) ? row : null;
}

/** The name of a column, from its header cell. */
export const asName = (cell: string): string => cutInMiddle(cellText(cell), LONGEST_NAME);

/** The names of the columns, each once, so that an error identifies its column. `header`: null if the table has none. */
export function columnNames(header: readonly string[] | null, head: readonly Pick<RowCells, 'cells'>[]): string[] {
  const names = header ?? Array.from({ length: commonWidth(head.map(({ cells }) => cells)) }, () => '');
  const last = header ? names.findLastIndex((cell) => cell.trim() !== '') : names.length - 1;
  const usedNames = new Set<string>();
  return names.slice(0, last + 1).map((given, index) => {
    const name = asName(given) || t.unnamed({ place: index + 1 });
    let unique = name;
    for (let number = 2; usedNames.has(unique.toLowerCase()); number += 1) unique = `${name} (${number})`;
    usedNames.add(unique.toLowerCase());
    return unique;
  });
}

/** The first three cells of a column that are not empty. */
export const samplesOf = (index: number, rows: readonly (readonly string[])[]): string[] =>
  rows
    .map((cells) => cellText(cells[index] ?? '').slice(0, SAMPLE_LENGTH))
    .filter((cell) => cell !== '')
    .slice(0, 3);
