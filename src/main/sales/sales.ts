// The sales of a store's payment links, from deliveries of the webhook inbox. Not the service's books.
import { createHash } from 'node:crypto';
import { uuidKey } from '../../shared/checkout-url.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { LinkRecord, SaleRecord } from '../catalog/records.ts';
import { readSaleEvent, type SaleEvent } from './sale-event.ts';

export interface SeenDelivery {
  readonly at: number;
  readonly body: string;
}

export type SaleMatch =
  | { readonly kind: 'link'; readonly link: LinkRecord; readonly foundBy: 'uuid' | 'metadata' }
  | { readonly kind: 'ambiguous'; readonly links: number; readonly foundBy: 'uuid' | 'metadata' }
  | { readonly kind: 'unknown-link' | 'test' | 'none' };

export class Sales {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** The link that a delivery's sale belongs to. */
  match(body: string): SaleMatch {
    const event = readSaleEvent(body);
    return event ? this.matchEvent(event) : { kind: 'none' };
  }

  /** Stores the sales in verified deliveries. Returns whether there was a new one. Throws `StorageError`. */
  record(deliveries: readonly SeenDelivery[]): boolean {
    const sales = deliveries.flatMap((delivery) => this.#saleIn(delivery) ?? []);
    return sales.length > 0 && this.#catalog.transaction(() => this.#catalog.sales.add(sales)) > 0;
  }

  /**
   * Marks or unmarks an unverified delivery as a sale. Returns false where it matches no single link, or a verified delivery has
   * the same event. Throws `StorageError`.
   */
  mark(delivery: SeenDelivery, isSale: boolean): boolean {
    const sale = this.#saleIn(delivery);
    const before = sale && this.#catalog.sales.get(sale.id);
    if (!sale || (before && !before.markedBySeller)) return false;
    this.#catalog.transaction(() => {
      if (isSale) this.#catalog.sales.add([{ ...sale, markedBySeller: true }]);
      else this.#catalog.sales.remove(sale);
    });
    return true;
  }

  stored(delivery: SeenDelivery): SaleRecord | undefined {
    const sale = this.#saleIn(delivery);
    return sale ? this.#catalog.sales.get(sale.id) : undefined;
  }

  #saleIn({ at, body }: SeenDelivery): SaleRecord | null {
    const event = readSaleEvent(body);
    const match = event ? this.matchEvent(event) : null;
    if (!event || match?.kind !== 'link') return null;
    const id = hashOf([match.link.id, event.eventId === null ? 'body' : 'event', event.eventId ?? body]);
    return { id, linkId: match.link.id, at, foundBy: match.foundBy };
  }

  matchEvent({ isTest, linkUuids, texts, metadata }: SaleEvent): SaleMatch {
    if (isTest) return { kind: 'test' };
    const named = this.#withUuids(linkUuids);
    if (named.length > 0) return only(named, 'uuid');
    // The event names a link that is not in this store, so its metadata must not match another one.
    if (linkUuids.length > 0) return { kind: 'unknown-link' };
    const mentioned = this.#withUuids(texts);
    if (mentioned.length > 0) return only(mentioned, 'uuid');
    // Deleted links that were on the service count too, because one of them may have been sold.
    const withMetadata = metadata === null ? [] : this.#catalog.links.withMetadata(metadata);
    if (withMetadata.length === 0 || (withMetadata.length === 1 && withMetadata[0]?.paymentLink === null))
      return { kind: 'none' };
    return only(withMetadata, 'metadata');
  }

  /** The link whose uuid the event contains; undefined for a test. */
  named({ isTest, linkUuids }: SaleEvent): LinkRecord | undefined {
    return isTest ? undefined : this.#withUuids(linkUuids)[0];
  }

  #withUuids(uuids: readonly string[]): LinkRecord[] {
    return uuids.length === 0 ? [] : this.#catalog.links.withKeys(uuids.map(uuidKey));
  }
}

function only(links: readonly LinkRecord[], foundBy: 'uuid' | 'metadata'): SaleMatch {
  const [link] = links;
  return link && links.length === 1
    ? { kind: 'link', link, foundBy }
    : { kind: 'ambiguous', links: links.length, foundBy };
}

const hashOf = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
