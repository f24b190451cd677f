// Matches deliveries of the webhook inbox with the payment links of all stores.
import type { DeliveryEvent, DeliverySale } from '../../shared/inbox.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/product-title.ts';
import { readSaleEvent, type SaleEvent } from './sale-event.ts';
import type { SeenDelivery } from './sales.ts';

const words = texts.sales;

/** `storeIds`: the stores whose key the delivery carries. */
export interface InboxDelivery extends SeenDelivery {
  readonly storeIds: readonly string[];
}

/** Records sales, only in the stores whose key a delivery carries. */
export async function recordSales(
  storeOf: (id: string) => StoreContext | undefined,
  deliveries: readonly InboxDelivery[],
): Promise<void> {
  const byStore = new Map<string, InboxDelivery[]>();
  for (const delivery of deliveries) {
    for (const id of delivery.storeIds) byStore.set(id, [...(byStore.get(id) ?? []), delivery]);
  }
  for (const [id, seen] of byStore) {
    const store = storeOf(id);
    if (store?.isReady && store.sales.record(seen)) store.deps.onChange();
  }
}

interface LinkOfStore {
  readonly store: StoreContext;
  readonly link: LinkRecord;
}

/** The link of a delivery in a store that is not shown. A delivery with a key belongs to the stores of that key only. */
function linkElsewhere(
  stores: readonly StoreContext[],
  shown: StoreContext | null,
  storeIds: readonly string[],
  event: SaleEvent,
): LinkOfStore | null {
  const isAnyStores = storeIds.length === 0 || (shown !== null && storeIds.includes(shown.id));
  for (const store of stores) {
    if (store === shown || !store.isReady || !(isAnyStores || storeIds.includes(store.id))) continue;
    const link = store.sales.named(event);
    if (link) return { store, link };
  }
  return null;
}

/** The store whose key a delivery carries, unless it is the shown one. */
const storeOfKey = (stores: readonly StoreContext[], shown: StoreContext | null, storeIds: readonly string[]) =>
  shown !== null && storeIds.includes(shown.id) ? undefined : stores.find(({ id }) => storeIds.includes(id));

/** Null where the body is no JSON object. */
export function eventInDelivery(
  stores: readonly StoreContext[],
  shown: StoreContext | null,
  { storeIds, body }: InboxDelivery,
): DeliveryEvent | null {
  const event = readSaleEvent(body);
  if (!event) return null;
  const { isTest, isSale, linkUuids, productTitle, amount, metadataShown } = event;
  // A delivery with the key of another store belongs to that store's links.
  const isHere = shown !== null && (storeIds.length === 0 || storeIds.includes(shown.id));
  const match = isHere ? shown.sales.matchEvent(event) : null;
  const isOurs = match?.kind === 'link' || match?.kind === 'ambiguous';
  const elsewhere = isOurs ? null : linkElsewhere(stores, shown, storeIds, event);
  const found = isHere && match?.kind === 'link' ? { store: shown, link: match.link } : elsewhere;
  const other = elsewhere?.store ?? storeOfKey(stores, shown, storeIds);
  return {
    kind: isTest ? 'test' : isSale || linkUuids.length > 0 || isOurs ? 'sale' : 'unknown',
    product: found ? titleOfProduct(found.store, found.link.productId) : productTitle,
    store: other?.deps.record().name ?? null,
    amount,
    metadata: metadataShown,
  };
}

/** The text about the sale in the shown store; null where there is none. */
export function saleInDelivery(
  stores: readonly StoreContext[],
  shown: StoreContext,
  delivery: InboxDelivery,
): DeliverySale | null {
  const { storeIds, body } = delivery;
  if (storeIds.length > 0 && !storeIds.includes(shown.id)) {
    const store = storeOfKey(stores, shown, storeIds);
    return {
      words: store ? words.ofOtherStore(store.deps.record().name) : words.ofUnknownStore,
      linkId: null,
      marked: null,
    };
  }
  const match = shown.sales.match(body);
  const isVerified = storeIds.includes(shown.id);
  switch (match.kind) {
    case 'none':
      return null;
    case 'test':
      return { words: words.test, linkId: null, marked: null };
    case 'unknown-link':
      return { words: linkInWords(stores, shown, delivery), linkId: null, marked: null };
    case 'ambiguous':
      return { words: words.severalFit[match.foundBy](match.links), linkId: null, marked: null };
    case 'link': {
      const title = titleOfProduct(shown, match.link.productId);
      const linkId = match.link.deletedAt === null ? match.link.id : null;
      const stored = shown.sales.stored(delivery);
      if (isVerified) {
        const sold = words.sold[match.foundBy](title);
        return { words: stored && stored.at < delivery.at ? words.repeated(sold) : sold, linkId, marked: null };
      }
      if (!stored) return { words: words.notVerified(title), linkId, marked: false };
      return stored.markedBySeller
        ? { words: words.markedByYou(title), linkId, marked: true }
        : { words: words.verifiedElsewhere(title), linkId, marked: null };
    }
  }
}

/** About a link that the shown store does not have. */
function linkInWords(stores: readonly StoreContext[], shown: StoreContext, { storeIds, body }: InboxDelivery): string {
  const event = readSaleEvent(body);
  const found = event && linkElsewhere(stores, shown, storeIds, event);
  if (!found) return words.unknownLink;
  return words.linkOfOtherStore(titleOfProduct(found.store, found.link.productId), found.store.deps.record().name);
}
