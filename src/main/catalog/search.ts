// What search looks in, and how typed words become a full-text query.
//
// A record matches when every typed word stands somewhere in its text. Records in which what was typed is a whole line (a
// title, an order number) come first.
import { basicCheckoutUrl } from '../../shared/checkout-url.ts';
import { centsToText } from '../../shared/money.ts';
import type { Value } from '../storage/database.ts';
import type { LinkRecord, ProductRecord } from './records.ts';

/** What a record says of itself, one fact a line, in lower case; stored with a line break before and after. */
export interface SearchText {
  readonly words: string;
  /** Addresses are full of letters and digits by chance, so only long words are looked for there. */
  readonly address: string;
}

/** From this many characters on, a word is taken for a part of an address or a uuid. */
const ADDRESS_WORD = 8;
/** The full-text index holds sequences of this many characters. */
const TRIGRAM = 3;

/** The words of a search, in lower case. An amount as lists show it ("$1,042.50") is looked for as it is stored ("1042.50"). */
export const termsOf = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .map(plainAmount)
    .filter((term) => term !== '');

function plainAmount(term: string): string {
  const amount = /^\p{Sc}*(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\p{Sc}*$/u.exec(term)?.[1];
  return amount === undefined ? term : amount.replaceAll(',', '');
}

export const searchText = (lines: readonly (string | number)[], address: string): SearchText => ({
  words: `\n${lines.join('\n')}\n`.toLowerCase(),
  address: address.toLowerCase(),
});

export const productText = ({ fields, serverId, checkout, note }: ProductRecord): SearchText =>
  searchText(
    [
      fields.productTitle,
      fields.buttonTitle,
      fields.productDescription,
      serverId ?? '',
      ...(note === undefined ? [] : [note]),
    ],
    checkout ? basicCheckoutUrl(checkout) : '',
  );

/** The product's title, metadata ("order 1042" and "order: 1042"), amounts ("80.10" and "80.1"), the note, and the address with its uuid. */
export const linkText = ({ metadata, prices, paymentLink, note }: LinkRecord, productTitle: string): SearchText =>
  searchText(
    [
      productTitle,
      ...metadata.flatMap(({ key, value }) => [value, `${key} ${value}`, `${key}: ${value}`]),
      ...prices.flatMap(({ priceCents, discountCents }) =>
        [priceCents, discountCents].flatMap((cents) =>
          cents === null ? [] : [centsToText(cents), (cents / 100).toFixed(2)],
        ),
      ),
      ...(note === undefined ? [] : [note]),
    ],
    paymentLink ?? '',
  );

/** Conditions on a table with `words` and `address`, and what is bound in their place. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Halves of halves: SQLite refuses an expression that is a thousand levels deep. */
export function and(conditions: readonly Condition[]): Condition {
  const [first, second] = conditions;
  if (!first) return { sql: '1', values: [] };
  if (!second) return first;
  const middle = Math.ceil(conditions.length / 2);
  const [left, right] = [and(conditions.slice(0, middle)), and(conditions.slice(middle))];
  return { sql: `(${left.sql} AND ${right.sql})`, values: [...left.values, ...right.values] };
}

/** `all`: all words are there. `whole`: what was typed is a whole line. `rest`: all words are there, and it is no whole line. */
export type Part = 'all' | 'whole' | 'rest';

const unique = (terms: readonly string[]): string[] => [...new Set(terms)];
const wholeLine = (terms: readonly string[]): string => `\n${terms.join(' ')}\n`;
const isAddressWord = (term: string): boolean => term.length >= ADDRESS_WORD;
const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const inIndex = (term: string): string => `${isAddressWord(term) ? '{words address}' : 'words'} : ${phrase(term)}`;

/** Looks each word up in the rows themselves: for words that are too short for the index, and for few rows. */
export function inRows(alias: string, terms: readonly string[], part: Part): Condition {
  const line = { sql: `instr(${alias}.words, ?) > 0`, values: [wholeLine(terms)] };
  if (part === 'whole') return line;
  const all = terms.map((term) => inRow(alias, term));
  return and(part === 'all' ? all : [...all, { sql: `instr(${alias}.words, ?) = 0`, values: line.values }]);
}

const inRow = (alias: string, term: string): Condition =>
  isAddressWord(term)
    ? { sql: `(instr(${alias}.words, ?) > 0 OR instr(${alias}.address, ?) > 0)`, values: [term, term] }
    : { sql: `instr(${alias}.words, ?) > 0`, values: [term] };

/** Looks the words up in the full-text index `table`, and those that are too short for it in the rows. */
export function inFullText(table: string, terms: readonly string[], part: Part): Condition {
  const match = (query: string): Condition => ({ sql: `${table} MATCH ?`, values: [query] });
  const line = `words : ${phrase(wholeLine(terms))}`;
  if (part === 'whole') return match(line);
  const long = unique(terms).filter((term) => [...term].length >= TRIGRAM);
  const short = unique(terms).filter((term) => !long.includes(term));
  if (long.length === 0) return inRows(table, terms, part);
  const all = long.map(inIndex).join(' AND ');
  return and([match(part === 'all' ? all : `(${all}) NOT ${line}`), ...short.map((term) => inRow(table, term))]);
}
