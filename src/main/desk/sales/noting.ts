// Notes the sales in what the webhook inbox has kept: as it comes, and after a start what the last run left.
import { setImmediate } from 'node:timers/promises';
import type { Desk } from '../desk.ts';

interface KeptRecord {
  readonly at: number;
  readonly storeIds: readonly string[];
  readonly verification: string;
}

export interface Delivery {
  readonly record: KeptRecord;
  readonly body: string;
}

/** What is used of the webhook inbox. */
interface Kept<R extends KeptRecord> {
  kept(): readonly R[];
  bodyOf(record: R): string;
}

/** In deliveries that have just arrived. */
export function noteSales(desk: Desk, deliveries: readonly Delivery[]): Promise<void> {
  const verified = deliveries.filter(({ record }) => record.verification === 'verified');
  return desk
    .tookDeliveries(verified.map(({ record: { at, storeIds }, body }) => ({ at, storeIds, body })))
    .catch((error: unknown) => console.error('Sales could not be noted; the next start tries again', error));
}

/** What the last run kept in its last moment may not have been noted. Some at a time: others get their turn between. */
export async function noteKeptSales<R extends KeptRecord>(desk: Desk, from: Kept<R>): Promise<void> {
  const kept = from.kept();
  for (let at = 0; at < kept.length; at += 50) {
    await noteSales(
      desk,
      kept.slice(at, at + 50).map((record) => ({ record, body: from.bodyOf(record) })),
    );
    await setImmediate();
  }
}
