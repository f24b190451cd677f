// Shares a table's width between its columns, by the content of the loaded rows.
import { useRef } from 'react';
import { fitted, isHeadless, type Size } from './fit-columns.ts';
import { type Column, leastOf, type ShownPrices, type Track, tracksOf } from './table-columns.ts';
import { headWidth } from './text-width.ts';

/** Px at which a column with `first` distinguishes rows. Regular prices take room only beyond that. */
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

const PRICES = ['all', 'current', 'first'] as const satisfies readonly ShownPrices[];

const NOTHING: Need = { least: 0, most: 0, short: 0, wrapped: 0, cramped: 0 };

type Needs = Map<string, Need>;

/** What columns need with these prices, and the rows measured so far. */
interface Known {
  readonly columns: string;
  readonly resetKey: string | undefined;
  readonly needs: Readonly<Record<ShownPrices, Needs>>;
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
  readonly shown: ShownPrices;
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
    known.current = {
      columns: names,
      resetKey,
      needs: { all: new Map(), current: new Map(), first: new Map() },
      seen: new WeakSet(),
    };
  const { needs: byPrices, seen } = known.current;
  const tracks = tracksOf(columns);
  for (const row of rows as readonly (R & object)[]) {
    if (seen.has(row)) continue;
    seen.add(row);
    for (const shown of PRICES) growBy(row, tracks, byPrices[shown], shown);
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
  /** Titles would be cut beside these prices. */
  const cutsTitles = (shown: ShownPrices) =>
    total(sizes(byPrices[shown], true, { isTight: true, isCramped: true }), 'floor', true) > (width ?? 0);
  const isBare =
    width !== null && (total(sizes(byPrices.all, true, { first: LEGIBLE }), 'floor') > width || cutsTitles('all'));
  const shown = !isBare ? 'all' : cutsTitles('current') ? 'first' : 'current';
  const needs = byPrices[shown];
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
    shown,
    headless: tracks.flatMap(([{ column }], at) => (isHeadless(sized[at]) ? [column.key] : [])),
    wanted: total(sizes(byPrices.all, true), 'most'),
  };
}

function growBy<R>(row: R, tracks: readonly Track<R>[], needs: Needs, shown: ShownPrices): void {
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
    const need = needOf(column, row, shown);
    grow(column.key, need);
    if (!joined) continue;
    const other = needOf(joined.column, row, shown);
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

function needOf<R>(column: Column<R>, row: R, shown: ShownPrices): Need {
  const { width } = column;
  if (typeof width === 'string') return NOTHING;
  const head = headWidth(column);
  const most = width.need(row, shown);
  const short = Math.min(width.short?.(row) ?? most, most);
  const wrapped = Math.max(head, width.wrapped?.(row) ?? short);
  return {
    least: leastOf(width, row, shown),
    most: Math.max(head, most),
    short: Math.max(head, short),
    wrapped,
    cramped: width.cramped?.(row, shown) ?? Math.min(LONG_TITLE, wrapped),
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
  // Without rows, all such columns have the same width where it is enough for their headers.
  if (need === undefined) return { fixed: 'minmax(max-content, 1fr)', least: 0, floor: 0, enough: 0, most: 0 };
  const padding = !isTight && before && endsRight(before) && align !== 'right' ? AFTER_FIGURES : 0;
  const wanted = isShort ? 'short' : 'most';
  const enough = isCramped && !width.isFlexible ? 'cramped' : isTight ? 'wrapped' : wanted;
  const leastIn = (of: Column<R>) => {
    const { least, cramped } = needs.get(of.key) ?? NOTHING;
    return isCramped && typeof of.width !== 'string' && of.width.cramped ? Math.min(least, cramped) : least;
  };
  const least = leastIn(column);
  const alone = isCramped && width.cramped && !width.isFlexible ? need.cramped : need[wanted];
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
