// The catalogue of one store: its products and links, with what became of them on the service.
import { learnCheckoutAddress } from '../../shared/checkout-url.ts';
import { USD_CURRENCY_ID } from '../../shared/money.ts';
import type { Action } from '../outbox/action.ts';
import type { Collection } from '../storage/collection.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { LinkRecord, ProductRecord } from './records.ts';

/** Records of one kind. Changes build on each other even while an earlier one is still being written. */
class Shelf<T extends { readonly id: string; readonly deletedAt: number | null }> {
  readonly #collection: Collection<T>;
  readonly #unwritten = new Map<string, T>();
  /** What is not deleted, newest first; made when it is first asked for, kept up to date from then on. */
  #standing: T[] | null = null;

  constructor(collection: Collection<T>) {
    this.#collection = collection;
  }

  /** A record as it is on disk, tombstones among them. */
  get(id: string): T | undefined {
    return this.#collection.get(id);
  }

  /** A record with changes that are still being written. */
  latest(id: string): T | undefined {
    return this.#unwritten.get(id) ?? this.#collection.get(id);
  }

  /** The records that are not deleted, newest first. To be used at once: it changes as records do. */
  standing(): readonly T[] {
    this.#standing ??= [...this.#collection.values()]
      .filter(({ deletedAt }) => deletedAt === null)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    return this.#standing;
  }

  async put(records: readonly T[]): Promise<void> {
    if (records.length === 0) return;
    for (const record of records) this.#unwritten.set(record.id, record);
    try {
      await this.#collection.commit({ put: records });
      for (const { id } of records) this.#place(id);
    } finally {
      for (const record of records) {
        if (this.#unwritten.get(record.id) === record) this.#unwritten.delete(record.id);
      }
    }
  }

  /** Brings one record's place among the standing ones up to date, by halving: ids are in order. */
  #place(id: string): void {
    const standing = this.#standing;
    const record = this.#collection.get(id);
    if (!standing || !record) return;
    let low = 0;
    for (let high = standing.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((standing[middle]?.id ?? '') > id) low = middle + 1;
      else high = middle;
    }
    const found = standing[low]?.id === id ? 1 : 0;
    if (record.deletedAt === null) standing.splice(low, found, record);
    else standing.splice(low, found);
  }

  settled(): Promise<void> {
    return this.#collection.settled();
  }
}

export class Catalogue {
  readonly products: Shelf<ProductRecord>;
  readonly links: Shelf<LinkRecord>;
  readonly #stamper: Stamper;
  readonly #now: () => number;
  readonly #linksOf = new Map<string, Set<string>>();

  constructor(products: Collection<ProductRecord>, links: Collection<LinkRecord>, stamper: Stamper, now: () => number) {
    this.products = new Shelf(products);
    this.links = new Shelf(links);
    this.#stamper = stamper;
    this.#now = now;
    for (const { id } of products.values()) stamper.seen(id);
    for (const link of links.values()) {
      stamper.seen(link.id);
      if (link.deletedAt === null) this.#countLink(link);
    }
  }

  /** Ids of the standing links of a product. */
  linksOf(productId: string): ReadonlySet<string> {
    return this.#linksOf.get(productId) ?? new Set();
  }

