// Shares a table's width between its columns, by the content of the loaded rows.
import { type ReactNode, useRef } from 'react';
import type { ListOrder } from '../../shared/contract/parts.ts';
import { fitted, isHeadless, type Size } from './fit-columns.ts';
import { headWidth } from './text-width.ts';

/** A column as wide as its rows need, in px, where the table has room. */
export interface SharedWidth<R> {
  /** Its least width, unless its rows need less. */
  readonly min: number;
  /** The width of a row's content that is never cut; `min` when left out. */
  least?(row: R, isBare: boolean): number;
  /** It holds money or line numbers, which get their least width before anything else. */
  readonly isFirm?: true;
  /** Served before other columns, up to this many px of the shared room. */
  first?(room: number): number;
  /** The width of a row's content. `isBare`: without regular and second prices, which all rows of a table show or none. */
  need(row: R, isBare: boolean): number;
  /** The same without `Spare` parts, which are left out of all rows where the table has no room. */
  short?(row: R): number;
  /** The width of a row's content on two lines, which a table without room shows it on: a `Wrapped` part of its cell. */
  wrapped?(row: R): number;
  /** The same where even so not all fits, as of a state that is its icon alone. Its header may be cut there. */
  cramped?(row: R, isBare: boolean): number;
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

/** Px at which a column with `first` distinguishes rows. Regular and second prices take room only beyond that. */
const LEGIBLE = 160;
/** The part of its `first` px that a column keeps on two lines, which hold more than one of them all. */
const IN_TWO_LINES = 0.75;
/** Px on two lines that are enough to tell titles apart. */
const LONG_TITLE = 260;
/** Px between two columns, and where there is no room for more; the same as in the style sheet. In narrow tables it is less. */
const GAP = 16;
const CRAMPED_GAP = 10;
/** Px between right-aligned figures and left-aligned text; in tables without room there are none. */
const AFTER_FIGURES = 16;
/** Px left and right of a row; in a table without room, and in a narrow window, it is less. */
const PADDING = 24;
const CRAMPED_PADDING = 16;
const NARROW_PADDING = 12;
const NARROW_WINDOW = 720;

/** The columns shown in a table of this width. */
export const columnsFor = <R>(columns: readonly Column<R>[], width: number | null): readonly Column<R>[] =>
  columns.filter(({ from = 0, below }) =>
    width === null ? below === undefined : from <= width && width < (below ?? Infinity),
  );

type Placed<R> = { readonly column: Column<R>; readonly place: number };

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
export function leastOf<R>(width: SharedWidth<R>, row: R, isBare: boolean, isCramped = false): number {
  const { min, least, need, cramped } = width;
  const all = Math.min(Math.max(min, least?.(row, isBare) ?? 0), need(row, isBare));
  return isCramped && cramped ? Math.min(all, cramped(row, isBare)) : all;
}

/** The width of a column whose content never changes its form, and is never cut. */
export const whole = <R>(need: (row: R) => number, min = 0): SharedWidth<R> => ({ min, least: need, need });

/**
 * The width that the loaded rows need, in px. `short`: without `Spare` parts. `wrapped`: on two lines where they can be.
 * `cramped`: with icons instead of words as well.
 */
interface Need {
  readonly least: number;
  readonly most: number;
  readonly short: number;
  readonly wrapped: number;
  readonly cramped: number;
}

const NOTHING: Need = { least: 0, most: 0, short: 0, wrapped: 0, cramped: 0 };

type Needs = Map<string, Need>;

/** What columns need with and without such prices, and the rows measured so far. */
interface Known {
  readonly columns: string;
  readonly resetKey: string | undefined;
  readonly full: Needs;
  readonly bare: Needs;
  readonly seen: WeakSet<object>;
}

export interface Tracks {
  /** The grid's tracks. */
  readonly template: string;
  /** There is no room for `Spare` parts. */
  readonly isShort: boolean;
  /** There is no room for all that is shown even so: titles are on two lines. */
  readonly isTight: boolean;
  /** Nor on two lines: icons stand for words. */
  readonly isCramped: boolean;
  /** There is no room for regular and second prices. */
  readonly isBare: boolean;
  /** Columns whose headers have no room. */
  readonly headless: readonly string[];
  /** Px that the table needs without `Spare` parts. */
  readonly wanted: number;
}

/**
 * The layout for these rows. A column grows as rows load and shrinks only when `resetKey` changes, so that columns do not
 * jitter while the list is scrolled. `width`: of the table, px; null until it is measured. `isCurrent`: the rows are not
 * those of the previous `resetKey`, whose widths no longer count.
 */
export function useTracks<R>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  width: number | null,
  resetKey: string | undefined,
  isCurrent: boolean,
): Tracks {
  const known = useRef<Known | null>(null);
  const names = columns.map((column) => `${column.key} ${column.from}`).join();
  if (known.current?.columns !== names || (isCurrent && known.current.resetKey !== resetKey))
    known.current = { columns: names, resetKey, full: new Map(), bare: new Map(), seen: new WeakSet() };
  const { full, bare, seen } = known.current;
  const tracks = tracksOf(columns);
  for (const row of rows as readonly (R & object)[]) {
    if (seen.has(row)) continue;
    seen.add(row);
    growBy(row, tracks, full, false);
    growBy(row, tracks, bare, true);
  }
  const padding = window.innerWidth <= NARROW_WINDOW ? NARROW_PADDING : PADDING;
  const room = (width ?? 0) - 2 * padding;
  const sizes = (needs: Needs, isShort: boolean, how: Partial<How> = {}) =>
    tracks.map((track, at) => sizeOf(track, needs, tracks[at - 1], { ...ENOUGH_ROOM, ...how, isShort, room }));
  const total = (all: readonly Size[], of: 'floor' | 'enough' | 'most', isCramped = false) => {
    const gap = isCramped ? CRAMPED_GAP : GAP;
    const edges = 2 * (isCramped ? Math.min(padding, CRAMPED_PADDING) : padding);
    return all.reduce((sum, size) => sum + gap + size[of], edges - gap);
  };
  const isBare =
    width !== null &&
    (total(sizes(full, true, { first: LEGIBLE }), 'floor') > width ||
      total(sizes(full, true, { isTight: true, isCramped: true }), 'floor', true) > width);
  const needs = isBare ? bare : full;
  const isShort = width !== null && total(sizes(needs, false), 'most') > width;
  const hasSpare = width !== null && total(sizes(needs, isShort), 'most') <= width;
  const isTight = width !== null && !hasSpare;
  const isCramped = isTight && total(sizes(needs, isShort, { isTight }), 'enough') > width;
  const shared = sizes(needs, isShort, { isTight, isCramped });
  const sized = fitted(shared, width === null ? 0 : total(shared, 'floor', isCramped) - width);
  return {
    template: sized
      .map(({ fixed, floor, most }, at) => {
        // Columns that grow divide what is left.
        if (hasSpare && tracks[at]?.[0].column.grows) return `minmax(${most}px, 1fr)`;
        return fixed ?? `minmax(${floor}px, ${most}px)`;
      })
      .join(' '),
    isShort,
    isTight,
    isCramped,
    isBare,
    headless: tracks.flatMap(([{ column }], at) => (isHeadless(sized[at]) ? [column.key] : [])),
    wanted: total(sizes(full, true), 'most'),
  };
}

