// Stores the deliveries of a store together with the sales in them. These are not the service's books.
import { createHash } from 'node:crypto';
import type { DeliveryEvent } from '../../shared/inbox.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { NewDelivery } from '../catalog/deliveries.ts';
import { SALE_BODY, type SaleRecord } from '../catalog/records.ts';
import { fingerprintOf, namesIn, readSaleEvent, type SaleEvent, saleIdOf } from '../catalog/sale-event.ts';
import type { SaleMatch, StoredSale } from '../catalog/sales.ts';

/** Headers that have the same id for each attempt to deliver an event. */
const ID_HEADER = /^(?:(?:webhook|svix)-id|idempotency-key|x-[\w-]*-delivery|[\w-]*(?:delivery|event)-id)$/i;

export interface SalesDeps {
  readonly now: () => number;
  /** Whether an event received at this time may be a test, unless it looks like a sale. */
  readonly isTestTime: (at: number) => boolean;
  /** Call after a change that screens show. */
  readonly onChange: () => void;
}
const ALONE: SalesDeps = { now: Date.now, isTestTime: () => false, onChange: () => undefined };

/** Sales that count from now on, and sales that the seller has to decide about. */
export interface StoredSales {
  readonly counted: readonly SaleRecord[];
  readonly questions: readonly SaleRecord[];
}

export class Sales {
  readonly #catalog: Catalog;
  readonly #deps: SalesDeps;

  constructor(catalog: Catalog, deps: SalesDeps = ALONE) {
    this.#catalog = catalog;
    this.#deps = deps;
  }