  /** Puts products and links that were just accepted into the catalogue. Applying twice changes nothing. */
  async applyAccepted(actions: readonly Action[]): Promise<void> {
    const products = actions.flatMap((action) =>
      action.payload.kind === 'product.create' && !this.products.latest(action.subject)
        ? [this.#newProduct(action, action.payload.fields)]
        : [],
    );
    await this.products.put(products);
    // Looked up only now: while the products were written, a link may have come by another way.
    const links = actions.flatMap((action) =>
      action.payload.kind === 'link.create' && !this.links.latest(action.subject)
        ? [this.#newLink(action, action.payload)]
        : [],
    );
    await this.#putLinks(links);
  }

  /** Carries over an edited payload of a change that has not left. */
  async applyEdited(action: Action): Promise<void> {
    const { payload } = action;
    if (payload.kind === 'product.create') await this.#changeProduct(action.subject, { fields: payload.fields });
    if (payload.kind === 'link.create') await this.#changeLink(action.subject, payload.draft);
  }

  /** Puts what came of a `done` action into the catalogue. Applying twice changes nothing. */
  async applyDone(action: Action): Promise<void> {
    await this.applyAccepted([action]);
    if (action.ending === 'sent') await this.#applySent(action);
    else await this.#applyTakenBack(action);
  }

  async #applySent(action: Action): Promise<void> {
    const { payload, result } = action;
    switch (payload.kind) {
      case 'product.create':
        if (result?.kind !== 'product') return;
        return this.#changeProduct(action.subject, {
          serverId: result.serverId,
          answer: result.answer,
          fields: payload.fields,
        });
      case 'product.update': {
        // Section 3: with USD prices set, the product is published.
        const published = payload.prices.some(({ currencyId }) => currencyId === USD_CURRENCY_ID);
        return this.#changeProduct(action.subject, {
          defaultPrices: payload.prices,
          ...(published ? { state: 'published' as const } : {}),
        });
      }
      case 'link.create': {
        if (result?.kind !== 'link') return;
        await this.#changeLink(action.subject, {
          ...payload.draft,
          paymentLink: result.paymentLink,
          answer: result.answer,
        });
        return this.learnFrom(payload.productId, result.paymentLink);
      }
      case 'link.delete':
        return this.#changeLink(action.subject, { deletedAt: action.endedAt ?? this.#now() });
      case 'settings.update':
        return;
    }
  }

  /** A discarded or withdrawn creation leaves nothing behind; anything else leaves the record as it was. */
  async #applyTakenBack(action: Action): Promise<void> {
    const deletedAt = action.endedAt ?? this.#now();
    if (action.payload.kind === 'product.create') await this.#changeProduct(action.subject, { deletedAt });
    if (action.payload.kind === 'link.create') await this.#changeLink(action.subject, { deletedAt });
  }

  /** Section 3: a payment link publishes its product. Its address also tells the product's checkout address. */
  async learnFrom(productId: string, paymentLink: string): Promise<void> {
    const product = this.products.latest(productId);
    if (!product || (product.state === 'published' && product.checkout)) return;
    await this.#changeProduct(productId, {
      state: 'published',
      checkout: product.checkout ?? learnCheckoutAddress(paymentLink),
    });
  }

  /** Takes in a product or a link that was made elsewhere. */
  async add(products: readonly ProductRecord[], links: readonly LinkRecord[]): Promise<void> {
    await this.products.put(products);
    await this.#putLinks(links);
  }

  /** What a new record starts with. */
  newRecord() {
    return { id: this.#stamper.id(), rev: this.#stamper.stamp(), createdAt: this.#now(), deletedAt: null };
  }

  async settled(): Promise<void> {
    await this.products.settled();
    await this.links.settled();
  }

  #newProduct(action: Action, fields: ProductRecord['fields']): ProductRecord {
    return {
      id: action.subject,
      rev: this.#stamper.stamp(),
      createdAt: action.acceptedAt,
      deletedAt: null,
      fields,
      origin: 'desk',
      serverId: null,
      state: 'draft',
      defaultPrices: [],
      checkout: null,
      answer: null,
    };
  }

  #newLink(action: Action, payload: Extract<Action['payload'], { kind: 'link.create' }>): LinkRecord {
    return {
      id: action.subject,
      rev: this.#stamper.stamp(),
      createdAt: action.acceptedAt,
      deletedAt: null,
      productId: payload.productId,
      ...payload.draft,
      origin: 'desk',
      paymentLink: null,
      answer: null,
    };
  }

  async #changeProduct(id: string, change: Partial<ProductRecord>): Promise<void> {
    const product = this.products.latest(id);
    if (product) await this.products.put([{ ...product, ...change, rev: this.#stamper.stamp() }]);
  }

  async #changeLink(id: string, change: Partial<LinkRecord>): Promise<void> {
    const link = this.links.latest(id);
    if (link) await this.#putLinks([{ ...link, ...change, rev: this.#stamper.stamp() }]);
  }

  async #putLinks(links: readonly LinkRecord[]): Promise<void> {
    await this.links.put(links);
    for (const link of links) this.#countLink(link);
  }

  #countLink(link: LinkRecord): void {
    const ids = this.#linksOf.get(link.productId) ?? new Set();
    if (link.deletedAt === null) ids.add(link.id);
    else ids.delete(link.id);
    this.#linksOf.set(link.productId, ids);
  }
}
