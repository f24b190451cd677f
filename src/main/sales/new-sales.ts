// Announces new sales in the window and as desktop notifications.
import { formatMoney } from '../../shared/money.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { Emit } from '../handlers.ts';
import type { StoreContext } from '../store-context.ts';
import { throttle } from '../turns.ts';
import { saleRow } from './view.ts';

const t = texts.sales.news;

/** Sales within this many ms share one message. */
const TOGETHER_MS = 500;
/** The most sales that a message names. */
const NAMED = 3;

export class NewSales {
  readonly #round = throttle(() => this.#notify(), TOGETHER_MS);
  /** Described at once, because a store may be closed when the message is sent. */
  readonly #waiting = new Map<StoreContext, { readonly id: string; readonly words: string }[]>();

  constructor(
    private readonly emit: Emit,
    private readonly shownStoreId: () => string | null,
  ) {}

  add(store: StoreContext, sales: readonly SaleRecord[]): void {
    const described = sales.map((sale) => ({ id: sale.id, words: describeSale(store, sale) }));
    this.#waiting.set(store, [...(this.#waiting.get(store) ?? []), ...described]);
    this.#round.schedule();
  }

  stop(): void {
    this.#round.stop();
  }

  /** Sends one message for each store. */
  #notify(): void {
    for (const [store, sales] of this.#waiting) {
      const title = sales.length > 1 ? t.several({ count: sales.length }) : t.one;
      const isShown = store.id === this.shownStoreId();
      this.emit('sold', {
        storeId: store.id,
        title: isShown ? title : t.inStore({ title, store: cutInMiddle(store.deps.record().name) }),
        message: namesOf(sales.map(({ words }) => words)),
        to: sales.length > 1 ? '#/sales' : `#/sales/${sales[0]?.id}`,
      });
    }
    this.#waiting.clear();
  }
}

const namesOf = (all: readonly string[]): string =>
  [...all.slice(0, NAMED), ...(all.length > NAMED ? [t.more({ count: all.length - NAMED })] : [])].join('\n');

/** Names the product, the amount if the event says it, and the first pair of metadata. */
function describeSale(store: StoreContext, sale: SaleRecord): string {
  const { product } = saleRow(store, sale);
  const { amount, metadata } = sale.event;
  return [
    product === null ? t.withoutProduct : cutInMiddle(product),
    ...(amount ? [formatMoney(amount.cents, amount.currencyId, store.deps.settings().currencies)] : []),
    ...metadata.slice(0, 1).map(({ key, value }) => cutInMiddle(`${key}: ${value}`)),
  ].join(' · ');
}