function growBy<R>(row: R, tracks: readonly Track<R>[], needs: Needs, isBare: boolean): void {
  const grow = (name: string, { least, most, short, wrapped, cramped }: Need) => {
    const before = needs.get(name) ?? NOTHING;
    needs.set(name, {
      least: Math.max(before.least, least),
      most: Math.max(before.most, most),
      short: Math.max(before.short, short),
      wrapped: Math.max(before.wrapped, wrapped),
      cramped: Math.max(before.cramped, cramped),
    });
  };
  for (const [{ column }, joined] of tracks) {
    const need = needOf(column, row, isBare);
    grow(column.key, need);
    if (!joined) continue;
    const other = needOf(joined.column, row, isBare);
    grow(joined.column.key, other);
    grow(together(column, joined.column), {
      least: 0,
      most: need.most + GAP + other.most,
      short: need.short + GAP + other.short,
      wrapped: need.wrapped + GAP + other.wrapped,
      cramped: need.cramped + GAP + other.cramped,
    });
  }
}

const together = <R>(one: Column<R>, other: Column<R>): string => `${one.key} ${other.key}`;

function needOf<R>(column: Column<R>, row: R, isBare: boolean): Need {
  const { width } = column;
  if (typeof width === 'string') return NOTHING;
  const head = headWidth(column);
  const most = width.need(row, isBare);
  const short = Math.min(width.short?.(row) ?? most, most);
  const wrapped = Math.max(head, width.wrapped?.(row) ?? short);
  return {
    least: leastOf(width, row, isBare),
    most: Math.max(head, most),
    short: Math.max(head, short),
    wrapped,
    cramped: width.cramped?.(row, isBare) ?? Math.min(LONG_TITLE, wrapped),
  };
}

