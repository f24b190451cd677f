// The language that fits a system.
import { expect, it } from 'vitest';
import { bestLanguage, LANGUAGES, languages } from '../../src/shared/texts/languages.ts';

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
  [[], 'en'],
])('chooses for %j the language %s', (preferred, expected) => {
  expect(bestLanguage(preferred)).toBe(expected);
});

it('names every language in that language', () => {
  for (const language of languages) {
    const own = new Intl.DisplayNames(language, { type: 'language' }).of(language);
    expect(own?.toLowerCase()).toBe(LANGUAGES[language].toLowerCase());
  }
});
