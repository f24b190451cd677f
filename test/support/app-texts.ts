// The app's texts in a language, for tests that find controls by them.
import { type Catalog, sourceOf, textsOf } from '../../src/shared/texts/catalog.ts';
import type { Language } from '../../src/shared/texts/languages.ts';
import type { MainTexts, WindowTexts } from '../../src/shared/texts/message-types.ts';
import { readCatalog } from '../../tools/texts/files.ts';

export interface AppTexts {
  readonly window: WindowTexts;
  readonly main: MainTexts;
}

/** A test language: English with each text nearly half as long again, for languages with longer words than the app's. */
export const LONG = 'long';

export const lengthened = (catalog: Catalog): Catalog =>
  Object.fromEntries(
    Object.keys(catalog).map((id) => {
      const text = sourceOf(catalog, id);
      const more = 'longer '.repeat(8).slice(0, Math.ceil(Math.min(text.length, 100) * 0.45));
      return [id, `${text} ${more.trim()}`];
    }),
  );

const textsIn = (language: Language | typeof LONG, part: 'window' | 'main') =>
  language === LONG
    ? textsOf(lengthened(readCatalog('en', part)), 'en').texts
    : textsOf(readCatalog(language, part), language).texts;

export const appTexts = (language: Language | typeof LONG): AppTexts => ({
  window: textsIn(language, 'window') as WindowTexts,
  main: textsIn(language, 'main') as MainTexts,
});
