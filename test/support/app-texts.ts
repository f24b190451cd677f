// The app's texts in a language, for tests that find controls by them.
import { textsOf } from '../../src/shared/texts/catalog.ts';
import type { Language } from '../../src/shared/texts/languages.ts';
import type { MainTexts, WindowTexts } from '../../src/shared/texts/message-types.ts';
import { readCatalog } from '../../tools/texts/files.ts';

export interface AppTexts {
  readonly window: WindowTexts;
  readonly main: MainTexts;
}

const textsIn = (language: Language, part: 'window' | 'main') => textsOf(readCatalog(language, part), language).texts;

export const appTexts = (language: Language): AppTexts => ({
  window: textsIn(language, 'window') as WindowTexts,
  main: textsIn(language, 'main') as MainTexts,
});