interface How {
  readonly isShort: boolean;
  readonly isTight: boolean;
  readonly isCramped: boolean;
  readonly room: number;
  readonly first: number;
}

const ENOUGH_ROOM = { isTight: false, isCramped: false, first: 0 };

function sizeOf<R>([{ column }, joined]: Track<R>, needs: Needs, before: Track<R> | undefined, how: How): Size {
  const { isShort, isTight, isCramped, room, first } = how;
  const { width, align } = column;
  if (typeof width === 'string') {
    // Of a minmax() the least.
    const px = Number(/\d+/.exec(width)?.[0] ?? 0);
    return { fixed: width, least: px, floor: px, enough: px, most: px };
  }
  const need = needs.get(column.key);
  // Until rows are loaded, all such columns have the same width.
  if (need === undefined) return { fixed: `minmax(${width.min}px, 1fr)`, least: 0, floor: 0, enough: 0, most: 0 };
  const padding = !isTight && before && endsRight(before) && align !== 'right' ? AFTER_FIGURES : 0;
  const wanted = isShort ? 'short' : 'most';
  const enough = isCramped ? 'cramped' : isTight ? 'wrapped' : wanted;
  const leastIn = (of: Column<R>) => {
    const { least, cramped } = needs.get(of.key) ?? NOTHING;
    return isCramped && typeof of.width !== 'string' && of.width.cramped ? Math.min(least, cramped) : least;
  };
  const least = leastIn(column);
  const alone = isCramped && width.cramped ? need.cramped : need[wanted];
  const isWrapped = isTight && width.wrapped !== undefined;
  const part = isWrapped ? IN_TWO_LINES : 1;
  const served = Math.min(need[enough], width.first ? Math.max(part * width.first(room), first) : 0);
  // Where not all fits, titles and what is never cut get their room before the rest.
  const isWhole = isCramped && (isWrapped || width.cramped !== undefined);
  const floor = Math.max(least, isWhole ? need.cramped : isCramped ? 0 : served);
  const isFirm = width.isFirm === true;
  const head = column.iconOnly === 'ifCut' ? headWidth(column) + padding : 0;
  const sizes = { least: least + padding, floor: floor + padding, isFirm, isWrapped, head };
  if (!joined) return { ...sizes, enough: need[enough] + padding, most: alone + padding };
  const all = needs.get(together(column, joined.column)) ?? NOTHING;
  const both = all[wanted] + padding;
  const other = GAP + leastIn(joined.column);
  return {
    ...sizes,
    least: Math.min(both, sizes.least + other),
    floor: Math.min(both, isWhole ? all.cramped + padding : sizes.floor + other),
    enough: all[enough] + padding,
    most: both,
    isFirm: false,
  };
}

const endsRight = <R>([one, joined]: Track<R>): boolean => (joined ?? one).column.align === 'right';
