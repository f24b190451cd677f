// Amounts of money: typed as decimal text, stored as whole cents, sent as a number of major units (document, section 2).

import { z } from 'zod';
import { textUpTo } from './text.ts';
import { localeInUse } from './texts/catalog.ts';
import { texts } from './texts/main.ts';

const t = texts.fields.price;

/** The largest amount that can be typed: 9 999 999.99. */
export const MAX_CENTS = 999_999_999;

export const tooHigh = (): string => t.tooHigh({ most: MAX_CENTS / 100 });

/** The only currency id that the document names: 2 is USD (section 2, price object). */
export const USD_CURRENCY_ID = 2;

/** An amount in whole cents: more than 0 and at most 9 999 999.99. */
export const centsSchema = z
  .int({ error: () => t.twoDecimals })
  .min(1, { error: () => t.aboveZero })
  .max(MAX_CENTS, { error: tooHigh });

/** A currency in Settings: the service's id, and a name. An ISO code such as "EUR" is formatted as a currency. */
export const currencySchema = z.object({
  id: z.int().min(0),
  name: textUpTo(20).min(1, { error: () => texts.fields.settings.enterCurrencyName }),
});
export type Currency = z.infer<typeof currencySchema>;

/** Whole cents as the number that the service takes: 10055 becomes 100.55. JSON prints it exactly, with at most two decimals. */
export const centsToNumber = (cents: number): number => cents / 100;

/** Whole cents as decimal text for a field: 10055 becomes "100.55", 1200 becomes "12". */
export function centsToText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes long. `currency`: an ISO code. */
function currencyFormat(currency: string, locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale}|${currency}|${decimals}`;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
  formats.set(key, format);
  return format;
}

/** From ISO 4217, not from the runtime's display data, which changes: every computer must accept the same amounts. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND';
const FRACTIONS = new Map([
  ...WITHOUT_DECIMALS.split(' ').map((code) => [code, 0] as const),
  ...WITH_THREE.split(' ').map((code) => [code, 3] as const),
]);

/** How many decimals a currency has: 0 for JPY, 3 for KWD, 2 if the name is not an ISO code. */
export const fractionDigits = (name: string): number => FRACTIONS.get(name.toUpperCase()) ?? 2;

/** An amount with its currency, for people: "$100.55", or "100.55 Points" if the name is not an ISO code. */
export function formatMoney(
  cents: number,
  currencyId: number,
  currencies: readonly Currency[],
  locale: string = localeInUse(),
): string {
  const name =
    currencies.find((currency) => currency.id === currencyId)?.name ?? texts.values.unnamedCurrency({ id: currencyId });
  // Shows cents in every currency if there are any, and never three decimals: typed again, "1.230" could mean 1230.
  const decimals = cents % 100 === 0 ? Math.min(2, fractionDigits(name)) : 2;
  if (/^[A-Za-z]{3}$/.test(name)) return currencyFormat(name, locale, decimals).format(cents / 100);
  return `${(cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 })} ${name}`;
}
