// What changes do to the products and links of a catalog, and the history of the changes that ended last.
import { checkoutAddressOf } from '../../shared/checkout-url.ts';
import { USD_CURRENCY_ID } from '../../shared/money.ts';
import type { Change } from '../outbox/change.ts';
import { doubtAfter } from '../outbox/doubt.ts';
import type { Database } from '../storage/database.ts';
import { isNewer, type Stamper, timeOfId } from '../storage/stamp.ts';
import type { Links } from './links.ts';
import { isMerged } from './merge-record.ts';
import type { Products } from './products.ts';
import { RecordTable } from './record-table.ts';
import { type LinkRecord, UNSENT_PRODUCT } from './records.ts';
import { currencyNames, inRows, type SearchText, termsOf } from './search.ts';
import type { StagedLink } from './staged.ts';

/** Use inside a transaction. */
export class ChangeEffects {
  constructor(
    private readonly products: Products,
    private readonly links: Links,
    private readonly stamper: Stamper,
    /** Ms since 1970. */
    private readonly now: () => number,
  ) {}

  /** Inserts the product or link that a change creates, unless it exists. */
  create({ payload, subject, acceptedAt }: Change): void {
    if (payload.kind === 'product.create' && !this.products.get(subject)) {
      this.products.put({
        id: subject,
        rev: this.stamper.stamp(),
        createdAt: acceptedAt,
        deletedAt: null,
        fields: payload.fields,
        ...UNSENT_PRODUCT,
      });
    }
    if (payload.kind === 'link.create' && !this.links.get(subject)) {
      const { productId, draft, note } = payload;
      this.links.put(this.newLink({ id: subject, productId, draft, note, acceptedAt }));
    }
  }

  /** A link that the service has yet to create. */
  newLink({ id, productId, draft, note, acceptedAt }: StagedLink): LinkRecord {
    return {
      id,
      rev: this.stamper.stamp(),
      // An import gives its links their ids, and so their order in lists, before it accepts them.
      createdAt: Math.min(acceptedAt, timeOfId(id)),
      deletedAt: null,
      productId,
      ...draft,
      origin: 'desk',
      paymentLink: null,
      ...(note === undefined ? {} : { note }),
      answer: null,
    };
  }

  /** Gives the record the values of its creation, and restores it if `revert` deleted it. */
  rewrite(change: Change): void {
    const { payload, subject } = change;
    if (payload.kind === 'product.create') this.products.change(subject, { fields: payload.fields });
    if (payload.kind === 'link.create') this.links.change(subject, payload.draft);
    this.#setDeleted(change, null);
  }

