// The columns of a table: what each shows, and how much room its rows need.
import type { ReactNode } from 'react';
import type { ListOrder } from '../../shared/contract/parts.ts';

/** Which prices the rows of a table show: with regular ones, without them, or without room the first one alone. */
export type ShownPrices = 'all' | 'current' | 'first';

/** A column as wide as its rows need, in px, where the table has room. */
export interface SharedWidth<R> {
  /** Its least width, unless its rows need less. */
  readonly min: number;
  /** The width of a row's content that is never cut; `min` when left out. */
  least?(row: R, shown: ShownPrices): number;
  /** It holds money or line numbers, which get their least width before anything else. */
  readonly isFirm?: true;
  /** Served before other columns, up to this many px of the shared room. */
  first?(room: number): number;
  /** The width of a row's content. */
  need(row: R, shown: ShownPrices): number;
  /** The same without `Spare` parts, which are left out of all rows where the table has no room. */
  short?(row: R): number;
  /** The width of a row's content on two lines, which a table without room shows it on: a `Wrapped` part of its cell. */
  wrapped?(row: R): number;
  /** The same where even so not all fits, as of a state that is its icon alone. Its header may be cut there. */
  cramped?(row: R, shown: ShownPrices): number;
  /** Even so it shows more in more room, as a sentence does and an icon does not. */
  readonly isFlexible?: true;
}

export interface Column<R> {
  readonly key: string;
  readonly header: string;
  /** A grid track ("120px", "minmax(160px, 2fr)"), or what the rows need where the table has room for it. */
  readonly width: string | SharedWidth<R>;
  /** Shown in tables from this width on, and below that one, in px; left out, in all. */
  readonly from?: number;
  readonly below?: number;
  readonly align?: 'left' | 'right';
  /** Takes the room that no column needs. */
  readonly grows?: true;
  /**
   * Joined with the column before it: each row divides their room by its own content. The column before starts at the left
   * edge and takes the rest; this one ends at the right edge.
   */
  readonly joined?: true;
  /** Its header is for screen readers only, for lack of room; `ifCut`: where it would be cut. */
  readonly iconOnly?: true | 'ifCut';
  readonly sortsBy?: ListOrder['by'];
  /** `tabIndex` is for controls inside the cell: only those of the focused row are in the tab order. */
  cell(row: R, tabIndex: 0 | -1): ReactNode;
}

/** The columns shown in a table of this width. */
export const columnsFor = <R>(columns: readonly Column<R>[], width: number | null): readonly Column<R>[] =>
  columns.filter(({ from = 0, below }) =>
    width === null ? below === undefined : from <= width && width < (below ?? Infinity),
  );

interface Placed<R> {
  readonly column: Column<R>;
  readonly place: number;
}

/** A column, or two that are joined. */
export type Track<R> = readonly [Placed<R>, Placed<R>?];

export function tracksOf<R>(columns: readonly Column<R>[]): readonly Track<R>[] {
  const tracks: Track<R>[] = [];
  columns.forEach((column, place) => {
    const before = tracks.at(-1);
    if (column.joined && before) tracks.splice(-1, 1, [before[0], { column, place }]);
    else tracks.push([{ column, place }]);
  });
  return tracks;
}

/** The width of a row's content that is never cut, px. */
export function leastOf<R>(width: SharedWidth<R>, row: R, shown: ShownPrices, isCramped = false): number {
  const { min, least, need, cramped } = width;
  const all = Math.min(Math.max(min, least?.(row, shown) ?? 0), need(row, shown));
  return isCramped && cramped ? Math.min(all, cramped(row, shown)) : all;
}

/** The width of a column whose content never changes its form, and is never cut. */
export const whole = <R>(need: (row: R) => number, min = 0): SharedWidth<R> => ({ min, least: need, need });
