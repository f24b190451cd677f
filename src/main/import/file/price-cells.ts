// Reads the prices of a row, each in the currency that its column, its row or the amount itself names.
import { currenciesCalled, type DecimalSign, decimalsOf, namesBeside, readAmount } from '../../../shared/amount.ts';
import { codesWritten } from '../../../shared/currency-names.ts';
import type { ColumnRole, ImportChoices } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type Cell, type Complain, cellText } from './cells.ts';

const t = texts.linkTable.price;

export interface PriceReading extends Pick<ImportChoices, 'decimal' | 'currencyId'> {
  readonly currencies: readonly Currency[];
  /** Counts prices whose column does not say the currency, by whether the row does. */
  readonly priceCounts: Record<'named' | 'unnamed', number>;
}

const isMoney = ({ kind }: ColumnRole): boolean => kind === 'price' || kind === 'discount';

/** Returns the prices with the indexes of their columns. */
export function readPrices(cells: readonly Cell[], reading: PriceReading, complain: Complain) {
  const { decimal, currencies, currencyId, priceCounts } = reading;
  const currencyCell = cells.find(({ role, text }) => role.kind === 'currency' && text !== '');
  const ofRow = currencyCell && currencyIn(currencyCell, currencies, complain);
  const usual = currencies.find(({ id }) => id === currencyId);
  const priceColumns = cells.filter(({ role }) => role.kind === 'price');
  const prices = priceColumns.flatMap((column) => {
    const ofColumn = 'currencyId' in column.role ? column.role.currencyId : null;
    const discount = cells.find(({ role }) => role.kind === 'discount' && role.currencyId === ofColumn);
    // Shops export a sale price and a regular one. If only one of them is filled in, it is the price.
    const [first, second] = [column, discount].filter((cell) => cell !== undefined && cell.text !== '');
    if (!first) return [];
    const isOpen = ofColumn === null && !currencyCell;
    const beside = isOpen ? currencyBeside(first.text, currencies) : null;
    if (typeof beside === 'string') {
      complain(first.at, t.currencyUnknown({ typed: beside }));
      return [];
    }
    const named = ofColumn === null ? ofRow : currencies.find(({ id }) => id === ofColumn);
    const currency = isOpen ? (beside ?? usual) : named;
    const unlisted = isOpen ? currencyId : ofColumn;
    if (!currency && unlisted !== null)
      complain(first.at, t.currencyUnknown({ typed: texts.values.unnamedCurrency({ id: unlisted }) }));
    if (!currency) return [];
    const read = (cell: Cell): number | null => {
      const amount = readAmount(cell.text, { decimal, currency, currencies });
      if (amount.ok) return amount.cents;
      complain(cell.at, amount.message, amount.asksForSign);
      return null;
    };
    const priceCents = read(first);
    const discountCents = second ? read(second) : null;
    if (priceCents === null || (second && discountCents === null)) return [];
    if (ofColumn === null) priceCounts[isOpen && beside === null ? 'unnamed' : 'named'] += 1;
    return [{ currencyId: currency.id, priceCents, discountCents, at: first.at, discountAt: second?.at ?? null }];
  });
  const isBlank = cells.every(({ role, text }) => !isMoney(role) || text === '');
  if (isBlank && priceColumns[0]) complain(priceColumns[0].at, texts.fields.price.enter);
  return prices;
}

/** The currency in a column of its own; null if it is unknown or may be one of several. */
function currencyIn({ at, text }: Cell, currencies: readonly Currency[], complain: Complain): Currency | null {
  const [currency, ...others] = currenciesCalled(text, currencies);
  if (currency && others.length === 0) return currency;
  const names = [currency, ...others].map((one) => one?.name).join(' / ');
  complain(at, currency ? t.currencyUncertain({ typed: text, currencies: names }) : t.currencyUnknown({ typed: text }));
  return null;
}

/** The currency beside an amount, as in "12.50 EUR", or its name if the seller has none of it; null if none is certain. */
function currencyBeside(amount: string, currencies: readonly Currency[]): Currency | string | null {
  const [written, ...others] = namesBeside(amount);
  if (written === undefined) return null;
  const [currency, ...more] = currenciesCalled(written, currencies).filter((one) =>
    others.every((name) => currenciesCalled(name, [one]).length > 0),
  );
  if (currency) return more.length === 0 ? currency : null;
  return others.length === 0 && codesWritten(written).length > 0 ? written : null;
}

/**
 * Finds the decimal sign of all amounts of a file; null if they differ. Beside "12,50", "1,500" is more often a mistaken 1500
 * than 1.5, so it leaves the decimal sign open.
 */
export function surveyAmounts(roles: readonly ColumnRole[]) {
  const certain = new Set<DecimalSign>();
  const possible = new Set<DecimalSign>();
  return {
    add(cells: readonly string[]): void {
      for (const [index, role] of roles.entries()) {
        const decimals = isMoney(role) ? decimalsOf(cellText(cells[index] ?? '')) : null;
        if (decimals) (decimals.isCertain ? certain : possible).add(decimals.sign);
      }
    },
    /** `usual`: the decimal sign if no amount shows one for certain. */
    decimal(usual: DecimalSign | null): DecimalSign | null {
      const [sign] = certain;
      if (sign === undefined) return usual;
      return certain.size > 1 || possible.has(sign) ? null : sign;
    },
  };
}
