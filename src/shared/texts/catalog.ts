// The texts of a part of the app, in the language in use, as an object of the shape of their ids.
//
// Every text is looked up when it is read, so that an object of texts stays right when the language changes. Only the main process
// changes its language while it runs; the window reloads its page.
import type { Catalog, Content } from './encoded.ts';
import { type AnyLanguage, bestLanguage, DEFAULT_LANGUAGE, formatsOf } from './languages.ts';
import { localeInRegionOf, systemLocale } from './locale.ts';
import { type Formats, formatsIn, messageFrom } from './message.ts';
import type { Names } from './message-types.ts';
import { available, load, type Part } from './sources.ts';

/** The query parameter of the window's address that names the language. */
export const LANGUAGE_PARAMETER = 'language';

/** The page's language; English where there is no page, until `switchLanguage` is called. */
function languageOfPage(): AnyLanguage {
  const search = (globalThis as { location?: { search?: string } }).location?.search ?? '';
  const asked = new URLSearchParams(search).get(LANGUAGE_PARAMETER);
  return asked === null ? DEFAULT_LANGUAGE : bestLanguage([asked], available);
}

const localeFor = (language: AnyLanguage): string => localeInRegionOf(formatsOf(language), systemLocale());

let inUse = languageOfPage();
let locale = localeFor(inUse);
/** By the last call of `switchLanguage`. */
let asked = inUse;

/** The languages that this build has texts in. */
export const languagesBuilt = available;

export const languageInUse = (): AnyLanguage => inUse;

/** The locale of numbers, dates and prices. */
export const localeInUse = (): string => locale;

/** The messages of a part, and what was built from them. */
interface Open {
  contents: ReadonlyMap<string, Content>;
  formats: Formats;
  readonly built: Map<string, unknown>;
}

/** A part in use, with the object that looks its texts up. */
interface OpenPart {
  readonly opened: Open;
  readonly texts: object;
}

const open = new Map<Part, Promise<OpenPart>>();

/** Loads the catalogs of another language for every part in use, then switches to it. */
export async function switchLanguage(language: AnyLanguage): Promise<void> {
  asked = language;
  if (language === inUse) return;
  const loaded = await Promise.all(
    [...open].map(async ([part, opening]) => [(await opening).opened, await load(language, part)] as const),
  );
  // A later call has chosen another one.
  if (asked !== language) return;
  inUse = language;
  locale = localeFor(language);
  for (const [opened, catalog] of loaded) {
    opened.contents = byId(catalog);
    opened.formats = formatsIn(locale);
    opened.built.clear();
  }
}

/** The texts of a part, typed by `message-types.ts`; the same object for each call. A failed load is repeated by the next call. */
export async function textsOf<Texts>(part: Part): Promise<Texts> {
  let opening = open.get(part);
  if (!opening) {
    opening = openPart(part);
    open.set(part, opening);
    opening.catch(() => open.delete(part));
  }
  return (await opening).texts as Texts;
}

async function openPart(part: Part): Promise<OpenPart> {
  const opened: Open = { contents: byId(await load(inUse, part)), formats: formatsIn(locale), built: new Map() };
  const texts = textsIn<object>(opened.contents.keys(), (id) => {
    if (!opened.built.has(id)) opened.built.set(id, messageFrom(opened.contents.get(id) ?? '', opened.formats));
    return opened.built.get(id);
  });
  return { opened, texts };
}

/** The texts of a part, with the names that are the same everywhere, and the locale of numbers, dates and prices. */
export async function textsWithNames<Texts extends object>(part: 'window' | 'main') {
  const [texts, names] = await Promise.all([textsOf<Texts>(part), textsOf<Names>('names')]);
  return extended(texts, {
    names,
    get locale() {
      return locale;
    },
  });
}

/** The same object with more properties, such as names that several parts share; getters stay getters. */
export const extended = <Texts extends object, More extends object>(texts: Texts, more: More): Texts & More =>
  Object.defineProperties(texts, Object.getOwnPropertyDescriptors(more)) as Texts & More;

/** The texts of one catalog that stays as it is: for tests and tools. */
export function textsFrom<Texts>(catalog: Catalog, locale: string): Texts {
  const contents = byId(catalog);
  const formats = formatsIn(locale);
  return textsIn<Texts>(contents.keys(), (id) => messageFrom(contents.get(id) ?? '', formats));
}

/** An object in the nesting of the ids, each text a property that reads it. */
function textsIn<Texts>(ids: Iterable<string>, read: (id: string) => unknown): Texts {
  const texts = {};
  for (const id of ids) {
    const path = id.split('/');
    const key = path.pop() ?? '';
    let at: Record<string, unknown> = texts;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    Object.defineProperty(at, key, { enumerable: true, get: () => read(id) });
  }
  return texts as Texts;
}

/** The messages of a catalog without its nesting. */
function byId(catalog: Catalog): ReadonlyMap<string, Content> {
  const contents = new Map<string, Content>();
  const collect = (nested: Catalog, prefix: string) => {
    for (const [key, value] of Object.entries(nested)) {
      if (typeof value === 'string' || Array.isArray(value)) contents.set(prefix + key, value as Content);
      else collect(value as Catalog, `${prefix}${key}/`);
    }
  };
  collect(catalog, '');
  return contents;
}
