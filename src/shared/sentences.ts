// Puts sentences, or the parts of an enumeration, behind each other, as the language in use does.
import { texts } from './texts/main.ts';

/** Empty ones are left out. */
export const sentences = (...all: readonly string[]): string =>
  all.filter((sentence) => sentence !== '').join(texts.values.betweenSentences);

/** As in "2 stores, 1 product". */
export const enumerated = (parts: readonly string[]): string => parts.join(texts.values.comma);
