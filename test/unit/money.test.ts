// Amounts: typed as decimal text, kept as integer cents, sent as a number with at most two decimals.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCurrencyName } from '../../src/shared/currency-names.ts';
import {
  centsSchema,
  centsToNumber,
  centsToText,
  currencySchema,
  formatMoney,
  MAX_CENTS,
  USD_CURRENCY_ID,
} from '../../src/shared/money.ts';

const anyCents = fc.integer({ min: 1, max: MAX_CENTS });

describe('an amount in whole cents', () => {
  it('is displayed with two decimals or none', () => {
    expect([1, 10, 99, 100, 110, 10_055, 1_200, MAX_CENTS].map(centsToText)).toEqual([
      '0.01',
      '0.10',
      '0.99',
      '1',
      '1.10',
      '100.55',
      '12',
      '9999999.99',
    ]);
  });

  it('has at most two decimals, no exponent, and its exact value in JSON', () => {
    const check = (cents: number) => {
      const json = JSON.stringify(centsToNumber(cents));
      const [major = '', minor = ''] = json.split('.');
      const exact = /^\d+(\.\d{1,2})?$/.test(json) && Number(major) * 100 + Number(minor.padEnd(2, '0')) === cents;
      if (!exact) expect.fail(`${cents} cents became ${json}`);
    };
    // Such as 0.1 + 0.2: floating point gets sums and products wrong unless they are integer cents.
    for (const cents of [10 + 20, 110 * 3, 435, 115, 1_005, 819, 10_055, 4_503_599, 999_999_949, MAX_CENTS])
      check(cents);
    for (let cents = 1; cents <= 20_000; cents += 1) check(cents);
    for (let cents = 1; cents <= MAX_CENTS; cents += 49_999) check(cents);
    fc.assert(fc.property(anyCents, check), { numRuns: 1_000 });
  });

  it.each([0, -1, MAX_CENTS + 1, 0.5, 10.000_000_1, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
    'cannot be %j',
    (cents) => {
      expect(centsSchema.safeParse(cents).success).toBe(false);
    },
  );

  it.each([1, MAX_CENTS])('can be %d', (cents) => {
    expect(centsSchema.parse(cents)).toBe(cents);
  });
});

describe('an amount for people', () => {
  const currencies = [
    { id: USD_CURRENCY_ID, name: 'USD' },
    { id: 3, name: 'eur' },
    { id: 4, name: 'JPY' },
    { id: 5, name: 'Points' },
    { id: 6, name: 'QQQ' },
    { id: 7, name: 'KWD' },
  ];
  it.each([
    [10_055, 2, '$100.55'],
    [123_456_789, 2, '$1,234,567.89'],
    [6_000, 3, '€60.00'],
    [150_000, 4, '¥1,500'],
    [150, 4, '¥1.50'],
    [123, 7, 'KWD\u00a01.23'],
    [150, 5, '1.50 Points'],
    [150, 6, 'QQQ\u00a01.50'],
    [150, 99, '1.50 Currency 99'],
    [711_055, 99, '7,110.55 Currency 99'],
  ])('%d cents of currency %d is %s', (cents, currencyId, text) => {
    expect(formatMoney(cents, currencyId, currencies, 'en-US')).toBe(text);
  });
});

describe('a currency', () => {
  it.each([
    ['eur', 'EUR'],
    [' Gbp ', 'GBP'],
    ['all', 'ALL'],
    ['Yen', 'Yen'],
    ['Euro', 'Euro'],
    ['Points', 'Points'],
    ['kr', 'kr'],
    ['', ''],
  ])('typed as "%s" is stored as "%s"', (typed, stored) => {
    expect(asCurrencyName(typed)).toBe(stored);
  });

  it('needs an integer id and a short name', () => {
    expect(USD_CURRENCY_ID).toBe(2);
    expect(currencySchema.parse({ id: 3, name: ' EUR ' })).toEqual({ id: 3, name: 'EUR' });
    for (const bad of [
      { id: -1, name: 'X' },
      { id: 1.5, name: 'X' },
      { id: 1, name: ' ' },
      { id: 1, name: 'x'.repeat(21) },
    ]) {
      expect(currencySchema.safeParse(bad).success).toBe(false);
    }
  });
});
