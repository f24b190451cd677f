// Formats one ICU message with its values, through FormatJS.
import { TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat, PART_TYPE } from 'intl-messageformat';

/**
 * The value of `{name}`: a text, or several that the language joins into a list.
 *
 * @public for the generated types
 */
export type TextValue = string | readonly string[];

/** A sentence with parts other than text, such as a link; the language decides on their order. */
export type RichText<Part> = readonly (string | Part)[];

/** Bidirectional controls that work until the end of the line. Letters have a direction of their own and need none. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes characters that change the direction of the surrounding text and could reverse a sentence. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

type Values = Readonly<Record<string, unknown>>;

/** A string for a message without values, else a function of its values; it returns rich text if the message has tags. */
export function messageFrom(source: string, locale: string): string | ((values: Values) => string | RichText<unknown>) {
  const format = new IntlMessageFormat(source, locale);
  if (format.getAst().every(({ type }) => type === TYPE.literal)) return String(format.format());
  const tags = new Set([...source.matchAll(/<(\w+)>/g)].map(([, name]) => name));
  return (values) => {
    const prepared = Object.entries(values).map(([name, value]) => [
      name,
      tags.has(name) ? partOf(value) : plainValue(value, locale),
    ]);
    const parts = format.formatToParts<unknown>(Object.fromEntries(prepared));
    if (tags.size === 0) return parts.map(({ value }) => value).join('');
    return parts.filter(({ type, value }) => type === PART_TYPE.object || value !== '').map(({ value }) => value);
  };
}

/** The value of a tag: the given part for an empty tag, such as `<time></time>`, or what a function makes of the text inside. */
function partOf(value: unknown) {
  // Wrapped in an array, so that FormatJS does not split a part that is an array itself.
  return (content: readonly string[]) => [typeof value === 'function' ? value(content.join('')) : value];
}

function plainValue(value: unknown, locale: string): unknown {
  if (typeof value === 'string') return withoutTurns(value);
  if (!Array.isArray(value)) return value;
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(value.map(withoutTurns));
}
