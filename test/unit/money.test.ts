// Amounts: typed as decimal text, kept as integer cents, sent as a number with at most two decimals.
import { expect, it } from 'vitest';
import { asCurrencyName } from '../../src/shared/currency-names.ts';
import {
  centsSchema,
  centsToNumber,
  centsToText,
  currencySchema,
  formatMoney,
  MAX_CENTS,
} from '../../src/shared/money.ts';

it('an amount in whole cents is sent with at most two decimals, no exponent, and its exact value', () => {
  const check = (cents: number) => {
    const json = JSON.stringify(centsToNumber(cents));
    const [major = '', minor = ''] = json.split('.');
    const exact = /^\d+(\.\d{1,2})?$/.test(json) && Number(major) * 100 + Number(minor.padEnd(2, '0')) === cents;
    if (!exact) expect.fail(`${cents} cents became ${json}`);
  };
  for (let cents = 1; cents <= 20_000; cents += 1) check(cents);
  for (let cents = 1; cents <= MAX_CENTS; cents += 49_999) check(cents);
  for (const cents of [4_503_599, 999_999_949, MAX_CENTS]) check(cents);
});

it('an amount is more than 0 and at most 9,999,999.99, and a field shows it with two decimals or none', () => {
  for (const cents of [1, MAX_CENTS]) expect(centsSchema.parse(cents)).toBe(cents);
  for (const wrong of [0, -1, MAX_CENTS + 1, 0.5, 10.000_000_1, Number.NaN, Number.POSITIVE_INFINITY, '5', null])
    expect(centsSchema.safeParse(wrong).success, String(wrong)).toBe(false);
  const texts = [1, 10, 100, 110, 10_055, MAX_CENTS].map(centsToText);
  expect(texts).toEqual(['0.01', '0.10', '1', '1.10', '100.55', '9999999.99']);
});

it.each([
  [10_055, 'USD', '$100.55'],
  [123_456_789, 'USD', '$1,234,567.89'],
  [6_000, 'eur', '€60.00'],
  [150_000, 'JPY', '¥1,500'],
  [150, 'JPY', '¥1.50'],
  [123, 'KWD', 'KWD\u00a01.23'],
  [150, 'Points', '1.50 Points'],
])('shows %d cents of %s as %s', (cents, name, text) => {
  expect(formatMoney(cents, 3, [{ id: 3, name }], 'en-US')).toBe(text);
});

it('a currency has an integer id, which stands for an unknown one, and a short name; a code becomes upper case', () => {
  expect(formatMoney(711_055, 99, [], 'en-US')).toMatch(/^7,110\.55 .*99$/);
  const typed = ['eur', ' Gbp ', 'all', 'Yen', 'Points', 'kr', ''];
  expect(typed.map(asCurrencyName)).toEqual(['EUR', 'GBP', 'ALL', 'Yen', 'Points', 'kr', '']);
  expect(currencySchema.parse({ id: 3, name: ' EUR ' })).toEqual({ id: 3, name: 'EUR' });
  for (const [id, name] of [
    [-1, 'X'],
    [1.5, 'X'],
    [1, ' '],
    [1, 'x'.repeat(21)],
  ])
    expect(currencySchema.safeParse({ id, name }).success).toBe(false);
});
