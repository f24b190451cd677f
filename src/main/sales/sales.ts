// The sales of a store, from deliveries of the webhook. Not the service's books.
import { uuidKey } from '../../shared/checkout-url.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { metadataKey } from '../catalog/link-keys.ts';
import { type LinkRecord, SALE_BODY, type SaleRecord } from '../catalog/records.ts';
import { namesIn, readSaleEvent, type SaleEvent, saleIdOf } from '../catalog/sale-event.ts';
import type { Taken } from '../catalog/sales.ts';
import { Turns } from '../turns.ts';

/** Deliveries of one sale come within this many ms. */
const SAME_SALE_MS = 60 * 60_000;

export interface SeenDelivery {
  readonly at: number;
  readonly body: string;
}

export type SaleMatch =
  | { readonly kind: 'link'; readonly link: LinkRecord; readonly foundBy: 'uuid' | 'metadata' }
  | { readonly kind: 'ambiguous'; readonly links: number; readonly foundBy: 'uuid' | 'metadata' }
  | { readonly kind: 'unknown-link' | 'test' | 'none' };

export interface SalesDeps {
  readonly now: () => number;
  /** Whether an event that came at this time may be a test, unless it looks like a sale. */
  readonly isTestTime: (at: number) => boolean;
  /** Call after a change that screens show. */
  readonly onChange: () => void;
}
const ALONE: SalesDeps = { now: Date.now, isTestTime: () => false, onChange: () => undefined };

/** Sales whose links are looked for before yielding to the event loop. */
const ATTACHED_AT_ONCE = 20;
/** After a disk that refused, or a lock that was held for long. */
const ATTACH_AGAIN_MS = 5_000;

