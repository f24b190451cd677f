// Holds amounts to the rule: typed as decimal text, held as whole cents, sent as a number with at most two decimals.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsSchema,
  centsToNumber,
  centsToText,
  currencySchema,
  formatMoney,
  MAX_CENTS,
  parseAmount,
  USD_CURRENCY_ID,
} from '../../src/shared/money.ts';

const anyCents = fc.integer({ min: 1, max: MAX_CENTS });
const message = (text: string) => {
  const parsed = parseAmount(text);
  return parsed.ok ? null : parsed.message;
};

describe('a typed amount', () => {
  it.each([
    ['100.55', 10_055],
    ['0.01', 1],
    ['1', 100],
    ['1.5', 150],
    ['0.30', 30],
    ['  12.00 ', 1_200],
    ['007', 700],
    ['9999999.99', MAX_CENTS],
    ['1.15', 115],
    ['4.35', 435],
    ['1.005'.slice(0, 4), 100],
  ])('"%s" is %d cents', (text, cents) => {
    expect(parseAmount(text)).toEqual({ ok: true, cents });
  });

  it.each(['', '   ', '\n'])('that is empty (%j) asks for a price', (text) => {
    expect(message(text)).toBe('Enter a price');
  });

  it.each(['0', '0.00', '00.0', '-1', '-0.01', '-abc'])('of nothing or less (%s) is refused', (text) => {
    expect(message(text)).toBe('The price must be more than 0');
  });

  it.each(['1.005', '0.001', '100.550', '9999999.999'])('with a third decimal (%s) is refused, not rounded', (text) => {
    expect(message(text)).toContain('at most two decimals');
  });

  it.each(['10000000', '9999999.99'.replace('.99', '9'), '1'.repeat(400), '90071992547409.93'])(
    'of more than 9 999 999.99 (%s) is refused',
    (text) => {
      expect(message(text)).toBe('The price can be at most 9999999.99');
    },
  );

  it.each(['1,000.55', '1,55', '1.000,55', ',5', '1,'])(
    'with a comma (%s) is refused, its meaning not guessed',
    (text) => {
      expect(message(text)).toContain('no thousands separators');
    },
  );

  it.each(['1e3', '1E3', '1.5e+2', '2e-1'])('with an exponent (%s) is refused', (text) => {
    expect(message(text)).toContain('Write the price out in digits');
  });

  it.each([
    '1.',
    '.5',
    '+5',
    '1 000',
    '1_000',
    "1'000",
    '0x10',
    '$5',
    '5 USD',
    'Infinity',
    'NaN',
    '1.2.3',
    '١٢',
    '１２',
    '1\u00002',
    '1\n2',
  ])('that is no plain decimal text (%j) is refused', (text) => {
    expect(message(text)).not.toBeNull();
  });

  it('is never taken for another amount, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.,eE_ ]{0,14}$/));
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseAmount(text);
        if (!parsed.ok) return parsed.message.length > 0;
        const [major = '', minor = ''] = text.trim().split('.');
        return (
          /^\d+(\.\d{1,2})?$/.test(text.trim()) &&
          BigInt(parsed.cents) === BigInt(major) * 100n + BigInt(minor.padEnd(2, '0'))
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an amount in whole cents', () => {
  it('comes back the same from its text', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseAmount(centsToText(cents))).toEqual({ ok: true, cents });
      }),
      { numRuns: 5_000 },
    );
    for (let cents = 1; cents <= 100_000; cents += 1) {
      const parsed = parseAmount(centsToText(cents));
      if (!parsed.ok || parsed.cents !== cents) expect.fail(`${cents} cents came back as ${JSON.stringify(parsed)}`);
    }
  });

  it('is shown with two decimals or none', () => {
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

  it('stands in JSON with at most two decimals, no exponent, and exactly', () => {
    const check = (cents: number) => {
      const json = JSON.stringify(centsToNumber(cents));
      const [major = '', minor = ''] = json.split('.');
      const exact = /^\d+(\.\d{1,2})?$/.test(json) && Number(major) * 100 + Number(minor.padEnd(2, '0')) === cents;
      if (!exact) expect.fail(`${cents} cents became ${json}`);
    };
    // 0.1 + 0.2 and its kind: sums and products of cents that floating point gets wrong when they are not whole cents.
    for (const cents of [10 + 20, 110 * 3, 435, 115, 1_005, 819, 10_055, 4_503_599, 999_999_949, MAX_CENTS])
      check(cents);
    for (let cents = 1; cents <= 200_000; cents += 1) check(cents);
    for (let cents = 1; cents <= MAX_CENTS; cents += 4_999) check(cents);
    fc.assert(fc.property(anyCents, check), { numRuns: 5_000 });
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

describe('an amount for people to read', () => {
  const currencies = [
    { id: USD_CURRENCY_ID, name: 'USD' },
    { id: 3, name: 'eur' },
    { id: 4, name: 'JPY' },
    { id: 5, name: 'Points' },
    { id: 6, name: 'QQQ' },
  ];
  it.each([
    [10_055, 2, '$100.55'],
    [123_456_789, 2, '$1,234,567.89'],
    [6_000, 3, '€60.00'],
    [150, 4, '¥1.50'],
    [150, 5, '1.50 Points'],
    [150, 99, '1.50 currency 99'],
  ])('%d cents of currency %d is %s', (cents, currencyId, text) => {
    expect(formatMoney(cents, currencyId, currencies, 'en-US')).toBe(text);
  });

  it('does not fail on three letters that are no currency', () => {
    expect(formatMoney(150, 6, currencies, 'en-US')).toContain('1.50');
  });
});

describe('a currency', () => {
  it('needs a whole id and a short name', () => {
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
