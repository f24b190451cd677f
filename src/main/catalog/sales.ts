// The sales of a store, as the webhook delivered them.
import { isDeepStrictEqual } from 'node:util';
import { uuidKey } from '../../shared/checkout-url.ts';
import type { SaleState } from '../../shared/sale.ts';
import type { Database, Value } from '../storage/database.ts';
import { linkKey, metadataHash, namesOf } from './link-keys.ts';
import type { Links } from './links.ts';
import { List } from './list.ts';
import { isMerged, mergeSale, saleState } from './merge-record.ts';
import type { Products } from './products.ts';
import type { Reader } from './reader.ts';
import { RecordTable } from './record-table.ts';
import type { LinkRecord, SaleRecord } from './records.ts';
import { SALE_TABLE, type SaleQuery, saleQueryOf } from './sale-list.ts';
import { amountOf, saleText } from './sale-text.ts';
import { putText } from './search.ts';

/** The service may repeat a delivery within this time. */
const REPEATED_MS = 24 * 60 * 60_000;

/** A record is stored without its body, so that a list does not read it. */
const WHOLE = "json_set(record, '$.event.body', body)";

/** The number of unverified sales kept. Limited, because anyone may send events without the key. */
export const UNVERIFIED_KEPT = 1_000;

/** Only a link that identifies the sale is a record. */
export type SaleMatch = LinkRecord | 'ambiguous' | 'unknown-link' | 'none';

export class SaleRecords extends RecordTable<SaleRecord> {
  /** Its records come without bodies. */
  readonly list: List<SaleRecord, SaleQuery>;

  constructor(
    database: Database,
    private readonly products: Products,
    private readonly links: Links,
    reader: Reader,
  ) {
    super(database, 'sales', WHOLE);
    this.list = new List(SALE_TABLE, saleQueryOf, database, reader);
  }

