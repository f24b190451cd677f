// How much room the loaded rows need in each column: all of them, and most of them.
import { type Column, leastOf, type ShownPrices, type Track } from './table-columns.ts';
import { headWidth } from './text-width.ts';

/** Px on two lines that are enough to tell titles apart, and those that a few long titles keep without room. */
const LONG_TITLE = 260;
const FEW_LONG_TITLES = 228;
/** The part of the rows that decides about what other columns show. Longer titles are on two lines, or cut. */
const MOST_ROWS = 0.6;
/** Px between two columns; the same as in the style sheet. */
export const GAP = 16;

/**
 * The width that rows need, in px. `short`: without `Spare` parts. `wrapped`: on two lines where they can be.
 * `cramped`: with icons instead of words as well. `legible` and `few`: the same as the last two for titles that are longer
 * than those of most rows.
 */
interface RowNeed {
  readonly least: number;
  readonly most: number;
  readonly short: number;
  readonly wrapped: number;
  readonly cramped: number;
  readonly legible: number;
  readonly few: number;
}

const USUAL = ['most', 'wrapped', 'cramped'] as const satisfies readonly (keyof RowNeed)[];

/** What every row fits into, and `usual`, what most rows fit into. */
export interface Need extends RowNeed {
  readonly usual: Readonly<Record<(typeof USUAL)[number], number>>;
}

export const PRICES = ['all', 'current', 'first'] as const satisfies readonly ShownPrices[];

const NO_ROWS: RowNeed = { least: 0, most: 0, short: 0, wrapped: 0, cramped: 0, legible: 0, few: 0 };

export const NOTHING: Need = { ...NO_ROWS, usual: NO_ROWS };

/** How many rows have which widths. */
class Widths {
  readonly #rows = new Map<number, number>();
  #count = 0;

  add(px: number): void {
    this.#rows.set(px, (this.#rows.get(px) ?? 0) + 1);
    this.#count += 1;
  }

  /** Px that are enough for most rows. */
  get usual(): number {
    let left = MOST_ROWS * this.#count;
    for (const [px, rows] of [...this.#rows].sort(([a], [b]) => a - b)) {
      left -= rows;
      if (left <= 0) return px;
    }
    return 0;
  }
}

/** The needs of the columns and of joined ones, by name. */
export class Needs {
  readonly #needs = new Map<string, Need>();
  readonly #widths = new Map<string, Readonly<Record<(typeof USUAL)[number], Widths>>>();

  get(name: string): Need | undefined {
    return this.#needs.get(name);
  }

  /** No need ever shrinks. */
  growBy<R>(rows: readonly R[], tracks: readonly Track<R>[], shown: ShownPrices): void {
    for (const row of rows) {
      for (const [{ column }, joined] of tracks) {
        const need = needOf(column, row, shown);
        this.#grow(column.key, need);
        if (!joined) continue;
        const other = needOf(joined.column, row, shown);
        this.#grow(joined.column.key, other);
        this.#grow(together(column, joined.column), sumOf(need, other));
      }
    }
    // Once all of them are measured: the first row alone would be the usual one.
    if (rows.length === 0) return;
    for (const [name, need] of this.#needs) {
      const widths = this.#widths.get(name);
      if (!widths) continue;
      const usual = { ...need.usual };
      for (const of of USUAL) usual[of] = Math.max(usual[of], widths[of].usual);
      this.#needs.set(name, { ...need, usual });
    }
  }

  #grow(name: string, row: RowNeed): void {
    const before = this.#needs.get(name) ?? NOTHING;
    this.#needs.set(name, {
      least: Math.max(before.least, row.least),
      most: Math.max(before.most, row.most),
      short: Math.max(before.short, row.short),
      wrapped: Math.max(before.wrapped, row.wrapped),
      cramped: Math.max(before.cramped, row.cramped),
      legible: Math.max(before.legible, row.legible),
      few: Math.max(before.few, row.few),
      usual: before.usual,
    });
    const widths = this.#widths.get(name) ?? { most: new Widths(), wrapped: new Widths(), cramped: new Widths() };
    this.#widths.set(name, widths);
    for (const of of USUAL) widths[of].add(row[of]);
  }
}

/** The name of two joined columns. */
export const together = <R>(one: Column<R>, other: Column<R>): string => `${one.key} ${other.key}`;

const sumOf = (one: RowNeed, other: RowNeed): RowNeed => ({
  least: 0,
  most: one.most + GAP + other.most,
  short: one.short + GAP + other.short,
  wrapped: one.wrapped + GAP + other.wrapped,
  cramped: one.cramped + GAP + other.cramped,
  legible: one.legible + GAP + other.legible,
  few: one.few + GAP + other.few,
});

function needOf<R>(column: Column<R>, row: R, shown: ShownPrices): RowNeed {
  const { width } = column;
  if (typeof width === 'string') return NO_ROWS;
  const head = headWidth(column);
  const most = width.need(row, shown);
  const short = Math.min(width.short?.(row) ?? most, most);
  const wrapped = Math.max(head, width.wrapped?.(row) ?? short);
  const cramped = width.cramped?.(row, shown) ?? Math.min(LONG_TITLE, wrapped);
  return {
    least: leastOf(width, row, shown),
    most: Math.max(head, most),
    short: Math.max(head, short),
    wrapped,
    cramped,
    legible: width.cramped ? wrapped : cramped,
    few: width.cramped ? cramped : Math.min(FEW_LONG_TITLES, cramped),
  };
}
