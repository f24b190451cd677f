// The language that fits a system.
import { expect, it } from 'vitest';
import { bestLanguage, directionOf, formatsOf, LANGUAGES, languages } from '../../src/shared/texts/languages.ts';

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
