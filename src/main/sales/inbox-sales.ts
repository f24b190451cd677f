// Records the sales in deliveries of the webhook inbox, and describes deliveries for the window.
import { setImmediate } from 'node:timers/promises';
import type { DeliveryEvent, DeliverySale } from '../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { backoffMs } from '../sync/outbox/policy.ts';
import {
  eventInDelivery,
  type InboxDelivery,
  type NewSale,
  recordSales,
  type SaleStores,
  saleInDelivery,
} from './deliveries.ts';

export interface Stores extends SaleStores {
  /** Resolves when the catalogs are open. */
  ready(): Promise<unknown>;
  current(): Result<StoreContext>;
}

interface DeliveryRecord {
  readonly at: number;
  readonly storeIds: readonly string[];
  readonly verification: string;
}

export interface Delivery {
  readonly record: DeliveryRecord;
  readonly body: string;
}

type KeptDelivery = Delivery & { readonly record: { readonly id: string } };

/** The inbox. */
interface KeptDeliveries {
  /** Deliveries older than `before`, or all; newest first. */
  page(before: string | null, limit: number): readonly KeptDelivery[];
  /** Deliveries after `after`, or all, whose sales may not be stored yet; oldest first. */
  unnoted(limit: number, after?: string): readonly KeptDelivery[];
  /** The sales in these deliveries are stored. */
  noted(ids: readonly string[]): Promise<void>;
}

/** Each delivery may have a megabyte. */
const PAGE = 20;

export interface InboxSalesDeps {
  readonly stores: Stores;
  /** Called with sales that were not known as verified ones. */
  readonly onSold: (sales: readonly NewSale[]) => void;
  /** Called with sales that were not known, and are not verified. */
  readonly onUnverified: (sales: readonly NewSale[]) => void;
  /** Sales that were delivered before this time are no news; ms since 1970. */
  readonly newsSince: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}

export class InboxSales {
  readonly #deps: InboxSalesDeps;
  readonly #stores: Stores;
  readonly #recordSales: typeof recordSales;
  /** Set while sales of an inbox could not be stored and wait for the next try. */
  #retry: { readonly timer: NodeJS.Timeout; readonly inbox: KeptDeliveries } | null = null;
  /** Tries in a row that failed. */
  #failures = 0;
  #isClosed = false;

  constructor(deps: InboxSalesDeps, record = recordSales) {
    this.#deps = deps;
    this.#stores = deps.stores;
    this.#recordSales = record;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry?.timer);
  }

  /** Call when the catalog of a store was opened: sales may have waited for it. */
  storeOpened(): void {
    if (!this.#retry) return;
    clearTimeout(this.#retry.timer);
    void this.#noteAgain(this.#retry.inbox);
  }

  /**
   * Records the sales in deliveries. Resolves to whether all of them are on disk; false if a catalog is not open or the disk
   * refused, so that the caller keeps the deliveries and calls again. Idempotent. Never rejects.
   */
  async note(deliveries: readonly Delivery[]): Promise<boolean> {
    try {
      await this.#stores.ready();
      if (this.#isClosed) return false;
      const seen = deliveries.map(({ record, body }) => ({
        at: record.at,
        storeIds: record.verification === 'verified' ? record.storeIds : [],
        body,
      }));
      const { isStored, verified, unverified } = await this.#recordSales(this.#stores, seen);
      this.#report(verified, this.#deps.onSold);
      this.#report(unverified, this.#deps.onUnverified);
      return isStored;
    } catch (error) {
      console.error('Sales could not be noted', error);
      return false;
    }
  }

  /** Call with sales that another computer of the team recorded: their deliveries arrive later, or never. */
  verifiedElsewhere(store: StoreContext, sales: readonly SaleRecord[]): void {
    if (!this.#isClosed)
      this.#report(
        sales.map((sale) => ({ store, sale })),
        this.#deps.onSold,
      );
  }

  #report(sales: readonly NewSale[], to: (news: readonly NewSale[]) => void): void {
    const since = this.#deps.newsSince();
    const news = sales.filter(({ sale }) => sale.at >= since);
    if (news.length > 0) to(news);
  }

  /** As `note`; from then on the inbox may remove these deliveries. What could not be stored is tried again. */
  async noteIn(inbox: KeptDeliveries, deliveries: readonly KeptDelivery[]): Promise<boolean> {
    if (!(await this.note(deliveries))) {
      this.#noteLater(inbox);
      return false;
    }
    await inbox
      .noted(deliveries.map(({ record }) => record.id))
      // They are noted again at the next start.
      .catch((error: unknown) => console.error('The inbox could not mark deliveries as noted', error));
    return true;
  }

  /** Resolves to whether all sales are on disk. Call before deliveries are removed. */
  async noteRest(inbox: KeptDeliveries): Promise<boolean> {
    let areStored = true;
    // One store that cannot be opened does not hold up the sales of the others.
    for (let page = inbox.unnoted(PAGE); page.length > 0; page = inbox.unnoted(PAGE, page.at(-1)?.record.id)) {
      if (await this.note(page)) await inbox.noted(page.map(({ record }) => record.id));
      else areStored = false;
      if (this.#isClosed) return false;
    }
    return areStored;
  }

  #noteLater(inbox: KeptDeliveries): void {
    if (this.#isClosed || this.#retry) return;
    this.#failures += 1;
    const timer = setTimeout(() => void this.#noteAgain(inbox), backoffMs(this.#failures, this.#deps.random()));
    this.#retry = { timer, inbox };
  }

  async #noteAgain(inbox: KeptDeliveries): Promise<void> {
    this.#retry = null;
    try {
      if (await this.noteRest(inbox)) {
        this.#failures = 0;
        return;
      }
    } catch (error) {
      console.error('Sales in kept deliveries could not be noted', error);
    }
    this.#noteLater(inbox);
  }

  /** At start: the last run may have stored deliveries without recording their sales. */
  async noteKept(inbox: KeptDeliveries): Promise<void> {
    try {
      for (let page = inbox.page(null, PAGE); page.length > 0; page = inbox.page(page.at(-1)?.record.id ?? '', PAGE)) {
        await this.noteIn(inbox, page);
        await setImmediate();
      }
    } catch (error) {
      console.error('Sales in kept deliveries could not be noted; the next start tries again', error);
    }
  }

  /** Null if the body is no JSON object. */
  eventIn(delivery: InboxDelivery): DeliveryEvent | null {
    return eventInDelivery(this.#stores.all(), this.#shown(), delivery);
  }

  saleIn(delivery: InboxDelivery): DeliverySale | null {
    const shown = this.#shown();
    return shown ? saleInDelivery(this.#stores.all(), shown, delivery) : null;
  }

  /** The seller marks an unverified delivery as a sale in the shown store, or unmarks it. */
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
