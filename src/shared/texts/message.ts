// Writes one message with its values, through FormatJS.

import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat, PART_TYPE } from 'intl-messageformat';
import { withoutTurns } from './direction.ts';
import type { Content, Formatted, Part, Plural, Select, Tag } from './encoded.ts';
import type { Phrase } from './phrase.ts';

/**
 * What stands for `{name}`: a text, or several that the language joins to a list.
 * @public for the generated types
 */
export type TextValue = string | readonly string[];

/** How the numbers, dates and lists of a catalog are written. */
export interface Formats {
  readonly locale: string;
  readonly formatters: {
    getNumberFormat(...args: ConstructorParameters<typeof Intl.NumberFormat>): Intl.NumberFormat;
    getDateTimeFormat(...args: ConstructorParameters<typeof Intl.DateTimeFormat>): Intl.DateTimeFormat;
    getPluralRules(...args: ConstructorParameters<typeof Intl.PluralRules>): Intl.PluralRules;
  };
  readonly list: (texts: readonly string[]) => string;
}

/** Formats that all messages of a catalog share, each built when it is first needed. */
export function formatsIn(locale: string): Formats {
  const cached = <Args extends unknown[], Format>(create: (...args: Args) => Format) => {
    const known = new Map<string, Format>();
    return (...args: Args): Format => {
      const key = JSON.stringify(args);
      const format = known.get(key) ?? create(...args);
      known.set(key, format);
      return format;
    };
  };
  const list = cached(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  return {
    locale,
    formatters: {
      getNumberFormat: cached((...args) => new Intl.NumberFormat(...args)),
      getDateTimeFormat: cached((...args) => new Intl.DateTimeFormat(...args)),
      getPluralRules: cached((...args) => new Intl.PluralRules(...args)),
    },
    list: (texts) => list().format(texts),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** A text without values is itself; another is a function of its values, which returns a phrase if the message has a tag. */
export function messageFrom(
  content: Content,
  formats: Formats,
): string | ((values: Values) => string | Phrase<unknown>) {
  if (typeof content === 'string') return content;
  const tags = new Map<string, 'inserted' | 'around'>();
  const ast = expand(content, tags);
  // Both are built at the first use: most messages are never shown.
  let format: IntlMessageFormat | undefined;
  return (values) => {
    format ??= new IntlMessageFormat(ast, formats.locale, undefined, { formatters: formats.formatters as never });
    const parts = format.formatToParts<unknown>(prepared(values, tags, formats));
    if (tags.size === 0) return parts.map(({ value }) => value).join('');
    return parts.filter(({ type, value }) => type === PART_TYPE.object || value !== '').map(({ value }) => value);
  };
}

/** The values as FormatJS takes them. */
function prepared(values: Values, tags: ReadonlyMap<string, 'inserted' | 'around'>, formats: Formats) {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const tag = tags.get(name);
    // In an array, so that a part that is one itself stays whole.
    if (tag === 'inserted') return [name, () => [value]];
    if (tag === 'around') {
      const around = value as (text: string) => unknown;
      return [name, (content: readonly string[]) => [around(content.join(''))]];
    }
    if (typeof value === 'string') return [name, withoutTurns(value)];
    if (Array.isArray(value)) return [name, formats.list(value.map(withoutTurns))];
    return [name, value];
  });
  return Object.fromEntries(entries) as never;
}

/** The numbers by which FormatJS tells kinds of elements apart. */
const TYPES = { literal: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, pound: 7, tag: 8 } as const;

/** @param tags receives the tags of the message */
function expand(content: Content, tags: Map<string, 'inserted' | 'around'>): MessageFormatElement[] {
  const parts = typeof content === 'string' ? [content] : content;
  return parts.map((part) => expandPart(part, tags) as unknown as MessageFormatElement);
}

function expandPart(part: Part, tags: Map<string, 'inserted' | 'around'>): object {
  if (typeof part === 'string') return { type: TYPES.literal, value: part };
  if (part === 0) return { type: TYPES.pound };
  const [value, kind] = part;
  if (kind === undefined) return { type: TYPES.argument, value };
  if (kind === 'tag') {
    const [, , content] = part as Tag;
    tags.set(value, content === '' ? 'inserted' : 'around');
    return { type: TYPES.tag, value, children: expand(content, tags) };
  }
  if (kind === 'number' || kind === 'date' || kind === 'time') {
    const [, , style] = part as Formatted;
    const skeleton = { type: kind === 'number' ? 0 : 1, parsedOptions: style };
    return { type: TYPES[kind], value, style: typeof style === 'object' ? skeleton : style };
  }
  const [, , options, offset = 0] = part as Select | Plural;
  const expanded = Object.entries(options).map(([key, content]) => [key, { value: expand(content, tags) }]);
  const element = { value, options: Object.fromEntries(expanded) };
  if (kind === 'select') return { type: TYPES.select, ...element };
  return { type: TYPES.plural, ...element, offset, pluralType: kind === 'plural' ? 'cardinal' : 'ordinal' };
}
