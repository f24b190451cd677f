// The payment links of a store.
//
// Over 300 lines, because every query and write of the table of links is here.
import { setImmediate } from 'node:timers/promises';
import type { MetadataEntry } from '../../shared/payment-link.ts';
import type { Database } from '../storage/database.ts';
import { linkColumns } from './link-columns.ts';
import { hashOf, metadataKey } from './link-keys.ts';
import {
  COUNTED,
  isNarrowed,
  type LinkCounts,
  type LinkQuery,
  type LinkSync,
  listQueryOf,
  SYNC,
} from './link-query.ts';
import type { Total } from './list-counter.ts';
import type { ListQuery } from './list-query.ts';
import { Listing } from './listing.ts';
import { Positions, positionAt } from './position.ts';
import type { Reader } from './reader.ts';
import { PENDING, RecordTable } from './record-table.ts';
import type { LinkRecord } from './records.ts';
import { linkText } from './search.ts';
import { SearchIndex } from './search-index.ts';

/** The sales of a link that were seen on this computer. */
export interface Sold {
  readonly count: number;
  readonly lastAt: number;
}

/** Links that were created after `time`, and not by the import. */
export interface CreatedSince {
  readonly time: number;
  readonly importId: string;
}

interface Stored {
  readonly position: number;
  readonly product_id: string;
  readonly is_pending: number;
  readonly sync: number;
  readonly content_hash: string | null;
  readonly record: string;
}

/** Called inside the transaction that stores a link, with its `linkKey` and the hash of its metadata. */
type OnStored = (link: LinkRecord, isNew: boolean, key: string | null, metadataHash: string | null) => void;

const CHOSEN_AT_A_TIME = 500;
const IDS_AT_A_TIME = 1_000;
const MOST_ALIKE = 20;
const RECORDS_AT_A_TIME = 250;

export class Links extends RecordTable<LinkRecord> {
  readonly #database: Database;
  readonly #positions: Positions;
  readonly #search: SearchIndex;
  readonly #listing: Listing<LinkRecord>;
  readonly #titleOf: (productId: string) => string;
  readonly #onStored: OnStored;
  #version = 0;
  #contentVersion = 0;

  readonly #parse = ({ record }: { readonly record: string }): LinkRecord => this.#database.parse(record);

  constructor(database: Database, reader: Reader, titleOf: (productId: string) => string, onStored: OnStored) {
    super(database, 'links');
    this.#database = database;
    this.#titleOf = titleOf;
    this.#onStored = onStored;
    this.#positions = new Positions(database, 'links');
    this.#search = new SearchIndex(database, 'link_search');
    const table = { rows: 'links', text: 'link_search' } as const;
    this.#listing = new Listing(table, database, reader, () => this.#version);
  }

  /** Changes when results of `idsAlike` may change. */
  get contentVersion(): number {
    return this.#contentVersion;
  }

  /** Ids of active and replaced links with this `contentHash`, oldest first. */
  *idsAlike(hash: string, since?: CreatedSince): Generator<string> {
    const { time = 0, importId = '' } = since ?? {};
    const sql = `SELECT id, position FROM links WHERE content_hash = ? AND position > ? AND import_id IS NOT ?
      ORDER BY position LIMIT ?`;
    for (let after = positionAt(time); ; ) {
      const rows = this.#database.all<{ id: string; position: number }>(sql, hash, after, importId, IDS_AT_A_TIME);
      for (const { id } of rows) yield id;
      const last = rows.at(-1);
      if (!last || rows.length < IDS_AT_A_TIME) return;
      after = last.position;
    }
  }

  /** Active links with this `contentHash`, newest first; the newest few only. */
  alike(hash: string): LinkRecord[] {
    const sql = 'SELECT record FROM links WHERE content_hash = ? AND is_deleted = 0 ORDER BY position DESC LIMIT ?';
    return this.#database.all<Stored>(sql, hash, MOST_ALIKE).map(this.#parse);
  }

