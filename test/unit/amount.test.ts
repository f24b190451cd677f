// Parsing amounts: an unambiguous amount is read exactly, anything else is rejected.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { containsAll, linkText, termsOf } from '../../src/main/catalog/search.ts';
import { type AmountContext, decimalSignIn, readAmount } from '../../src/shared/amount.ts';
import { centsToText, formatMoney, fractionDigits, MAX_CENTS } from '../../src/shared/money.ts';
import { plainText } from '../../src/shared/text.ts';
import { switchLanguage } from '../../src/shared/texts/catalog.ts';
import { bestLanguage, languages } from '../../src/shared/texts/languages.ts';
import { texts } from '../../src/shared/texts/main.ts';

const t = texts.fields.price;
const NAMES = ['USD', 'EUR', 'CAD', 'JPY', 'KWD', 'DKK', 'HUF', 'Points'];
const CURRENCIES = NAMES.map((name, index) => ({ id: index + 2, name }));
const currencyCalled = (name: string) => CURRENCIES.find((one) => one.name === name) ?? null;

const read = (text: string, currency = 'USD', decimal: AmountContext['decimal'] = null) =>
  readAmount(text, { currency: currencyCalled(currency), currencies: CURRENCIES, decimal });
/** Reads like a form that shows the seller how it reads the amount. */
const readShown = (text: string, currency = 'USD') =>
  readAmount(text, { currency: currencyCalled(currency), currencies: CURRENCIES, decimal: null, isShown: true });

describe('an unambiguous amount', () => {
  it.each([
    [1, 'USD', '0.01'],
    [50, 'USD', '.5|$.50'],
    [75, 'EUR', ',75'],
    [100, 'USD', '1'],
    [115, 'USD', '1.15'],
    [435, 'USD', '4.35'],
    [150, 'USD', '1.5'],
    [700, 'USD', '007'],
    [1_200, 'USD', '  12.00 |12.|12,|１２|\u200e$12.00\u200b'],
    [1_250, 'USD', '12,50|12,5|12.5000|12,50 $US|12,50 $ US'],
    [1_250, 'EUR', '€12,50|12,50\u00a0€'],
    [8_000, 'USD', '$80|80 $|80.-|USD 80|80 usd|$80 USD'],
    [8_000, 'EUR', '80,– €'],
    [8_000, 'CAD', '$80|CA$80|CA $80'],
    [8_000, 'Points', '80 Points'],
    [7_500, 'DKK', '75,00 kr.'],
    [8_010, 'USD', 'US$ 80.1|US $ 80.1|80.10 US\u00a0$'],
    [10_055, 'USD', '100.55'],
    [123_400, 'USD', '1 234|1.234,-'],
    [123_450, 'USD', "1,234.50|1.234,50|1 234,50|1\u202f234.50|1'234.50|1’234,50|1234,50"],
    [123_456_700, 'USD', '1,234,567|1.234.567'],
    [123_456_789, 'USD', '1,234,567.89'],
    [123_456_750, 'USD', '12,34,567.50'],
    [MAX_CENTS, 'USD', '9999999.99'],
    [50_000, 'JPY', '500.-'],
    [120_000, 'JPY', '￥１，２００|1,200円'],
    [150_000, 'JPY', '¥1,500|1.500 JPY|1500.00'],
    [123_456, 'KWD', '1,234.560'],
    [1_230, 'KWD', '12.3'],
    [150_050, 'HUF', '1500.50|1,500.50'],
  ])('is %d cents in %s: %s', (cents, currency, texts) => {
    for (const text of texts.split('|')) expect([text, read(text, currency)]).toEqual([text, { ok: true, cents }]);
  });

  it.each([
    ['1,234', '.', 123_400],
    ['1.234', ',', 123_400],
    ['1.500', '.', 150],
    ['12,50', '.', 1_250],
    ['12.50', ',', 1_250],
  ] as const)('%j beside amounts with the decimal sign %s is %d cents', (text, decimal, cents) => {
    expect(read(text, 'USD', decimal)).toEqual({ ok: true, cents });
  });
});

describe('an invalid amount', () => {
  it.each([
    ['enter', 'USD', '|   '],
    ['aboveZero', 'USD', '0|0,00|-1|-$5|$-5|−0.01|-abc'],
    ['tooHigh', 'USD', '10000000|90071992547409.93|10,000,000.00'],
    ['twoDecimalsAsIn', 'USD', '0.001|0,123|9999999.999|1,000.555|1 234.567'],
    ['noDecimals', 'JPY', '15.5|12,50'],
    ['otherCurrency', 'USD', '€80|80 EUR|£80|CHF 80'],
    ['otherCurrency', 'EUR', '$80|$ 80 €'],
    ['noAmount', 'USD', 'abc|1e3|1.5e+2|+5|1_000|0x10|NaN|1.2.3|12 34|1.234,567,89'],
    ['noAmount', 'USD', '1,2345,678|١٢|1\u00002|1\n2|=1+1|5 apples|1,234.5.6'],
    // These can be read in more than one way.
    ['noAmount', 'USD', '.500|Rs.500|1.234.|24.12.|.|.-|5.5.-'],
  ] as const)('gets the message "%s" in %s: %j', (name, currency, texts) => {
    for (const text of texts.split('|')) {
      const values = { typed: plainText(text), example: '100.55', currency, most: MAX_CENTS / 100 };
      const message = typeof t[name] === 'string' ? t[name] : t[name](values);
      expect([text, read(text, currency)]).toEqual([text, { ok: false, message }]);
    }
  });

  it.each([
    ['USD', '1,234', 1_234, 1.234],
    ['USD', '100.550', 100_550, 100.55],
    ['KWD', '1.234', 1_234, 1.234],
  ])('in %s names both readings of %j', (currency, typed, whole, decimals) => {
    const message = t.twoWays({ typed, whole, decimals });
    expect(read(typed, currency)).toEqual({ ok: false, message, asksForSign: true });
  });
});

