// Counts the changes of all stores that wait or need the seller.
import type { EventPayload } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';

export type Stores = EventPayload<'frame.changed'>['stores'];

export interface Count {
  readonly waiting: number;
  readonly attention: number;
}

export const countOf = (stores: Stores): Count => ({
  waiting: stores.reduce((sum, { waiting }) => sum + waiting, 0),
  attention: stores.reduce((sum, { attention }) => sum + attention, 0),
});

/** Such as "3 waiting, 1 needs attention"; "Nothing is waiting" where there is nothing. */
export function describeCount({ waiting, attention }: Count): string {
  const t = texts.shell.count;
  if (waiting > 0) return attention > 0 ? t.both({ waiting, attention }) : t.waiting({ changes: waiting });
  return attention > 0 ? t.needAttention({ changes: attention }) : t.nothing;
}