  /** Links with one of these `linkKey`s, active ones first. */
  withKeys(keys: readonly string[]): LinkRecord[] {
    return this.#database
      .all<Stored>(
        'SELECT record FROM links WHERE link_key IN (SELECT value FROM json_each(?)) ORDER BY is_deleted, position DESC',
        JSON.stringify(keys),
      )
      .map(this.#parse);
  }

  /** Links with this hash of their `metadataKey`, deleted ones included. */
  withMetadata(hash: string): LinkRecord[] {
    return this.#database
      .all<Stored>('SELECT record FROM links WHERE metadata_hash = ? ORDER BY position', hash)
      .map(this.#parse);
  }

  /** The title of a product; empty where it is not known. */
  titleOf(productId: string): string {
    return this.#titleOf(productId);
  }

  /** Active links of a product with these metadata, newest first; the newest few only. */
  sameMetadata(productId: string, metadata: readonly MetadataEntry[]): LinkRecord[] {
    const sql = `SELECT record FROM links WHERE metadata_hash = ? AND product_id = ? AND is_deleted = 0
      ORDER BY position DESC LIMIT ?`;
    return this.#database.all<Stored>(sql, hashOf(metadataKey(metadata)), productId, MOST_ALIKE).map(this.#parse);
  }

  /** Whether the service returned an address on this host for an active link. */
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

  /** `productId`: null for all products. */
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

  /** Matching links: whole-line matches first, then newest first. */
  page(query: LinkQuery, offset: number, limit: number): Promise<LinkRecord[]> {
    return this.#listing.page(this.#listQuery(query), offset, limit);
  }

  /** See `ListCounter.total`. */
  async total(query: LinkQuery, least: number, onCounted: () => void): Promise<Total> {
    const listQuery = this.#listQuery(query);
    const counted = isNarrowed(query) ? null : listQuery.estimate;
    if (counted !== null) return { rows: counted, isExact: true };
    return this.#listing.counter.total(listQuery, least, onCounted);
  }

  /** How many links of the search each filter would show. See `ListCounter.tally`. */
  async countsOf(query: LinkQuery, onCounted: () => void): Promise<LinkCounts | null> {
    if (!isNarrowed(query)) return this.counts(query.productId);
    const unfiltered = { ...query, sync: 'all', useOnce: null, sold: false, order: undefined } as const;
    return (await this.#listing.counter.tally(this.#listQuery(unfiltered), COUNTED, onCounted)) as LinkCounts | null;
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

  /** The active ones of these links, newest first. Yields to the event loop between batches. */
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
        .map(this.#parse);
      await setImmediate();
    }
  }

  #listQuery(query: LinkQuery): ListQuery {
    return listQueryOf(query, this.counts(query.productId));
  }

  // ---- the sync state

  /** Links with a stored sync state other than `none`. */
  open(): { readonly id: string; readonly sync: LinkSync }[] {
    return this.#database
      .all<{ id: string; sync: number }>('SELECT id, sync FROM links WHERE sync <> 0')
      .map(({ id, sync }) => ({ id, sync: sync === SYNC.attention ? 'attention' : 'waiting' }));
  }

  /** Use inside a transaction. */
  setSync(id: string, sync: LinkSync): void {
    const changed = this.#database.run('UPDATE links SET sync = ?1 WHERE id = ?2 AND sync <> ?1', SYNC[sync], id);
    if (changed > 0) this.#version += 1;
  }

  // ---- writing

  /** Ids of links of a product that are not deleted. */
  idsOf(productId: string, limit: number): string[] {
    const sql = 'SELECT id FROM links WHERE product_id = ? AND is_deleted = 0 LIMIT ?';
    return this.#database.all<{ id: string }>(sql, productId, limit).map(({ id }) => id);
  }

  /** Inserts or replaces. Use inside a transaction. */
  put(link: LinkRecord): void {
    const { id, productId, deletedAt } = link;
    const before = this.#database.get<Stored>(
      'SELECT position, product_id, is_pending, sync, content_hash FROM links WHERE id = ?',
      id,
    );
    const { isDeleted, isPending, useOnce, key, metadataHash, contentHash, serviceHost } = linkColumns(link);
    const values = [
      ...[productId, isDeleted, isPending, useOnce, syncAfter(isPending === PENDING, before)],
      ...[key, metadataHash, contentHash, serviceHost, JSON.stringify(link)],
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
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?11, ?12, (SELECT count(*) FROM sales WHERE link_id = ?12 AND counts = 1),
            (SELECT max(sold_at) FROM sales WHERE link_id = ?12 AND counts = 1), (SELECT import_id FROM import_rows WHERE link_id = ?12))`,
        ...values,
        position,
        id,
      );
    }
    this.noteElsewhere(id, before?.is_pending, isPending);
    this.#search.put(position, deletedAt === null ? linkText(link, this.#titleOf(productId)) : null, !before);
    this.#version += 1;
    if (contentHash !== (before?.content_hash ?? null)) this.#contentVersion += 1;
    this.#onStored(link, before?.product_id !== productId, key, metadataHash);
  }

  /** Adds to the number of a link's sales, once they are stored. Use inside a transaction. */
  countSale(id: string, count: number): void {
    this.#database.run(
      `UPDATE links SET sold = sold + ?,
        sold_at = (SELECT max(sold_at) FROM sales WHERE link_id = links.id AND counts = 1) WHERE id = ?`,
      count,
      id,
    );
    this.#version += 1;
  }

  /** Rewrites the search text of a link. Use inside a transaction. */
  rewriteText(position: number): void {
    const row = this.#database.get<Stored>('SELECT record FROM links WHERE position = ? AND is_deleted = 0', position);
    if (!row) return;
    const link = this.#parse(row);
    this.#search.put(position, linkText(link, this.#titleOf(link.productId)));
    this.#version += 1;
  }
}

/** A pending link has an action in the outbox; the creation of one that is no longer pending has left it. */
function syncAfter(isPending: boolean, before: Stored | undefined): number {
  const sync = before?.sync ?? SYNC.none;
  if (isPending) return Math.max(sync, SYNC.waiting);
  return before?.is_pending === PENDING ? SYNC.none : sync;
}
