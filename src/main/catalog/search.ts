// Builds the search text of records, and full-text queries from search terms.
//
// A record matches if its text contains every term. Stored texts and searches are folded in the same way.
import { namesBeside } from '../../shared/amount.ts';
import { basicCheckoutUrl } from '../../shared/checkout-url.ts';
import { CODES, isCode } from '../../shared/currency-names.ts';
import { foldText, wordsOfSearch } from '../../shared/fold.ts';
import { formatMoney } from '../../shared/money.ts';
import { plainText } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Database, Value } from '../storage/database.ts';
import type { LinkRecord, ProductRecord } from './records.ts';

/** Folded, one fact per line, with a line break before the first and after the last. */
export interface SearchText {
  readonly words: string;
  /** Only long words are searched in addresses, because these contain random letters and digits. */
  readonly address: string;
}

/** The length of the shortest word that is searched in addresses, in characters. */
const ADDRESS_WORD = 8;
/** The full-text index holds sequences of this many characters, so it cannot find shorter words. */
const TRIGRAM = 3;

/** Folded currency signs: "$", "r$", "us$", "$us". */
const SIGN = /[a-z]{0,3}\p{Sc}[a-z]{0,3}/gu;
const AMOUNT = /^\d[\d.,']*$/;
/** Whether the app prints a text beside amounts, as the sign or code of any currency. */
const isPrinted = (text: string): boolean =>
  [...CODES].some((name) => namesBeside(formatMoney(0, 0, [{ id: 0, name }])).includes(text));

/** The names of the currencies that the seller added. */
export const currencyNames = (database: Database): string[] =>
  database.column("SELECT record ->> '$.value.name' AS name FROM currencies WHERE name IS NOT NULL");

/**
 * The folded words of a search, without currencies if there is an amount: "€9,80", "9,80 kr." and "9,80 Points" become "9,80".
 *
 * @param own the names of the seller's own currencies
 */
export function termsOf(search: string, own: readonly string[]): readonly string[] {
  const printed = namesBeside(search).filter(isPrinted);
  const text = printed.reduce((rest, name) => rest.replace(name, ''), plainText(search));
  const words = wordsOfSearch(text).map((word) => word.replace(SIGN, '') || word);
  if (!words.some((word) => AMOUNT.test(word))) return words;
  const ids = words.flatMap((word) => /\d+$/.exec(word) ?? []);
  const unnamed = ids.map((id) => texts.values.unnamedCurrency({ id: Number(id) }));
  const names = [...own, ...unnamed].toSorted((a, b) => b.length - a.length);
  const line = names.reduce(
    (rest, name) => rest.replace(` ${wordsOfSearch(name).join(' ')} `, ' '),
    ` ${words.filter((word) => word.replace(SIGN, '') !== '' && !isCode(word.toUpperCase())).join(' ')} `,
  );
  // A number may be part of a name.
  const rest = wordsOfSearch(line);
  return rest.some((word) => AMOUNT.test(word)) ? rest : words;
}

/** The word itself, and an amount as stored texts have it: "1.042,50" and "1'042.50" become "1042.50", "1,04,200" becomes "104200". */
function variantsOf(term: string): readonly string[] {
  if (!AMOUNT.test(term)) return [term];
  const amount = term.replace(/[.,'](?=(?:\d\d,)*\d{3}(?!\d))/g, '').replace(',', '.');
  return amount === term ? [term] : [term, amount];
}

export const searchText = (lines: readonly (string | number)[], address: string): SearchText => ({
  words: foldText(`\n${lines.join('\n')}\n`),
  address: foldText(address),
});

export const productText = ({ fields, serverId, checkout, note = '' }: ProductRecord): SearchText =>
  searchText(
    [fields.productTitle, fields.buttonTitle, fields.productDescription, serverId ?? '', note],
    checkout ? basicCheckoutUrl(checkout) : '',
  );

/** Each word of a search is looked up by itself, so "order 1042" finds "order: 1042", and "80.1" finds "80.10". */
export const linkText = (
  { metadata, prices, paymentLink, note }: Pick<LinkRecord, 'metadata' | 'prices' | 'paymentLink' | 'note'>,
  productTitle: string,
): SearchText =>
  searchText(
    [
      productTitle,
      ...metadata.map(({ key, value }) => `${key}: ${value}`),
      ...prices.flatMap(({ priceCents, discountCents }) =>
        [priceCents, discountCents].flatMap((cents) => (cents === null ? [] : (cents / 100).toFixed(2))),
      ),
      ...(note === undefined ? [] : [note]),
    ],
    paymentLink ?? '',
  );

/** A table with the columns `id` and `record`; its full-text index has the same row ids. */
export interface ListTable {
  readonly rows: 'links' | 'products' | 'sales';
  readonly text: 'link_search' | 'product_search' | 'sale_search';
  /** Which rows are listed. Only these have a search text. */
  readonly listed: 'r.is_deleted = 0' | 'TRUE';
}

/** An SQL condition and the values that it binds. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

export const plain = (sql: string): Condition => ({ sql, values: [] });

export const and = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND ') || '1',
  values: conditions.flatMap(({ values }) => values),
});

/** Where to look for a term: a record has it if one of the columns contains its reading. */
const lookupsOf = (term: string): { readonly column: keyof SearchText; readonly reading: string }[] =>
  variantsOf(term).flatMap((reading) => [
    { column: 'words', reading },
    ...(reading.length >= ADDRESS_WORD ? [{ column: 'address' as const, reading }] : []),
  ]);

/** Whether a text that is not in the database contains all terms. */
export const containsAll = (text: SearchText, terms: readonly string[]): boolean =>
  terms.every((term) => lookupsOf(term).some(({ column, reading }) => text[column].includes(reading)));

/** Searches rows without the index, because they are few or the words are too short for it. */
export const inRows = (alias: string, terms: readonly string[]): Condition =>
  and(
    terms.map(lookupsOf).map((lookups) => ({
      sql: `(${lookups.map(({ column }) => `instr(${alias}.${column}, ?) > 0`).join(' OR ')})`,
      values: lookups.map(({ reading }) => reading),
    })),
  );

const inIndex = (term: string): string =>
  `(${lookupsOf(term)
    .map(({ column, reading }) => `${column} : "${reading.replaceAll('"', '""')}"`)
    .join(' OR ')})`;

/** Searches the full-text index `table`, and its rows for words that are too short for the index. */
export function inFullText(table: string, terms: readonly string[]): Condition {
  const long = terms.filter((term) => [...term].length >= TRIGRAM);
  const short = terms.filter((term) => !long.includes(term));
  const match = { sql: `${table} MATCH ?`, values: [long.map(inIndex).join(' AND ')] };
  return and([...(long.length > 0 ? [match] : []), inRows(table, short)]);
}

/** How many pages of a full-text index are merged for each new text, on average. A single text merges those of many, or none. */
const MERGED = { pages: 3, morePerCharacter: 1 / 300, texts: 16 };

/**
 * Stores the search text of a row, or an empty one, which matches nothing, if null. Use inside the transaction that writes the
 * row. Deferred, because FTS5 writes a segment of its index before each statement that follows.
 */
export function putText(database: Database, { rows, text: index }: ListTable, id: string, text: SearchText | null) {
  const insert = `INSERT OR REPLACE INTO ${index}(rowid, words, address) SELECT r.rowid, value ->> 1, value ->> 2
    FROM json_each(?) CROSS JOIN ${rows} r ON r.id = value ->> 0`;
  database.defer(insert, [id, text?.words ?? '', text?.address ?? '']);
  const merge = `INSERT INTO ${index}(${index}, rank)
    SELECT 'merge', CAST(max(${MERGED.texts}, count(*)) * (${MERGED.pages} + avg(value ->> 0) * ${MERGED.morePerCharacter}) AS INTEGER)
    FROM json_each(?) HAVING abs(random() % ${MERGED.texts}) < count(*)`;
  database.defer(merge, [text?.words.length ?? 0]);
}
