// Finding records by words: every word typed must stand somewhere in what the record says of itself.

/** What a record says of itself, a thing a line. Addresses are full of letters and digits by chance, so only long words are looked for there. */
export interface SearchText {
  readonly words: string;
  readonly address: string;
}

/** From this many characters on, a word is taken for a part of an address or a uuid. */
const ADDRESS_WORD = 8;

const texts = new WeakMap<object, SearchText>();

/** The words of a search, in lower case. An amount as lists show it ("$1,042.50") is looked for as it is held ("1042.50"). */
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

/** Whether what was typed stands in a text as a whole line, as a whole title or "order 1042" does. */
export const isWholeLine = ({ words }: SearchText, terms: readonly string[]): boolean =>
  words.includes(`\n${terms.join(' ')}\n`);

/** Whether all words stand in a text that is in lower case. */
export function holds({ words, address }: SearchText, terms: readonly string[]): boolean {
  for (const term of terms) {
    if (!words.includes(term) && (term.length < ADDRESS_WORD || !address.includes(term))) return false;
  }
  return true;
}

/** Whether all that is found with the words of `now` was found with those of `before` too, as when a word is typed on. */
export const narrows = (before: readonly string[], now: readonly string[]): boolean =>
  before.every((old) =>
    now.some((term) => term.includes(old) && (term.length < ADDRESS_WORD || old.length >= ADDRESS_WORD)),
  );

/** Whether all words stand in a record's text. The text is made once for each version of a record. */
export function matches<T extends object>(
  record: T,
  textOf: (record: T) => SearchText,
  terms: readonly string[],
): boolean {
  if (terms.length === 0) return true;
  const text = texts.get(record) ?? inLowerCase(textOf(record));
  texts.set(record, text);
  return holds(text, terms);
}

export const inLowerCase = ({ words, address }: SearchText): SearchText => ({
  words: `\n${words}\n`.toLowerCase(),
  address: address.toLowerCase(),
});
