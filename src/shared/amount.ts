// Reads amounts as people write them: with a currency's sign or code, a decimal point or comma, and thousands separators.

import { type Currency, centsToText, fractionDigits, MAX_CENTS, tooHigh } from './money.ts';
import { plainText } from './text.ts';
import { localeInUse } from './texts/catalog.ts';
import { languages } from './texts/languages.ts';
import { texts } from './texts/main.ts';

const t = texts.fields.price;

export type DecimalSign = '.' | ',';

export type ParsedAmount =
  | { readonly ok: true; readonly cents: number }
  | {
      readonly ok: false;
      readonly message: string;
      /** Knowing the decimal sign would settle what the amount means. */
      readonly asksForSign?: true;
    };

export interface AmountContext {
  /** The currency of the amount; null while none is chosen. */
  readonly currency: Currency | null;
  readonly currencies: readonly Currency[];
  /** The decimal sign of the neighbouring amounts; null if they show none. Decides only amounts that can be read in two ways. */
  readonly decimal: DecimalSign | null;
  /**
   * The seller typed the amount and sees how it is read: beside the field of a form, or in the row of a corrected cell. It is
   * then read with the decimal sign of money in the app. If that is a point, "1,234" is 1234 if the currency has at most two
   * decimals, "12.345" is refused, and "1.500" needs a decision, because a point must not change a price by a factor of a
   * thousand. If it is a comma, the same holds with the signs swapped. Never set for the cells of a file: their amounts may be
   * unrounded, and nobody checks them one by one.
   */
  readonly isShown?: true;
}