/** Each text has a decimal point. In languages with a decimal comma, the signs are swapped. */
describe.each(['en', 'de', 'fr', 'pt-BR'] as const)('an amount whose reading is shown, in %s', (language) => {
  const isComma = language !== 'en';
  const written = (text: string) => (isComma ? text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : text);
  beforeAll(() => switchLanguage(language));
  afterAll(() => switchLanguage('en'));

  it.each([
    ['1,234', 'USD', 123_400],
    ['$ 12,345', 'USD', 1_234_500],
    ['1.500', 'JPY', 150_000],
    ['1,234', 'Points', 123_400],
    ['12,50', 'EUR', 1_250],
    ['12.50', 'EUR', 1_250],
    ['1,234.50', 'USD', 123_450],
    ['1 234.5', 'USD', 123_450],
    ['0.120', 'USD', 12],
  ])('%j in %s cannot have a third decimal, so it is %d cents', (text, currency, cents) => {
    expect(readShown(written(text), currency)).toEqual({ ok: true, cents });
  });

  it.each([
    ['a decimal sign with a zero as third decimal may separate thousands', 'USD', '1.500|12.340|100.000', true],
    ['the currency has three decimals', 'KWD', '1.234|1,234', true],
    ['no currency is chosen', '', '1.234|1,234', true],
    ['a third decimal is too many', 'USD', '0.123|1234.567|1,000.555|12.345|1.234', false],
  ])('is refused if %s', (_why, currency, texts, asksForSign) => {
    for (const text of texts.split('|'))
      expect(readShown(written(text), currency)).toEqual({
        ok: false,
        message: expect.stringContaining(asksForSign ? written(text) : written('100.55')),
        ...(asksForSign && { asksForSign }),
      });
  });
});

describe('any text', () => {
  it('is parsed as its digits say, or not at all', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.,eE_ $€]{0,14}$/));
    const currencies = fc.constantFrom(...CURRENCIES.map(({ name }) => name));
    fc.assert(
      fc.property(typed, currencies, fc.constantFrom('.', ',', null), (text, currency, decimal) => {
        const parsed = read(text, currency, decimal);
        if (!parsed.ok) return parsed.message.length > 0;
        // The amount has all digits of the text in order, except for zeros at its ends.
        const digits = text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
        return String(parsed.cents).replace(/0+$/, '') === digits && parsed.cents > 0;
      }),
      { numRuns: 500 },
    );
  });

  it('of an amount is read in its plain form and with thousands separators', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_CENTS }), (cents) => {
        const grouped = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
        const swapped = grouped.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
        for (const text of [centsToText(cents), grouped, `$${grouped}`, swapped])
          expect(read(text)).toEqual({ ok: true, cents });
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  ['.', 'en-US,en-GB,es-MX,es-US,de-CH,ja-JP'],
  [',', 'de,de-DE,de-AT,en-AT,es,es-ES,fr-FR,pt-BR'],
])('knows the decimal sign %s of the locales %s', (sign, locales) => {
  for (const locale of locales.split(',')) expect([locale, decimalSignIn(locale)]).toEqual([locale, sign]);
});

const currencies = [...Intl.supportedValuesOf('currency'), 'Loyalty Points'].map((name, id) => ({ id, name }));

const SYSTEMS = 'de-CH en-DK en-NO en-ZA en-IN es-CL fr-CA fr-MA'.split(' ');

it.each([...languages, ...SYSTEMS])(
  'money as the app prints it in %s can be typed, imported and searched',
  async (locale) => {
    const options = { locale } as Intl.ResolvedNumberFormatOptions;
    vi.spyOn(Intl.NumberFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    await switchLanguage(bestLanguage([locale]));
    // A whole amount alone may be ambiguous, but other amounts in its file show the decimal sign.
    const decimal = decimalSignIn(locale);
    const failed = currencies.flatMap((currency) =>
      [80, 1_250, 120_000, 123_450, 123_456_700].flatMap((cents) => {
        const text = formatMoney(cents, currency.id, currencies);
        const parsed = readAmount(text, { currency, currencies, decimal });
        const isRefused = cents % 100 !== 0 && fractionDigits(currency.name) === 0;
        const isRead = isRefused || (parsed.ok && parsed.cents === cents);
        const prices = [{ priceCents: cents, discountCents: null, currencyId: currency.id }];
        const isFound = containsAll(
          linkText({ metadata: [], prices, paymentLink: null }, ''),
          termsOf(text, ['Loyalty Points']),
        );
        return isRead && isFound ? [] : { text, isRead, isFound };
      }),
    );
    expect(failed).toEqual([]);
  },
);
