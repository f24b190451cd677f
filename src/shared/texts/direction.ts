// Removes bidirectional control characters from parameters, so that they cannot reverse a sentence.

/** Each applies up to the end of the line. Letters have a direction of their own and need none. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without the characters that change the direction of the text around it. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

/** The same texts, with such characters removed from their parameters. */
export const unturned = <Texts>(texts: Texts): Texts => guarded(texts) as Texts;

function guarded(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...values: unknown[]) =>
      value(...values.map((part) => (typeof part === 'string' ? withoutTurns(part) : part)));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, guarded(part)]));
}
