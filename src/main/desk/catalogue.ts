// The catalogue of one store: its products and links, with what became of them on the service.
import { isDeepStrictEqual } from 'node:util';
import { learnCheckoutAddress } from '../../shared/checkout-url.ts';
import { USD_CURRENCY_ID } from '../../shared/money.ts';
import type { Action } from '../outbox/action.ts';
import { doubtAfter } from '../outbox/doubt.ts';
import type { Collection } from '../storage/collection.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { LinkRecord, ProductRecord } from './records.ts';
import { linkText, productText } from './search-texts.ts';
import { Shelf } from './shelf.ts';

export class Catalogue {
  readonly products: Shelf<ProductRecord>;
  readonly links: Shelf<LinkRecord>;
  readonly #stamper: Stamper;
  readonly #now: () => number;
  readonly #linksOf = new Map<string, Set<string>>();

  constructor(products: Collection<ProductRecord>, links: Collection<LinkRecord>, stamper: Stamper, now: () => number) {
    this.products = new Shelf(products, productText);
    this.links = new Shelf(links, (link) =>
      linkText(link, this.products.latest(link.productId)?.fields.productTitle ?? ''),
    );
    this.#stamper = stamper;
    this.#now = now;
  }

  /** More records were read: what is listed is looked at anew. */
  lookAnew(): void {
    this.products.lookAnew();
    this.links.lookAnew();
  }

  /** All records are read. */
  takeStock(): void {
    for (const { id } of this.products.all()) this.#stamper.seen(id);
    for (const link of this.links.all()) {
      this.#stamper.seen(link.id);
      if (link.deletedAt === null) this.#countLink(link);
    }
    this.lookAnew();
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

  /** Puts products and links back whose discarded creation waits again. Applying twice changes nothing. */
  async applyBroughtBack(waiting: readonly Action[]): Promise<void> {
    const products = this.#gone(waiting, 'product.create', this.products);
    await Promise.all([this.products.put(products), this.#putLinks(this.#gone(waiting, 'link.create', this.links))]);
  }

  /** What the discard of a creation had deleted, standing again. */
  #gone<T extends ProductRecord | LinkRecord>(
    waiting: readonly Action[],
    kind: 'product.create' | 'link.create',
    shelf: Shelf<T>,
  ): T[] {
    return waiting.flatMap(({ payload, subject }) => {
      const record = payload.kind === kind ? shelf.latest(subject) : undefined;
      return record && record.deletedAt !== null ? [{ ...record, deletedAt: null, rev: this.#stamper.stamp() }] : [];
    });
  }

  /** Carries over an edited payload of a change. Where all is so already, nothing is written. */
  async applyEdited({ payload, subject }: Action): Promise<void> {
    if (payload.kind === 'product.create') {
      const { fields } = payload;
      if (!isDeepStrictEqual(this.products.latest(subject)?.fields, fields)) {
        await this.#changeProduct(subject, { fields });
      }
    }
    if (payload.kind === 'link.create') {
      const { draft } = payload;
      const link = this.links.latest(subject);
      if (!isDeepStrictEqual(link, { ...link, ...draft })) await this.#changeLink(subject, draft);
    }
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
          priceDoubt: undefined,
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

  /** A discarded or withdrawn creation leaves nothing behind; anything else the record as it was, maybe with a doubt. */
  async #applyTakenBack(action: Action): Promise<void> {
    const deletedAt = action.endedAt ?? this.#now();
    if (action.payload.kind === 'product.create') await this.#changeProduct(action.subject, { deletedAt });
    if (action.payload.kind === 'link.create') await this.#changeLink(action.subject, { deletedAt });
    if (action.payload.kind === 'product.update') {
      const before = this.products.latest(action.subject)?.priceDoubt;
      const priceDoubt = doubtAfter(action, before);
      if (!isDeepStrictEqual(priceDoubt, before)) await this.#changeProduct(action.subject, { priceDoubt });
    }
    if (action.payload.kind === 'link.delete') {
      const before = this.links.latest(action.subject)?.deletionDoubt;
      const deletionDoubt = doubtAfter(action, before);
      if (!isDeepStrictEqual(deletionDoubt, before)) await this.#changeLink(action.subject, { deletionDoubt });
    }
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
    if (!product) return;
    await this.products.put([{ ...product, ...change, rev: this.#stamper.stamp() }]);
    // The product's title stands in what is searched of its links.
    if (change.fields) this.links.forgetTexts(this.linksOf(id));
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
