// Reads a typed change of a price: "75.50", "+5", "−20" or "+10 %".
import { type Currency, MAX_CENTS } from '../../../shared/money.ts';
import type { AmountChange } from '../../../shared/new-prices.ts';
import { plainText } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Checked } from '../../kit/form.tsx';
import { readTyped } from './link-form.ts';

const CHANGE = /^(?<sign>[+\-−–]?)\s*(?<amount>[^%]*?)\s*(?<percent>%?)$/u;
const PERCENT = /^\d{1,4}(?:[.,]\d{1,2})?$/;

/** The value is null if the text is blank. */
export function readChange(
  text: string,
  currencyId: string,
  currencies: readonly Currency[],
): Checked<AmountChange | null> {
  if (text.trim() === '') return { ok: true, value: null };
  const { sign = '', amount = '', percent = '' } = CHANGE.exec(plainText(text))?.groups ?? {};
  const direction = sign === '+' ? 1 : -1;
  if (percent !== '') {
    if (sign === '' || !PERCENT.test(amount)) return { ok: false, errors: { text: texts.replacementOfMany.hint } };
    const hundredths = direction * Math.round(Number(amount.replace(',', '.')) * 100);
    return { ok: true, value: { kind: 'percent', hundredths } };
  }
  const read = readTyped(amount, currencyId, currencies);
  if (!read.ok) return { ok: false, errors: { text: read.message } };
  if (read.cents > MAX_CENTS) return { ok: false, errors: { text: texts.replacementOfMany.hint } };
  return {
    ok: true,
    value: sign === '' ? { kind: 'to', cents: read.cents } : { kind: 'by', cents: direction * read.cents },
  };
}
