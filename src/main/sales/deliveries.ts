// Matches deliveries of the webhook inbox with the payment links of all stores.
import type { DeliveryEvent, DeliverySale } from '../../shared/inbox.ts';
import { texts } from '../../shared/texts/main.ts';
import { type SaleState, saleState } from '../catalog/merge-sale.ts';
import type { LinkRecord, SaleRecord } from '../catalog/records.ts';
import { readSaleEvent, type SaleEvent } from '../catalog/sale-event.ts';
import type { Taken } from '../catalog/sales.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/views.ts';
import type { SeenDelivery } from './sales.ts';

const t = texts.sales;

/** `storeIds`: the stores whose key the delivery carries. */
export interface InboxDelivery extends SeenDelivery {
  readonly storeIds: readonly string[];
}

/** The stores whose sales are recorded. */
export interface SaleStores {
  all(): readonly StoreContext[];
  /** Undefined if it could not be opened, or is no longer known. */
  get(id: string): StoreContext | undefined;
  isKnown(id: string): boolean;
}

/** A sale that was not known before as a verified one. */
export interface NewSale {
  readonly store: StoreContext;
  readonly sale: SaleRecord;
}

export interface Recorded {
  /** Every sale is on disk. */
  readonly isStored: boolean;
  readonly verified: readonly NewSale[];
  /** Sales that were not known before and are not verified. */
  readonly unverified: readonly NewSale[];
}

interface ForStore {
  readonly delivery: InboxDelivery;
  readonly isVerified: boolean;
}

/**
 * Records the sales in deliveries: in the stores whose key one carries, and as not verified where one without a key names a link. What
 * is not verified is no sale yet, so it does not have to be stored.
 */
export async function recordSales(stores: SaleStores, deliveries: readonly InboxDelivery[]): Promise<Recorded> {
  const verified: NewSale[] = [];
  const unverified: NewSale[] = [];
  let isStored = true;
  const byStore = new Map<StoreContext, ForStore[]>();
  for (const delivery of deliveries) {
    const ofKey = delivery.storeIds.filter((id) => stores.isKnown(id));
    const ready = ofKey.flatMap((id) => stores.get(id) ?? []).filter(({ isReady }) => isReady);
    const isVerified = delivery.storeIds.length > 0;
    if (ready.length < ofKey.length) isStored = false;
    // One key may belong to several stores, of which one has the link.
    if (ready.length < ofKey.length && ofKey.length > 1) continue;
    const withLink = ready.length > 1 ? ready.filter(({ sales }) => sales.isOfLink(delivery)) : ready;
    const to = isVerified ? (withLink.length > 0 ? withLink : ready) : stores.all().filter((store) => store.isReady);
    for (const store of to) byStore.set(store, [...(byStore.get(store) ?? []), { delivery, isVerified }]);
  }
  for (const [store, found] of byStore) {
    try {
      const sales = await recordIn(store, found);
      verified.push(...sales.verified);
      unverified.push(...sales.unverified);
    } catch (error) {
      console.error('Sales could not be stored; they stay in the inbox', error);
      if (found.some(({ isVerified }) => isVerified)) isStored = false;
    }
  }
  return { isStored, verified, unverified };
}

