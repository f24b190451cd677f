// Selecting rows of a table: what the table needs to know, and how keys and clicks become a selection.
import type { KeyboardEvent, MouseEvent } from 'react';
import { isPressed } from '../../shared/shortcuts.ts';

/** A selection of rows, kept by their keys. Rows that are not loaded can be in it. */
export interface TableSelection<R> {
  readonly count: number;
  /** How many of them the table does not show. */
  readonly hidden?: number;
  /** All are being selected: it was asked for, and the answer is on its way. */
  readonly choosingAll: boolean;
  /** The accessible name of the header's checkbox, as in "Select all links". */
  readonly allLabel: string;
  /** The accessible name of a row's checkbox. */
  rowLabel(row: R): string;
  /** Rows that can never be selected; left out, every row can. */
  isFixed?(row: R): boolean;
  has(key: string): boolean;
  toggle(key: string): void;
  /** Selects from where the range began to a row; `from` is where it begins if it has not. A row on its way has no key. */
  extend(from: string, to: { readonly index: number; readonly key: string | null }): void;
  /** The next range begins anew. */
  endRange(): void;
  selectAll(): void;
  clear(): void;
  /** A press on the header's checkbox; left out, it selects all, or none where all are selected. */
  toggleAll?(): void;
  /** Delete was pressed while rows are selected. */
  remove?(): void;
}

type Modifiers = Pick<KeyboardEvent | MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** What a click with these keys held does: extend the selection, change one row of it, or nothing of the kind. */
export function selectingClick({ shiftKey, ctrlKey, metaKey }: Modifiers): 'extend' | 'toggle' | null {
  if (shiftKey) return 'extend';
  return ctrlKey || metaKey ? 'toggle' : null;
}

/** Ctrl/Cmd+A selects all, Escape clears, Delete removes; for the element around the rows. */
export function selectingKey(
  event: KeyboardEvent,
  selection: Pick<TableSelection<never>, 'count' | 'selectAll' | 'clear' | 'remove'>,
): void {
  const target = event.target as Element;
  // Escape in an open menu closes the menu, which hangs elsewhere in the document.
  if (!event.currentTarget.contains(target) || target.closest('[aria-expanded="true"]')) return;
  const all = isPressed('selectAll', event.nativeEvent);
  const some = selection.count > 0;
  const none = some && isPressed('leave', event.nativeEvent);
  const remove = some && isPressed('remove', event.nativeEvent) && selection.remove;
  if (!all && !none && !remove) return;
  event.preventDefault();
  if (all) selection.selectAll();
  else if (remove) remove();
  else selection.clear();
}
