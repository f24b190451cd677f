// Parsing amounts: an unambiguous amount is read exactly, anything else is rejected.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AmountContext, decimalSignIn, decimalsOf, readAmount } from '../../src/shared/amount.ts';
import { centsToText, formatMoney, fractionDigits, MAX_CENTS } from '../../src/shared/money.ts';
import { switchLanguage } from '../../src/shared/texts/catalog.ts';
import { languages } from '../../src/shared/texts/languages.ts';

const USD = { id: 2, name: 'USD' };
const EUR = { id: 5, name: 'EUR' };
const CAD = { id: 7, name: 'CAD' };
const JPY = { id: 8, name: 'JPY' };
const KWD = { id: 9, name: 'KWD' };
const POINTS = { id: 10, name: 'Points' };
const CURRENCIES = [USD, EUR, CAD, JPY, KWD, POINTS];

const read = (text: string, currency = USD, decimal: AmountContext['decimal'] = null) =>
  readAmount(text, { currency, currencies: CURRENCIES, decimal });
const message = (text: string, currency = USD, decimal: AmountContext['decimal'] = null) => {
  const parsed = read(text, currency, decimal);
  return parsed.ok ? `read as ${parsed.cents}` : parsed.message;
};

describe('an unambiguous amount', () => {
  it.each([
    ['100.55', USD, 10_055],
    ['１２', USD, 1_200],
    ['￥１，２００', JPY, 120_000],
    ['1,200円', JPY, 120_000],
    ['12,50 $US', USD, 1_250],
    ['12,50 $ US', USD, 1_250],
    ['75,00 kr.', { id: 11, name: 'DKK' }, 7_500],
    ['\u200e$12.00\u200b', USD, 1_200],
    ['1500.50', { id: 12, name: 'PKR' }, 150_050],
    ['0.01', USD, 1],
    ['1', USD, 100],
    ['1.5', USD, 150],
    ['  12.00 ', USD, 1_200],
    ['007', USD, 700],
    ['9999999.99', USD, MAX_CENTS],
    ['1.15', USD, 115],
    ['4.35', USD, 435],
    ['$80', USD, 8_000],
    ['.5', USD, 50],
    ['$.50', USD, 50],
    [',75', EUR, 75],
    ['12.', USD, 1_200],
    ['12,', EUR, 1_200],
    ['80.-', USD, 8_000],
    ['80,– €', EUR, 8_000],
    ['1.234,-', EUR, 123_400],
    ['500.-', JPY, 50_000],
    ['80 $', USD, 8_000],
    ['US$ 80.1', USD, 8_010],
    ['US $ 80.1', USD, 8_010],
    ['80.10 US\u00a0$', USD, 8_010],
    ['CA $80', CAD, 8_000],
    ['USD 80', USD, 8_000],
    ['80 usd', USD, 8_000],
    ['$80 USD', USD, 8_000],
    ['$80', CAD, 8_000],
    ['CA$80', CAD, 8_000],
    ['€12,50', EUR, 1_250],
    ['12,50\u00a0€', EUR, 1_250],
    ['12,50', USD, 1_250],
    ['12,5', USD, 1_250],
    ['0,30', USD, 30],
    ['1,234.50', USD, 123_450],
    ['1.234,50', USD, 123_450],
    ['1 234,50', USD, 123_450],
    ['1\u202f234.50', USD, 123_450],
    ["1'234.50", USD, 123_450],
    ['1’234,50', USD, 123_450],
    ['1 234', USD, 123_400],
    ['1,234,567', USD, 123_456_700],
    ['1.234.567', USD, 123_456_700],
    ['1,234,567.89', USD, 123_456_789],
    ['12,34,567.50', USD, 123_456_750],
    ['1234,50', USD, 123_450],
    ['12.5000', USD, 1_250],
    ['80 Points', POINTS, 8_000],
    ['¥1,500', JPY, 150_000],
    ['1.500 JPY', JPY, 150_000],
    ['1500.00', JPY, 150_000],
    ['1,234.560', KWD, 123_456],
    ['12.3', KWD, 1_230],
  ] as const)('%j in %o is %d cents', (text, currency, cents) => {
    expect(read(text, currency)).toEqual({ ok: true, cents });
  });

  it.each([
    ['1,234', '.', 123_400],
    ['1.234', ',', 123_400],
    ['1.500', '.', 150],
    ['1.000,00', ',', 100_000],
    ['12,50', '.', 1_250],
    ['12.50', ',', 1_250],
  ] as const)('%j beside amounts with the decimal sign %s is %d cents', (text, decimal, cents) => {
    expect(read(text, USD, decimal)).toEqual({ ok: true, cents });
  });
});

const shown = (text: string, currency: AmountContext['currency'], decimal: AmountContext['decimal'] = null) =>
  readAmount(text, { currency, currencies: CURRENCIES, decimal, isShown: true });

