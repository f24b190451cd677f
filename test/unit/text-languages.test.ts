// Which language and which locale fit a system.
import { expect, it } from 'vitest';
import { bestLanguage, directionOf, formatsOf, LANGUAGES, languages } from '../../src/shared/texts/languages.ts';
import { localeInRegionOf } from '../../src/shared/texts/locale.ts';

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR'], 'pt-BR'],
  [['pt_BR'], 'pt-BR'],
  [['pt-PT'], 'pt-BR'],
  [['it-IT', 'fr-CH', 'de'], 'fr'],
  [['ja-JP-u-ca-japanese'], 'ja'],
  [['zh-Hans-CN'], 'en'],
  [['', 'C', 'POSIX'], 'en'],
  [['ar'], 'en'],
  [['en-XA'], 'en'],
  [[], 'en'],
])('chooses for %j the language %s', (preferred, expected) => {
  expect(bestLanguage(preferred)).toBe(expected);
});

it('chooses a pseudo-language only by its whole name', () => {
  const available = [...languages, 'en-XA', 'ar-XB'] as const;
  expect(bestLanguage(['ar-XB'], available)).toBe('ar-XB');
  expect(bestLanguage(['en-XA'], available)).toBe('en-XA');
  expect(bestLanguage(['ar-EG', 'en-GB'], available)).toBe('en');
  expect(directionOf('ar-XB')).toBe('rtl');
  expect(formatsOf('ar-XB')).toBe('en');
});

it('names every language in that language, and writes them from left to right', () => {
  for (const language of languages) {
    const own = new Intl.DisplayNames(language, { type: 'language' }).of(language);
    expect(own?.toLowerCase()).toBe(LANGUAGES[language].toLowerCase());
    expect(directionOf(language)).toBe('ltr');
  }
});

it.each([
  ['en', 'de-DE', 'en-DE'],
  ['en', 'en-US', 'en-US'],
  ['en', 'de', 'en-DE'],
  ['de', 'de-AT', 'de-AT'],
  ['ja', 'ja', 'ja-JP'],
  ['pt-BR', 'pt-PT', 'pt-BR'],
  ['fr', 'und', 'fr-US'],
  ['fr', 'not a locale', 'fr'],
])('writes %s on a system in %s as %s', (language, system, expected) => {
  expect(localeInRegionOf(language, system)).toBe(expected);
});
