// What a search finds that was copied from the app itself: money in each of its notations.
import { describe, expect, it } from 'vitest';
import { containsAll, searchText, termsOf } from '../../src/main/catalog/search.ts';
import { centsToText, formatMoney } from '../../src/shared/money.ts';
import { languages } from '../../src/shared/texts/languages.ts';

const currencies = ['USD', 'EUR', 'CAD', 'JPY', 'CNY', 'DKK', 'CHF', 'BRL', 'MXN'].map((name, id) => ({ id, name }));
const stored = (cents: number) => searchText(['logo design', centsToText(cents), (cents / 100).toFixed(2)], '');

describe('a search', () => {
  it.each([...languages, 'de-CH', 'fr-CA'])('for money as the app prints it in %s finds it', (locale) => {
    for (const cents of [1_250, 123_450, 123_456_700]) {
      for (const { id } of currencies) {
        const text = formatMoney(cents, id, currencies, locale);
        expect([text, containsAll(stored(cents), termsOf(text))]).toEqual([text, true]);
      }
    }
  });

  it.each([
    ['1,200円', ['1,200']],
    ['12.50 EUR logo', ['12.50', 'logo']],
    ['42 100', ['42', '100']],
    ['logo usd', ['logo', 'usd']],
    ['I\u200b-7', ['i-7']],
    ['\0logo\x01design', ['logo', 'design']],
  ])('for %s looks for %j', (text, terms) => expect(termsOf(text)).toEqual(terms));
});
