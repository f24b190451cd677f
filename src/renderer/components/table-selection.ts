// Selecting rows of a table: the table's props, and how keys and clicks become a selection.
import type { KeyboardEvent, MouseEvent } from 'react';
import { isPressed } from '../../shared/shortcuts.ts';

/** Selected rows by key, including rows that are not loaded. */
export interface TableSelection<R> {
  readonly count: number;
  /** How many of them the table does not show. */
  readonly hidden?: number;
  /** "Select all" is loading. */
  readonly choosingAll: boolean;
  /** "Select all" chose these; it decides while the rows are still counted. */
  readonly areAllChosen?: boolean;
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

type Modifiers = Pick<KeyboardEvent | MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** What a click with these modifier keys does: extend the selection, toggle one row, or none of these. */
export function selectingClick({ shiftKey, ctrlKey, metaKey }: Modifiers): 'extend' | 'toggle' | null {
  if (shiftKey) return 'extend';
  return ctrlKey || metaKey ? 'toggle' : null;
}

/** Ctrl/Cmd+A selects all, Escape clears unless the selection is kept, Delete removes; for the element around the rows. */
export function selectingKey(
  event: KeyboardEvent,
  selection: Pick<TableSelection<never>, 'count' | 'choosingAll' | 'selectAll' | 'clear' | 'remove' | 'isKept'>,
): void {
  const target = event.target as Element;
  // A row has used the key, or Escape in an open menu closes the menu, which is in a portal.
  if (event.defaultPrevented || !event.currentTarget.contains(target) || target.closest('[aria-expanded="true"]'))
    return;
  const all = isPressed('selectAll', event.nativeEvent);
  const some = selection.count > 0;
  const none = some && !selection.isKept && isPressed('leave', event.nativeEvent);
  const remove = some && !selection.choosingAll && isPressed('remove', event.nativeEvent) && selection.remove;
  if (!all && !none && !remove) return;
  event.preventDefault();
  if (all) selection.selectAll();
  else if (remove) remove();
  else selection.clear();
}
