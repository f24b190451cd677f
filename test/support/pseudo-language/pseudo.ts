// A language for tests: every letter has an accent and every text stands in brackets and is longer than the English one, so that a text which
// is not among the texts is seen at once, and so is a place that has no room for other languages.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';
const accents = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] as string]));

export const OPEN = '⟦';
export const CLOSE = '⟧';

/** As other languages are: longer by a third. */
const padding = (text: string) => '·'.repeat(Math.ceil(text.length / 3));

const accented = (text: string): string => [...text].map((letter) => accents.get(letter) ?? letter).join('');

/** A placeholder in braces, as in the seller's message, is the same in every language. */
const PLACEHOLDER = /(\{[a-z]+\})/;

export const pseudoText = (text: string): string => {
  if (text === '') return '';
  const parts = text.split(PLACEHOLDER).map((part) => (PLACEHOLDER.test(part) ? part : accented(part)));
  return `${OPEN}${parts.join('')}${padding(text)}${CLOSE}`;
};

/** Names of texts that are for the computer: they say how numbers and dates are written. */
const FOR_THE_COMPUTER = /locale$/i;

function translated(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return FOR_THE_COMPUTER.test(key) ? value : pseudoText(value);
  if (typeof value === 'function') return (...values: unknown[]) => translated(value(...values));
  // A phrase: its parts that are no text stay as they are. Other lists hold texts only.
  if (Array.isArray(value)) return value.map((part) => (typeof part === 'string' ? pseudoText(part) : part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, translated(part, name)]));
}

/** The same texts in the language for tests. */
export const inPseudo = <Texts extends object>(texts: Texts): Texts => translated(texts) as Texts;
