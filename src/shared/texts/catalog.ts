// The texts of a message catalog in the language in use, as an object nested like the messages' ids.
// Looks up every text when it is read, so that an object of texts stays right after a change of language. Only the main process
// changes its language while it runs; the window reloads its page.
import { bestLanguage, DEFAULT_LANGUAGE, type Language, localeInRegionOf, systemLocale } from './languages.ts';
import { messageFrom } from './message.ts';

/** Messages by id: English ones with descriptions for translators, the others alone. */
export type Catalog = Readonly<
  Record<string, string | { readonly defaultMessage: string; readonly description?: string }>
>;

/** The query parameter of the window's address that names the language. */
export const LANGUAGE_PARAMETER = 'language';

/** The page's language; outside a page English, until `switchLanguage` is called. */
function languageOfPage(): Language {
  const search = (globalThis as { location?: { search?: string } }).location?.search ?? '';
  const tag = new URLSearchParams(search).get(LANGUAGE_PARAMETER);
  return tag === null ? DEFAULT_LANGUAGE : bestLanguage([tag]);
}

let inUse = languageOfPage();
let locale = localeInRegionOf(inUse, systemLocale());

export const languageInUse = (): Language => inUse;

/** The locale of numbers, dates and prices. */
export const localeInUse = (): string => locale;

type Load = (language: Language) => Promise<{ readonly default: Catalog }>;

const open: { readonly load: Load; readonly use: (catalog: Catalog, locale: string) => void }[] = [];

/** The texts of a catalog, which follow the language in use. */
export async function openCatalog<Texts>(load: Load): Promise<Texts> {
  const { texts, use } = textsOf((await load(inUse)).default, locale);
  open.push({ load, use });
  return texts as Texts;
}

/** Loads every catalog in another language, then switches to it. */
export async function switchLanguage(language: Language): Promise<void> {
  const loaded = await Promise.all(
    open.map(async ({ load, use }) => ({ use, catalog: (await load(language)).default })),
  );
  inUse = language;
  locale = localeInRegionOf(language, systemLocale());
  for (const { use, catalog } of loaded) use(catalog, locale);
}

/** The texts of one catalog. Parses each message when it is first read; `use` puts another language in its place. */
export function textsOf(catalog: Catalog, locale: string) {
  let current = { catalog, locale };
  const parsed = new Map<string, ReturnType<typeof messageFrom>>();
  const read = (id: string) => {
    const message = parsed.get(id) ?? messageFrom(sourceOf(current.catalog, id), current.locale);
    parsed.set(id, message);
    return message;
  };
  const texts = {};
  for (const id of Object.keys(catalog)) {
    const path = id.split('/');
    const key = path.pop() ?? '';
    let group: Record<string, unknown> = texts;
    for (const step of path) {
      group[step] ??= {};
      group = group[step] as Record<string, unknown>;
    }
    Object.defineProperty(group, key, { enumerable: true, get: () => read(id) });
  }
  const use = (catalog: Catalog, locale: string) => {
    current = { catalog, locale };
    parsed.clear();
  };
  return { texts, use };
}

export function sourceOf(catalog: Catalog, id: string): string {
  const entry = catalog[id] ?? '';
  return typeof entry === 'string' ? entry : entry.defaultMessage;
}
