// Focuses the row of a link that was just created, unless the seller has moved on.
import { type RefObject, useEffect } from 'react';
import { create } from 'zustand';
import type { TableHandle } from '../../kit/table.ts';
import type { Pages } from '../../state/live.ts';

interface NewRow {
  readonly id: string;
  /** The element that had the focus when the form closed. */
  readonly from: Element | null;
}

const useNewRow = create<{ readonly row: NewRow | null }>(() => ({ row: null }));

/** Call it after the form has closed. */
export const focusNewRow = (id: string): void => useNewRow.setState({ row: { id, from: document.activeElement } });

/** `isNewestFirst`: new links come first in the list. */
export function useFocusOnNewRow(
  table: RefObject<TableHandle | null>,
  { indexOf }: Pages<'links.list'>,
  isNewestFirst: boolean,
): void {
  const { row } = useNewRow();
  useEffect(() => {
    if (row && isNewestFirst) table.current?.scrollToTop();
  }, [row, isNewestFirst, table]);
  const isListed = row !== null && indexOf(row.id) !== undefined;
  useEffect(() => {
    if (!row || !isListed) return;
    useNewRow.setState({ row: null });
    const { activeElement } = document;
    if (activeElement === row.from || activeElement === document.body) table.current?.focus(row.id);
  }, [row, isListed, table]);
}
