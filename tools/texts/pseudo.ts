// Pseudo-languages for tests, made from parsed English messages: accents and more length, or written from right to left.
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { PseudoLanguage } from '../../src/shared/texts/languages.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';
const accents = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] as string]));

/** How much longer than English other languages are at most, for sentences. */
const LONGER = 0.4;

/** Placeholders such as {product} in the seller's message are the same in every language. */
const PLACEHOLDER = /(\{[a-z]+\})/;

const accented = (text: string): string =>
  text
    .split(PLACEHOLDER)
    .map((part) => (PLACEHOLDER.test(part) ? part : [...part].map((letter) => accents.get(letter) ?? letter).join('')))
    .join('');

/** One for each Latin letter: no words, but a browser lays them out from right to left. */
const ARABIC = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'];
const inArabicLetters = (text: string): string =>
  text
    .split(PLACEHOLDER)
    .map((part) =>
      PLACEHOLDER.test(part)
        ? part
        : part.replace(/[A-Za-z]/g, (letter) => ARABIC[letter.toLowerCase().charCodeAt(0) - 97] ?? letter),
    )
    .join('');

/** The marks at the start and the end of a text: one that is cut off lacks its end. */
export const OPEN = '⟦';
export const CLOSE = '⟧';

/** A message in a pseudo-language. */
export function pseudo(language: PseudoLanguage, message: readonly MessageFormatElement[]): MessageFormatElement[] {
  if (message.length === 0) return [];
  const write = language === 'en-XA' ? accented : inArabicLetters;
  const padding = language === 'en-XA' ? '·'.repeat(Math.ceil(lengthOf(message) * LONGER)) : '';
  const literal = (value: string) => ({ type: TYPE.literal, value }) as const;
  return joined([literal(OPEN), ...rewritten(message, write), literal(padding + CLOSE)]);
}

/** Without two literals in a row, as the parser returns a message. */
function joined(message: readonly MessageFormatElement[]): MessageFormatElement[] {
  const all: MessageFormatElement[] = [];
  for (const element of message) {
    const last = all.at(-1);
    if (last?.type !== TYPE.literal || element.type !== TYPE.literal) all.push(element);
    else all[all.length - 1] = { ...last, value: last.value + element.value };
  }
  return all;
}

function rewritten(message: readonly MessageFormatElement[], write: (text: string) => string): MessageFormatElement[] {
  return message.map((element): MessageFormatElement => {
    if (element.type === TYPE.literal) return { ...element, value: write(element.value) };
    if (element.type === TYPE.tag) return { ...element, children: rewritten(element.children, write) };
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return element;
    const options = Object.entries(element.options).map(([key, { value }]) => [
      key,
      { value: rewritten(value, write) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

/** The length of its longest variant, without its values. */
function lengthOf(message: readonly MessageFormatElement[]): number {
  return message.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length;
    if (element.type === TYPE.tag) return sum + lengthOf(element.children);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return sum;
    return sum + Math.max(...Object.values(element.options).map(({ value }) => lengthOf(value)));
  }, 0);
}
