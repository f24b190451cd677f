// The payment links of a store.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { linkUuid, parseWebAddress, uuidKey } from '../../shared/checkout-url.ts';
import { type LinkDraft, type MetadataEntry, metadataObject } from '../../shared/payment-link.ts';
import type { Database } from '../storage/database.ts';
import type { ListQuery, PartialIndex } from './list-query.ts';
import { Listing, type Total } from './listing.ts';
import type { Order } from './order.ts';
import { Positions, positionAt } from './position.ts';
import type { Reader } from './reader.ts';
import { RecordTable } from './record-table.ts';
import type { LinkRecord } from './records.ts';
import { type Condition, linkText, termsOf } from './search.ts';
import { SearchIndex } from './search-index.ts';

/** Which links a list shows. */
export interface LinkQuery {
  readonly search: string;
  readonly productId: string | null;
  readonly sync: 'all' | 'waiting' | 'attention';
  readonly useOnce: boolean | null;
  readonly sold: boolean;
  /** Created at the first moment or later and before the second, in ms since 1970; null for no bound. */
  readonly created?: { readonly from: number | null; readonly to: number | null } | null | undefined;
  /** Newest first where none is given. */
  readonly order?: Order | undefined;
}

/** How many links there are behind each filter, search aside. */
export interface LinkCounts {
  readonly all: number;
  readonly waiting: number;
  readonly attention: number;
  readonly useOnce: number;
  readonly sold: number;
}

/** What the outbox says of a link. */
export type LinkSync = 'none' | 'waiting' | 'attention';
const SYNC: Readonly<Record<LinkSync, number>> = { none: 0, waiting: 1, attention: 2 };

/** How often a link was sold, as far as is known here. */
export interface Sold {
  readonly count: number;
  readonly lastAt: number;
}

interface Stored {
  readonly position: number;
  readonly is_pending: number;
  readonly sync: number;
  readonly content_hash: string | null;
  readonly record: string;
}

const parse = ({ record }: { readonly record: string }): LinkRecord => JSON.parse(record) as LinkRecord;

/** What tells a link from every other: the uuid in its address, or the address where there is none. */
export const linkKey = ({ paymentLink }: { readonly paymentLink: string | null }): string | null => {
  if (paymentLink === null) return null;
  const uuid = linkUuid(paymentLink);
  return uuid === null ? paymentLink : uuidKey(uuid);
};

