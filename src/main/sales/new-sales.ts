// Notifies the window and the desktop of new sales, and marks the screen "Sales" while the seller has to decide about a sale.
import { formatMoney } from '../../shared/money.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { Emit } from '../handlers.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import { throttle } from '../turns.ts';
import { saleRow } from './view.ts';

const t = texts.sales.news;

/** Sales within this many ms share one message. */
const TOGETHER_MS = 500;
/** The most sales that a message names. */
const NAMED = 3;

export interface NewSale {
  readonly store: StoreContext;
  readonly sale: SaleRecord;
}

export interface NewSalesDeps {
  readonly emit: Emit;
  readonly now: () => number;
  readonly shownStoreId: () => string | null;
}

export class NewSales {
  readonly #deps: NewSalesDeps;
  readonly #round: ReturnType<typeof throttle>;
  #waiting: (NewSale & { readonly words: string })[] = [];

  constructor(deps: NewSalesDeps) {
    this.#deps = deps;
    this.#round = throttle(() => this.#notify(), TOGETHER_MS);
  }

  add(sales: readonly NewSale[]): void {
    // Described now, because the store may be closed when the message is sent.
    this.#waiting.push(...sales.map((sale) => ({ ...sale, words: describeSale(sale) })));
    this.#round.schedule();
  }

  /** Adds sales that the seller has to decide about. One that was delivered late counts as not seen yet. */
  async addQuestions(store: StoreContext, questions: readonly SaleRecord[]): Promise<void> {
    const oldest = Math.min(...questions.map(({ at }) => at));
    if (oldest <= (store.deps.record().salesSeenAt ?? 0)) await this.#keep(store, oldest - 1);
  }

  /** Call when the seller looks at the sales of a store. */
  async seen(store: StoreContext): Promise<void> {
    if (this.mark(store) !== null) await this.#keep(store, this.#deps.now());
  }

  /** Why the screen "Sales" is marked; null if it is not. */
  mark(store: StoreContext): string | null {
    try {
      const isMarked = store.isReady && store.catalog.sales.hasQuestions(store.deps.record().salesSeenAt ?? 0);
      return isMarked ? texts.sales.toDecide : null;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      console.error('The sales of a store could not be read', error.message);
      return null;
    }
  }

  #keep(store: StoreContext, salesSeenAt: number): Promise<void> {
    return store.deps
      .changeRecord({ salesSeenAt })
      .catch((error: unknown) => console.error('When the seller looked at the sales could not be stored', error));
  }

  stop(): void {
    this.#round.stop();
  }

  /** Sends one message for each store. */
  #notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const store of new Set(waiting.map((sale) => sale.store))) {
      const sales = waiting.filter((sale) => sale.store === store);
      const [first, second] = sales;
      if (!first) continue;
      const title = second ? t.several({ count: sales.length }) : t.one;
      const isShown = store.id === this.#deps.shownStoreId();
      this.#deps.emit('sold', {
        storeId: store.id,
        title: isShown ? title : t.inStore({ title, store: cutInMiddle(store.deps.record().name) }),
        message: namesOf(sales.map((sale) => sale.words)),
        to: second ? '#/sales' : `#/sales/${first.sale.id}`,
      });
    }
  }
}

const namesOf = (all: readonly string[]): string =>
  [...all.slice(0, NAMED), ...(all.length > NAMED ? [t.more({ count: all.length - NAMED })] : [])].join('\n');

/** Names the product, the amount if the event says it, and the first pair of metadata. */
function describeSale({ store, sale }: NewSale): string {
  const { product, amount, isPriceOfLink, metadata } = saleRow(store, sale);
  const [pair] = metadata;
  return [
    product === null ? t.withoutProduct : cutInMiddle(product),
    ...(amount && !isPriceOfLink
      ? [formatMoney(amount.cents, amount.currencyId, store.deps.settings().currencies)]
      : []),
    ...(pair ? [cutInMiddle(`${pair.key}: ${pair.value}`)] : []),
  ].join(' · ');
}
