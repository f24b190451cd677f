// Shares a table's width between its columns, by the content of the loaded rows.
import { useRef } from 'react';
import { fitted, isHeadless, type Size } from './fit-columns.ts';
import { GAP, type Need, Needs, NOTHING, PRICES, together } from './row-needs.ts';
import { type Column, type ShownPrices, type Track, tracksOf } from './table-columns.ts';
import { headWidth } from './text-width.ts';

/** Px at which a column with `first` distinguishes rows. Regular prices take room only beyond that. */
const LEGIBLE = 160;
/** The part of its `first` px that a column keeps on two lines, which hold more than one of them all. */
const IN_TWO_LINES = 0.75;
/** Px between two columns where there is no room for more; the same as in the style sheet. In narrow tables it is less. */
const CRAMPED_GAP = 10;
/** Px between right-aligned figures and left-aligned text; in tables without room there are none. */
const AFTER_FIGURES = 16;
/** Px left and right of a row; in a table without room, and in a narrow window, it is less. */
const PADDING = 24;
const CRAMPED_PADDING = 16;
const NARROW_PADDING = 12;
const NARROW_WINDOW = 720;

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
      needs: { all: new Needs(), current: new Needs(), first: new Needs() },
      seen: new WeakSet(),
    };
  const { needs: byPrices, seen } = known.current;
  const tracks = tracksOf(columns);
  const unseen = (rows as readonly (R & object)[]).filter((row) => !seen.has(row));
  for (const row of unseen) seen.add(row);
  for (const shown of PRICES) byPrices[shown].growBy(unseen, tracks, shown);
  const padding = window.innerWidth <= NARROW_WINDOW ? NARROW_PADDING : PADDING;
  const room = (width ?? 0) - 2 * padding;
  const sizes = (needs: Needs, isShort: boolean, how: Partial<How> = {}) =>
    tracks.map((track, at) => sizeOf(track, needs, tracks[at - 1], { ...ENOUGH_ROOM, ...how, isShort, room }));
  const total = (all: readonly Size[], of: 'floor' | 'enough' | 'usual' | 'most', isCramped = false) => {
    const gap = isCramped ? CRAMPED_GAP : GAP;
    const edges = 2 * (isCramped ? Math.min(padding, CRAMPED_PADDING) : padding);
    return all.reduce((sum, size) => sum + gap + (size[of] ?? size.most), edges - gap);
  };
  /** Titles would be cut beside these prices. */
  const cutsTitles = (shown: ShownPrices) =>
    total(sizes(byPrices[shown], true, { isTight: true, isCramped: true }), 'floor', true) > (width ?? 0);
  const isBare =
    width !== null && (total(sizes(byPrices.all, true, { first: LEGIBLE }), 'floor') > width || cutsTitles('all'));
  const shown = !isBare ? 'all' : cutsTitles('current') ? 'first' : 'current';
  const needs = byPrices[shown];
  // A few long titles cost other rows nothing: they are on two lines.
  const isShort = width !== null && total(sizes(needs, false), 'usual') > width;
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
  const wraps = width.wrapped !== undefined;
  const isWrapped = isTight && wraps;
  /** Where titles can be on two lines, a few long ones get no more than tells them apart. */
  const usual = ({ few, legible, usual: most }: Need, of: 'most' | 'wrapped' | 'cramped') =>
    Math.max(of === 'cramped' ? few : legible, most[of]);
  const crampedOf = (of: Need) => (isWrapped ? usual(of, 'cramped') : of.cramped);
  const enoughOf = (of: Need): number => {
    if (isCramped && !width.isFlexible) return crampedOf(of);
    return isWrapped ? usual(of, 'wrapped') : of[wanted];
  };
  const leastIn = (of: Column<R>) => {
    const { least, cramped } = needs.get(of.key) ?? NOTHING;
    return isCramped && typeof of.width !== 'string' && of.width.cramped ? Math.min(least, cramped) : least;
  };
  const least = leastIn(column);
  const alone = isCramped && width.cramped && !width.isFlexible ? need.cramped : need[wanted];
  const part = isWrapped ? IN_TWO_LINES : 1;
  const served = Math.min(enoughOf(need), width.first ? Math.max(part * width.first(room), first) : 0);
  // Where not all fits, titles and what is never cut get their room before the rest.
  const isWhole = isCramped && (isWrapped || width.cramped !== undefined);
  const floor = Math.max(least, isWhole ? crampedOf(need) : isCramped ? 0 : served);
  const isFirm = width.isFirm === true;
  const head = column.iconOnly === 'ifCut' ? headWidth(column) + padding : 0;
  const sizes = { least: least + padding, floor: floor + padding, isFirm, isWrapped, head };
  const sharedOf = (of: Need, most: number) => ({
    enough: enoughOf(of) + padding,
    // A title with a shorter form is on two lines only in that form.
    usual: (wraps && !width.short ? Math.min(most, usual(of, 'most')) : most) + padding,
    most: most + padding,
  });
  if (!joined) return { ...sizes, ...sharedOf(need, alone) };
  const all = needs.get(together(column, joined.column)) ?? NOTHING;
  const both = all[wanted] + padding;
  const other = GAP + leastIn(joined.column);
  return {
    ...sizes,
    ...sharedOf(all, all[wanted]),
    least: Math.min(both, sizes.least + other),
    floor: Math.min(both, isWhole ? crampedOf(all) + padding : sizes.floor + other),
    isFirm: false,
  };
}

const endsRight = <R>([one, joined]: Track<R>): boolean => (joined ?? one).column.align === 'right';