describe('an amount with its parsed value shown', () => {
  it.each([
    ['1,234', USD, 123_400],
    ['1,250', USD, 125_000],
    ['$ 12,345', USD, 1_234_500],
    ['1.500', JPY, 150_000],
    ['1,234', POINTS, 123_400],
    ['12,50', EUR, 1_250],
    ['1,234.50', USD, 123_450],
  ] as const)('%j in %o has no third decimal: it is %d cents', (text, currency, cents) => {
    expect(shown(text, currency)).toEqual({ ok: true, cents });
  });

  it('stays ambiguous if the currency has three decimals, or none is chosen', () => {
    expect(shown('1.234', KWD)).toMatchObject({ asksForSign: true });
    expect(shown('1.234', null)).toMatchObject({ asksForSign: true });
  });

  it.each(['1.500', '12.340', '100.000'])('is asked about where a point may separate thousands (%j)', (text) => {
    expect(shown(text, USD)).toMatchObject({ asksForSign: true, message: expect.stringContaining(`Is “${text}” `) });
  });

  it.each(['0.123', '1234.567', '1,000.555', '12.345', '1.234'])(
    'is refused with a digit too many after a point (%j)',
    (text) => {
      expect(shown(text, USD)).toMatchObject({ ok: false, message: expect.stringContaining('at most two decimals') });
    },
  );

  it('uses the decimal sign of the amounts beside it, if known', () => {
    expect(shown('1.234', USD, '.')).toMatchObject({ ok: false });
  });
});

describe.each(['de', 'fr', 'pt-BR'] as const)(
  'an amount with its parsed value shown in a language with a decimal comma (%s)',
  (language) => {
    beforeAll(() => switchLanguage(language));
    afterAll(() => switchLanguage('en'));

    it.each([
      ['1.234', USD, 123_400],
      ['1.500', USD, 150_000],
      ['$ 12.345', USD, 1_234_500],
      ['100.000', EUR, 10_000_000],
      ['1.234.567', USD, 123_456_700],
      ['1,500', JPY, 150_000],
      ['1.234', POINTS, 123_400],
      ['0,120', USD, 12],
    ] as const)('%j in %o has no third decimal: it is %d cents', (text, currency, cents) => {
      expect(shown(text, currency)).toEqual({ ok: true, cents });
    });

    it.each(['12,50', '12.50', '12,5', '12.5', '1250', '1.234,50', '1,234.50', '1 234,50', '1 234.50', '1,234,567'])(
      'reads %j as in English, without a currency beside it too',
      (text) => {
        const cents = Number(text.replace(/\D/g, '')) * (/[.,]\d$/.test(text) ? 10 : /[.,]\d\d$/.test(text) ? 1 : 100);
        expect(shown(text, USD)).toEqual({ ok: true, cents });
        expect(shown(text, null)).toEqual({ ok: true, cents });
      },
    );

    it('stays ambiguous if the currency has three decimals, or none is chosen', () => {
      for (const text of ['1.234', '1,234']) {
        expect(shown(text, KWD)).toMatchObject({ asksForSign: true });
        expect(shown(text, null)).toMatchObject({ asksForSign: true });
      }
    });

    it.each(['1,500', '12,340', '100,000'])('is asked about where a comma may separate thousands (%j)', (text) => {
      const parsed = shown(text, USD);
      expect(parsed).toMatchObject({ asksForSign: true, message: expect.stringContaining(text) });
      // The amounts to choose from are written as money is.
      const whole = Number(text.replace(',', ''));
      expect(parsed).toMatchObject({ message: expect.stringContaining(`${whole},00`) });
    });

    it.each(['0,123', '1234,567', '1.000,555', '12,345', '1,234'])(
      'is refused with a digit too many after a comma (%j)',
      (text) => {
        const parsed = shown(text, USD);
        expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining('100,55') });
        expect(parsed).not.toHaveProperty('asksForSign');
      },
    );
  },
);

describe('the decimal sign of a locale', () => {
  it.each([
    ...(['en-US', 'en-GB', 'es-MX', 'es-US', 'de-CH', 'ja-JP'] as const).map((locale) => [locale, '.'] as const),
    ...(['de', 'de-DE', 'de-AT', 'en-AT', 'es', 'es-ES', 'fr-FR', 'pt-BR'] as const).map(
      (locale) => [locale, ','] as const,
    ),
  ])('in %s is %s, as money is formatted', (locale, sign) => {
    expect(decimalSignIn(locale)).toBe(sign);
    expect(formatMoney(1_250, 2, CURRENCIES, locale)).toContain(`12${sign}50`);
  });
});