async function recordIn(store: StoreContext, found: readonly ForStore[]): Promise<Omit<Recorded, 'isStored'>> {
  const taken: ReturnType<StoreContext['sales']['take']>[] = [];
  await store.catalog.writeInBatches(found, (one) => taken.push(store.sales.take(one.delivery, one.isVerified)));
  const all = taken.filter((sale) => sale !== null);
  if (all.some(({ isChanged }) => isChanged)) store.deps.onChange();
  const newOnes = (are: (sale: Taken) => boolean) => all.filter(are).map(({ sale }) => ({ store, sale }));
  return {
    verified: newOnes(({ before, after }) => after === 'verified' && before !== 'verified' && before !== 'dismissed'),
    unverified: newOnes(({ before, after }) => after === 'unverified' && before === null),
  };
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

/** The store whose sales a delivery may be one of. */
const ownerOf = (stores: readonly StoreContext[], shown: StoreContext | null, storeIds: readonly string[]) =>
  storeIds.length === 0 || (shown !== null && storeIds.includes(shown.id))
    ? shown
    : stores.find(({ id, isReady }) => isReady && storeIds.includes(id));

/** As "Sales" has it; null if it is not listed there. */
function stateIn(store: StoreContext | null | undefined, delivery: InboxDelivery): SaleState | null {
  const sale = store?.sales.stored(delivery, delivery.storeIds.length > 0);
  return sale ? saleState(sale) : null;
}

function kindOf(event: SaleEvent, isOurs: boolean, state: SaleState | null): DeliveryEvent['kind'] {
  const { isTest, isSale, linkUuids } = event;
  const isCounted = state === 'verified' || state === 'marked';
  if (isTest && !isCounted) return 'test';
  if (state === 'dismissed') return 'notSale';
  return isCounted || isSale || linkUuids.length > 0 || isOurs ? 'sale' : 'unknown';
}

/** Null if the body is no JSON object. */
export function eventInDelivery(
  stores: readonly StoreContext[],
  shown: StoreContext | null,
  { storeIds, at, body }: InboxDelivery,
): DeliveryEvent | null {
  const event = readSaleEvent(body);
  if (!event) return null;
  const { productTitle, amount, metadataShown } = event;
  // A delivery with the key of another store belongs to that store's links.
  const isHere = shown !== null && (storeIds.length === 0 || storeIds.includes(shown.id));
  const match = isHere ? shown.sales.matchEvent(event) : null;
  const isOurs = match?.kind === 'link' || match?.kind === 'ambiguous';
  const elsewhere = isOurs ? null : linkElsewhere(stores, shown, storeIds, event);
  const found = isHere && match?.kind === 'link' ? { store: shown, link: match.link } : elsewhere;
  const other = elsewhere?.store ?? storeOfKey(stores, shown, storeIds);
  return {
    kind: kindOf(event, isOurs, stateIn(ownerOf(stores, shown, storeIds), { storeIds, at, body })),
    product: found ? titleOfProduct(found.store, found.link.productId) : productTitle,
    store: other?.deps.record().name ?? null,
    amount,
    metadata: metadataShown,
  };
}

/** The text about the sale in the shown store; null if there is none. */
export function saleInDelivery(
  stores: readonly StoreContext[],
  shown: StoreContext,
  delivery: InboxDelivery,
): DeliverySale | null {
  const { storeIds, body } = delivery;
  if (storeIds.length > 0 && !storeIds.includes(shown.id)) {
    const store = storeOfKey(stores, shown, storeIds);
    return {
      words: store ? t.ofOtherStore({ store: store.deps.record().name }) : t.ofUnknownStore,
      linkId: null,
      marked: null,
    };
  }
  const match = shown.sales.match(body);
  const isVerified = storeIds.includes(shown.id);
  switch (match.kind) {
    case 'none':
      return ofProduct(shown, delivery, isVerified);
    case 'test':
      return { words: t.test, linkId: null, marked: null };
    case 'unknown-link':
      return { words: describeLink(stores, shown, delivery), linkId: null, marked: null };
    case 'ambiguous':
      return { words: t.severalFit[match.foundBy]({ links: match.links }), linkId: null, marked: null };
    case 'link': {
      const title = titleOfProduct(shown, match.link.productId);
      const linkId = match.link.deletedAt === null ? match.link.id : null;
      const stored = shown.sales.stored(delivery, isVerified);
      const state = stored ? saleState(stored) : 'unverified';
      if (state === 'dismissed') return { words: t.dismissed({ product: title }), linkId, marked: null };
      if (isVerified) {
        const sold = t.sold[match.foundBy]({ product: title });
        return {
          words: stored && stored.at < delivery.at ? t.repeated({ sale: sold }) : sold,
          linkId,
          marked: null,
        };
      }
      if (state === 'verified') return { words: t.verifiedElsewhere({ product: title }), linkId, marked: null };
      return state === 'marked'
        ? { words: t.markedByYou({ product: title }), linkId, marked: true }
        : { words: t.notVerified({ product: title }), linkId, marked: false };
    }
  }
}

/** Of an event that names a product of the store, and no link; null if it names none, or is no sale. */
function ofProduct(shown: StoreContext, delivery: InboxDelivery, isVerified: boolean): DeliverySale | null {
  const event = readSaleEvent(delivery.body);
  const product = event ? shown.catalog.sales.productNamedIn(event)?.fields.productTitle : undefined;
  const stored = product === undefined ? undefined : shown.sales.stored(delivery, isVerified);
  if (product === undefined || !stored) return null;
  const state = saleState(stored);
  const words = t.ofProduct[state]({ product });
  return { words, linkId: null, marked: isVerified || state === 'verified' ? null : state === 'marked' };
}

/** About a link that the shown store does not have. */
function describeLink(stores: readonly StoreContext[], shown: StoreContext, { storeIds, body }: InboxDelivery): string {
  const event = readSaleEvent(body);
  const found = event && linkElsewhere(stores, shown, storeIds, event);
  if (!found) return t.unknownLink;
  return t.linkOfOtherStore({
    product: titleOfProduct(found.store, found.link.productId),
    store: found.store.deps.record().name,
  });
}
