// The sort order of each list, remembered while the window is open.
import { useState } from 'react';
import type { ListOrder } from '../../shared/contract/parts.ts';

const NEWEST_FIRST: ListOrder = { by: 'created', descending: true };

const chosen = new Map<string, ListOrder>();

/** The order after a click on a column header: ascending, then descending, then newest first again. */
export function orderAfter({ by, descending }: ListOrder, column: ListOrder['by']): ListOrder {
  if (column === 'created') return { by: 'created', descending: by !== 'created' || !descending };
  if (by !== column) return { by: column, descending: false };
  return descending ? NEWEST_FIRST : { by: column, descending: true };
}

/** The order of the list with this name, and the click handler of its column headers. */
export function useListOrder(list: string): readonly [ListOrder, (column: ListOrder['by']) => void] {
  const [order, setOrder] = useState(chosen.get(list) ?? NEWEST_FIRST);
  const sortBy = (column: ListOrder['by']) => {
    const next = orderAfter(order, column);
    chosen.set(list, next);
    setOrder(next);
  };
  return [order, sortBy];
}
