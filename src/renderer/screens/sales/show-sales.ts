// Shows the sales of one payment link or product on the screen "Sales".
import { create } from 'zustand';
import { go } from '../../state/route.ts';

export interface SalesOf {
  readonly linkId: string | null;
  readonly productId: string | null;
}
export const OF_ALL: SalesOf = { linkId: null, productId: null };

/** What the screen starts with, and how often that was asked for. */
export const useSalesToShow = create<{ readonly of: SalesOf; readonly times: number }>(() => ({
  of: OF_ALL,
  times: 0,
}));

export function showSales(of: Partial<SalesOf>): void {
  useSalesToShow.setState(({ times }) => ({ of: { ...OF_ALL, ...of }, times: times + 1 }));
  go('#/sales');
}
