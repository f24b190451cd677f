// What search looks in, and how typed words become a full-text query.
//
// A record matches when every typed word stands somewhere in its text. Records in which what was typed is a whole line (a
// title, an order number) come first. Text is folded once, when it is stored; what is typed is folded in the same way.
import { basicCheckoutUrl } from '../../shared/checkout-url.ts';
import { foldText, wordsOfSearch } from '../../shared/fold.ts';
import { centsToText } from '../../shared/money.ts';
import type { Value } from '../storage/database.ts';
import type { LinkRecord, ProductRecord } from './records.ts';

/** What a record says of itself, one fact a line, folded; stored with a line break before and after. */
export interface SearchText {
  readonly words: string;
  /** Addresses are full of letters and digits by chance, so only long words are looked for there. */
  readonly address: string;
}

/** From this many characters on, a word is taken for a part of an address or a uuid. */
const ADDRESS_WORD = 8;
/** The full-text index holds sequences of this many characters. */
const TRIGRAM = 3;

const AMOUNT = /^\p{Sc}*(\d[\d.,]*)\p{Sc}*$/u;
const ONLY_SIGN = /^\p{Sc}+$/u;
const THOUSANDS_BY_COMMA = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/;
const THOUSANDS_BY_POINT = /^\d{1,3}(?:\.\d{3}){2,}$/;

const ONLY_LETTERS = /^[\p{L}'-]+$/u;
const SPELLED_UMLAUT = /(?<!q)([aou])e(?=\p{L})/gu;
const SHORTEST_PLAIN = 4;

/** The words of a search, folded. Amounts lose the signs of their currencies: "€9,80" and "9,80 €" are "9,80". */
export function termsOf(search: string): readonly string[] {
  const words = wordsOfSearch(search);
  const amounts = words.map((word) => AMOUNT.exec(word)?.[1]);
  const hasAmount = amounts.some(Boolean);
  return words.flatMap((word, at) => amounts[at] ?? (hasAmount && ONLY_SIGN.test(word) ? [] : word));
}

/** An amount as it is stored: "1,042.50" and "1.042,50" as "1042.50". "1,042" is a thousand and 42. Null for all else. */
function storedAmount(term: string): string | null {
  if (THOUSANDS_BY_COMMA.test(term)) return term.replaceAll(',', '');
  const isByPoint = DECIMAL_COMMA.test(term) || THOUSANDS_BY_POINT.test(term);
  return isByPoint ? term.replaceAll('.', '').replace(',', '.') : null;
}

/**
 * "toepfer" as "Töpfer" is stored, without its accent. Null for all else: not at the end of a word, as in "blue", nor
 * where little would be left to look for.
 */
function withoutUmlauts(term: string): string | null {
  const plain = ONLY_LETTERS.test(term) ? term.replace(SPELLED_UMLAUT, '$1') : term;
  return plain === term || plain.length < SHORTEST_PLAIN ? null : plain;
}

/** What a word is looked for as: itself, as a text can hold it, and the amount or the word with umlauts that it may be. */
export function variantsOf(term: string): readonly string[] {
  const other = storedAmount(term) ?? withoutUmlauts(term);
  return other === null ? [term] : [term, other];
}

/** The lines that what was typed can be. */
export const linesOf = (terms: readonly string[]): readonly string[] =>
  unique([terms, terms.map((term) => variantsOf(term).at(-1) ?? term)].map((words) => `\n${words.join(' ')}\n`));

export const searchText = (lines: readonly (string | number)[], address: string): SearchText => ({
  words: foldText(`\n${lines.join('\n')}\n`),
  address: foldText(address),
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
const isAddressWord = (term: string): boolean => term.length >= ADDRESS_WORD;
const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const either = (choices: readonly string[]): string =>
  choices.length === 1 ? (choices[0] ?? '') : `(${choices.join(' OR ')})`;
const inIndex = (term: string): string =>
  either(
    variantsOf(term).map((reading) => `${isAddressWord(reading) ? '{words address}' : 'words'} : ${phrase(reading)}`),
  );

/** Looks each word up in the rows themselves: for words that are too short for the index, and for few rows. */
export function inRows(alias: string, terms: readonly string[], part: Part): Condition {
  const lines = linesOf(terms);
  if (part === 'whole') return { sql: either(lines.map(() => `instr(${alias}.words, ?) > 0`)), values: lines };
  const all = terms.map((term) => inRow(alias, term));
  const noLine = lines.map((line) => ({ sql: `instr(${alias}.words, ?) = 0`, values: [line] }));
  return and(part === 'all' ? all : [...all, ...noLine]);
}

function inRow(alias: string, term: string): Condition {
  const lookups = variantsOf(term).flatMap((reading) =>
    (isAddressWord(reading) ? ['words', 'address'] : ['words']).map((column) => ({ column, reading })),
  );
  return {
    sql: either(lookups.map(({ column }) => `instr(${alias}.${column}, ?) > 0`)),
    values: lookups.map(({ reading }) => reading),
  };
}

/** Looks the words up in the full-text index `table`, and those that are too short for it in the rows. */
export function inFullText(table: string, terms: readonly string[], part: Part): Condition {
  const match = (query: string): Condition => ({ sql: `${table} MATCH ?`, values: [query] });
  const line = either(linesOf(terms).map((text) => `words : ${phrase(text)}`));
  if (part === 'whole') return match(line);
  const long = unique(terms).filter((term) => [...term].length >= TRIGRAM);
  const short = unique(terms).filter((term) => !long.includes(term));
  if (long.length === 0) return inRows(table, terms, part);
  const all = long.map(inIndex).join(' AND ');
  return and([match(part === 'all' ? all : `(${all}) NOT ${line}`), ...short.map((term) => inRow(table, term))]);
}
