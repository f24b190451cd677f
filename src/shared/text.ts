// What text from the seller must look like before it is kept or sent.
import { z } from 'zod';
import { texts } from './texts/rules.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const CONTROL_EXCEPT_LINE_BREAKS = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** One line of text: trimmed, not empty, no control characters. `enterIt` is said where there is none. */
export const lineOfText = (enterIt: string) =>
  z
    .string()
    .trim()
    .min(1, { error: enterIt, abort: true })
    .refine((text) => !CONTROL.test(text), {
      error: texts.fields.noControlCharactersInLine,
    });

/** Text of several lines: as `lineOfText`, but line breaks may stand in it. */
export const linesOfText = (enterIt: string) =>
  z
    .string()
    .trim()
    .min(1, { error: enterIt, abort: true })
    .refine((text) => !CONTROL_EXCEPT_LINE_BREAKS.test(text), {
      error: texts.fields.noControlCharacters,
    });

/** The seller's private note about a product or a link; empty for none. It stays on this computer. */
export const noteSchema = z
  .string()
  .trim()
  .max(2_000, texts.fields.tooLong(2_000))
  .refine((text) => !CONTROL_EXCEPT_LINE_BREAKS.test(text), { error: texts.fields.noControlCharacters });

/** Whether a text holds a control character, line breaks included. */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** A text of at most `length` characters: of a longer one the beginning and the end, as file names differ in both. */
export function cutInMiddle(text: string, length = 60): string {
  // Of a whole file only what may be shown is taken apart.
  const ends = text.length > 4 * length ? text.slice(0, 2 * length) + text.slice(-2 * length) : text;
  const characters = [...ends];
  if (characters.length <= length) return text;
  const end = Math.floor((length - 1) / 2);
  return `${characters.slice(0, length - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}