describe('an invalid amount', () => {
  it.each(['', '   ', '\n'])('is required (%j)', (text) => {
    expect(message(text)).toBe('Enter a price');
  });

  it.each([
    ['1,234', 'Is “1,234” 1,234.00 or 1.234? For the first, write 1234.00'],
    ['1.234', 'Is “1.234” 1,234.00 or 1.234?'],
    ['$ 12,345', 'Is “$ 12,345” 12,345.00 or 12.345?'],
    ['100.550', 'Is “100.550” 100,550.00 or 100.550?'],
  ])('%j is ambiguous, and both readings are named', (text, words) => {
    expect(message(text)).toContain(words);
    expect(read(text)).toMatchObject({ asksForSign: true });
  });

  it.each(['0.001', '0,123', '9999999.999', '1,000.555', '1234,567', '1 234.567'])(
    'with a third decimal (%j) is not rounded',
    (text) => expect(message(text)).toContain('at most two decimals'),
  );

  it('with the wrong decimals for its currency is neither cut nor multiplied', () => {
    expect(message('15.5', JPY)).toBe('JPY has no decimals. Write a whole amount');
    expect(message('12,50', JPY)).toContain('no decimals');
    expect(message('1.234', KWD)).toContain('Is “1.234” 1,234.00 or 1.234?');
    expect(message('1.234', KWD, '.')).toContain('at most two decimals');
  });

  it.each([
    ['€80', USD],
    ['80 EUR', USD],
    ['£80', USD],
    ['CHF 80', USD],
    ['$80', EUR],
    ['$ 80 €', USD],
  ] as const)('%j names another currency than %o', (text, currency) => {
    expect(message(text, currency)).toBe(`“${text}” is not an amount in ${currency.name}`);
  });

  it.each(['0', '0.00', '0,00', '-1', '-$5', '$-5', '−0.01', '-abc'])('%j is zero or negative', (text) => {
    expect(message(text)).toBe('The price must be more than 0');
  });

  it.each(['10000000', '1'.repeat(400), '90071992547409.93', '10,000,000.00'])('%j is too large', (text) => {
    expect(message(text)).toBe('The price can be at most 9,999,999.99');
  });

  it.each([
    ...['abc', '1e3', '1.5e+2', '+5', '1_000', '0x10', 'Infinity', 'NaN', '1.2.3', '12 34'],
    ...['1.234,567,89', '1,2345,678', '١٢', '1\u00002', '1\n2', '=1+1', '5 apples', '1,234.5.6'],
  ])('%j is no amount', (text) => {
    expect(message(text)).toBe(`“${text.replace('\n', ' ')}” is not an amount. Write it in digits, for example 100.55`);
  });
});

describe('any text', () => {
  it('is parsed as its digits say, or not at all', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.,eE_ $€]{0,14}$/));
    fc.assert(
      fc.property(typed, fc.constantFrom(...CURRENCIES), fc.constantFrom('.', ',', null), (text, currency, decimal) => {
        const parsed = read(text, currency, decimal);
        if (!parsed.ok) return parsed.message.length > 0;
        // The amount has all digits of the text in order, except for zeros at its ends.
        const digits = text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
        return String(parsed.cents).replace(/0+$/, '') === digits && parsed.cents > 0;
      }),
      { numRuns: 1_000 },
    );
  });

  it('parses the same as its plain form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_CENTS }), (cents) => {
        const text = centsToText(cents);
        const grouped = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
        for (const same of [
          text,
          grouped,
          `$${grouped}`,
          grouped.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')),
        ]) {
          expect(read(same)).toEqual({ ok: true, cents });
        }
      }),
      { numRuns: 600 },
    );
  });

  it('returns its decimals, and whether they are certain', () => {
    const signs = (amounts: string[]) => amounts.map(decimalsOf).map((decimals) => decimals && Object.values(decimals));
    expect(signs(['12,50', '1.234,5', '1,234.00', '$3.5', '1,234', '1250.500'])).toEqual([
      ...[
        [',', 2, true],
        [',', 1, true],
        ['.', 2, true],
        ['.', 1, true],
        [',', 3, false],
        ['.', 3, true],
      ],
    ]);
    expect(signs(['7', '1,234,567', 'ten'])).toEqual([null, null, null]);
  });
});

it.each(['.500', 'Rs.500', '1.234.', '24.12.', '.', '.-', '5.5.-'])(
  'rejects %s, which can be read in other ways',
  (text) => {
    expect(read(text).ok).toBe(false);
  },
);

describe('money as the app prints it', () => {
  const codes = Intl.supportedValuesOf('currency');
  const currencies = codes.map((name, id) => ({ id, name }));

  it.each([...languages, 'de-CH', 'fr-CA', 'fr-CH', 'en-IN'])('in %s can be typed and imported', (locale) => {
    const unread = currencies.flatMap((currency) =>
      [1_250, 120_000, 123_450, 123_456_700].flatMap((cents) => {
        const text = formatMoney(cents, currency.id, currencies, locale);
        // A whole amount in this notation is a file's, whose other amounts show the decimal sign.
        const decimal = decimalSignIn(locale);
        const parsed = readAmount(text, { currency, currencies, decimal });
        const isRefused = cents % 100 !== 0 && fractionDigits(currency.name) === 0;
        return isRefused || (parsed.ok && parsed.cents === cents) ? [] : text;
      }),
    );
    expect(unread).toEqual([]);
  });
});
