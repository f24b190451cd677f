// Writes one ICU message with its values, through FormatJS.
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
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
  const elements = format.getAst();
  const hasValues = elements.some(({ type }) => type !== TYPE.literal);
  if (!hasValues) return String(format.format());
  const tags = tagsOf(elements);
  return (values) => {
    const parts = format.formatToParts<unknown>(prepared(values, tags, locale));
    if (tags.size === 0) return parts.map(({ value }) => value).join('');
    return parts.filter(({ type, value }) => type === PART_TYPE.object || value !== '').map(({ value }) => value);
  };
}

/** Whether each tag of a message is empty, such as `<time></time>`, or has a text inside. */
function tagsOf(elements: readonly MessageFormatElement[], tags = new Map<string, 'empty' | 'text'>()) {
  for (const element of elements) {
    if (element.type === TYPE.tag) {
      tags.set(element.value, element.children.length === 0 ? 'empty' : 'text');
      tagsOf(element.children, tags);
    } else if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const { value } of Object.values(element.options)) tagsOf(value, tags);
    }
  }
  return tags;
}

/** The values as FormatJS takes them. */
function prepared(values: Values, tags: ReadonlyMap<string, 'empty' | 'text'>, locale: string) {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const tag = tags.get(name);
    // In an array, so that a part that is one itself stays whole.
    if (tag === 'empty') return [name, () => [value]];
    if (tag === 'text') {
      const around = value as (text: string) => unknown;
      return [name, (content: readonly string[]) => [around(content.join(''))]];
    }
    if (typeof value === 'string') return [name, withoutTurns(value)];
    if (Array.isArray(value)) {
      const list = new Intl.ListFormat(locale, { type: 'conjunction' });
      return [name, list.format(value.map(withoutTurns))];
    }
    return [name, value];
  });
  return Object.fromEntries(entries) as never;
}
