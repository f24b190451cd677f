// Which payment links of a store have sold, by the verified deliveries that the webhook inbox saw. Not the service's books.
import { createHash } from 'node:crypto';
import { uuidKey } from '../../shared/checkout-url.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { LinkRecord, SaleRecord } from '../catalog/records.ts';
import { readSaleEvent, type SaleEvent } from './sale-event.ts';

/** A delivery as the inbox has kept it. */
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

  /** Which link a delivery's sale belongs to. A doubt is no match. */
  match(body: string): SaleMatch {
    const event = readSaleEvent(body);
    return event ? this.matchEvent(event) : { kind: 'none' };
  }

  /** Stores the sales in verified deliveries. True when there was a new one. Throws `StorageError`. */
  take(deliveries: readonly SeenDelivery[]): boolean {
    const sales = deliveries.flatMap((delivery) => this.#saleIn(delivery) ?? []);
    return sales.length > 0 && this.#catalog.transaction(() => this.#catalog.sales.add(sales)) > 0;
  }

  /**
   * The seller says that a delivery without a valid key is a sale, or takes that back. False where it fits no single link,
   * or a verified delivery has the same event. Throws `StorageError`.
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

  /** The stored sale that a delivery is about. */
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
    // It is about a link, but about none of these: its metadata must not make it the sale of another one.
    if (linkUuids.length > 0) return { kind: 'unknown-link' };
    const mentioned = this.#withUuids(texts);
    if (mentioned.length > 0) return only(mentioned, 'uuid');
    // Deleted links count too where they were on the service: one with the same metadata may be what was sold.
    const alike = metadata === null ? [] : this.#catalog.links.withMetadata(metadata);
    if (alike.length === 0 || (alike.length === 1 && alike[0]?.paymentLink === null)) return { kind: 'none' };
    return only(alike, 'metadata');
  }

  /** The link of this store whose uuid an event gives; by that key alone, and not for a test. */
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
