// Selecting rows of a table: the table's props, and how keys become a selection.
import type { KeyboardEvent } from 'react';
import { isPressed } from '../../shared/shortcuts.ts';

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
