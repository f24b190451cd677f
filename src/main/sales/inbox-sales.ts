// What the deliveries of the webhook inbox say about sales.
import { setImmediate } from 'node:timers/promises';
import type { DeliveryEvent, DeliverySale } from '../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { eventInDelivery, type InboxDelivery, saleInDelivery, takeDeliveries } from './deliveries.ts';

/** The stores of the app. */
export interface Stores {
  all(): readonly StoreContext[];
  get(id: string): StoreContext | undefined;
  /** Resolves when the catalogs are open. */
  ready(): Promise<unknown>;
  current(): Result<StoreContext>;
}

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
interface KeptDeliveries {
  /** The newest that are older than `before`, or the newest of all; newest first. */
  page(before: string | null, limit: number): readonly (Delivery & { readonly record: { readonly id: string } })[];
}

/** How many deliveries are read at once; each may have a megabyte. */
const PAGE = 20;

export class InboxSales {
  readonly #stores: Stores;
  readonly #take: typeof takeDeliveries;
  #isClosed = false;

  constructor(stores: Stores, take = takeDeliveries) {
    this.#stores = stores;
    this.#take = take;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Notes the sales in deliveries that have just arrived. What is noted already is not noted twice. */
  async note(deliveries: readonly Delivery[]): Promise<void> {
    const verified = deliveries.filter(({ record }) => record.verification === 'verified');
    try {
      await this.#stores.ready();
      if (this.#isClosed) return;
      await this.#take(
        (id) => this.#stores.get(id),
        verified.map(({ record: { at, storeIds }, body }) => ({ at, storeIds, body })),
      );
    } catch (error) {
      console.error('Sales could not be noted; the next start tries again', error);
    }
  }

  /** What the last run kept in its last moment may not have been noted. Some at a time: others get their turn between. */
  async noteKept(from: KeptDeliveries): Promise<void> {
    try {
      for (let page = from.page(null, PAGE); page.length > 0; page = from.page(page.at(-1)?.record.id ?? '', PAGE)) {
        await this.note(page);
        await setImmediate();
      }
    } catch (error) {
      console.error('Sales in kept deliveries could not be noted; the next start tries again', error);
    }
  }

  /** What a delivery is; null where its body does not tell. */
  eventIn(delivery: InboxDelivery): DeliveryEvent | null {
    return eventInDelivery(this.#stores.all(), this.#shown(), delivery);
  }

  /** What a delivery says about a sale in the store that is shown. */
  saleIn(delivery: InboxDelivery): DeliverySale | null {
    const shown = this.#shown();
    return shown ? saleInDelivery(this.#stores.all(), shown, delivery) : null;
  }

  /** The seller says whether an unverified delivery is a sale in the store that is shown. */
  mark(delivery: InboxDelivery, isSale: boolean): Result<void> {
    const shown = this.#stores.current();
    if (!shown.ok) return shown;
    if (!shown.value.isReady || !shown.value.sales.mark(delivery, isSale)) {
      return refuse('conflict', texts.sales.notMarked);
    }
    shown.value.deps.onChange();
    return ok(undefined);
  }

  #shown(): StoreContext | null {
    const shown = this.#stores.current();
    return shown.ok && shown.value.isReady ? shown.value : null;
  }
}
