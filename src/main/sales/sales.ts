// Stores the deliveries of a store together with the sales in them. These are not the service's books.
import { createHash } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.ts';
import type { NewDelivery } from '../catalog/deliveries.ts';
import { SALE_BODY, type SaleRecord } from '../catalog/records.ts';
import { fingerprintOf, readSaleEvent, type SaleEvent, saleIdOf } from '../catalog/sale-event.ts';
import type { SaleMatch } from '../catalog/sales.ts';
import type { Document } from '../storage/document.ts';

/** Headers that have the same id for each attempt to deliver an event. */
const ID_HEADER = /^(?:(?:webhook|svix)-id|idempotency-key|x-[\w-]*-delivery|[\w-]*(?:delivery|event)-id)$/i;

/** The facts of a body that cannot be read. */
const NO_FACTS: SaleEvent['facts'] = {
  ...{ eventId: null, product: null, productId: null, amount: null, metadata: [] },
  names: { uuids: [], texts: [], metadata: null },
};

export interface SalesDeps {
  readonly now: () => number;
  /** Whether an event received at this time may be a test, unless it looks like a sale. */
  readonly isTestTime: (at: number) => boolean;
  /** Call after a change that screens show. */
  readonly onChange: () => void;
}

export class Sales {
  /** When the seller last looked at the sales, in ms since 1970. */
  readonly #seenAt: Document<number>;

  constructor(
    private readonly catalog: Catalog,
    private readonly deps: SalesDeps,
  ) {
    this.#seenAt = catalog.fact('sales-seen', 0);
  }

  /**
   * Stores new deliveries, and known ones that can be verified now, each in one transaction with its sale. Idempotent.
   * Calls `also` in the transaction of the last one. Resolves to the sales that count from now on. Rejects with
   * `StorageError`; the first deliveries may be stored then.
   */
  async store(deliveries: readonly NewDelivery[], also?: () => void): Promise<SaleRecord[]> {
    const counted: SaleRecord[] = [];
    let hasSales = false;
    const last = deliveries.at(-1);
    await this.catalog.writeInBatches(deliveries, (delivery) => {
      const stored = this.#isNew(delivery) ? this.#store(delivery) : null;
      if (stored) hasSales = true;
      if (stored?.after === 'counted' && stored.before !== 'counted') counted.push(stored.sale);
      if (delivery !== last) return;
      this.catalog.deliveries.trim();
      also?.();
    });
    if (hasSales) this.deps.onChange();
    return counted;
  }

  /** Whether the delivery is not stored yet, or verified now and not before. */
  #isNew({ record: { id, verification } }: NewDelivery): boolean {
    const previous = this.catalog.deliveries.get(id)?.record;
    return !previous || (previous.verification !== 'verified' && verification === 'verified');
  }

  /** Use inside a transaction. */
  #store(delivery: NewDelivery) {
    const { record, body, keyDigest } = delivery;
    const { deliveries, sales, products } = this.catalog;
    const event = record.encoding === 'utf8' ? readSaleEvent(body) : null;
    const match = event ? sales.match(event.facts.names) : 'none';
    // The document shows no field of a test event's body (section 6.5), so an event without distinguishing fields may be one.
    const isTest = event?.isTest || (event?.isSale === false && match === 'none' && this.deps.isTestTime(record.at));
    const sale = isTest ? null : this.#saleIn(event, match, delivery);
    const title = typeof match === 'object' ? products.titleOf(match.productId) : '';
    const description = event && {
      kind: isTest ? ('test' as const) : sale || event.isSale ? ('sale' as const) : ('unknown' as const),
      product: title || event.facts.product,
      amount: event.facts.amount,
    };
    deliveries.put({ record: { ...record, event: description, saleId: sale?.id ?? null }, body }, keyDigest);
    if (!sale) return null;
    const stored = sales.merge(sale);
    if (stored.before === null && stored.after !== 'counted') {
      if (stored.after === 'unverified') sales.trim();
      // One that was delivered late counts as not seen yet.
      if (record.at <= this.#seenAt.value) this.#seenAt.save(record.at - 1);
    }
    return { ...stored, sale };
  }

  /** How surely a delivery is a sale of this store: 2 if it names a link of it, 1 if a product, 0 if neither. */
  claim(body: string): number {
    const event = readSaleEvent(body);
    if (event === null) return 0;
    return typeof this.catalog.sales.match(event.facts.names) === 'object' ? 2 : Number(this.#namesProduct(event));
  }

  /** Stores whether the seller says that this is a sale; null takes that back. False if there is no such sale. */
  mark(id: string, isSale: boolean | null): boolean {
    const sale = this.catalog.sales.get(id);
    if (!sale) return false;
    // Later than the previous override, even if the clock was set back.
    const at = Math.max(this.deps.now(), (sale.override?.at ?? 0) + 1);
    const override = { isSale, wasVerified: sale.verified, at };
    this.catalog.transaction(() => this.catalog.sales.merge({ ...sale, override }));
    this.deps.onChange();
    return true;
  }

  /** Whether the seller has to decide about a sale that was delivered since they last looked. */
  get hasNewQuestions(): boolean {
    return this.catalog.sales.hasQuestions(this.#seenAt.value);
  }

  /** Call when the seller looks at the sales. Throws `StorageError`. */
  seen(): void {
    if (!this.hasNewQuestions) return;
    this.#seenAt.save(this.deps.now());
    this.deps.onChange();
  }

  /** Null unless the delivery counts as a sale. A verified one that cannot be read does, because the seller has to look. */
  #saleIn(event: SaleEvent | null, match: SaleMatch, { record, body }: NewDelivery): SaleRecord | null {
    const { at, verification, headers } = record;
    const isVerified = verification === 'verified';
    const link = typeof match === 'object' ? match : null;
    // An unverified delivery that names neither a link nor a product of the store may be anything.
    const isNamed = link !== null || (match === 'none' && event !== null && this.#namesProduct(event));
    if (!isVerified && !isNamed) return null;
    const deliveryId = headers.find(([name]) => ID_HEADER.test(name))?.[1][0] ?? null;
    return {
      id: event ? saleIdOf(event, deliveryId, at) : createHash('sha256').update(body).digest('hex'),
      linkId: link?.id ?? null,
      at,
      verified: isVerified,
      times: [at],
      event: {
        ...{ at, isVerified, ...(event?.facts ?? NO_FACTS) },
        fingerprint: event === null || event.isOwnId || deliveryId !== null ? null : fingerprintOf(event, at),
        isReadable: event !== null,
        ...cutBody(body),
      },
    };
  }

  /** Compares the product's id on the service, and the title if the event has one. */
  #namesProduct({ facts }: SaleEvent): boolean {
    const [known] = facts.productId === null ? [] : this.catalog.products.withKeys([facts.productId]);
    const title = known?.fields.productTitle.trim();
    return title !== undefined && (facts.product?.trim() ?? title) === title;
  }
}

function cutBody(whole: string): { body: string; isCut: boolean } {
  // SQLite reads a text up to its first NUL.
  const body = whole.replaceAll('\0', '\uFFFD');
  if (body.length <= SALE_BODY) return { body, isCut: false };
  // Never ends in half of a surrogate pair.
  return { body: body.slice(0, SALE_BODY).replace(/[\uD800-\uDBFF]$/, ''), isCut: true };
}
