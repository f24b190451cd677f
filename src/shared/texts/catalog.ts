// The texts of a part of the app, in the language in use, as an object of the shape of their ids.
//
// Every text is looked up when it is read, so that an object of texts stays right when the language changes. Only the main process
// changes it while it runs; the window loads its page anew.
import type { Catalog, Content } from './encoded.ts';
import { type AnyLanguage, bestLanguage, DEFAULT_LANGUAGE, formatsOf } from './languages.ts';
import { localeInRegionOf, systemLocale } from './locale.ts';
import { type Formats, formatsIn, messageFrom } from './message.ts';
import { available, load, type Part } from './sources.ts';

/** The query parameter of the window's address that names the language. */
export const LANGUAGE_PARAMETER = 'language';

/** The page's language; English where there is no page, until `switchLanguage` is called. */
function languageOfPage(): AnyLanguage {
  const search = (globalThis as { location?: { search?: string } }).location?.search ?? '';
  const asked = new URLSearchParams(search).get(LANGUAGE_PARAMETER);
  return asked === null ? DEFAULT_LANGUAGE : bestLanguage([asked], available);
}

let inUse = languageOfPage();
/** By the last call of `switchLanguage`. */
let asked = inUse;

/** The languages that this build has texts in. */
export const languagesBuilt = available;

export const languageInUse = (): AnyLanguage => inUse;

/** The locale of numbers, dates and prices. */
export const localeInUse = (): string => localeInRegionOf(formatsOf(inUse), systemLocale());

/** The messages of a part, and what was built from them. */
interface Open {
  contents: ReadonlyMap<string, Content>;
  formats: Formats;
  readonly built: Map<string, unknown>;
}

const open = new Map<Part, Open>();

/** Loads the catalogs of another language for every part in use, then switches to it. */
export async function switchLanguage(language: AnyLanguage): Promise<void> {
  asked = language;
  if (language === inUse) return;
  const loaded = await Promise.all([...open.keys()].map(async (part) => [part, await load(language, part)] as const));
  // A later call has decided for another one.
  if (asked !== language) return;
  inUse = language;
  for (const [part, catalog] of loaded) {
    const opened = open.get(part);
    if (!opened) continue;
    opened.contents = byId(catalog);
    opened.formats = formatsIn(localeInUse());
    opened.built.clear();
  }
}

/** The texts of a part, typed by `message-types.ts`. */
export async function textsOf<Texts>(part: Part): Promise<Texts> {
  const opened = open.get(part) ?? {
    contents: byId(await load(inUse, part)),
    formats: formatsIn(localeInUse()),
    built: new Map(),
  };
  open.set(part, opened);
  return textsIn<Texts>(opened.contents.keys(), (id) => {
    if (!opened.built.has(id)) opened.built.set(id, messageFrom(opened.contents.get(id) ?? '', opened.formats));
    return opened.built.get(id);
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
