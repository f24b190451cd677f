// What a table is told by the screen that shows it.
import type { ReactNode, RefObject } from 'react';
import type { Shortcut } from '../../shared/shortcuts.ts';
import type { RowMenuSource } from './row-commands.tsx';
import type { Sort } from './table-cells.tsx';
import type { TableSelection } from './table-selection.ts';
import type { Column } from './table-widths.ts';

export interface DataTableProps<R> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  /** `total`, `rowAt`, `indexOf`, `moved` and `show` are those of `usePages`. */
  readonly total: number | undefined;
  /** False while the rows are still being counted: there are at least `total`. Left out, it is exact. */
  readonly isExact?: boolean;
  rowAt(index: number): R | undefined;
  indexOf?(key: string): number | undefined;
  readonly moved?: number;
  show?(first: number, last: number, keyboard: number, holds: () => boolean): void;
  rowKey(row: R): string;
  /** Click, or Enter on the row. */
  onOpen?(row: R): void;
  /** The details are open, and the keyboard came to another row: they follow. */
  onFollow?(row: R): void;
  /** What a right click on a row offers, Shift+F10 too. */
  readonly menu?: RowMenuSource<R>;
  /** A shortcut for one row was pressed on it. */
  onShortcut?(shortcut: RowShortcut, row: R): void;
  /** The key of the row whose details are open. */
  readonly currentKey?: string | null;
  /** Shown under the header when there are no rows. */
  readonly empty?: ReactNode;
  /** When it changes (another search, another filter) the list starts at its top again. */
  readonly resetKey?: string;
  /** Grows with its rows up to this height in px, instead of filling what its parent gives. */
  readonly maxHeight?: number;
  /** The order of the rows, where their columns can be sorted by. */
  readonly sort?: Sort;
  /** Rows can be selected; left out, they cannot. */
  readonly selection?: TableSelection<R>;
  /** Lets the keyboard be put back into the list. */
  readonly handle?: RefObject<TableHandle | null>;
}

export interface TableHandle {
  /** On the row with this key, where it is loaded; otherwise on the row that had the keyboard last. */
  focus(key?: string | null): void;
}

export const ROW_SHORTCUTS = ['copyLink', 'remove'] as const satisfies readonly Shortcut[];
export type RowShortcut = (typeof ROW_SHORTCUTS)[number];
