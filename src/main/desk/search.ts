// Finding records by words: every word typed must stand somewhere in what the record says of itself.
const texts = new WeakMap<object, string>();

/** The words of a search, in lower case. */
export const termsOf = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');

/** Whether all words stand in a record's text. The text is made once for each version of a record. */
export function matches<T extends object>(record: T, textOf: (record: T) => string, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  let text = texts.get(record);
  if (text === undefined) {
    text = textOf(record).toLowerCase();
    texts.set(record, text);
  }
  const known = text;
  return terms.every((term) => known.includes(term));
}
