// How the columns of a table share its width: by what their rows hold, as far as that is loaded.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './table-cells.tsx';

/** A column that takes what its rows need, in px, where the table has room for it. */
export interface SharedWidth<R> {
  /** It never gets less, unless its rows need less. */
  readonly min: number;
  /** What of a row's content is never cut; where it is left out, `min` is all there is. */
  least?(row: R): number;
  /** It gets what its rows need before others do, up to this share of the table, as in "30% - 60px". */
  readonly first?: string;
  /** What the content of a row takes. */
  need(row: R): number;
  /** What it takes without its `Spare` parts, which are left out of all rows where the table has no room for them. */
  short?(row: R): number;
}

/** The size of the text in the header, px. */
const HEAD_FONT = 12;
/** Px of the arrow beside the header of a column that can be sorted by, with its gap. */
const ARROW = 16;
/** Px between two columns; in narrow tables it is less. */
const GAP = 16;
/** Px between figures, which stand at their right edge, and what begins at its left edge; in narrow tables it is less. */
const PADDING = 16;
/** Px left and right of the columns. */
const EDGES = 32;

let ruler: CanvasRenderingContext2D | null = null;

/** How wide a text is on one line, in px. */
export function textWidth(text: string, size = 14, weight = 400): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return 0;
  ruler.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(ruler.measureText(text).width) + 1;
}

/** The width of the table in px; null until it is known, which is before the first drawing. */
export function useWidth(table: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = table.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [table]);
  return width;
}

/** The columns for which a table of this width has room. */
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

/** What of a row's content is never cut, px. */
export const leastOf = <R>({ min, least, need }: SharedWidth<R>, row: R): number =>
  Math.min(Math.max(min, least?.(row) ?? 0), need(row));

/** What the loaded rows need, in px. `short`: at most, without the parts that can be spared. */
interface Need {
  readonly least: number;
  readonly most: number;
  readonly short: number;
}

const NOTHING: Need = { least: 0, most: 0, short: 0 };

/**
 * The grid's tracks for these rows, and whether there is no room for the parts that can be spared. A column grows with what
 * comes to be loaded and does not shrink again until `resetKey` changes, so that columns do not move to and fro while the
 * list is scrolled. `width`: of the table, px; null while it is not known.
 */
export function useTracks<R>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  width: number | null,
  resetKey: string | undefined,
): { readonly template: string; readonly isShort: boolean } {
  const known = useRef<{ key: string; needs: Map<string, Need>; seen: WeakSet<object> } | null>(null);
  const key = `${resetKey} ${columns.map((column) => `${column.key} ${column.from}`).join()}`;
  if (known.current?.key !== key) known.current = { key, needs: new Map(), seen: new WeakSet() };
  const { needs, seen } = known.current;
  const grow = (name: string, { least, most, short }: Need) => {
    const before = needs.get(name) ?? NOTHING;
    needs.set(name, {
      least: Math.max(before.least, least),
      most: Math.max(before.most, most),
      short: Math.max(before.short, short),
    });
  };
  const tracks = tracksOf(columns);
  for (const row of rows as readonly (R & object)[]) {
    if (seen.has(row)) continue;
    seen.add(row);
    for (const [{ column }, joined] of tracks) {
      const need = needOf(column, row);
      grow(column.key, need);
      if (!joined) continue;
      const other = needOf(joined.column, row);
      grow(joined.column.key, other);
      grow(together(column, joined.column), {
        least: 0,
        most: need.most + GAP + other.most,
        short: need.short + GAP + other.short,
      });
    }
  }
  const isShort = width !== null && totalOf(tracks, needs) > width;
  return {
    template: tracks.map((track, at) => gridTrack(track, needs, tracks[at - 1], isShort)).join(' '),
    isShort,
  };
}

/** What a table of these tracks takes where nothing is cut or spared, px. */
function totalOf<R>(tracks: readonly Track<R>[], needs: ReadonlyMap<string, Need>): number {
  return tracks.reduce((sum, [{ column }, joined], at) => {
    const { width, key } = column;
    const name = joined ? together(column, joined.column) : key;
    const before = tracks[at - 1];
    const padding = before && endsRight(before) ? PADDING : 0;
    return sum + GAP + padding + (typeof width === 'string' ? Number.parseFloat(width) : (needs.get(name)?.most ?? 0));
  }, EDGES);
}

const together = <R>(one: Column<R>, other: Column<R>): string => `${one.key} ${other.key}`;

function needOf<R>({ width, header, sortsBy }: Column<R>, row: R): Need {
  if (typeof width === 'string') return NOTHING;
  const head = textWidth(header, HEAD_FONT, 500) + (sortsBy === undefined ? 0 : ARROW);
  const most = width.need(row);
  return {
    least: leastOf(width, row),
    most: Math.max(head, most),
    short: Math.max(head, Math.min(width.short?.(row) ?? most, most)),
  };
}

function gridTrack<R>(
  [{ column }, joined]: Track<R>,
  needs: ReadonlyMap<string, Need>,
  before: Track<R> | undefined,
  isShort: boolean,
): string {
  const { width, align } = column;
  if (typeof width === 'string') return width;
  const need = needs.get(column.key);
  // Until rows are there, all such columns are of the same width.
  if (need === undefined) return `minmax(${width.min}px, 1fr)`;
  const padding = before && endsRight(before) && align !== 'right' ? PADDING : 0;
  const wanted = isShort ? 'short' : 'most';
  const least = need.least + padding;
  const most = need[wanted] + padding;
  const floor =
    width.first === undefined ? `${least}px` : `max(${least}px, min(${most}px, ${width.first} + ${padding}px))`;
  if (!joined) return `minmax(${floor}, ${most}px)`;
  const both = (needs.get(together(column, joined.column))?.[wanted] ?? 0) + padding;
  return `minmax(min(${both}px, ${floor} + ${GAP + (needs.get(joined.column.key)?.least ?? 0)}px), ${both}px)`;
}

const endsRight = <R>([one, joined]: Track<R>): boolean => (joined ?? one).column.align === 'right';
