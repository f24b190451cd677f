// Reads the prices of a row, each in the currency that its column, its row or the amount itself names.
import { currenciesCalled, type DecimalSign, namesBeside, readAmount } from '../../../shared/amount.ts';
import { codesWritten, LONGEST_CURRENCY } from '../../../shared/currency-names.ts';
import type { ColumnRole } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import type { Price } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/main.ts';
import { withoutGuard } from '../../csv/formula-guard.ts';
import { eachInTurns } from '../../turns.ts';
import type { Cell, Complain } from './product-cells.ts';

const t = texts.linkTable;

/** How the prices of a table are to be read. */
export interface PriceReading {
  /** Null if the file's amounts do not determine it. */
  readonly decimal: DecimalSign | null;
  /** Of prices that name none. */
  readonly currencyId: number;
  /** Rows of the file name currencies, so that a price without one is worth a remark. */
  readonly isCurrencyNamed: boolean;
  readonly currencies: readonly Currency[];
}

export interface ReadPrices {
  readonly prices: readonly PlacedPrice[];
  /** An amount can be read in two ways, and the decimal sign would decide. */
  readonly isUnclear: boolean;
  /** The currency it names, if the seller does not have it. */
  readonly unknownCurrency: string | null;
}

export interface PlacedPrice {
  readonly price: Price;
  readonly at: number;
  readonly discountAt: number | null;
}

export function readPrices(
  cells: readonly Cell[],
  reading: PriceReading,
  complain: Complain,
  warn: (message: string) => void,
): ReadPrices {
  let isUnclear = false;
  const row = readCurrency(cells, reading, complain);
  let unknownCurrency = row.unknown;
  const prices: PlacedPrice[] = [];
  for (const cell of cells) {
    const { at, role, text } = cell;
    if (role.kind !== 'price') continue;
    const discount = cells.find(({ role: other }) => other.kind === 'discount' && other.currencyId === role.currencyId);
    const hasDiscount = discount !== undefined && discount.text !== '';
    if (text === '') {
      if (hasDiscount) complain(at, t.price.enterForDiscount);
      continue;
    }
    const ofColumn = reading.currencies.find(({ id }) => id === role.currencyId);
    const beside = role.currencyId !== null || row.isSaid ? null : currencyBeside(text, reading.currencies);
    if (beside?.unknown) {
      complain(at, t.price.currencyUnknown({ typed: beside.written }), t.price.addCurrency({ add: beside.unknown }));
      unknownCurrency ??= beside.unknown;
      continue;
    }
    const currency = role.currencyId === null ? (beside?.currency ?? row.currency) : ofColumn;
    if (!currency) continue;
    const read = ({ at, text, isCorrected }: Cell): number | null => {
      const { decimal, currencies } = reading;
      // As in a form, whatever the sign of the file. The sign decides what a form would ask about.
      const typed = isCorrected ? readAmount(text, { decimal: null, currency, currencies, isShown: true }) : null;
      const isRead = typed !== null && (typed.ok || decimal === null);
      const amount = isRead ? typed : readAmount(text, { decimal, currency, currencies });
      if (amount.ok) return amount.cents;
      isUnclear ||= amount.asksForSign ?? false;
      complain(at, amount.message, amount.asksForSign && t.price.orDecimalSign);
      return null;
    };
    const priceCents = read(cell);
    const discountCents = hasDiscount ? read(discount) : null;
    if (priceCents === null || (hasDiscount && discountCents === null)) continue;
    const isUnnamed = row.isBlank ? !beside?.currency : reading.isCurrencyNamed && !row.isSaid && !beside;
    if (role.currencyId === null && isUnnamed) warn(t.price.noCurrency({ currency: currency.name }));
    prices.push({
      price: { currencyId: currency.id, priceCents, discountCents },
      at,
      discountAt: hasDiscount ? discount.at : null,
    });
  }
  for (const { at, role, text } of cells) {
    const hasPrice = (currencyId: number | null) =>
      cells.some(({ role: other }) => other.kind === 'price' && other.currencyId === currencyId);
    if (role.kind === 'discount' && text !== '' && !hasPrice(role.currencyId)) {
      complain(at, t.price.noColumnForDiscount);
    }
  }
  const first = cells.find(({ role }) => role.kind === 'price');
  if (first && cells.every(({ role, text }) => role.kind !== 'price' || text === ''))
    complain(first.at, texts.fields.price.enter);
  return { prices, isUnclear, unknownCurrency };
}

