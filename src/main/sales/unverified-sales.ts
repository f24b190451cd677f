// Notifies the window of sales that are not verified, and marks the screen "Sales" until the seller has looked at them.
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { throttle } from '../turns.ts';
import type { NewSale } from './new-sales.ts';

const t = texts.sales.unverified;

/** Sales within this many ms share one message. */
const TOGETHER_MS = 500;
/** Anyone may send them, so the next message comes after this many ms, or once the seller has looked. */
const SILENT_MS = 10 * 60_000;

export interface UnverifiedSalesDeps {
  readonly emit: Emit;
  readonly now: () => number;
  readonly shownStoreId: () => string | null;
  readonly change: (storeId: string, change: Pick<StoreRecord, 'salesSeenAt'>) => Promise<void>;
}

export class UnverifiedSales {
  readonly #deps: UnverifiedSalesDeps;
  readonly #round: ReturnType<typeof throttle>;
  #waiting: NewSale[] = [];
  /** When the seller was last notified, by store, unless they have looked since. */
  readonly #notifiedAt = new Map<string, number>();

  constructor(deps: UnverifiedSalesDeps) {
    this.#deps = deps;
    this.#round = throttle(() => this.#notify(), TOGETHER_MS);
  }

  /** `sales`: new ones. */
  add(sales: readonly NewSale[]): void {
    for (const { store, sale } of sales) {
      // It was delivered late, for example by a relay.
      if (sale.at <= (store.deps.record().salesSeenAt ?? 0)) void this.#keep(store, sale.at - 1);
    }
    this.#waiting.push(...sales);
    this.#round.schedule();
  }

  stop(): void {
    this.#round.stop();
  }

  /** Call when the seller looks at the sales of a store. */
  async seen(store: StoreContext): Promise<void> {
    this.#notifiedAt.delete(store.id);
    if (this.mark(store) !== null) await this.#keep(store, this.#deps.now());
  }

  /** Why "Sales" is marked, in words; null for no mark. */
  mark(store: StoreContext): string | null {
    try {
      const isMarked = store.isReady && store.catalog.sales.hasUnverified(store.deps.record().salesSeenAt ?? 0);
      return isMarked ? t.mark : null;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      console.error('The sales of a store that are not verified could not be read', error.message);
      return null;
    }
  }

  #keep(store: StoreContext, salesSeenAt: number): Promise<void> {
    return this.#deps
      .change(store.id, { salesSeenAt })
      .catch((error: unknown) => console.error('When the seller looked at the sales could not be kept', error));
  }

  /** One message for each store. */
  #notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const now = this.#deps.now();
    for (const store of new Set(waiting.map((sale) => sale.store))) {
      if (now - (this.#notifiedAt.get(store.id) ?? Number.NEGATIVE_INFINITY) < SILENT_MS) continue;
      this.#notifiedAt.set(store.id, now);
      const [first, ...others] = waiting.filter((sale) => sale.store === store);
      const message = t.arrived({ count: others.length + 1 });
      const isShown = store.id === this.#deps.shownStoreId();
      this.#deps.emit('soldUnverified', {
        storeId: store.id,
        message: isShown
          ? message
          : texts.stores.toasts.inStore({ store: cutInMiddle(store.deps.record().name), message }),
        to: first && others.length === 0 ? `#/sales/${first.sale.id}` : '#/sales',
      });
    }
  }
}
