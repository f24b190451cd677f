// Loads message catalogs where the code runs without a build (tools, end-to-end tests): reads and parses the JSON files.
// The build puts modules with parsed messages in place of this one (tools/texts/vite-messages.ts).
import { type CatalogFile, compile } from './compile.ts';
import type { Catalog } from './encoded.ts';
import { type AnyLanguage, languages } from './languages.ts';

export type Part = 'window' | 'later' | 'main' | 'rules' | 'names';

/** The languages that `load` has catalogs of. */
export const available: readonly AnyLanguage[] = languages;

export async function load(language: AnyLanguage, part: Part): Promise<Catalog> {
  const file: { default: CatalogFile } = await import(`./messages/${language}/${part}.json`, {
    with: { type: 'json' },
  });
  return compile(file.default);
}
