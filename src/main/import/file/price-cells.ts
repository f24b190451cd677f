// Reads the prices of a row, each in the currency that its column, its row or the amount itself names.
import { currenciesCalled, type DecimalSign, decimalsOf, namesBeside, readAmount } from '../../../shared/amount.ts';
import { codesWritten, LONGEST_CURRENCY } from '../../../shared/currency-names.ts';
import type { ColumnRole } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import type { Price } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/main.ts';
import { cellText } from './cells.ts';
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
  const { decimal, currencies } = reading;
  const row = readCurrency(cells, reading, complain);
  let unknownCurrency = row.unknown;
  const prices: PlacedPrice[] = [];
  for (const priceCell of cells) {
    const { role } = priceCell;
    if (role.kind !== 'price') continue;
    const discount = cells.find(({ role: other }) => other.kind === 'discount' && other.currencyId === role.currencyId);
    // Shops export a sale price and a regular one. If only one is filled in, it is the price.
    const [first, second] = [priceCell, discount].filter((cell) => cell !== undefined && cell.text !== '');
    if (!first) continue;
    const { at, text } = first;
    const beside = role.currencyId !== null || row.isSaid ? null : currencyBeside(text, currencies);
    if (beside?.unknown) {
      complain(at, t.price.currencyUnknown({ typed: beside.written }));
      unknownCurrency ??= beside.unknown;
      continue;
    }
    const ofColumn = currencies.find(({ id }) => id === role.currencyId);
    const currency = role.currencyId === null ? (beside?.currency ?? row.currency) : ofColumn;
    if (!currency) continue;
    const read = (cell: Cell): number | null => {
      const amount = readAmount(cell.text, { decimal, currency, currencies });
      if (amount.ok) return amount.cents;
      isUnclear ||= amount.asksForSign ?? false;
      complain(cell.at, amount.message);
      return null;
    };
    const priceCents = read(first);
    const discountCents = second ? read(second) : null;
    if (priceCents === null || (second && discountCents === null)) continue;
    const isUnnamed = row.isBlank ? !beside?.currency : reading.isCurrencyNamed && !row.isSaid && !beside;
    if (role.currencyId === null && isUnnamed) warn(t.price.noCurrency({ currency: currency.name }));
    const price = { currencyId: currency.id, priceCents, discountCents };
    prices.push({ price, at, discountAt: second?.at ?? null });
  }
  for (const { at, role, text } of cells) {
    const hasPrice = (currencyId: number | null) =>
      cells.some(({ role: other }) => other.kind === 'price' && other.currencyId === currencyId);
    if (role.kind === 'discount' && text !== '' && !hasPrice(role.currencyId)) {
      complain(at, t.price.noColumnForDiscount);
    }
  }
  const money = cells.filter(({ role: { kind } }) => kind === 'price' || kind === 'discount');
  const [first] = money.filter(({ role }) => role.kind === 'price');
  if (first && money.every(({ text }) => text === '')) complain(first.at, texts.fields.price.enter);
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
    const unknown = asName(onlyCode(cell.text) ?? cell.text);
    const { currencyUnknown, noCurrencyCalled } = t.price;
    complain(cell.at, (unknown === null ? noCurrencyCalled : currencyUnknown)({ typed: cell.text }));
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

/** How it would be added; null for a text that is too long for the name of a currency. */
const asName = (written: string): string | null =>
  written.length > LONGEST_CURRENCY ? null : /^[a-z]{3}$/i.test(written) ? written.toUpperCase() : written;

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
    unknown: isUnknown ? asName(onlyCode(written) ?? written) : null,
  };
}

/** What the prices of all rows say about each other. */
export interface PriceSurvey {
  /** The decimal sign that all share; null if none has one for certain, or if they differ. */
  readonly decimal: DecimalSign | null;
  /** No amount says anything about the decimal sign. */
  readonly isSilent: boolean;
  /** Rows name currencies, beside their prices or in a column. */
  readonly isCurrencyNamed: boolean;
  /** The id of the seller's currency that is the only one; null if there are several, or others. */
  readonly onlyCurrencyId: number | null;
}

/**
 * "1,500" beside "12,50" is 1500 by mistake more often than 1.5, so it leaves the decimal sign open unless another amount has three
 * decimals for certain. `isRefused`: for a row that was saved with its errors: rows that left such a "1,500" open may be missing,
 * so it stays open.
 */
export function surveyPrices(
  roles: readonly ColumnRole[],
  currencies: readonly Currency[],
  isRefused: (cells: readonly string[]) => boolean = () => false,
): { add(cells: readonly string[]): void; end(): PriceSurvey } {
  const indexes = (isWanted: (role: ColumnRole) => boolean) =>
    roles.flatMap((role, at) => (isWanted(role) ? [at] : []));
  const amounts = indexes(({ kind }) => kind === 'price' || kind === 'discount');
  const prices = indexes((role) => role.kind === 'price' && role.currencyId === null);
  const ofCurrency = indexes(({ kind }) => kind === 'currency');
  const certain = new Set<DecimalSign>();
  const possible = new Set<DecimalSign>();
  const named = new Set<number | null>();
  let hasThree = false;
  let isOpen = false;
  return {
    add(cells) {
      const text = (at: number) => cellText(cells[at] ?? '');
      for (const at of amounts) {
        const decimals = decimalsOf(text(at));
        if (!decimals) continue;
        (decimals.isCertain ? certain : possible).add(decimals.sign);
        hasThree ||= decimals.isCertain && decimals.count === 3;
        isOpen ||= !decimals.isCertain && isRefused(cells);
      }
      const written = ofCurrency.map(text).find((cell) => cell !== '');
      const [found, ...others] = written === undefined ? [] : currenciesCalled(written, currencies);
      if (written !== undefined) named.add(found && others.length === 0 ? found.id : null);
      else {
        for (const at of prices) {
          const beside = currencyBeside(text(at), currencies);
          if (beside) named.add(beside.currency?.id ?? null);
        }
      }
    },
    end() {
      const [sign] = certain;
      const isUnclear = isOpen || sign === undefined || certain.size > 1 || (possible.has(sign) && !hasThree);
      const [only = null] = named;
      return {
        decimal: isUnclear ? null : sign,
        isSilent: sign === undefined && !isOpen,
        isCurrencyNamed: named.size > 0,
        onlyCurrencyId: named.size === 1 ? only : null,
      };
    },
  };
}