/** Digits with separators, between texts that may hold the currency and a minus sign. */
const AMOUNT = /^(?<before>[^\d]*)(?<digits>\d(?:[\d.,\s'’]*\d)?)(?<after>[^\d]*)$/u;
const MINUS = /^[-−]|[-−]$/u;

/** ".5" and "$.50", but not "Rs.500" or ".500", which may be a thousand whose first digit was cut off. */
const WITHOUT_WHOLE = /(?<=^[-−]?|[\s\p{Sc}])[.,](?=\d{1,2}(?!\d))/u;
/** "12." and "80.-". */
const WITHOUT_DECIMALS = /(?<=\d)(?<sign>[.,])[-–—]{0,2}(?=$|[\s\p{Sc}])/u;

/** `named`: the texts around the digits. */
function partsOf(text: string) {
  const { before = '', digits, after = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (digits === undefined) return null;
  const isNegative = MINUS.test(before.trim());
  const named = [before.trim().replace(MINUS, ''), after].map((name) => name.trim()).filter((name) => name !== '');
  return { digits, named, isNegative };
}

/** The decimal sign of money in a locale. */
export function decimalSignIn(locale: string): DecimalSign {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).formatToParts(1);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** An amount as the seller would type it: "100.55", or "100,55" if money has a decimal comma. */
export const exampleAmount = (cents: number, decimal: DecimalSign = decimalSignIn(localeInUse())): string =>
  centsToText(cents).replace('.', decimal);

/**
 * Reads an amount into whole cents. Accepts only unambiguous amounts: "$80", "12,50", "1.234,50", "1 234.50", "USD 80". Never
 * rounds or guesses: refuses an ambiguous "1,234" and any other currency.
 */
export function readAmount(typed: string, context: AmountContext): ParsedAmount {
  const text = plainText(typed);
  const completed = text.replace(WITHOUT_WHOLE, '0$&').replace(WITHOUT_DECIMALS, '$<sign>00');
  const example = () => exampleAmount(10_055, context.decimal ?? undefined);
  if (text === '') return refused(t.enter);
  const parts = partsOf(completed);
  if (!parts) return refused(/^[-−]/.test(text) ? t.aboveZero : t.noAmount({ typed: text, example: example() }));
  if (parts.named.includes('%')) return refused(t.percentage({ typed: text, example: example() }));
  const other = parts.named.find((name) => !isCalled(name, context));
  if (other !== undefined) {
    const { currency } = context;
    const isOther = currency !== null && isCurrency(other, context.currencies);
    return refused(
      isOther
        ? t.otherCurrency({ typed: text, currency: currency.name })
        : t.noAmount({ typed: text, example: example() }),
    );
  }
  const fraction = fractionDigits(context.currency?.name ?? '');
  const isTwoAtMost = context.isShown && context.currency !== null && context.decimal === null && fraction <= 2;
  const own = isTwoAtMost ? decimalSignIn(localeInUse()) : null;
  const isOpen = own !== null && (own === ',' ? /^\d+,\d\d0$/ : /^\d+\.\d\d0$/).test(parts.digits);
  const decimal = isOpen ? null : (own ?? context.decimal);
  const read = readDigits(parts.digits, fraction === 0 ? 'none' : decimal);
  if (read === null) return refused(t.noAmount({ typed: text, example: example() }));
  if (read.other !== null)
    return {
      ...refused(t.twoWays({ typed: text, whole: Number(read.whole), decimals: Number(read.other) })),
      asksForSign: true,
    };
  if (parts.isNegative) return refused(t.aboveZero);
  return inCents(read, context.currency?.name ?? '', example);
}

/** Whether a text is an amount in any of the currencies, whatever its decimal sign. */
export function isAmount(text: string, currencies: readonly Currency[]): boolean {
  const parts = partsOf(plainText(text));
  return parts?.named.every((name) => currenciesCalled(name, currencies).length > 0) ?? false;
}

/** The sign of the decimals that an amount has, or may have, as "1,234" may; null if it has none. */
export function decimalsOf(text: string): { readonly sign: DecimalSign; readonly isCertain: boolean } | null {
  const digits = partsOf(plainText(text))?.digits ?? '';
  const read = readDigits(digits, null);
  if (read === null) return null;
  const count = read.other === null ? read.decimals.length : 3;
  return count === 0 ? null : { sign: digits.at(-count - 1) === ',' ? ',' : '.', isCertain: read.other === null };
}

const refused = (message: string) => ({ ok: false, message }) as const;

interface Digits {
  readonly whole: string;
  readonly decimals: string;
  /** The whole and decimals of the other reading; null if the amount has only one. */
  readonly other: string | null;
}

/** Groups of three digits (or of two, as in India), always separated by the same sign. */
const GROUPED = /^(?:\d{1,3}(?:([.,\s'’])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})*,\d{3})$/u;
const SEPARATORS = /[.,\s'’]/gu;

/** `decimal` is that of `AmountContext`, or "none" if three digits cannot be decimals. Null if the text is not a number. */
function readDigits(digits: string, decimal: DecimalSign | 'none' | null): Digits | null {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const sign = digits[last];
  const number = (whole: string, decimals: string): Digits | null =>
    /^\d+$/.test(whole) || GROUPED.test(whole) ? { whole: whole.replace(SEPARATORS, ''), decimals, other: null } : null;
  if (last < 0 || sign === undefined) return number(digits, '');
  const [before, after] = [digits.slice(0, last), digits.slice(last + 1)];
  // A sign that occurs twice separates thousands.
  if (before.includes(sign)) return number(digits, '');
  if (!/^\d+$/.test(after)) return null;
  const isGroup = /^[1-9]\d{0,2}$/.test(before) && after.length === 3;
  if (!isGroup || decimal === sign) return number(before, after);
  const grouped = number(digits, '');
  return decimal === null && grouped ? { ...grouped, other: `${before}.${after}` } : grouped;
}

/** Ignores trailing zeros of the decimals; refuses any other digit that the service does not accept. */
function inCents({ whole, decimals }: Digits, currency: string, example: () => string): ParsedAmount {
  const digits = decimals.replace(/0+$/, '');
  if (fractionDigits(currency) === 0 && digits !== '') return refused(t.noDecimals({ currency }));
  if (digits.length > 2) return refused(t.twoDecimalsAsIn({ example: example() }));
  const cents = Number(whole) * 100 + Number(digits.padEnd(2, '0'));
  if (cents > MAX_CENTS) return refused(tooHigh());
  return cents === 0 ? refused(t.aboveZero) : { ok: true, cents };
}

// ---- currencies by their signs and names

/** Makes "US $" and "kr." equal "US$" and "kr". */
const plainSign = (sign: string): string =>
  plainText(sign)
    .toLowerCase()
    .replace(/\s|\.$/g, '');

/** The currencies that a sign or a name beside an amount can mean. */
export function currenciesCalled(sign: string, currencies: readonly Currency[]): readonly Currency[] {
  const lower = sign.toLowerCase();
  const known = plainSign(sign);
  return currencies.filter(({ id, name }) => {
    if (lower === name.toLowerCase() || lower === String(id)) return true;
    return signsOf(name).includes(known);
  });
}

/** The text around an amount, such as "EUR" in "12.50 EUR"; empty if there is no amount. */
export const namesBeside = (amount: string): readonly string[] => partsOf(plainText(amount))?.named ?? [];

const isCalled = (name: string, { currency, currencies }: AmountContext): boolean =>
  currenciesCalled(name, currency ? [currency] : currencies).length > 0;

/** Whether a name is a currency of the seller, or a currency sign or code of any kind. */
const isCurrency = (name: string, currencies: readonly Currency[]): boolean =>
  /\p{Sc}|^[A-Z]{3}$/u.test(name) || currenciesCalled(name, currencies).length > 0;

const signs = new Map<string, readonly string[]>();

/** "$", "US$" and "$US" for "USD": every way the app prints it in any of its languages. Empty if the name is not an ISO code. */
function signsOf(name: string): readonly string[] {
  const locale = localeInUse();
  const known = signs.get(`${locale}|${name}`);
  if (known) return known;
  const isCode = /^[A-Za-z]{3}$/.test(name);
  const printed = [...languages, 'en-US', 'en-CA', 'fr-CA', locale].flatMap((one) =>
    isCode ? STYLES.map((style) => signIn(name, one, style)) : [],
  );
  // No locale prints it, but every Japanese keyboard has it.
  const all = [...new Set([...printed, ...(name.toUpperCase() === 'JPY' ? ['円'] : [])])];
  signs.set(`${locale}|${name}`, all);
  return all;
}

const STYLES = ['symbol', 'narrowSymbol'] as const;

function signIn(currency: string, locale: string, currencyDisplay: (typeof STYLES)[number]): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1);
  return plainSign(parts.find(({ type }) => type === 'currency')?.value ?? '');
}
