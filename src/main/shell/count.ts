// How many changes wait and how many need the seller, in all stores: as a number, and in words.
import type { EventPayload } from '../../shared/contract.ts';

export type Stores = EventPayload<'frame.changed'>['stores'];

export interface Count {
  readonly waiting: number;
  readonly attention: number;
}

export const countOf = (stores: Stores): Count => ({
  waiting: stores.reduce((sum, { waiting }) => sum + waiting, 0),
  attention: stores.reduce((sum, { attention }) => sum + attention, 0),
});

/** Such as "3 waiting, 1 needs you"; "Nothing is waiting" where there is nothing. */
export function countInWords({ waiting, attention }: Count): string {
  const parts = [
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(attention > 0 ? [`${attention} ${attention === 1 ? 'needs' : 'need'} you`] : []),
  ];
  return parts.length === 0 ? 'Nothing is waiting' : parts.join(', ');
}