  #where(sql: string, ...values: Value[]): SaleRecord[] {
    return this.database.records(`SELECT ${WHOLE} FROM sales WHERE ${sql}`, ...values);
  }

  /** Adds a sale, or merges it into the stored one. Returns its states; `before` is null for a new one. Use inside a transaction. */
  merge(sale: SaleRecord) {
    const stateOf = () => this.shown(sale.id)?.state ?? null;
    const known = this.get(sale.id);
    const merged = known ? mergeSale(known, sale) : sale;
    const before = stateOf();
    if (!isDeepStrictEqual(merged, known)) this.put(merged);
    return { before, after: stateOf() };
  }

  /** The columns of a sale that depend on other records too. */
  shown(id: string): { readonly state: SaleState; readonly productId: string | null } | undefined {
    return this.database.get('SELECT state, product_id AS productId FROM sales WHERE id = ?', id);
  }

  /** Use inside a transaction. */
  moveTo(linkId: string, fromLinkId: string): void {
    for (const sale of this.#where('link_id = ?', fromLinkId)) this.put({ ...sale, linkId });
  }

  /** Removes the oldest unverified sales beyond `UNVERIFIED_KEPT`. Use inside a transaction. */
  trim(): void {
    const sql = `SELECT id FROM sales WHERE state = 'unverified' ORDER BY sold_at DESC, id DESC LIMIT -1 OFFSET ?`;
    for (const id of this.database.column<string>(sql, UNVERIFIED_KEPT)) {
      this.database.run('DELETE FROM sale_search WHERE rowid = (SELECT rowid FROM sales WHERE id = ?)', id);
      this.database.run('DELETE FROM sale_names WHERE sale_id = ?', id);
      this.database.run('DELETE FROM sales WHERE id = ?', id);
    }
  }

  /** Whether the seller has to decide about a sale delivered after `time`, in ms since 1970. */
  hasQuestions(time: number): boolean {
    const sql = `SELECT 1 FROM sales WHERE state IN ('unverified', 'unreadable', 'repeat') AND sold_at > ? LIMIT 1`;
    return this.database.get(sql, time) !== undefined;
  }

  /** Finds the link that an event names. */
  match({ uuids, texts, metadata }: SaleRecord['event']['names']): SaleMatch {
    const named = this.links.withKeys(uuids.map(uuidKey));
    if (named.length > 0) return only(named);
    // The event names an unknown link, so its metadata must not match another one.
    if (uuids.length > 0) return 'unknown-link';
    const mentioned = this.links.withKeys(texts.map(uuidKey));
    if (mentioned.length > 0) return only(mentioned);
    // Includes deleted links that were on the service, because one of them may have been sold.
    const withMetadata = metadata === null ? [] : this.links.withMetadata(metadata);
    return withMetadata.some(({ paymentLink }) => paymentLink !== null) ? only(withMetadata) : 'none';
  }

  /** Call when links were stored, in their transaction. They may be new, or have other products. */
  linksStored(links: readonly LinkRecord[]): void {
    const sold = links.filter(({ paymentLink }) => paymentLink !== null);
    if (sold.length === 0) return;
    const isOf = `id IN (
      SELECT s.id FROM json_each(?) CROSS JOIN sales s ON s.link_id = value ->> 0 WHERE s.product_id IS NOT value ->> 1
      UNION SELECT sale_id FROM sale_names WHERE name IN (SELECT value FROM json_each(?)))`;
    const products = sold.map(({ id, productId }) => [id, productId]);
    const names = sold.flatMap((link) => [linkKey(link), metadataHash(link)]);
    for (const sale of this.#where(isOf, JSON.stringify(products), JSON.stringify(names))) {
      const match = sale.linkId === null ? this.match(sale.event.names) : null;
      if (match === null) this.put(sale);
      else if (typeof match === 'object') this.merge({ ...sale, linkId: match.id });
    }
  }

  /** The id of the product that a sale without a link names; null if it is unknown. */
  #productOf({ productId, product }: SaleRecord['event']): string | null {
    if (productId !== null) return this.products.withKeys([productId])[0]?.id ?? null;
    const titled = product === null ? [] : this.products.titled(product);
    return titled.length === 1 ? (titled[0] ?? null) : null;
  }

  override put({ linkId: named, ...others }: SaleRecord): void {
    // The sale of another computer may name a record that was merged into another one here.
    const link = named === null ? undefined : this.links.remaining(named);
    const sale = { ...others, linkId: link?.id ?? named };
    const { id, linkId, event } = sale;
    const title = link ? this.products.titleOf(link.productId) : null;
    const amount = amountOf(sale, link);
    const place = { repeat_key: repeatKey(sale, link), sold_at: Math.floor(sale.at) };
    const previous = this.database.get<typeof place>('SELECT repeat_key, sold_at FROM sales WHERE id = ?', id);
    this.database.put('sales', {
      ...{ id, link_id: linkId, ...place },
      product_id: linkId === null ? this.#productOf(event) : (link?.productId ?? null),
      state: saleState(sale),
      currency_id: amount?.currencyId ?? null,
      cents: amount?.cents ?? null,
      record: JSON.stringify({ ...sale, event: { ...event, body: undefined } }),
      body: event.body,
    });
    putText(this.database, SALE_TABLE, id, saleText(sale, link, title));
    this.database.run('DELETE FROM sale_names WHERE sale_id = ?', id);
    for (const name of namesOf(sale)) {
      this.database.run('INSERT OR IGNORE INTO sale_names VALUES (?, ?)', name, id);
    }
    if (previous) this.#settle(previous);
    this.#settle(place);
  }

  /**
   * Decides again which sales with the same `repeatKey` are repeats: those that follow another one within `REPEATED_MS`, or,
   * for a link with a single use, at any time. Call for the place of a sale before and after a change; earlier sales stay
   * as they are.
   */
  #settle({ repeat_key: key, sold_at: at }: { readonly repeat_key: string | null; readonly sold_at: number }): void {
    if (key === null) return;
    const [from, within] = key.startsWith(ofLink('')) ? [0, Number.MAX_SAFE_INTEGER] : [at, REPEATED_MS];
    this.database.run(
      `UPDATE sales SET state = CASE WHEN EXISTS (
          SELECT 1 FROM sales earlier WHERE earlier.repeat_key = ?1 AND earlier.state IN ('counted', 'repeat')
            AND earlier.sold_at > sales.sold_at - ?3 AND (earlier.sold_at, earlier.id) < (sales.sold_at, sales.id)
        ) THEN 'repeat' ELSE 'counted' END
        WHERE repeat_key = ?1 AND sold_at BETWEEN ?2 AND ?2 + ?3 AND state IN ('counted', 'repeat')
          AND record ->> '$.override.isSale' IS NOT 1`,
      ...[key, from, within],
    );
  }
}

function only(records: readonly LinkRecord[]): SaleMatch {
  const [link, ...others] = records.filter((record) => !isMerged(record));
  return link && others.every((other) => linkKey(other) === linkKey(link)) ? link : 'ambiguous';
}

const ofLink = (linkId: string): string => `link:${linkId}`;

/** Equal for sales that may be one: all sales of a link with a single use, else events with the same fingerprint. */
const repeatKey = ({ linkId, event }: SaleRecord, link: LinkRecord | undefined): string | null =>
  linkId !== null && link?.useOnce ? ofLink(linkId) : event.fingerprint;
