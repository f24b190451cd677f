// A test language: accents on every letter, brackets around every text, and longer than English. Texts outside src/shared/texts are obvious,
// and so are places without space for other languages.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';
const accents = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] as string]));

export const OPEN = '⟦';
export const CLOSE = '⟧';

/** A third longer, like other languages. */
const padding = (text: string) => '·'.repeat(Math.ceil(text.length / 3));

const accented = (text: string): string => [...text].map((letter) => accents.get(letter) ?? letter).join('');

/** A placeholder in braces, as in the seller's message, is the same in every language. */
const PLACEHOLDER = /(\{[a-z]+\})/;

export const pseudoText = (text: string): string => {
  if (text === '') return '';
  const parts = text.split(PLACEHOLDER).map((part) => (PLACEHOLDER.test(part) ? part : accented(part)));
  return `${OPEN}${parts.join('')}${padding(text)}${CLOSE}`;
};

/** Names of technical texts: formats of numbers and dates. */
const FOR_THE_COMPUTER = /locale$/i;

function translated(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return FOR_THE_COMPUTER.test(key) ? value : pseudoText(value);
  if (typeof value === 'function') return (...values: unknown[]) => translated(value(...values));
  // A phrase keeps its parts that are no text. Other lists contain only texts.
  if (Array.isArray(value)) return value.map((part) => (typeof part === 'string' ? pseudoText(part) : part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, translated(part, name)]));
}

/** The same texts in the test language. */
export const inPseudo = <Texts extends object>(texts: Texts): Texts => translated(texts) as Texts;
