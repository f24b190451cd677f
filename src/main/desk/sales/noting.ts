// Notes the sales and test events in what the webhook inbox has kept: as it comes, and after a start what the last run left.
import { setImmediate } from 'node:timers/promises';
import type { Desk } from '../desk.ts';

interface KeptRecord {
  readonly at: number;
  readonly storeIds: readonly string[];
  readonly verification: string;
  readonly answered: number | null;
}

export interface Delivery {
  readonly record: KeptRecord;
  readonly body: string;
}

/** What is used of the webhook inbox. */
interface KeptDeliveries {
  /** The newest that are older than `before`, or the newest of all; newest first. */
  page(before: string | null, limit: number): readonly (Delivery & { readonly record: { readonly id: string } })[];
}

/** How many deliveries are read at once; each may have a megabyte. */
const PAGE = 20;

/** In deliveries that have just arrived. */
export function noteSales(desk: Desk, deliveries: readonly Delivery[]): Promise<void> {
  const verified = deliveries.filter(({ record }) => record.verification === 'verified');
  return desk
    .tookDeliveries(verified.map(({ record: { at, storeIds }, body }) => ({ at, storeIds, body })))
    .catch((error: unknown) => console.error('Sales could not be noted; the next start tries again', error));
}

/** Test events of the webhook in deliveries that have just arrived. */
export const noteTests = (desk: Desk, deliveries: readonly Delivery[]): Promise<void> =>
  desk
    .sawTestEvents(deliveries.map(({ record: { at, answered, storeIds }, body }) => ({ at, answered, storeIds, body })))
    .catch((error: unknown) => console.error('It could not be noted that a test event has arrived', error));

/** What the last run kept in its last moment may not have been noted. Some at a time: others get their turn between. */
export async function noteKeptSales(desk: Desk, from: KeptDeliveries): Promise<void> {
  try {
    for (let page = from.page(null, PAGE); page.length > 0; page = from.page(page.at(-1)?.record.id ?? '', PAGE)) {
      await noteSales(desk, page);
      await setImmediate();
    }
  } catch (error) {
    console.error('Sales in kept deliveries could not be noted; the next start tries again', error);
  }
}
