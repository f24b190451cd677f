// Notifies the seller of changes that need them, of a store that asks for a sign-in, and of new sales.
import { formatMoney } from '../../shared/money.ts';
import { cutInMiddle, cutTitle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { Emit } from '../handlers.ts';
import type { Change } from '../outbox/change.ts';
import { saleRow } from '../sales/view.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import { titleOf } from '../sync/change-title.ts';
import { explain } from '../sync/wording.ts';
import { throttle } from '../turns.ts';

const t = texts.sales.news;

/** The longest name of a store in a message, in characters. */
const MAX_NAME_LENGTH = 40;
/** What happens within this many ms shares a notification. */
const TOGETHER_MS = 500;
/** The most sales that a message names. */
const NAMED = 3;

/** All words are chosen at once, because a store may be closed before they are sent. */
export class News {
  #changes: { readonly storeId: string; readonly message: string; readonly changeId: string }[] = [];
  readonly #sales = new Map<string, { readonly id: string; readonly words: string }[]>();
  readonly #notify = throttle(() => {
    this.#notifyOfChanges();
    this.#notifyOfSales();
  }, TOGETHER_MS);

  constructor(
    private readonly registry: StoreRegistry,
    private readonly emit: Emit,
  ) {}

  stop(): void {
    this.#notify.stop();
  }

  needsSeller(store: StoreContext, change: Change): void {
    const title = cutTitle(titleOf(store, change));
    const message = texts.changes.toasts.title({ title, explanation: explain(store, change) });
    this.#changes.push({ storeId: store.id, message: this.#named(store.id, message), changeId: change.id });
    this.#notify.schedule();
  }

  signedOut(storeId: string): void {
    const message = this.#named(storeId, texts.stores.toasts.signedOut);
    this.emit('toast', { kind: 'attention', message, changeId: null, to: null, signedOutOf: storeId });
  }

  sold(store: StoreContext, sales: readonly SaleRecord[]): void {
    const described = sales.map((sale) => ({ id: sale.id, words: describeSale(store, sale) }));
    this.#sales.set(store.id, [...(this.#sales.get(store.id) ?? []), ...described]);
    this.#notify.schedule();
  }

  /** Notifies of one change by its text, of several by their number. */
  #notifyOfChanges(): void {
    const [first, ...others] = this.#changes.splice(0);
    if (!first) return;
    const isOneStore = others.every(({ storeId }) => storeId === first.storeId);
    const inOther = isOneStore && first.storeId !== this.registry.currentStoreId ? { storeId: first.storeId } : {};
    const { message, changeId, to } =
      others.length === 0
        ? { ...first, to: `#/sync/${first.changeId}` }
        : {
            message: texts.changes.toasts.needAttention({ count: others.length + 1 }),
            changeId: null,
            to: isOneStore ? '#/sync' : null,
          };
    this.emit('toast', { kind: 'attention', message, changeId, to, ...inOther });
  }

  #notifyOfSales(): void {
    for (const [storeId, sales] of this.#sales) {
      const title = sales.length > 1 ? t.several({ count: sales.length }) : t.one;
      const isShown = storeId === this.registry.currentStoreId;
      this.emit('sold', {
        storeId,
        title: isShown ? title : t.inStore({ title, store: this.#nameOf(storeId) }),
        message: namesOf(sales.map(({ words }) => words)),
        to: sales.length > 1 ? '#/sales' : `#/sales/${sales[0]?.id}`,
      });
    }
    this.#sales.clear();
  }

  #named(storeId: string, message: string): string {
    if (storeId === this.registry.currentStoreId) return message;
    return texts.stores.toasts.inStore({ store: this.#nameOf(storeId), message });
  }

  #nameOf(storeId: string): string {
    return cutInMiddle(this.registry.get(storeId)?.name ?? '', MAX_NAME_LENGTH);
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
