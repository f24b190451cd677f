// What the deliveries of the webhook inbox mean to the stores: sales of their payment links.
import type { DeliveryEvent, DeliverySale } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { OpenStore } from '../open-store.ts';
import { titleOfProduct } from '../views.ts';
import { readSaleEvent } from './sale-event.ts';
import type { SeenDelivery } from './sales.ts';

const words = texts.sales;

/** A delivery as the inbox hands it on. `storeIds`: the stores whose key it carries. */
export interface InboxDelivery extends SeenDelivery {
  readonly storeIds: readonly string[];
}

/** Takes note of sales, in the stores whose key a delivery carries and in no other. */
export async function takeDeliveries(
  storeOf: (id: string) => OpenStore | undefined,
  deliveries: readonly InboxDelivery[],
): Promise<void> {
  const byStore = new Map<string, InboxDelivery[]>();
  for (const delivery of deliveries) {
    for (const id of delivery.storeIds) byStore.set(id, [...(byStore.get(id) ?? []), delivery]);
  }
  for (const [id, seen] of byStore) {
    const store = storeOf(id);
    if (store?.isReady && store.sales.take(seen)) store.parts.onChange();
  }
}

/**
 * What a delivery is, as far as its body and the links of the store that is shown tell; null where its body is no JSON
 * object. `shown` is null while that store is not open.
 */
export function eventInDelivery(shown: OpenStore | null, { storeIds, body }: InboxDelivery): DeliveryEvent | null {
  const event = readSaleEvent(body);
  if (!event) return null;
  const { isTest, saysSale, linkUuids, productTitle, amount, metadataShown } = event;
  // What carries the key of another store is about that one's links.
  const isHere = shown !== null && (storeIds.length === 0 || storeIds.includes(shown.id));
  const match = isHere ? shown.sales.matchEvent(event) : null;
  const product = isHere && match?.kind === 'link' ? titleOfProduct(shown, match.link.productId) : productTitle;
  const isSale = saysSale || linkUuids.length > 0 || match?.kind === 'link' || match?.kind === 'ambiguous';
  return { kind: isTest ? 'test' : isSale ? 'sale' : 'unknown', product, amount, metadata: metadataShown };
}

/** What a delivery says about a sale in the store that is shown, in words; null where it says nothing. */
export function saleInDelivery(
  storeOf: (id: string) => OpenStore | undefined,
  shown: OpenStore,
  delivery: InboxDelivery,
): DeliverySale | null {
  const { storeIds, body } = delivery;
  const [other] = storeIds;
  if (other !== undefined && !storeIds.includes(shown.id)) {
    const store = storeOf(other);
    return {
      words: store ? words.ofOtherStore(store.parts.record().name) : words.ofUnknownStore,
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
      return { words: words.unknownLink, linkId: null, marked: null };
    case 'ambiguous':
      return { words: words.severalFit[match.foundBy](match.links), linkId: null, marked: null };
    case 'link': {
      const title = titleOfProduct(shown, match.link.productId);
      const linkId = match.link.deletedAt === null ? match.link.id : null;
      if (isVerified) return { words: words.sold[match.foundBy](title), linkId, marked: null };
      const stored = shown.sales.stored(delivery);
      if (!stored) return { words: words.notVerified(title), linkId, marked: false };
      return stored.markedBySeller
        ? { words: words.markedByYou(title), linkId, marked: true }
        : { words: words.verifiedElsewhere(title), linkId, marked: null };
    }
  }
}
