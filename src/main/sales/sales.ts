// Stores the deliveries of a store together with the sales in them. Not the service's books.
import type { DeliveryEvent } from '../../shared/inbox.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { NewDelivery } from '../catalog/deliveries.ts';
import { metadataKey } from '../catalog/link-keys.ts';
import { SALE_BODY, type SaleRecord } from '../catalog/records.ts';
import { namesIn, readSaleEvent, type SaleEvent, saleIdOf } from '../catalog/sale-event.ts';
import type { SaleMatch, Taken } from '../catalog/sales.ts';

/** Deliveries of one sale come within this many ms. */
const SAME_SALE_MS = 60 * 60_000;

export interface SalesDeps {
  readonly now: () => number;
  /** Whether an event that came at this time may be a test, unless it looks like a sale. */
  readonly isTestTime: (at: number) => boolean;
  /** Call after a change that screens show. */
  readonly onChange: () => void;
}
const ALONE: SalesDeps = { now: Date.now, isTestTime: () => false, onChange: () => undefined };

/** Sales that were not known before as verified ones, and those that were not known at all and are not verified. */
export interface StoredSales {
  readonly verified: readonly SaleRecord[];
  readonly unverified: readonly SaleRecord[];
}

export class Sales {
  readonly #catalog: Catalog;
  readonly #deps: SalesDeps;

  constructor(catalog: Catalog, deps: SalesDeps = ALONE) {
    this.#catalog = catalog;
    this.#deps = deps;
  }

  /**
   * Stores deliveries that are not stored yet, or are verified by now, each in one transaction with its sale. Idempotent. Rejects with
   * `StorageError`; then the first ones may be stored.
   */
  async store(deliveries: readonly NewDelivery[]): Promise<StoredSales> {
    const taken: (Taken & { readonly sale: SaleRecord })[] = [];
    await this.#catalog.writeInBatches(deliveries, (delivery) => {
      const before = this.#catalog.deliveries.verificationOf(delivery.record.id);
      if (before === 'verified' || (before && delivery.record.verification !== 'verified')) return;
      const sale = this.#store(delivery);
      if (sale) taken.push(sale);
    });
    if (taken.some(({ isChanged }) => isChanged)) this.#deps.onChange();
    const salesWhere = (are: (sale: Taken) => boolean) => taken.filter(are).map(({ sale }) => sale);
    return {
      verified: salesWhere(
        ({ before, after }) => after === 'verified' && before !== 'verified' && before !== 'dismissed',
      ),
      unverified: salesWhere(({ before, after }) => after === 'unverified' && before === null),
    };
  }

  /** Use inside a transaction. */
  #store({ record, body, keyDigest }: NewDelivery): (Taken & { readonly sale: SaleRecord }) | null {
    const { deliveries, sales } = this.#catalog;
    const event = record.encoding === 'utf8' ? readSaleEvent(body) : null;
    const match = event && this.#match(event);
    const isLikeTest = event !== null && match !== null && this.#isLikeTest(event, match, record.at);
    const sale = event && match && !isLikeTest ? this.#saleIn(event, match, record, body) : null;
    const kind = isLikeTest ? 'test' : sale || event?.isSale || event?.linkUuids.length ? 'sale' : 'unknown';
    const shown = event && match && this.#describe(event, match, kind);
    deliveries.put({ record: { ...record, event: shown, saleId: sale?.id ?? null }, body }, keyDigest);
    if (!sale) return null;
    const taken = sales.take(sale);
    if (taken.before === null && taken.after === 'unverified') sales.trim();
    return { ...taken, sale };
  }

  /** Whether a delivery is a sale of a link of this store. */
  isOfLink(body: string): boolean {
    const event = readSaleEvent(body);
    return event !== null && this.#match(event).kind === 'link';
  }

  /** Marks a sale as one, or as none. False if there is no such sale. */
  mark(id: string, isSale: boolean): boolean {
    const sale = this.#catalog.sales.get(id);
    if (!sale) return false;
    const { verified, mark, dismissal } = sale;
    // Later than the last one, also if the clock was set back.
    const at = Math.max(this.#deps.now(), ((verified ? dismissal : mark)?.at ?? 0) + 1);
    const said = verified ? { dismissal: { isDismissed: !isSale, at } } : { mark: { isSale, at } };
    this.#catalog.transaction(() => this.#catalog.sales.take({ ...sale, ...said }));
    this.#deps.onChange();
    return true;
  }

  /**
   * A sale that counts already and may be this one, delivered again: of the same link, with the same metadata, and either the link
   * sells once or both came within an hour.
   */
  alike(id: string): SaleRecord | undefined {
    const { sales, links } = this.#catalog;
    const sale = sales.get(id);
    const link = sale?.linkId ? links.get(sale.linkId) : undefined;
    if (!sale || !link) return undefined;
    const metadata = metadataKey(sale.event.metadata);
    return sales
      .countedOf(link.id)
      .find(
        (other) =>
          other.id !== id &&
          metadataKey(other.event.metadata) === metadata &&
          (link.useOnce || Math.abs(other.at - sale.at) < SAME_SALE_MS),
      );
  }

  #saleIn(
    event: SaleEvent,
    match: SaleMatch,
    { at, verification }: NewDelivery['record'],
    body: string,
  ): SaleRecord | null {
    const { sales } = this.#catalog;
    const isVerified = verification === 'verified';
    const link = match.kind === 'link' ? match : null;
    // Without the key, what names neither a link nor a product of the store may be anything.
    const isNamed = link !== null || isVerified || (match.kind === 'none' && sales.productNamedIn(event) !== null);
    if (!isNamed) return null;
    const { eventId, productTitle, amount, metadataShown } = event;
    const isCut = body.length > SALE_BODY;
    return {
      id: saleIdOf(event),
      linkId: link?.link.id ?? null,
      at,
      foundBy: link?.foundBy ?? null,
      verified: isVerified,
      times: [at],
      event: {
        at,
        isVerified,
        eventId: eventId?.slice(0, 500) ?? null,
        product: productTitle,
        amount,
        metadata: [...metadataShown],
        names: namesIn(event),
        // Not half of a pair.
        body: isCut ? body.slice(0, SALE_BODY).replace(/[\uD800-\uDBFF]$/, '') : body,
        isCut,
      },
    };
  }

  #match(event: SaleEvent): SaleMatch {
    const { linkUuids, texts } = event;
    return this.#catalog.sales.match({ ...namesIn(event), uuids: [...linkUuids], texts: [...texts] });
  }

  /** The document shows no field of a test event's body (section 6.5), so an event without distinguishing fields may be one. */
  #isLikeTest({ isTest, isSale, linkUuids }: SaleEvent, match: SaleMatch, at: number): boolean {
    const isPlain = !isSale && linkUuids.length === 0 && match.kind === 'none';
    return isTest || (isPlain && this.#deps.isTestTime(at));
  }

  #describe(event: SaleEvent, match: SaleMatch, kind: DeliveryEvent['kind']): DeliveryEvent {
    const { links } = this.#catalog;
    const title = match.kind === 'link' ? links.titleOf(match.link.productId) : '';
    const product = title || event.productTitle;
    return { kind, product, amount: event.amount, metadata: [...event.metadataShown] };
  }
}
