// The columns of a table, as tracks of a CSS grid, and the props of a table. No content is measured: each row is a grid of its
// own, so tracks are made of lengths and `fr` alone.
import { type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import type { ListOrder } from '../../shared/contract/parts.ts';
import { isPressed, type Shortcut } from '../../shared/shortcuts.ts';
import type { Rows } from '../state/live.ts';
import type { RowMenuSource } from './commands.tsx';

/** Widths of a table in px at which its columns change; the same as in the style sheet. Below the first, states are icons. */
const WIDTHS = [640, 900] as const;

export interface Column<R> {
  readonly key: string;
  readonly header: string;
  /** Its track, such as "minmax(8rem, 2fr)". */
  readonly track: string;
  /** Its track in a table narrower than 640 px, where its header is for screen readers only. */
  readonly narrowTrack?: string;
  /** In narrower tables the column is hidden, px. */
  readonly hideBelow?: (typeof WIDTHS)[number];
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
      .map(({ track, narrowTrack = track }) => (width < WIDTHS[0] ? narrowTrack : track))
      .join(' ');
  return Object.fromEntries([0, ...WIDTHS].map((width) => [`--tracks-${width}`, at(width)])) as CSSProperties;
}

/** The sort order, and the click handler of column headers. */
export interface Sort {
  readonly order: ListOrder;
  by(column: ListOrder['by']): void;
}

const NEWEST_FIRST: ListOrder = { by: 'created', descending: true };

/** Remembered while the window is open, by list. */
const orders = new Map<string, ListOrder>();

/** The order after a click on a column header: ascending, then descending, then newest first again. */
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
  /** Focuses the row with this key where it is loaded; otherwise the row that had the focus last. */
  focus(key?: string | null): void;
  scrollToTop(): void;
}

export const ROW_SHORTCUTS = ['copyLink', 'remove'] as const satisfies readonly Shortcut[];
export type RowShortcut = (typeof ROW_SHORTCUTS)[number];

export interface DataTableProps<R> extends Rows<R> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  rowKey(row: R): string;
  /** Click, or Enter on the row. */
  onOpen?(row: R): void;
  /** The details are open, and another row got the focus: they follow. */
  onFollow?(row: R): void;
  /** The context menu of a row. */
  readonly menu?: RowMenuSource<R>;
  /** A row's shortcut was pressed on it. */
  onShortcut?(shortcut: RowShortcut, row: R): void;
  /** The key of the row whose details are open. */
  readonly currentKey?: string | null;
  /** Shown under the header when there are no rows. */
  readonly empty?: ReactNode;
  /** When it changes (another search, another filter) the list scrolls to its top. */
  readonly resetKey?: string;
  /** Grows with its rows up to this height in px, instead of filling its parent. */
  readonly maxHeight?: number;
  /** The sort order; left out, columns cannot be sorted. */
  readonly sort?: Sort;
  /** Rows can be selected; left out, they cannot. */
  readonly selection?: TableSelection<R>;
  /** Focuses the list. */
  readonly handle?: RefObject<TableHandle | null>;
}

/** Selected rows by key, including rows that are not loaded. */
export interface TableSelection<R> {
  readonly count: number;
  /** All rows are selected, however many there are. Left out, `count` decides. */
  readonly isAll?: boolean;
  /** The accessible name of the header's checkbox, as in "Select all links". */
  readonly allLabel: string;
  /** The accessible name of a row's checkbox. */
  rowLabel(row: R): string;
  /** Rows that can never be selected; left out, every row can. */
  isFixed?(row: R): boolean;
  has(key: string): boolean;
  toggle(key: string): void;
  /** Selects from the start of the range to a row; without a range it starts at `from`. A row that loads has no key. */
  extend(from: string, to: { readonly index: number; readonly key: string | null }): void;
  endRange(): void;
  selectAll(): void;
  clear(): void;
  /** Escape clears nothing: the selection is a decision, which is not lost by a key too many. */
  readonly isKept?: true;
  /** A press on the header's checkbox; left out, it selects all, or none if all are selected. */
  toggleAll?(): void;
  /** Delete was pressed while rows are selected, on no row that took the key as its shortcut. */
  remove?(): void;
}

/** Ctrl/Cmd+A selects all, Escape clears unless the selection is kept, Delete removes. Returns whether the key was used. */
export function selectingKey<R>({ nativeEvent }: KeyboardEvent, selection: TableSelection<R>): boolean {
  const some = selection.count > 0;
  if (isPressed('selectAll', nativeEvent)) selection.selectAll();
  else if (some && !selection.isKept && isPressed('leave', nativeEvent)) selection.clear();
  else if (some && selection.remove && isPressed('remove', nativeEvent)) selection.remove();
  else return false;
  return true;
}
