// Writes one ICU message with its values, through FormatJS.
import { TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat, PART_TYPE } from 'intl-messageformat';

/**
 * What stands for `{name}`: a text, or several that the language joins to a list.
 * @public for the generated types
 */
export type TextValue = string | readonly string[];

/** A sentence with parts that are more than text, such as a link; the language decides on their order. */
export type RichText<Part> = readonly (string | Part)[];

/** Bidirectional controls that apply up to the end of the line. Letters have a direction of their own and need none. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without the characters that change the direction of the text around it, and could reverse a sentence. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

type Values = Readonly<Record<string, unknown>>;

/** A message without values is a text; another is a function of its values, which returns a phrase if the message has a tag. */
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

/** What stands for a tag: a part for an empty one, such as `<time></time>`; for another a function of the text inside. */
function partOf(value: unknown) {
  // In an array, so that a part that is one itself stays whole.
  return (content: readonly string[]) => [typeof value === 'function' ? value(content.join('')) : value];
}

function plainValue(value: unknown, locale: string): unknown {
  if (typeof value === 'string') return withoutTurns(value);
  if (!Array.isArray(value)) return value;
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(value.map(withoutTurns));
}
