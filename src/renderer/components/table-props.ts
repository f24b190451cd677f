// The props of a table.
import type { ReactNode, RefObject } from 'react';
import type { Shortcut } from '../../shared/shortcuts.ts';
import type { RowMenuSource } from './row-commands.tsx';
import type { Sort } from './table-cells.tsx';
import type { Column } from './table-columns.ts';
import type { TableSelection } from './table-selection.ts';

export interface DataTableProps<R> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  /** `total`, `rowAt`, `indexOf` and `show` are those of `usePages`. */
  readonly total: number | undefined;
  /** False while the rows are still being counted: there are at least `total`. Left out, the total is exact. */
  readonly isExact?: boolean;
  rowAt(index: number): R | undefined;
  indexOf?(key: string): number | undefined;
  show?(first: number, last: number, keyboard: number): void;
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

export interface TableHandle {
  /** The row with this key where it is loaded; otherwise the row that had the focus last. */
  focus(key?: string | null): void;
}

export const ROW_SHORTCUTS = ['copyLink', 'remove'] as const satisfies readonly Shortcut[];
export type RowShortcut = (typeof ROW_SHORTCUTS)[number];
