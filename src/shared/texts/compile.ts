// Turns a message catalog, as translators write it, into the form that the app reads. Used by the build and by tests, not in the built app.
import {
  isDateTimeSkeleton,
  isNumberSkeleton,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { Catalog, Content, Part } from './encoded.ts';

/** A catalog file: the English one with descriptions for translators, the others with texts alone. */
export type CatalogFile = Readonly<
  Record<string, string | { readonly defaultMessage: string; readonly description?: string }>
>;

/** The texts of a catalog file, by id. */
export const sourcesOf = (file: CatalogFile): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(file).map(([id, entry]) => [id, typeof entry === 'string' ? entry : entry.defaultMessage]),
  );

/** Throws for a text that is no ICU message. */
export const parseMessage = (source: string): MessageFormatElement[] => parse(source, { requiresOtherClause: true });

type Nested = { [key: string]: Content | Nested };

/** @param change changes a parsed message first: for pseudo-languages */
export function compile(
  file: CatalogFile,
  change: (message: readonly MessageFormatElement[]) => readonly MessageFormatElement[] = (message) => message,
): Catalog {
  const catalog: Nested = {};
  for (const [id, source] of Object.entries(sourcesOf(file))) {
    const path = id.split('/');
    const key = path.pop() ?? '';
    let at = catalog;
    for (const step of path) at = nestedAt(at, step, id);
    if (at[key] !== undefined) throw new Error(`${id} is both a message and the start of other ids`);
    at[key] = encode(change(parseMessage(source)));
  }
  return catalog;
}

function nestedAt(catalog: Nested, step: string, id: string): Nested {
  const nested = catalog[step] ?? {};
  if (typeof nested === 'string' || Array.isArray(nested)) throw new Error(`The start of ${id} is a message itself`);
  catalog[step] = nested;
  return nested as Nested;
}

function encode(elements: readonly MessageFormatElement[]): Content {
  const parts = elements.map(encodePart);
  const [only = ''] = parts;
  return parts.length < 2 && typeof only === 'string' ? only : parts;
}

function encodePart(element: MessageFormatElement): Part {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.pound:
      return 0;
    case TYPE.argument:
      return [element.value];
    case TYPE.number:
    case TYPE.date:
    case TYPE.time: {
      const kind = TYPE[element.type] as 'number' | 'date' | 'time';
      const { style } = element;
      if (style === undefined || style === null) return [element.value, kind];
      return [element.value, kind, isNumberSkeleton(style) || isDateTimeSkeleton(style) ? style.parsedOptions : style];
    }
    case TYPE.tag:
      return [element.value, 'tag', encode(element.children)];
    case TYPE.select:
      return [element.value, 'select', encodeOptions(element.options)];
    case TYPE.plural: {
      const options = encodeOptions(element.options);
      const kind = element.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      return element.offset === 0 ? [element.value, kind, options] : [element.value, kind, options, element.offset];
    }
  }
}

const encodeOptions = (options: Readonly<Record<string, { readonly value: MessageFormatElement[] }>>) =>
  Object.fromEntries(Object.entries(options).map(([key, { value }]) => [key, encode(value)]));
