// The app's texts in a language, for tests that find controls by them.
import { textsFrom } from '../../src/shared/texts/catalog.ts';
import { compile } from '../../src/shared/texts/compile.ts';
import { type AnyLanguage, formatsOf, isPseudo } from '../../src/shared/texts/languages.ts';
import type { LaterTexts, MainTexts, Names, RulesTexts, WindowTexts } from '../../src/shared/texts/message-types.ts';
import { type Part, readCatalog } from '../../tools/texts/files.ts';
import { pseudo } from '../../tools/texts/pseudo.ts';

export interface AppTexts {
  readonly window: WindowTexts;
  readonly later: LaterTexts;
  readonly main: MainTexts;
  readonly rules: RulesTexts;
  readonly names: Names;
}

export function appTexts(language: AnyLanguage): AppTexts {
  const locale = formatsOf(language);
  const change = isPseudo(language) ? pseudo.bind(null, language) : undefined;
  const part = <Texts>(name: Part) => textsFrom<Texts>(compile(readCatalog(locale, name), change), locale);
  return {
    window: part('window'),
    later: part('later'),
    main: part('main'),
    rules: part('rules'),
    names: part('names'),
  };
}