interface RowCurrency {
  /** The currency of prices that name none; null when the row names one that is not known. */
  readonly currency: Currency | null;
  /** The currency that the row names, if the seller does not have it. */
  readonly unknown: string | null;
  /** The row names a currency in a column of its own, known or not. */
  readonly isSaid: boolean;
  /** There is such a column, and nothing is in it. */
  readonly isBlank: boolean;
}

function readCurrency(cells: readonly Cell[], reading: PriceReading, complain: Complain): RowCurrency {
  const { currencies, currencyId } = reading;
  const columns = cells.filter(({ role }) => role.kind === 'currency');
  const cell = columns.find(({ text }) => text !== '');
  if (!cell) {
    const currency = currencies.find(({ id }) => id === currencyId) ?? null;
    return { currency, unknown: null, isSaid: false, isBlank: columns.length > 0 };
  }
  const found = currenciesCalled(cell.text, currencies);
  const row = { isSaid: true, isBlank: false };
  if (found.length === 0) {
    const unknown = onlyCode(cell.text) ?? cell.text;
    if (unknown.length > LONGEST_CURRENCY) complain(cell.at, t.price.noCurrencyCalled({ typed: cell.text }));
    else complain(cell.at, t.price.currencyUnknown({ typed: cell.text }), t.price.addCurrency({ add: unknown }));
    return { ...row, currency: null, unknown };
  }
  if (found.length > 1) {
    const either = found
      .map(({ name }) => name)
      .reduce((names, name) => t.price.oneOr({ currency: names, other: name }));
    complain(cell.at, t.price.currencyUncertain({ typed: cell.text, currencies: either }));
  }
  return { ...row, currency: found.length === 1 ? (found[0] ?? null) : null, unknown: null };
}

/** The code of the one currency that a text means, whether the seller has it or not. */
function onlyCode(text: string): string | null {
  const [code, ...others] = codesWritten(text);
  return others.length === 0 ? (code ?? null) : null;
}

interface Beside {
  readonly written: string;
  /** Null if it can be several of the seller's currencies, or is none of them. */
  readonly currency: Currency | null;
  /** The currency that it names, if the seller does not have it. */
  readonly unknown: string | null;
}

/** The currency beside an amount, as in "12.50 EUR"; null for none. */
function currencyBeside(amount: string, currencies: readonly Currency[]): Beside | null {
  const [written, ...others] = namesBeside(amount);
  if (written === undefined) return null;
  const found = currenciesCalled(written, currencies).filter((one) =>
    others.every((name) => currenciesCalled(name, [one]).length > 0),
  );
  const isUnknown = others.length === 0 && found.length === 0 && codesWritten(written).length > 0;
  return {
    written,
    currency: found.length === 1 ? (found[0] ?? null) : null,
    unknown: isUnknown ? (onlyCode(written) ?? written) : null,
  };
}

/** The currencies that rows name, beside their prices or in a column. */
export interface NamedCurrencies {
  readonly isNamed: boolean;
  /** The id of the seller's currency that is the only one; null if there are several, or others. */
  readonly only: number | null;
}

/** Finds the currencies of the rows without blocking the thread. */
export async function currenciesOfRows(
  rows: readonly { readonly cells: readonly string[] }[],
  roles: readonly ColumnRole[],
  currencies: readonly Currency[],
): Promise<NamedCurrencies> {
  const named = new Set<number | null>();
  const columns = roles.flatMap(({ kind }, at) => (kind === 'currency' ? [at] : []));
  const prices = roles.flatMap((role, at) => (role.kind === 'price' && role.currencyId === null ? [at] : []));
  await eachInTurns(rows, ({ cells }) => {
    const text = (at: number) => withoutGuard(cells[at] ?? '').trim();
    const written = columns.map(text).find((cell) => cell !== '');
    if (written !== undefined) {
      const [found, ...others] = currenciesCalled(written, currencies);
      named.add(found && others.length === 0 ? found.id : null);
      return;
    }
    for (const at of prices) {
      const beside = currencyBeside(text(at), currencies);
      if (beside) named.add(beside.currency?.id ?? null);
    }
  });
  const [first = null] = named;
  return { isNamed: named.size > 0, only: named.size === 1 ? first : null };
}
