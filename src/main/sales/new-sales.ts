// Notifies the window and the desktop of new sales.
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

interface NewSale {
  readonly id: string;
  readonly store: StoreContext;
  /** Described at once, because the store may be closed when the message is sent. */
  readonly words: string;
}

export class NewSales {
  readonly #round = throttle(() => this.#notify(), TOGETHER_MS);
  #waiting: NewSale[] = [];

  constructor(
    private readonly emit: Emit,
    private readonly shownStoreId: () => string | null,
  ) {}

  add(store: StoreContext, sales: readonly SaleRecord[]): void {
    this.#waiting.push(...sales.map((sale) => ({ id: sale.id, store, words: describeSale(store, sale) })));
    this.#round.schedule();
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
      const isShown = store.id === this.shownStoreId();
      this.emit('sold', {
        storeId: store.id,
        title: isShown ? title : t.inStore({ title, store: cutInMiddle(store.deps.record().name) }),
        message: namesOf(sales.map((sale) => sale.words)),
        to: second ? '#/sales' : `#/sales/${first.id}`,
      });
    }
  }
}

const namesOf = (all: readonly string[]): string =>
  [...all.slice(0, NAMED), ...(all.length > NAMED ? [t.more({ count: all.length - NAMED })] : [])].join('\n');

/** Names the product, the amount if the event says it, and the first pair of metadata. */
function describeSale(store: StoreContext, sale: SaleRecord): string {
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
