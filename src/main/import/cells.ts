// What single cells say: amounts with a point or a comma, and yes or no.
import type { DecimalSign } from '../../shared/link-import.ts';
import { type Currency, type ParsedAmount, parseAmount } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import { eachInTurns } from '../turns.ts';

const words = texts.linkTable.price;

const YES = new Set(['yes', 'y', 'true', '1', 'x', '✓', 'ja', 'oui', 'si', 'sí', 'wahr']);
const NO = new Set(['', 'no', 'n', 'false', '0', '-', 'nein', 'non', 'falsch']);

/** Null where a cell says neither yes nor no. */
export function yesOrNo(cell: string): boolean | null {
  const said = cell.trim().toLowerCase();
  if (YES.has(said)) return true;
  return NO.has(said) ? false : null;
}

/** What stands around the digits of an amount: letters and signs before or after. */
const AMOUNT = /^(?<before>[^\d.,+-]*)(?<digits>[-+]?[\d.,][\d.,\s'’]*?)(?<after>[^\d.,'’]*)$/u;
const SPACES = /[\s\u00a0\u202f]+/gu;

/** The currencies that a sign or a name beside an amount can mean. */
export function currenciesCalled(sign: string, currencies: readonly Currency[]): readonly Currency[] {
  const said = sign.toLowerCase();
  return currencies.filter(({ id, name }) => {
    if (said === name.toLowerCase() || said === String(id)) return true;
    return signsOf(name).some((known) => known === said);
  });
}

const signs = new Map<string, readonly string[]>();

/** "$" and "US$" for "USD"; none where the name is no ISO code. */
function signsOf(name: string): readonly string[] {
  const known = signs.get(name);
  if (known) return known;
  const found = /^[A-Za-z]{3}$/.test(name) ? SIGN_STYLES.map(([locale, display]) => signIn(name, locale, display)) : [];
  signs.set(name, found);
  return found;
}

/** Where "$" is another dollar, the American one is "US$". */
const SIGN_STYLES = [
  ['en-US', 'symbol'],
  ['en-US', 'narrowSymbol'],
  ['en-CA', 'symbol'],
] as const;

function signIn(currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1);
  return (parts.find(({ type }) => type === 'currency')?.value ?? '').toLowerCase();
}

/**
 * Reads an amount in a currency into whole cents. The decimal sign is that of the whole file; thousands separators are
 * never guessed at, and a currency that is named beside the amount has to be this one.
 */
export function readAmount(
  cell: string,
  decimal: DecimalSign,
  currency: Currency,
  currencies: readonly Currency[],
): ParsedAmount {
  const text = cell.replace(SPACES, ' ').trim();
  const parts = AMOUNT.exec(text)?.groups;
  const sign = `${parts?.before ?? ''}${parts?.after ?? ''}`.trim();
  if (sign === '%') return refused(words.percentage(text, example(decimal)));
  if (!parts || (parts.before?.trim() && parts.after?.trim())) {
    return refused(words.noAmount(text, example(decimal)));
  }
  if (sign !== '' && !currenciesCalled(sign, currencies).some(({ id }) => id === currency.id)) {
    return refused(words.otherCurrency(text, currency.name));
  }
  return readDigits((parts.digits ?? '').trim(), decimal, text);
}

/** Whether a cell can be read as an amount, with whatever decimal sign and thousands separators. */
export function isAmount(cell: string, currencies: readonly Currency[]): boolean {
  const parts = AMOUNT.exec(cell.replace(SPACES, ' ').trim())?.groups;
  if (!parts || !/\d/.test(parts.digits ?? '')) return false;
  const sign = `${parts.before ?? ''}${parts.after ?? ''}`.trim();
  return sign === '' || currenciesCalled(sign, currencies).length > 0;
}

const refused = (message: string): ParsedAmount => ({ ok: false, message });
const example = (decimal: DecimalSign): string => `100${decimal}55`;
const largeExample = (decimal: DecimalSign): string => `1234${decimal}56`;

function readDigits(digits: string, decimal: DecimalSign, text: string): ParsedAmount {
  const other = decimal === '.' ? ',' : '.';
  if (/[\s'’]/u.test(digits) || (digits.includes('.') && digits.includes(','))) {
    return refused(words.thousands(text, largeExample(decimal)));
  }
  if (digits.includes(other)) {
    const thousands = new RegExp(`^\\d{1,3}(\\${other}\\d{3})+$`).test(digits);
    if (thousands) return refused(words.twoWays(text, largeExample(decimal)));
    const hasOther = other === ',' ? words.hasComma : words.hasPoint;
    return refused(hasOther(text, example(decimal)));
  }
  return parseAmount(digits.replace(decimal, '.'), example(decimal));
}

/** Which decimal sign most of the amounts have; a point where none has one. */
export async function findDecimal(amounts: Iterable<string>): Promise<DecimalSign> {
  let points = 0;
  let commas = 0;
  await eachInTurns(amounts, (amount) => {
    const digits = /\d[\d.,]*/.exec(amount)?.[0] ?? '';
    if (/^[\d.]*,\d{1,2}$/.test(digits)) commas += 1;
    else if (/^[\d,]*\.\d{1,2}$/.test(digits)) points += 1;
  });
  return commas > points ? ',' : '.';
}
