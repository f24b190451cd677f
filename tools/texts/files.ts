// Reads the message catalogs in src/shared/texts/messages.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Catalog, sourceOf } from '../../src/shared/texts/catalog.ts';
import type { Language } from '../../src/shared/texts/languages.ts';

export const TEXTS_FOLDER = resolve(import.meta.dirname, '../../src/shared/texts');

export const CATALOGS = ['window', 'main'] as const;

/** Texts by id. */
export type Messages = Readonly<Record<string, string>>;

export const readCatalog = (language: Language, catalog: (typeof CATALOGS)[number]): Catalog =>
  JSON.parse(readFileSync(join(TEXTS_FOLDER, 'messages', language, `${catalog}.json`), 'utf8'));

/** The texts of a catalog without their descriptions. */
export function readMessages(language: Language, name: (typeof CATALOGS)[number]): Messages {
  const catalog = readCatalog(language, name);
  return Object.fromEntries(Object.keys(catalog).map((id) => [id, sourceOf(catalog, id)]));
}

/** Throws for a text that is not an ICU message. */
export const parseMessage = (source: string): MessageFormatElement[] => parse(source, { requiresOtherClause: true });
