// The columns of a table, as tracks of a CSS grid. No content is measured: each row is a grid of its own, so tracks are made of
// lengths and `fr` alone.
import type { CSSProperties, ReactNode } from 'react';
import type { ListOrder } from '../../shared/contract/parts.ts';

/** Widths of a table in px at which its columns change; the same as in the style sheet. */
const WIDTHS = [480, 640, 760, 900] as const;
type Width = (typeof WIDTHS)[number];

/** In narrower tables, states are icons and rows have fewer buttons. */
const NARROW: Width = 640;

export interface Column<R> {
  readonly key: string;
  readonly header: string;
  /** Its track, such as "minmax(8rem, 2fr)". */
  readonly track: string;
  /** Its track in a table narrower than 640 px, where its header is for screen readers only. */
  readonly narrowTrack?: string;
  /** In narrower tables the column is hidden, px. */
  readonly hideBelow?: Width;
  readonly align?: 'right';
  /** Its header is for screen readers only. */
  readonly iconOnly?: true;
  readonly sortsBy?: ListOrder['by'];
  /** `tabIndex` is for controls inside the cell: only those of the focused row are in the tab order. */
  cell(row: R, tabIndex: 0 | -1): ReactNode;
}

/** The track of a state, as icon and word. */
export const STATE = { track: '8.5rem', narrowTrack: '1.375rem' } as const;

/** The track of a relative time. */
export const TIME = '6.75rem';

/** The tracks at each width of the table, for the style sheet to choose from. */
export function tracksOf<R>(columns: readonly Column<R>[]): CSSProperties {
  const at = (width: number) =>
    columns
      .filter(({ hideBelow = 0 }) => hideBelow <= width)
      .map(({ track, narrowTrack = track }) => (width < NARROW ? narrowTrack : track))
      .join(' ');
  return Object.fromEntries([0, ...WIDTHS].map((width) => [`--tracks-${width}`, at(width)])) as CSSProperties;
}
