// The columns of a table as tracks of a CSS grid, and a table's props. Every row is a grid of its own, so tracks are only
// lengths and `fr`, and never depend on content.
import { type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import type { ListOrder } from '../../shared/contract/parts.ts';
import type { Shortcut } from '../../shared/shortcuts.ts';
import { isPressed } from '../state/keys.ts';
import type { Rows } from '../state/live.ts';
import type { Selection } from '../state/selection.ts';
import type { RowCommand, RowMenu } from './commands.tsx';

/** The widths of a table, in px, at which its columns change; the style sheet repeats them. Below the first, states are icons. */
const WIDTHS = [640, 900] as const;

export interface Column<R> {
  readonly key: string;
  readonly header: string;
  /** The grid track, for example "minmax(8rem, 2fr)". */
  readonly track: string;
  /** The track in a table narrower than 640 px, which shows no header for it. */
  readonly narrowTrack?: string;
  /** Hides the column in tables narrower than this, in px. */
  readonly hideBelow?: (typeof WIDTHS)[number];
  readonly align?: 'right';
  /** The header is only for screen readers. */
  readonly iconOnly?: true;
  readonly sortsBy?: ListOrder['by'];
  /** Give `tabIndex` to controls inside the cell: Tab reaches only those of the focused row. */
  cell(row: R, tabIndex: 0 | -1): ReactNode;
}

/** The tracks of a state, as icon and word or as icon alone. */
export const STATE = { track: '8.5rem', narrowTrack: '1.375rem' } as const;

/** The track of a relative time. */
export const TIME = '6.75rem';

/** The tracks for each width of the table, from which the style sheet chooses. */
export function tracksOf<R>(columns: readonly Column<R>[]): CSSProperties {
  const tracksAt = (width: number) =>
    columns
      .filter(({ hideBelow = 0 }) => hideBelow <= width)
      .map(({ track, narrowTrack = track }) => (width < WIDTHS[0] ? narrowTrack : track))
      .join(' ');
  return Object.fromEntries([0, ...WIDTHS].map((width) => [`--tracks-${width}`, tracksAt(width)])) as CSSProperties;
}

/** The sort order, and the click handler of the column headers. */
export interface Sort {
  readonly order: ListOrder;
  by(column: ListOrder['by']): void;
}

const NEWEST_FIRST: ListOrder = { by: 'created', descending: true };

/** By list; remembered while the window is open. */
const orders = new Map<string, ListOrder>();

/** The order after a click on a header: ascending, then descending, then newest first again. */
export function orderAfter({ by, descending }: ListOrder, column: ListOrder['by']): ListOrder {
  if (column === 'created') return { by: 'created', descending: by !== 'created' || !descending };
  if (by !== column) return { by: column, descending: false };
  return descending ? NEWEST_FIRST : { by: column, descending: true };
}

/** The order of the list with this name. */
export function useListOrder(list: string): Sort {
  const [order, setOrder] = useState(orders.get(list) ?? NEWEST_FIRST);
  const by = (column: ListOrder['by']) => {
    const next = orderAfter(order, column);
    orders.set(list, next);
    setOrder(next);
  };
  return { order, by };
}

export interface TableHandle {
  /** Focuses the row with this key if it is loaded, otherwise the row that last had the focus. */
  focus(key?: string | null): void;
  scrollToTop(): void;
}

/** The shortcuts of commands that work on a row without its menu. */
export const ROW_SHORTCUTS = ['copyLink', 'remove'] as const satisfies readonly Shortcut[];

export interface DataTableProps<R> extends Rows<R> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  rowKey(row: R): string;
  /** Runs on a click, or Enter on the row. */
  onOpen?(row: R): void;
  /** Runs when another row gets the focus while details are open, so that they follow. */
  onFollow?(row: R): void;
  menu?(row: R): RowMenu;
  /** The key of the row whose details are open. */
  readonly currentKey?: string | null;
  readonly empty?: ReactNode;
  /** A change of it, such as another search or filter, scrolls the list to its top. */
  readonly resetKey?: string;
  /** Grows with its rows up to this height in px, instead of filling its parent. */
  readonly maxHeight?: number;
  /** The sort order; without it, columns cannot be sorted. */
  readonly sort?: Sort;
  /** Without it, rows cannot be selected. */
  readonly selection?: TableSelection<R>;
  readonly handle?: RefObject<TableHandle | null>;
}

/** The selected rows by key, including rows that are not loaded. `isAll`: however many there are; by default `count` decides. */
export interface TableSelection<R> extends Omit<Selection, 'isAll' | 'listed' | 'ids' | 'replace'> {
  readonly isAll?: boolean;
  /** The accessible name of the header's checkbox, for example "Select all links". */
  readonly allLabel: string;
  /** The accessible name of a row's checkbox. */
  rowLabel(row: R): string;
  /** Rows that can never be selected; by default there are none. */
  isFixed?(row: R): boolean;
  /** Escape does not clear the selection, because the seller made it on purpose and would lose it by accident. */
  readonly isKept?: true;
  /** Handles the header's checkbox. By default it selects all, or none if all are selected. */
  toggleAll?(): void;
  /** Act on all selected rows, by the menus of these rows and by shortcuts. */
  readonly commands?: readonly RowCommand[];
}

/** Ctrl/Cmd+A selects all, Escape clears unless `isKept`. Returns whether it used the key. */
export function selectingKey<R>({ nativeEvent }: KeyboardEvent, selection: TableSelection<R>): boolean {
  if (isPressed('selectAll', nativeEvent)) selection.selectAll();
  else if (selection.count > 0 && !selection.isKept && isPressed('leave', nativeEvent)) selection.clear();
  else return false;
  return true;
}
