// The catalog files of src/shared/texts/messages.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CatalogFile } from '../../src/shared/texts/compile.ts';
import type { Language } from '../../src/shared/texts/languages.ts';

export const TEXTS_FOLDER = resolve(import.meta.dirname, '../../src/shared/texts');

export const PARTS = ['window', 'later', 'main', 'rules', 'names'] as const;
export type Part = (typeof PARTS)[number];

export const catalogPath = (language: Language, part: Part, folder = TEXTS_FOLDER): string =>
  join(folder, 'messages', language, `${part}.json`);

export const readCatalog = (language: Language, part: Part, folder = TEXTS_FOLDER): CatalogFile =>
  JSON.parse(readFileSync(catalogPath(language, part, folder), 'utf8')) as CatalogFile;
