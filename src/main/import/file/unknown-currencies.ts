// Finds currencies in columns and rows that the seller does not have, so that they can be added.

import { LONGEST_CURRENCY } from '../../../shared/currency-names.ts';
import type { ColumnRole, ImportDraftView } from '../../../shared/link-import.ts';
import type { Currency } from '../../../shared/money.ts';
import { guessRole } from './columns.ts';

/** The most currencies that are offered: a column that is not about currencies has thousands of values. */
const MOST = 3;

/** Counts the rows of each currency, by its name in the file. */
export class RowCurrencies {
  readonly #rows = new Map<string, number>();

  add(written: string | null): void {
    if (written === null || written.length > LONGEST_CURRENCY) return;
    const name = /^[a-z]{3}$/i.test(written) ? written.toUpperCase() : written;
    this.#rows.set(name, (this.#rows.get(name) ?? 0) + 1);
  }

  clear(): void {
    this.#rows.clear();
  }

  /** Most frequent first, without those `inColumns`. */
  without(inColumns: ReadonlySet<string>): { readonly currency: string; readonly rows: number }[] {
    return [...this.#rows]
      .map(([currency, rows]) => ({ currency, rows }))
      .filter(({ currency }) => !inColumns.has(currency))
      .sort((a, b) => b.rows - a.rows);
  }
}

/** Currencies that the seller can add: those of unused columns, and the most frequent ones of rows, with the number of the others. */
export function unknownCurrencies(
  columns: readonly string[],
  roles: readonly ColumnRole[],
  currencies: readonly Currency[],
  ofRows: RowCurrencies,
): Pick<ImportDraftView, 'unknownCurrencies' | 'moreUnknownCurrencies'> {
  const inColumns = new Set(
    columns.flatMap((column, at) =>
      roles[at]?.kind === 'ignore' ? (guessRole(column, currencies).unknown ?? []) : [],
    ),
  );
  const inRows = ofRows.without(inColumns);
  return {
    unknownCurrencies: [...[...inColumns].map((currency) => ({ currency, rows: null })), ...inRows.slice(0, MOST)],
    moreUnknownCurrencies: Math.max(0, inRows.length - MOST),
  };
}

/** The roles with the seller's currencies `now`; null if no column waited for its currency. */
export function withNewCurrencies(
  columns: readonly string[],
  roles: readonly ColumnRole[],
  before: readonly Currency[],
  now: readonly Currency[],
): ColumnRole[] | null {
  const found = roles.map((role, at) => {
    const column = columns[at] ?? '';
    const wasUnknown = role.kind === 'ignore' && guessRole(column, before).unknown !== undefined;
    return wasUnknown ? guessRole(column, now).role : role;
  });
  return found.some(({ kind }, at) => kind !== roles[at]?.kind) ? found : null;
}
