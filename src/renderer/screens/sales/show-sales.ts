// Shows the sales of one payment link or product on the screen "Sales".
import { useSyncExternalStore } from 'react';
import type { Input } from '../../../shared/contract.ts';
import { go } from '../../state/route.ts';

/** Which sales the screen shows. */
export type SalesQuery = Input<'sales.totals'>;

export interface SalesOf {
  readonly linkId: string | null;
  readonly productId: string | null;
}
export const OF_ALL: SalesOf = { linkId: null, productId: null };

let wanted = OF_ALL;
let times = 0;
const listeners = new Set<() => void>();

export function showSales(of: Partial<SalesOf>): void {
  wanted = { ...OF_ALL, ...of };
  times += 1;
  go('#/sales');
  for (const changed of listeners) changed();
}

/** A React key that resets the list when sales are to be shown. */
export const useSalesKey = (): number =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => times,
  );

/** What to show when the list begins, once. */
export function takeSalesToShow(): SalesOf {
  const of = wanted;
  wanted = OF_ALL;
  return of;
}