/** Metadata as one text: equal for equal pairs, whatever their order. */
export const metadataKey = (entries: readonly MetadataEntry[]): string =>
  JSON.stringify(entries.map(({ key, value }) => [key, value]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Characters of a content hash: 132 bits. It is stored twice for each link, in its row and in the index. */
const CONTENT_HASH_LENGTH = 22;

/**
 * A hash of what a link sells: equal for links of the same product with the same prices, single use and metadata, in
 * whatever order. Where a metadata key stands twice its last value counts, as in the JSON that is sent.
 */
export function contentHash(productId: string, { prices, useOnce, metadata }: LinkDraft): string {
  const amounts = prices
    .map(({ currencyId, priceCents, discountCents }) => [currencyId, priceCents, discountCents ?? null])
    .sort(([a], [b]) => Number(a) - Number(b));
  const pairs = Object.entries(metadataObject(metadata)).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(JSON.stringify([productId, useOnce, amounts, pairs])).slice(0, CONTENT_HASH_LENGTH);
}

/** The host of an address that the service itself has given out; null where the seller typed it. */
const serviceHost = ({ origin, answer, paymentLink }: LinkRecord): string | null =>
  origin === 'desk' && answer !== '' && paymentLink !== null ? (parseWebAddress(paymentLink)?.host ?? null) : null;

/** Whether a list shows fewer links than its filters leave. */
const isNarrowed = ({ search, created }: LinkQuery): boolean => search !== '' || created != null;

const COUNTED: Readonly<Record<Exclude<keyof LinkCounts, 'all'>, PartialIndex>> = {
  waiting: { name: 'links_waiting', condition: 'r.sync = 1' },
  attention: { name: 'links_attention', condition: 'r.sync = 2' },
  useOnce: { name: 'links_single_use', condition: 'r.use_once = 1' },
  sold: { name: 'links_sold', condition: 'r.sold > 0' },
};

/** A link stands in the list by the time in its id, which is when the seller created it. */
const positionsOf = ({ from, to }: NonNullable<LinkQuery['created']>): [number, number] => [
  from === null ? 0 : positionAt(from),
  to === null ? Number.MAX_SAFE_INTEGER : positionAt(to),
];

/** How many links of a selection are looked up at a time. */
const CHOSEN_AT_A_TIME = 500;
const RECORDS_AT_A_TIME = 250;

export class Links extends RecordTable<LinkRecord> {
  readonly #database: Database;
  readonly #positions: Positions;
  readonly #search: SearchIndex;
  readonly #listing: Listing<LinkRecord>;
  readonly #titleOf: (productId: string) => string;
  #version = 0;
  #contentVersion = 0;

  constructor(database: Database, reader: Reader, titleOf: (productId: string) => string) {
    super(database, 'links');
    this.#database = database;
    this.#titleOf = titleOf;
    this.#positions = new Positions(database, 'links');
    this.#search = new SearchIndex(database, 'link_search');
    const table = { rows: 'links', text: 'link_search' } as const;
    this.#listing = new Listing(table, database, reader, () => this.#version);
  }

  /** Another number after each change. */
  get version(): number {
    return this.#version;
  }

  /** Another number after each change of what `countAlike` returns. */
  get contentVersion(): number {
    return this.#contentVersion;
  }

  /** How many links that are not deleted, or were replaced, have this content, at most `limit`; `hash` is what `contentHash` returns. */
  countAlike(hash: string, limit: number): number {
    const sql = 'SELECT count(*) AS links FROM (SELECT 1 FROM links WHERE content_hash = ? LIMIT ?)';
    return this.#database.get<{ links: number }>(sql, hash, limit)?.links ?? 0;
  }

  /** The same of links that were created after a time and not by one import. */
  countAlikeSince(hash: string, time: number, importId: string): number {
    const sql = 'SELECT count(*) AS links FROM links WHERE content_hash = ? AND position > ? AND import_id IS NOT ?';
    return this.#database.get<{ links: number }>(sql, hash, positionAt(time), importId)?.links ?? 0;
  }

  /** Links with one of these keys, as `linkKey` returns them: those that are not deleted first. */
  withKeys(keys: readonly string[]): LinkRecord[] {
    return this.#database
      .all<Stored>(
        'SELECT record FROM links WHERE link_key IN (SELECT value FROM json_each(?)) ORDER BY is_deleted, position DESC',
        JSON.stringify(keys),
      )
      .map(parse);
  }

  /** Links with these metadata, deleted ones among them; `key` is what `metadataKey` returns. */
  withMetadata(key: string): LinkRecord[] {
    return this.#database
      .all<Stored>('SELECT record FROM links WHERE metadata_hash = ? ORDER BY position', hashOf(key))
      .map(parse);
  }

  /** The one link of a product with these metadata; null where there is none, or more than one. */
  onlyWithMetadata(productId: string, metadata: readonly MetadataEntry[]): LinkRecord | null {
    const sql = 'SELECT record FROM links WHERE metadata_hash = ? AND product_id = ? AND is_deleted = 0 LIMIT 2';
    const [only, second] = this.#database.all<Stored>(sql, hashOf(metadataKey(metadata)), productId);
    return only && !second ? parse(only) : null;
  }

  /** Whether the service has given out an address on this host for a link that is not deleted. */
  hasServiceHost(host: string): boolean {
    const sql = 'SELECT 1 FROM links WHERE service_host = ? AND is_deleted = 0 LIMIT 1';
    return this.#database.get(sql, host) !== undefined;
  }

  sold(id: string): Sold | null {
    const row = this.#database.get<{ sold: number; sold_at: number }>(
      'SELECT sold, sold_at FROM links WHERE id = ? AND sold > 0',
      id,
    );
    return row ? { count: row.sold, lastAt: row.sold_at } : null;
  }

  /** How many links of a product there are, or of all. */
  counts(productId: string | null): LinkCounts {
    const row = this.#database.get<Record<'listed' | 'waiting' | 'attention' | 'single_use' | 'sold', number>>(
      'SELECT * FROM link_counts WHERE owner_id = ?',
      productId ?? '',
    );
    return {
      all: row?.listed ?? 0,
      waiting: row?.waiting ?? 0,
      attention: row?.attention ?? 0,
      useOnce: row?.single_use ?? 0,
      sold: row?.sold ?? 0,
    };
  }

  // ---- lists

  /** Links that match: whole lines first, then newest first. */
  page(query: LinkQuery, offset: number, limit: number): Promise<LinkRecord[]> {
    return this.#listing.page(this.#listQuery(query), offset, limit);
  }

  /** How many match. `onCounted` is called when the exact number took longer than a moment and is known. */
  async total(query: LinkQuery, least: number, onCounted: () => void): Promise<Total> {
    const listQuery = this.#listQuery(query);
    const counted = isNarrowed(query) ? null : listQuery.estimate;
    if (counted !== null) return { rows: counted, isExact: true };
    return this.#listing.total(listQuery, least, onCounted);
  }

  /**
   * How many links each filter would show of what is searched. Null while they are counted: `onCounted` is called when
   * they are known.
   */
  async countsOf(query: LinkQuery, onCounted: () => void): Promise<LinkCounts | null> {
    if (!isNarrowed(query)) return this.counts(query.productId);
    const unfiltered = { ...query, sync: 'all', useOnce: null, sold: false, order: undefined } as const;
    return (await this.#listing.tally(this.#listQuery(unfiltered), COUNTED, onCounted)) as LinkCounts | null;
  }

  locate(query: LinkQuery, ids: readonly string[]): Promise<{ id: string; index: number } | null> {
    return this.#listing.locate(this.#listQuery(query), ids);
  }

  among(query: LinkQuery, ids: readonly string[]): Promise<Set<string>> {
    return this.#listing.among(this.#listQuery(query), ids);
  }

  each(query: LinkQuery): AsyncGenerator<LinkRecord[]> {
    return this.#listing.each(this.#listQuery(query));
  }

  ids(query: LinkQuery): AsyncGenerator<string[]> {
    return this.#listing.ids(this.#listQuery(query));
  }

  /** Those of these links that are not deleted, newest first. Others get their turn between the parts. */
  async *chosen(ids: readonly string[]): AsyncGenerator<LinkRecord[]> {
    const positions: number[] = [];
    for (let from = 0; from < ids.length; from += CHOSEN_AT_A_TIME) {
      const rows = this.#database.all<{ position: number }>(
        'SELECT position FROM links WHERE is_deleted = 0 AND id IN (SELECT value FROM json_each(?)) ORDER BY position DESC',
        JSON.stringify(ids.slice(from, from + CHOSEN_AT_A_TIME)),
      );
      for (const { position } of rows) positions.push(position);
      await setImmediate();
    }
    positions.sort((a, b) => b - a);
    const each = positions.filter((position, at) => position !== positions[at - 1]);
    for (let from = 0; from < each.length; from += RECORDS_AT_A_TIME) {
      yield this.#database
        .all<Stored>(
          'SELECT record FROM links WHERE position IN (SELECT value FROM json_each(?)) ORDER BY position DESC',
          JSON.stringify(each.slice(from, from + RECORDS_AT_A_TIME)),
        )
        .map(parse);
      await setImmediate();
    }
  }

  #listQuery({ search, productId, sync, useOnce, sold, created, order }: LinkQuery): ListQuery {
    const filters: Condition[] = [];
    if (productId !== null) filters.push({ sql: 'r.product_id = ?', values: [productId] });
    // Literals, so that SQLite finds the partial indexes.
    if (sync !== 'all') filters.push({ sql: `r.sync = ${SYNC[sync]}`, values: [] });
    if (useOnce !== null) filters.push({ sql: `r.use_once = ${useOnce ? 1 : 0}`, values: [] });
    if (sold) filters.push({ sql: 'r.sold > 0', values: [] });
    // A pasted checkout address finds its link by uuid, whatever other parameters it carries.
    const terms = termsOf(linkUuid(search.trim()) ?? search);
    return {
      terms,
      filters,
      estimate: this.#estimate(productId, sync, useOnce, sold),
      between: created ? positionsOf(created) : undefined,
      order,
    };
  }

  /** How many links the filters leave; null where only counting tells. */
  #estimate(productId: string | null, sync: LinkQuery['sync'], useOnce: boolean | null, sold: boolean): number | null {
    const counts = this.counts(productId);
    const found = [
      ...(sync === 'all' ? [] : [counts[sync]]),
      ...(useOnce === null ? [] : [useOnce ? counts.useOnce : counts.all - counts.useOnce]),
      ...(sold ? [counts.sold] : []),
    ];
    return found.length > 1 ? null : (found[0] ?? counts.all);
  }

  // ---- what the outbox says

  /** Ids of links of which a change is in the outbox, as far as is stored. */
  open(): { readonly id: string; readonly sync: LinkSync }[] {
    return this.#database
      .all<{ id: string; sync: number }>('SELECT id, sync FROM links WHERE sync <> 0')
      .map(({ id, sync }) => ({ id, sync: sync === SYNC.attention ? 'attention' : 'waiting' }));
  }

  /** Stores what the outbox says of a link. Use inside a transaction. */
  setSync(id: string, sync: LinkSync): void {
    const changed = this.#database.run('UPDATE links SET sync = ?1 WHERE id = ?2 AND sync <> ?1', SYNC[sync], id);
    if (changed > 0) this.#version += 1;
  }

  // ---- writing

  /** Inserts or replaces. Use inside a transaction. */
  put(link: LinkRecord): void {
    const { id, productId, deletedAt, useOnce, origin, paymentLink, metadata } = link;
    const before = this.#database.get<Stored>(
      'SELECT position, is_pending, sync, content_hash FROM links WHERE id = ?',
      id,
    );
    // A replaced link still counts, so that importing its old file again does not create a second one.
    const isCounted = deletedAt === null || link.replacedBy !== undefined;
    const content = isCounted ? contentHash(productId, link) : null;
    const isPending = origin === 'desk' && paymentLink === null && deletedAt === null;
    const values = [
      productId,
      deletedAt === null ? 0 : 1,
      isPending ? 1 : 0,
      useOnce ? 1 : 0,
      syncAfter(isPending, before),
      linkKey(link),
      // A deleted link that was never on the service cannot be what was sold.
      metadata.length === 0 || (deletedAt !== null && paymentLink === null) ? null : hashOf(metadataKey(metadata)),
      content,
      serviceHost(link),
      JSON.stringify(link),
    ];
    const position = before?.position ?? this.#positions.for(id);
    if (before) {
      this.#database.run(
        `UPDATE links SET product_id = ?, is_deleted = ?, is_pending = ?, use_once = ?, sync = ?, link_key = ?,
          metadata_hash = ?, content_hash = ?, service_host = ?, record = ? WHERE position = ?`,
        ...values,
        position,
      );
    } else {
      this.#database.run(
        `INSERT INTO links(product_id, is_deleted, is_pending, use_once, sync, link_key, metadata_hash, content_hash,
          service_host, record, position, id, sold, sold_at, import_id)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?11, ?12, (SELECT count(*) FROM sales WHERE link_id = ?12),
            (SELECT max(sold_at) FROM sales WHERE link_id = ?12), (SELECT import_id FROM import_rows WHERE link_id = ?12))`,
        ...values,
        position,
        id,
      );
    }
    this.#search.put(position, deletedAt === null ? linkText(link, this.#titleOf(productId)) : null);
    this.#version += 1;
    if (content !== (before?.content_hash ?? null)) this.#contentVersion += 1;
  }

  /** Counts a link's sales anew. Use inside a transaction. */
  countSales(id: string): void {
    this.#database.run(
      'UPDATE links SET (sold, sold_at) = (SELECT count(*), max(sold_at) FROM sales WHERE link_id = links.id) WHERE id = ?',
      id,
    );
    this.#version += 1;
  }

  /** Writes anew what search looks in for a link. Use inside a transaction. */
  rewriteText(position: number): void {
    const row = this.#database.get<Stored>('SELECT record FROM links WHERE position = ? AND is_deleted = 0', position);
    if (!row) return;
    const link = parse(row);
    this.#search.put(position, linkText(link, this.#titleOf(link.productId)));
    this.#version += 1;
  }
}

/** A link that is not on the service has a change in the outbox; one that just came there has none of its creation. */
function syncAfter(isPending: boolean, before: Stored | undefined): number {
  const sync = before?.sync ?? SYNC.none;
  if (isPending) return Math.max(sync, SYNC.waiting);
  return before?.is_pending ? SYNC.none : sync;
}
