// Recognises currencies by their ISO 4217 codes and their signs.
import { currenciesCalled } from './amount.ts';
import type { Currency } from './money.ts';

/** The only currencies recognised by their signs and in lower case: other codes, such as "all" and "top", are words. */
const COMMON = 'EUR,USD,GBP,CHF,JPY,CAD,AUD,NZD,CNY,INR,SEK,NOK,DKK,PLN,CZK,HUF,BRL,MXN,TRY,ZAR,SGD,HKD'.split(',');
/** Stands in for a seller's own currencies; no amount has this id. */
const COMMON_CURRENCIES: readonly Currency[] = COMMON.map((name) => ({ id: -1, name }));
export const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The codes to choose from, common ones first. */
export const CURRENCY_CODES: readonly string[] = [...new Set([...COMMON, ...CODES])];

export const isCode = (text: string): boolean => CODES.has(text) || COMMON.includes(text.toUpperCase());

/** The name to store for a currency that the seller typed: codes become upper case. */
export function asCurrencyName(typed: string): string {
  const name = typed.trim();
  return CODES.has(name.toUpperCase()) ? name.toUpperCase() : name;
}

/** The ISO codes that a code or a sign can mean. */
export const codesWritten = (text: string): readonly string[] =>
  CODES.has(text) ? [text] : currenciesCalled(text, COMMON_CURRENCIES).map(({ name }) => name);