export class Sales {
  readonly #catalog: Catalog;
  readonly #deps: SalesDeps;
  #attaching: Promise<void> | null = null;
  #isAttachable = false;
  #again: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(catalog: Catalog, deps: SalesDeps = ALONE) {
    this.#catalog = catalog;
    this.#deps = deps;
    catalog.sales.onAttachable = () => this.#scheduleAttach();
    this.#scheduleAttach();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#again);
    await this.#attaching;
  }

  /** The link that a delivery's sale belongs to. */
  match(body: string): SaleMatch {
    const event = readSaleEvent(body);
    return event ? this.matchEvent(event) : { kind: 'none' };
  }

  /**
   * Stores the sale in a delivery; null if there is none. Without the key it has to name a link of the store. Use inside a
   * transaction.
   */
  take(delivery: SeenDelivery, isVerified: boolean): (Taken & { readonly sale: SaleRecord }) | null {
    const sale = this.#saleIn(delivery, isVerified);
    if (!sale) return null;
    const taken = this.#catalog.sales.take(sale);
    if (taken.before === null && taken.after === 'unverified') this.#catalog.sales.trim();
    return { ...taken, sale };
  }

  /** Whether this verified delivery is a sale of a link. */
  isOfLink({ body }: SeenDelivery): boolean {
    return this.match(body).kind === 'link';
  }

  /**
   * Marks or unmarks an unverified delivery as a sale. Returns false if it matches no single link, or a verified delivery has
   * the same event. Throws `StorageError`.
   */
  mark(delivery: SeenDelivery, isSale: boolean): boolean {
    const found = this.#saleIn(delivery, false);
    if (!found) return false;
    return this.#catalog.transaction(() => {
      this.#catalog.sales.take(found);
      const sale = this.#catalog.sales.get(found.id);
      return sale !== undefined && !sale.verified && this.markStored(sale.id, isSale);
    });
  }

  /** Marks a stored sale as one, or as none. False if there is no such sale. */
  markStored(id: string, isSale: boolean): boolean {
    const sale = this.#catalog.sales.get(id);
    if (!sale) return false;
    const { verified, mark, dismissal } = sale;
    // Later than the last one, also where the clock was set back.
    const at = Math.max(this.#deps.now(), ((verified ? dismissal : mark)?.at ?? 0) + 1);
    const said = verified ? { dismissal: { isDismissed: !isSale, at } } : { mark: { isSale, at } };
    this.#catalog.transaction(() => this.#catalog.sales.take({ ...sale, ...said }));
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

  stored(delivery: SeenDelivery, isVerified: boolean): SaleRecord | undefined {
    const found = this.#saleIn(delivery, isVerified);
    return found ? this.#catalog.sales.get(found.id) : undefined;
  }

  #saleIn({ at, body }: SeenDelivery, isVerified: boolean): SaleRecord | null {
    const event = readSaleEvent(body);
    if (!event || event.isTest) return null;
    const match = this.#matchNames(namesOf(event));
    const link = match.kind === 'link' ? match : null;
    // Without the key, what names neither a link nor a product of the store may be anything.
    const isNamed =
      link !== null || isVerified || (match.kind === 'none' && this.#catalog.sales.productNamedIn(event) !== null);
    if (!isNamed || (!link && this.#isLikeTest(event, match, at))) return null;
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

  /** The document shows no field of a test event's body (section 6.5), so an event without distinguishing fields may be one. */
  #isLikeTest({ isSale, linkUuids }: SaleEvent, match: SaleMatch, at: number): boolean {
    return !isSale && linkUuids.length === 0 && match.kind === 'none' && this.#deps.isTestTime(at);
  }

  matchEvent(event: SaleEvent): SaleMatch {
    return event.isTest ? { kind: 'test' } : this.#matchNames(namesOf(event));
  }

  /** Why a sale has no link. */
  fits({ event }: SaleRecord): 'unknown' | 'several' | 'none' {
    if (event.names.uuids.length === 0 && event.names.metadata === null) return 'none';
    return this.#matchNames(event.names).kind === 'ambiguous' ? 'several' : 'unknown';
  }

  #matchNames({ uuids, texts, metadata }: Names): SaleMatch {
    const named = this.#withUuids(uuids);
    if (named.length > 0) return only(named, 'uuid');
    // The event names a link that is not in this store, so its metadata must not match another one.
    if (uuids.length > 0) return { kind: 'unknown-link' };
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

  // ---- links added after their sales

  #scheduleAttach(): void {
    this.#isAttachable = true;
    this.#attaching ??= this.#attach()
      .catch((error: unknown) => {
        console.error('Sales without a link could not be matched; this is tried again', error);
        if (!this.#isStopped) this.#again = setTimeout(() => this.#scheduleAttach(), ATTACH_AGAIN_MS).unref();
      })
      .finally(() => {
        this.#attaching = null;
      });
  }

  /** Gives sales without a link the link or the product that has become known, in the background. Continues after the next start. */
  async #attach(): Promise<void> {
    const turns = new Turns();
    while (this.#isAttachable && !this.#isStopped) {
      this.#isAttachable = false;
      // Wait for the commit of the transaction that stores the link.
      await turns.next();
      const waiting = this.#isStopped ? [] : this.#catalog.sales.toAttach(ATTACHED_AT_ONCE);
      if (waiting.length === 0) {
        if (!this.#isStopped && this.#giveProducts()) this.#isAttachable = true;
        continue;
      }
      this.#isAttachable = true;
      this.#catalog.transaction(() => {
        for (const sale of waiting) this.#attachOne(sale);
      });
      this.#deps.onChange();
    }
  }

  /** Returns false once all were tried. */
  #giveProducts(): boolean {
    const { sales } = this.#catalog;
    const before = sales.version;
    const hasMore = this.#catalog.transaction(() => sales.giveProducts(ATTACHED_AT_ONCE));
    if (sales.version !== before) this.#deps.onChange();
    return hasMore;
  }

  #attachOne(sale: SaleRecord): void {
    this.#catalog.sales.attachTried(sale.id);
    const match = this.#matchNames(sale.event.names);
    if (match.kind !== 'link') return;
    this.#catalog.sales.take({ ...sale, linkId: match.link.id, foundBy: match.foundBy });
  }
}

/** What an event has to find its link by; `metadata` is a hash. */
type Names = SaleRecord['event']['names'];

const namesOf = (event: SaleEvent): Names => ({
  uuids: [...event.linkUuids],
  texts: [...event.texts],
  metadata: namesIn(event).metadata,
});

function only(links: readonly LinkRecord[], foundBy: 'uuid' | 'metadata'): SaleMatch {
  const [link] = links;
  return link && links.length === 1
    ? { kind: 'link', link, foundBy }
    : { kind: 'ambiguous', links: links.length, foundBy };
}
