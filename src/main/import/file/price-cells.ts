// Reads the prices of a row, each in the currency that its column, its row or the amount itself names.
import { currenciesCalled, type DecimalSign, decimalsOf, namesBeside, readAmount } from '../../../shared/amount.ts';
import { codesWritten } from '../../../shared/currency-names.ts';
import type { ColumnRole } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import type { Price } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type Cell, type Complain, cellText } from './cells.ts';

const t = texts.linkTable.price;

export interface PriceReading {
  /** Null if the file's amounts do not show it. */
  readonly decimal: DecimalSign | null;
  /** The currency of prices that name none. */
  readonly currencyId: number;
  /** Rows of the file name currencies, so a price without one gets a warning. */
  readonly isCurrencyNamed: boolean;
  readonly currencies: readonly Currency[];
}

export interface PlacedPrice {
  readonly price: Price;
  readonly at: number;
  readonly discountAt: number | null;
}

const isMoney = ({ kind }: ColumnRole): boolean => kind === 'price' || kind === 'discount';

export interface ReadPrices {
  readonly prices: readonly PlacedPrice[];
  /** An amount can be read in two ways, and the decimal sign would decide which. */
  readonly isUnclear: boolean;
}

export function readPrices(
  cells: readonly Cell[],
  reading: PriceReading,
  complain: Complain,
  warn: (message: string) => void,
): ReadPrices {
  let isUnclear = false;
  const { decimal, currencies, currencyId } = reading;
  const row = currencyOfRow(cells, currencies, complain);
  const usual = currencies.find(({ id }) => id === currencyId) ?? null;
  const priceColumns = cells.filter(({ role }) => role.kind === 'price');
  const prices = priceColumns.flatMap((column): PlacedPrice[] => {
    const ofColumn = 'currencyId' in column.role ? column.role.currencyId : null;
    const discount = cells.find(({ role }) => role.kind === 'discount' && role.currencyId === ofColumn);
    // Shops export a sale price and a regular one. If only one of them is filled in, it is the price.
    const [first, second] = [column, discount].filter((cell) => cell !== undefined && cell.text !== '');
    if (!first) return [];
    const beside = ofColumn === null && row === 'unnamed' ? currencyBeside(first.text, currencies) : null;
    if (beside && 'unknown' in beside) {
      complain(first.at, t.currencyUnknown({ typed: beside.unknown }));
      return [];
    }
    const named = typeof row === 'string' ? (beside ?? usual) : row;
    const currency = ofColumn === null ? named : currencies.find(({ id }) => id === ofColumn);
    if (!currency) return [];
    const read = (cell: Cell): number | null => {
      const amount = readAmount(cell.text, { decimal, currency, currencies });
      if (amount.ok) return amount.cents;
      isUnclear ||= amount.asksForSign ?? false;
      complain(cell.at, amount.message);
      return null;
    };
    const priceCents = read(first);
    const discountCents = second ? read(second) : null;
    if (priceCents === null || (second && discountCents === null)) return [];
    if (ofColumn === null && row === 'unnamed' && !beside && reading.isCurrencyNamed)
      warn(t.noCurrency({ currency: currency.name }));
    const price = { currencyId: currency.id, priceCents, discountCents };
    return [{ price, at: first.at, discountAt: second?.at ?? null }];
  });
  const isBlank = cells.every(({ role, text }) => !isMoney(role) || text === '');
  if (isBlank && priceColumns[0]) complain(priceColumns[0].at, texts.fields.price.enter);
  return { prices, isUnclear };
}

/** The currency in a column of its own. */
function currencyOfRow(
  cells: readonly Cell[],
  currencies: readonly Currency[],
  complain: Complain,
): Currency | 'unnamed' | null {
  const cell = cells.find(({ role, text }) => role.kind === 'currency' && text !== '');
  if (!cell) return 'unnamed';
  const [currency, ...others] = currenciesCalled(cell.text, currencies);
  if (!currency) complain(cell.at, t.currencyUnknown({ typed: cell.text }));
  else if (others.length > 0) {
    const names = [currency, ...others].map(({ name }) => name).join(' / ');
    complain(cell.at, t.currencyUncertain({ typed: cell.text, currencies: names }));
  }
  return currency && others.length === 0 ? currency : null;
}

/** The currency beside an amount, as in "12.50 EUR"; null if there is none, or if it may be one of several. */
function currencyBeside(
  amount: string,
  currencies: readonly Currency[],
): Currency | { readonly unknown: string } | null {
  const [written, ...others] = namesBeside(amount);
  if (written === undefined) return null;
  const [currency, ...more] = currenciesCalled(written, currencies).filter((one) =>
    others.every((name) => currenciesCalled(name, [one]).length > 0),
  );
  if (currency) return more.length === 0 ? currency : null;
  return others.length === 0 && codesWritten(written).length > 0 ? { unknown: written } : null;
}

/** What the prices of all rows say about each other. */
export interface PriceSurvey {
  /** The decimal sign of all amounts; null if no amount shows it for certain, or if they differ. */
  readonly decimal: DecimalSign | null;
  /** No amount shows a decimal sign for certain. */
  readonly isSilent: boolean;
  /** Rows name currencies, beside their prices or in a column. */
  readonly isCurrencyNamed: boolean;
}

/** Beside "12,50", "1,500" is more often a mistaken 1500 than 1.5, so it leaves the decimal sign open. */
export function surveyPrices(
  roles: readonly ColumnRole[],
  currencies: readonly Currency[],
): { add(cells: readonly string[]): void; end(): PriceSurvey } {
  const indexes = (isWanted: (role: ColumnRole) => boolean) =>
    roles.flatMap((role, index) => (isWanted(role) ? [index] : []));
  const amounts = indexes(isMoney);
  const prices = indexes((role) => role.kind === 'price' && role.currencyId === null);
  const ofCurrency = indexes(({ kind }) => kind === 'currency');
  const certain = new Set<DecimalSign>();
  const possible = new Set<DecimalSign>();
  let isCurrencyNamed = false;
  return {
    add(cells) {
      const text = (index: number) => cellText(cells[index] ?? '');
      for (const index of amounts) {
        const decimals = decimalsOf(text(index));
        if (decimals) (decimals.isCertain ? certain : possible).add(decimals.sign);
      }
      isCurrencyNamed ||=
        ofCurrency.some((index) => text(index) !== '') ||
        prices.some((index) => currencyBeside(text(index), currencies) !== null);
    },
    end() {
      const [sign = null] = certain;
      const isOpen = sign === null || certain.size > 1 || possible.has(sign);
      return { decimal: isOpen ? null : sign, isSilent: sign === null, isCurrencyNamed };
    },
  };
}
