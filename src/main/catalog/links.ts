// The payment links of a store.
import type { Output } from '../../shared/contract.ts';
import type { LinkView, MetadataEntry } from '../../shared/payment-link.ts';
import type { Database } from '../storage/database.ts';
import type { Stamper } from '../storage/stamp.ts';
import { contentHash, hashOf, linkKey, metadataHash, metadataKey, serviceHost } from './link-keys.ts';
import { type LinkCounts, type LinkQuery, linkQueryOf, NONE_OPEN, type OpenLinks } from './link-query.ts';
import { conditions, List } from './list.ts';
import type { Products } from './products.ts';
import type { Reader } from './reader.ts';
import { pendingOf, ServiceTable } from './record-table.ts';
import type { LinkRecord } from './records.ts';
import { and, currencyNames, linkText, plain, putText } from './search.ts';

const MOST_ALIKE = 20;

const EVERY_LINK: LinkQuery = { search: '', productId: null, sync: 'all', useOnce: null, sold: false };

const TABLE = { rows: 'links', text: 'link_search', listed: 'r.is_deleted = 0' } as const;

export class Links extends ServiceTable<LinkRecord> {
  readonly list: List<LinkRecord, LinkQuery>;
  /** Changes whenever a result of `idsAlike` may have changed. */
  contentVersion = 0;

  /** `onStored`: called inside the transaction that stores links. */
  constructor(
    database: Database,
    reader: Reader,
    stamper: Stamper,
    private readonly openLinks: () => OpenLinks,
    private readonly products: Products,
    private readonly onStored: (links: readonly LinkRecord[]) => void,
  ) {
    super(database, 'links', stamper);
    const queryOf = (query: LinkQuery, own: readonly string[]) => {
      const { list, chosen } = linkQueryOf(query, query.sync === 'all' ? NONE_OPEN : openLinks(), own);
      return { ...list, filters: [...list.filters, chosen] };
    };
    this.list = new List(TABLE, queryOf, database, reader);
  }

  /** Ids of active and replaced links with this `contentHash`; of many the newest. */
  idsAlike(hash: string): string[] {
    return this.database.column('SELECT id FROM links WHERE content_hash = ? ORDER BY id DESC LIMIT 100', hash);
  }

  /** Links with this hash of their `metadataKey`, also deleted ones that were on the service. */
  withMetadata(hash: string): LinkRecord[] {
    return this.database.records('SELECT record FROM links WHERE metadata_hash = ? ORDER BY id', hash);
  }

  /** The newest active links of a product with this metadata, newest first. */
  sameMetadata(productId: string, metadata: readonly MetadataEntry[]): LinkRecord[] {
    const sql = `SELECT record FROM links WHERE metadata_hash = ? AND product_id = ? AND is_deleted = 0
      ORDER BY id DESC LIMIT ?`;
    return this.database.records(sql, hashOf(metadataKey(metadata)), productId, MOST_ALIKE);
  }

  /** Whether the service returned the address of an active link on this host. */
  hasServiceHost(host: string): boolean {
    const sql = 'SELECT 1 FROM links WHERE service_host = ? AND is_deleted = 0 LIMIT 1';
    return this.database.get(sql, host) !== undefined;
  }

  /** The sales of a link that this computer knows of. */
  sold(id: string): LinkView['sold'] {
    const sql = `SELECT count(*) AS count, max(sold_at) AS lastAt FROM sales
      WHERE link_id = ? AND state = 'counted' GROUP BY link_id`;
    return this.database.get<{ count: number; lastAt: number }>(sql, id) ?? null;
  }

  /** The number of active links of a product, or of all products. */
  count(productId: string | null): number {
    const { sql, values } = and([plain('is_deleted = 0'), ...conditions(['product_id = ?', productId])]);
    return this.database.value<number>(`SELECT count(*) FROM links WHERE ${sql}`, ...values) ?? 0;
  }

  /** `total`: the length of the list. `counts`: how many links of the search each filter would show. */
  async counts(query: LinkQuery): Promise<Output<'links.count'>> {
    const { list, chosen, filters } = linkQueryOf(query, this.openLinks(), currencyNames(this.database));
    const columns = Object.entries({ total: chosen, ...filters }).map(([name, { sql, values }]) => ({
      sql: `count(*) FILTER (WHERE ${sql}) AS "${name}"`,
      values,
    }));
    const [row] = await this.list.sums<LinkCounts & { total: number }>(list, columns);
    const { total, ...counts } = row as LinkCounts & { total: number };
    return { total, counts };
  }

  /** The active links with these ids, in batches; newest first by default. */
  async *chosen(ids: readonly string[], order?: LinkQuery['order']): AsyncGenerator<LinkRecord[]> {
    yield* this.list.records(await this.list.ids({ ...EVERY_LINK, order }, ids));
  }

  /** Ids of active links of a product. */
  idsOf(productId: string, most: number): string[] {
    const sql = 'SELECT id FROM links WHERE product_id = ? AND is_deleted = 0 LIMIT ?';
    return this.database.column(sql, productId, most);
  }

  override put(link: LinkRecord): void {
    this.putAll([link]);
  }

  /** Inserts or replaces links, each with another id. */
  putAll(links: readonly LinkRecord[]): void {
    const rows = links.map(rowOf);
    const changed = `SELECT 1 FROM json_each(?) LEFT JOIN links l ON l.id = value ->> 0
      WHERE content_hash IS NOT value ->> 1 LIMIT 1`;
    const hashes = JSON.stringify(rows.map(({ id, content_hash }) => [id, content_hash]));
    if (this.database.get(changed, hashes)) this.contentVersion += 1;
    this.database.putAll('links', rows);
    const productIds = [...new Set(links.map(({ productId }) => productId))];
    const titles = new Map(productIds.map((id) => [id, this.products.titleOf(id)]));
    for (const link of links) {
      const text = link.deletedAt === null ? linkText(link, titles.get(link.productId) ?? '') : null;
      putText(this.database, TABLE, link.id, text);
    }
    this.onStored(links);
  }
}

function rowOf(link: LinkRecord) {
  const { id, productId, deletedAt, replacedBy } = link;
  return {
    id,
    pending: pendingOf(link),
    link_key: linkKey(link),
    metadata_hash: metadataHash(link),
    // A replaced link keeps its hash, so that importing its old file again does not create it again.
    content_hash: deletedAt === null || replacedBy !== undefined ? contentHash(productId, link) : null,
    service_host: serviceHost(link),
    record: JSON.stringify(link),
  };
}