  /** For a creation. A record that this or another computer has created on the service meanwhile stays as it is. */
  #setDeleted({ payload, subject }: Change, deletedAt: number | null): void {
    if (payload.kind === 'product.create' && this.products.get(subject)?.serverId === null)
      this.products.change(subject, { deletedAt });
    if (payload.kind === 'link.create' && this.links.get(subject)?.paymentLink === null)
      this.links.change(subject, { deletedAt });
  }

  applyResult(change: Change): void {
    const { payload, result, subject } = change;
    switch (payload.kind) {
      case 'product.create':
        // Another computer has already stored this result.
        if (result?.kind !== 'product' || this.products.get(subject)?.serverId === result.serverId) return;
        this.products.change(subject, { serverId: result.serverId, answer: result.answer, fields: payload.fields });
        return;
      case 'product.update': {
        // Section 3: setting a USD price publishes the product.
        const isPublished = payload.prices.some(({ currencyId }) => currencyId === USD_CURRENCY_ID);
        this.products.change(this.products.remaining(subject)?.id ?? subject, {
          defaultPrices: payload.prices,
          priceDoubt: undefined,
          ...(isPublished ? { state: 'published' as const } : {}),
        });
        return;
      }
      case 'link.create':
        if (result?.kind !== 'link') return;
        if (this.links.get(subject)?.paymentLink !== result.paymentLink) {
          this.links.change(subject, { ...payload.draft, paymentLink: result.paymentLink, answer: result.answer });
        }
        this.publish(payload.productId, result.paymentLink);
        return;
      case 'link.delete': {
        const link = this.links.get(subject);
        if (!link) return;
        const deletion = { deletedAt: change.endedAt ?? this.now(), replacedBy: payload.replacedBy };
        this.links.change(subject, { ...deletion, ...(isMerged(link) && { deletedOnService: true }) });
        this.deleteDuplicates(link, deletion);
        return;
      }
      case 'settings.update':
        return;
    }
  }

  /** For a discarded or withdrawn change: deletes the record that it created, or stores the doubt that it leaves. */
  revert(change: Change): void {
    const { payload, subject } = change;
    this.#setDeleted(change, change.endedAt ?? this.now());
    if (payload.kind === 'product.update') {
      const product = this.products.remaining(subject);
      if (product) this.products.change(product.id, { priceDoubt: doubtAfter(change, product.priceDoubt) });
    }
    if (payload.kind === 'link.delete') {
      const link = this.links.remaining(subject);
      if (link) this.links.change(link.id, { deletionDoubt: doubtAfter(change, link.deletionDoubt) });
    }
  }

  /** Section 3: a payment link publishes its product. Its address also contains the product's checkout address. */
  publish(productId: string, paymentLink: string): void {
    const product = this.products.remaining(productId);
    const checkout = product?.checkout ?? checkoutAddressOf(paymentLink);
    if (product) this.products.change(product.id, { state: 'published', checkout });
  }

  /** Deletes the other records of a link that is deleted on the service. */
  deleteDuplicates(link: LinkRecord, { deletedAt, replacedBy }: Pick<LinkRecord, 'deletedAt' | 'replacedBy'>): void {
    for (const other of this.links.sameOnService(link)) {
      if (other.id !== link.id && other.deletedAt === null) this.links.change(other.id, { deletedAt, replacedBy });
    }
  }
}

const HISTORY_LIMIT = 5_000;

export class History extends RecordTable<Change> {
  /** `textOf`: the search text of a change. */
  constructor(
    database: Database,
    private readonly textOf: (change: Change) => SearchText,
  ) {
    super(database, 'history');
  }

  ids(): Set<string> {
    return new Set(this.database.column<string>('SELECT id FROM history'));
  }

  /** Newest first. `total`: how many match. */
  page(search: string, offset: number, limit: number): { total: number; rows: Change[] } {
    const { sql, values } = inRows('history', termsOf(search, currencyNames(this.database)));
    const total = this.database.value<number>(`SELECT count(*) FROM history WHERE ${sql}`, ...values) ?? 0;
    const page = `SELECT record FROM history WHERE ${sql} ORDER BY ended_at DESC, id DESC LIMIT ? OFFSET ?`;
    return { total, rows: this.database.records(page, ...values, limit, offset) };
  }

  /** Whether a change of the same kind to the same subject was sent that was accepted later, or edited after this one's end. */
  sentSince({ id, rev, subject, payload }: Change): boolean {
    const sql = "SELECT record FROM history WHERE subject = ? AND kind = ? AND ending = 'sent'";
    const sent = this.database.records<Change>(sql, subject, payload.kind);
    return sent.some((other) => other.id > id || (other.revised !== undefined && isNewer(other.revised, rev)));
  }

  override put(change: Change): void {
    this.database.put('history', { id: change.id, ...this.textOf(change), record: JSON.stringify(change) });
  }

  /** Removes the oldest beyond the limit. Use inside a transaction. */
  trim(): void {
    const beyond = `SELECT id FROM history ORDER BY ended_at DESC, id DESC LIMIT -1 OFFSET ${HISTORY_LIMIT}`;
    this.database.run(`DELETE FROM history WHERE id IN (${beyond})`);
  }
}
