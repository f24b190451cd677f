// Schemas of text from the seller.
import { z } from 'zod';
import { texts } from './texts/main.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const CONTROL_EXCEPT_LINE_BREAKS = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Trimmed, and at most this many characters long. */
export const textUpTo = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => texts.fields.tooLong({ most }) });

/** Trimmed, not empty, without anything that `forbidden` matches. */
const lines = (enterIt: () => string, forbidden: RegExp, error: () => string) =>
  // Far more than anybody types; the document names no limit.
  textUpTo(65_536)
    .overwrite(withoutInvisible)
    .trim()
    .min(1, { error: enterIt, abort: true })
    .refine((text) => !forbidden.test(text), { error });

/** One line: trimmed, not empty, no control characters. `enterIt` returns the error for an empty one. */
export const lineOfText = (enterIt: () => string) =>
  lines(enterIt, CONTROL, () => texts.fields.noControlCharactersInLine);

/** Like `lineOfText`, with line breaks allowed. */
export const linesOfText = (enterIt: () => string) =>
  lines(enterIt, CONTROL_EXCEPT_LINE_BREAKS, () => texts.fields.noControlCharacters);

/** The seller's private note about a product or a link; empty if there is none. Shared with the team, never sent to the service. */
export const noteSchema = textUpTo(2_000).refine((text) => !CONTROL_EXCEPT_LINE_BREAKS.test(text), {
  error: () => texts.fields.noControlCharacters,
});

/** Whether a text contains a control character, line breaks included. */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Excludes the joiners, which some scripts and emoji need. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Removes the invisible characters that copying from pages and documents adds. Halves of characters become U+FFFD. */
export const withoutInvisible = (text: string): string => text.toWellFormed().replace(INVISIBLE, '');

/** Digits and signs as Japanese and Chinese keyboards type them. */
const FULL_WIDTH = /[\u3000\uff01-\uffee]/g;

/** Turns a typed, pasted or read number or amount into plain characters. */
export const plainText = (typed: string): string =>
  withSingleSpaces(withoutInvisible(typed.replace(FULL_WIDTH, (sign) => sign.normalize('NFKC'))));

/** Collapses white space as a web page does. */
export const withSingleSpaces = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/**
 * Keeps the beginning and the end, because file names differ in both. A text of up to `most` characters stays whole: a cut that
 * saves a character or two only hides them.
 */
export function cutInMiddle(text: string, length = 60, most = length + Math.max(2, Math.floor(length / 10))): string {
  // Splits only as much of a long text as may be shown.
  const ends = text.length > 4 * length ? text.slice(0, 2 * length) + text.slice(-2 * length) : text;
  const characters = [...ends];
  if (characters.length <= most) return text;
  const ending = Math.floor((length - 1) / 2);
  const start = length - 1 - ending;
  const end = characters.length - ending;
  return `${characters.slice(0, start).join('')}…${characters.slice(end).join('')}`;
}

/** Shortens the title of a change, with room for a product, its price and its order number. */
export const cutTitle = (title: string): string => cutInMiddle(title, 120);

/** A name for the start of a sentence. */
export const capitalized = (name: string): string => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