  /**
   * Stores new deliveries, and known ones that can be verified now, each in one transaction with its sale. Idempotent.
   * Rejects with `StorageError`; the first deliveries may be stored then. Calls `also` in the transaction of the last
   * one.
   */
  async store(deliveries: readonly NewDelivery[], also?: () => void): Promise<StoredSales> {
    const results: (StoredSale & { readonly sale: SaleRecord })[] = [];
    const last = deliveries.at(-1);
    await this.#catalog.writeInBatches(deliveries, (delivery) => {
      const sale = this.#isNew(delivery) ? this.#store(delivery) : null;
      if (sale) results.push(sale);
      if (delivery !== last) return;
      this.#catalog.deliveries.trim();
      also?.();
    });
    if (results.some(({ isChanged }) => isChanged)) this.#deps.onChange();
    const salesWhere = (are: (sale: StoredSale) => boolean) => results.filter(are).map(({ sale }) => sale);
    return {
      counted: salesWhere(({ before, after }) => after === 'counted' && before !== 'counted'),
      questions: salesWhere(({ before, after }) => after !== 'counted' && after !== 'ignored' && before === null),
    };
  }

  /** Whether the delivery is not stored yet, or verified now and not before. */
  #isNew({ record: { id, verification } }: NewDelivery): boolean {
    const previous = this.#catalog.deliveries.verificationOf(id);
    return previous === undefined || (previous !== 'verified' && verification === 'verified');
  }

  /** Use inside a transaction. */
  #store({ record, body, keyDigest }: NewDelivery): (StoredSale & { readonly sale: SaleRecord }) | null {
    const { deliveries, sales } = this.#catalog;
    const event = record.encoding === 'utf8' ? readSaleEvent(body) : null;
    const match = event ? this.#match(event) : ({ kind: 'none' } as const);
    const isTest = this.#isTest(event, match, record.at);
    const sale = isTest ? null : this.#saleIn(event, match, record, body);
    const kind = isTest ? 'test' : sale || event?.isSale || event?.linkUuids.length ? 'sale' : 'unknown';
    const description = event && this.#describe(event, match, kind);
    deliveries.put({ record: { ...record, event: description, saleId: sale?.id ?? null }, body }, keyDigest);
    if (!sale) return null;
    const result = sales.merge(sale);
    if (result.before === null && result.after === 'unverified') sales.trim();
    return { ...result, sale };
  }

  /** Whether a delivery is a sale of a link of this store. */
  isOfLink(body: string): boolean {
    const event = readSaleEvent(body);
    return event !== null && this.#match(event).kind === 'link';
  }

  /** Stores whether the seller says that this is a sale; null takes that back. False if there is no such sale. */
  mark(id: string, isSale: boolean | null): boolean {
    const sale = this.#catalog.sales.get(id);
    if (!sale) return false;
    // Later than the previous override, even if the clock was set back.
    const at = Math.max(this.#deps.now(), (sale.override?.at ?? 0) + 1);
    const override = { isSale, wasVerified: sale.verified, at };
    this.#catalog.transaction(() => this.#catalog.sales.merge({ ...sale, override }));
    this.#deps.onChange();
    return true;
  }

  /** Null unless the delivery counts as a sale. A verified one that cannot be read does, because the seller has to look. */
  #saleIn(
    event: SaleEvent | null,
    match: SaleMatch,
    { at, verification, headers }: NewDelivery['record'],
    body: string,
  ): SaleRecord | null {
    const isVerified = verification === 'verified';
    const link = match.kind === 'link' ? match.link : null;
    // An unverified delivery that names neither a link nor a product of the store may be anything.
    const isNamed = link !== null || (match.kind === 'none' && event !== null && this.#namesProduct(event));
    if (!isVerified && !isNamed) return null;
    const deliveryId = headers.find(([name]) => ID_HEADER.test(name))?.[1][0] ?? null;
    return {
      id: event ? saleIdOf(event, deliveryId, at) : createHash('sha256').update(body).digest('hex'),
      linkId: link?.id ?? null,
      at,
      verified: isVerified,
      times: [at],
      event: {
        at,
        isVerified,
        eventId: event?.eventId?.slice(0, 500) ?? null,
        product: event?.productTitle ?? null,
        amount: event?.amount ?? null,
        metadata: [...(event?.metadataShown ?? [])],
        names: event ? namesIn(event) : { uuids: [], texts: [], metadata: null },
        fingerprint: event === null || event.isOwnId || deliveryId !== null ? null : fingerprintOf(event, at),
        isReadable: event !== null,
        ...cutBody(body),
      },
    };
  }

  /** Compares the product's id on the service, and the title if the event has one. */
  #namesProduct({ productId, productTitle }: SaleEvent): boolean {
    const [product] = productId === null ? [] : this.#catalog.products.withServerId(productId);
    return (
      product !== undefined &&
      (productTitle ?? product.fields.productTitle).trim() === product.fields.productTitle.trim()
    );
  }

  #match(event: SaleEvent): SaleMatch {
    const { linkUuids, texts } = event;
    return this.#catalog.sales.match({ ...namesIn(event), uuids: [...linkUuids], texts: [...texts] });
  }

  /** The document shows no field of a test event's body (section 6.5), so an event without distinguishing fields may be one. */
  #isTest(event: SaleEvent | null, match: SaleMatch, at: number): boolean {
    if (event?.isTest) return true;
    const isPlain = !event?.isSale && !event?.linkUuids.length && match.kind === 'none';
    return isPlain && this.#deps.isTestTime(at);
  }

  #describe(event: SaleEvent, match: SaleMatch, kind: DeliveryEvent['kind']): DeliveryEvent {
    const title = match.kind === 'link' ? this.#catalog.products.titleOf(match.link.productId) : '';
    const product = title || event.productTitle;
    return { kind, product, amount: event.amount, metadata: [...event.metadataShown] };
  }
}

function cutBody(whole: string): { body: string; isCut: boolean } {
  // SQLite reads a text up to its first NUL.
  const body = whole.replaceAll('\0', '\uFFFD');
  if (body.length <= SALE_BODY) return { body, isCut: false };
  // Never ends in half of a surrogate pair.
  return { body: body.slice(0, SALE_BODY).replace(/[\uD800-\uDBFF]$/, ''), isCut: true };
}
