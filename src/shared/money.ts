// Amounts of money: typed as decimal text, held as whole cents, sent as a number of major units (document, section 2).
import { z } from 'zod';
import { texts } from './texts/rules.ts';

const words = texts.fields.price;

/** The largest amount that can be typed: 9 999 999.99. */
export const MAX_CENTS = 999_999_999;

/** The currency id that the document names: 2 is USD (section 2, price object). */
export const USD_CURRENCY_ID = 2;

/** An amount in whole cents: more than 0 and at most 9 999 999.99. */
export const centsSchema = z.int(words.twoDecimals).min(1, words.aboveZero).max(MAX_CENTS, words.tooHigh);

/** A currency as the seller keeps it in Settings: the service's id, and a name (an ISO code such as "EUR" formats best). */
export const currencySchema = z.object({
  id: z.int().min(0),
  name: z.string().trim().min(1, texts.fields.settings.enterCurrencyName).max(20, texts.fields.tooLong(20)),
});
export type Currency = z.infer<typeof currencySchema>;

export type ParsedAmount =
  | { readonly ok: true; readonly cents: number }
  | { readonly ok: false; readonly message: string };

const AMOUNT = /^(\d+)(?:\.(\d{1,2}))?$/;

/**
 * Reads a typed amount such as "100.55" into whole cents. No exponent, no thousands separators, no rounding:
 * what is not plainly an amount is refused with a sentence for the field, in which `example` stands for a right one.
 */
export function parseAmount(text: string, example = '100.55'): ParsedAmount {
  const typed = text.trim();
  if (typed === '') return { ok: false, message: words.enter };
  const match = AMOUNT.exec(typed);
  if (!match) return { ok: false, message: whyNotAnAmount(typed, example) };
  const major = Number(match[1]);
  const cents = major * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(cents) || cents > MAX_CENTS) {
    return { ok: false, message: words.tooHigh };
  }
  if (cents === 0) return { ok: false, message: words.aboveZero };
  return { ok: true, cents };
}

function whyNotAnAmount(typed: string, example: string): string {
  if (/^-/.test(typed)) return words.aboveZero;
  if (/^\d+\.\d{3,}$/.test(typed)) return words.twoDecimalsAsIn(example);
  if (/^[\d.]*,[\d.,]*$/.test(typed)) return words.pointForCents;
  if (/^\d+(\.\d+)?e[+-]?\d+$/i.test(typed)) return words.writeOut;
  return words.inDigits(example);
}

/** Whole cents as the number that the service takes: 10055 becomes 100.55. Two decimals at most, always exact in JSON. */
export const centsToNumber = (cents: number): number => cents / 100;

/** Whole cents as plain decimal text, for a field: 10055 becomes "100.55", 1200 becomes "12". */
export function centsToText(cents: number): string {
  const rest = cents % 100;
  return rest === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

const formats = new Map<string, Intl.NumberFormat | null>();

function currencyFormat(name: string, locale: string): Intl.NumberFormat | null {
  const key = `${locale}|${name}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  let format: Intl.NumberFormat | null = null;
  if (/^[A-Za-z]{3}$/.test(name)) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: name.toUpperCase(),
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
  }
  formats.set(key, format);
  return format;
}

/** An amount with its currency for people to read: "$100.55", or "100.55 Points" where the name is no ISO code. */
export function formatMoney(
  cents: number,
  currencyId: number,
  currencies: readonly Currency[],
  locale: string = texts.values.locale,
): string {
  const name =
    currencies.find((currency) => currency.id === currencyId)?.name ?? texts.values.unnamedCurrency(currencyId);
  const format = currencyFormat(name, locale);
  return format ? format.format(cents / 100) : `${(cents / 100).toFixed(2)} ${name}`;
}
