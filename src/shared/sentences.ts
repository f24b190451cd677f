// Puts sentences behind each other, as the language in use does.
import { texts } from './texts/rules.ts';

/** Empty ones are left out. */
export const sentences = (...all: readonly string[]): string =>
  all.filter((sentence) => sentence !== '').join(texts.values.betweenSentences);
