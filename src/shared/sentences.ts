// Joins sentences, or the parts of an enumeration, as the language in use does.
import { texts } from './texts/main.ts';

/** Skips empty ones. */
export const sentences = (...all: readonly string[]): string =>
  all.filter((sentence) => sentence !== '').join(texts.values.betweenSentences);

/** For example "2 stores, 1 product". */
export const enumerated = (parts: readonly string[]): string => parts.join(texts.values.comma);
