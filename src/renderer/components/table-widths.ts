// How the columns of a table share its width: by what their rows hold, as far as that is loaded.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './table-cells.tsx';

/** A column that takes what its rows need, in px, where the table has room for it. */
export interface SharedWidth<R> {
  /** It never gets less, unless its rows need less. */
  readonly min: number;
  /** What of a row's content is never cut; where it is left out, `min` is all there is. */
  least?(row: R): number;
  /** It gets what its rows need before others do, up to this share of the table: 30 %, less so many px. */
  readonly first?: number;
  /** What the content of a row takes. */
  need(row: R): number;
}

/** The size of the text in the header, px. */
const HEAD_FONT = 12;
/** Px of the arrow beside the header of a column that can be sorted by, with its gap. */
const ARROW = 16;
/** Px between figures, which stand at their right edge, and what begins at its left edge; in narrow tables it is less. */
const PADDING = 16;

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

/**
 * The grid's tracks for these rows. A column grows with what comes to be loaded and does not shrink again until `resetKey`
 * changes, so that columns do not move to and fro while the list is scrolled.
 */
export function useTracks<R>(columns: readonly Column<R>[], rows: readonly R[], resetKey: string | undefined): string {
  const known = useRef<{ key: string; needs: Map<string, Need>; seen: WeakSet<object> } | null>(null);
  const key = `${resetKey} ${columns.map((column) => column.key).join()}`;
  if (known.current?.key !== key) known.current = { key, needs: new Map(), seen: new WeakSet() };
  const { needs, seen } = known.current;
  for (const row of rows as readonly (R & object)[]) {
    if (seen.has(row)) continue;
    seen.add(row);
    for (const column of columns) {
      if (typeof column.width === 'string') continue;
      const arrow = column.sortsBy === undefined ? 0 : ARROW;
      const before = needs.get(column.key) ?? { least: 0, most: textWidth(column.header, HEAD_FONT, 500) + arrow };
      const { width } = column;
      needs.set(column.key, {
        least: Math.max(before.least, width.least?.(row) ?? 0),
        most: Math.max(before.most, width.need(row)),
      });
    }
  }
  return columns.map((column, at) => trackOf(column, needs.get(column.key), columns[at - 1])).join(' ');
}

/** What the loaded rows need at least and at most, in px. */
interface Need {
  readonly least: number;
  readonly most: number;
}

function trackOf<R>({ width, align }: Column<R>, need: Need | undefined, before: Column<R> | undefined): string {
  if (typeof width === 'string') return width;
  // Until rows are there, all such columns are of the same width.
  if (need === undefined) return `minmax(${width.min}px, 1fr)`;
  const padding = before?.align === 'right' && align !== 'right' ? PADDING : 0;
  const least = Math.min(Math.max(width.min, need.least), need.most) + padding;
  const most = need.most + padding;
  const floor =
    width.first === undefined ? `${least}px` : `max(${least}px, min(${most}px, 30% - ${width.first - padding}px))`;
  return `minmax(${floor}, ${most}px)`;
}
