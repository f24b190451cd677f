// The products of a store.
import type { CheckoutAddress } from '../../shared/checkout-url.ts';
import { withSingleSpaces } from '../../shared/text.ts';
import type { Database } from '../storage/database.ts';
import { List } from './list.ts';
import { type ListTable, type Order, titleOrder } from './list-query.ts';
import type { Reader } from './reader.ts';
import { pendingOn, RecordTable } from './record-table.ts';
import { isUnsentProduct, type ProductRecord } from './records.ts';
import { productText, putText, termsOf } from './search.ts';

/** Default order: newest first. */
export interface ProductQuery {
  readonly search: string;
  /** Null for all. */
  readonly isHidden: boolean | null;
  readonly order?: Order | undefined;
}

const TABLE: ListTable = {
  rows: 'products',
  text: 'product_search',
  keepsDeleted: true,
  byArrival: true,
  keys: {
    created: [{ sql: 'r.id' }],
    title: [{ sql: 'r.title_order' }, { sql: 'r.id' }],
    // Products have no price.
    price: [{ sql: 'r.id' }],
    // Published ones, then drafts.
    state: [
      { sql: 'r.state', reversed: true },
      { sql: 'r.id', reversed: true },
    ],
  },
};

export class Products extends RecordTable<ProductRecord> {
  readonly #database: Database;
  readonly #list: List<ProductRecord>;
  readonly #onRenamed: () => void;
  #version = 0;

  /** `onRenamed`: called inside a transaction in which the title of links changes. */
  constructor(database: Database, reader: Reader, onRenamed: () => void) {
    super(database, 'products');
    this.#onRenamed = onRenamed;
    this.#database = database;
    this.#list = new List(TABLE, database, reader);
  }

  /** Changes with every write. */
  get version(): number {
    return this.#version;
  }

  get listed(): number {
    return this.#database.value<number>('SELECT count(*) FROM products WHERE is_deleted = 0') ?? 0;
  }

  /** Empty if there is no such product. */
  titleOf(id: string): string {
    return this.#database.value<string>('SELECT title FROM products WHERE id = ?', id) ?? '';
  }

  /** Active products first. */
  withServerId(serverId: number): ProductRecord[] {
    const sql = 'SELECT record FROM products WHERE server_id = ? ORDER BY is_deleted, id DESC';
    return this.#database.records(sql, serverId);
  }

  /** Ids of products with exactly this title, else ignoring case, else also how much white space it has, newest first. */
  titled(title: string): string[] {
    const ids = (column: string, value: string) =>
      this.#database.column<string>(
        `SELECT id FROM products WHERE is_deleted = 0 AND ${column} = ? ORDER BY id DESC`,
        value,
      );
    const exact = ids('title', title);
    const found = exact.length > 0 ? exact : ids('title_folded', title.toLowerCase());
    return found.length > 0 ? found : this.#titledButSpaces(title);
  }

  /** A column of its own is not worth it: few texts have more white space than a title, and products are few. */
  #titledButSpaces(title: string): string[] {
    const wanted = withSingleSpaces(title.toLowerCase());
    if (wanted === title.toLowerCase()) return [];
    return this.#database
      .all<{ id: string; title: string }>(
        `SELECT id, title_folded AS title FROM products WHERE is_deleted = 0 AND replace(title_folded, ' ', '') = ?
          ORDER BY id DESC`,
        wanted.replaceAll(' ', ''),
      )
      .flatMap((product) => (withSingleSpaces(product.title) === wanted ? product.id : []));
  }

  /** Products with this number in their checkout address, newest first. */
  numbered(productNumber: string): ProductRecord[] {
    return this.#database.records(
      'SELECT record FROM products WHERE is_deleted = 0 AND product_number = ? ORDER BY id DESC',
      productNumber,
    );
  }

  /** The product whose checkout address has this seller and product number. */
  withAddress({ sellerSlug, productNumber }: CheckoutAddress): ProductRecord | undefined {
    return this.numbered(productNumber).find(({ checkout }) => checkout?.sellerSlug === sellerSlug);
  }

  async page({ search, isHidden, order }: ProductQuery, offset: number, limit: number) {
    const hidden = "r.record ->> '$.isHidden' IS NOT NULL";
    const filters = isHidden === null ? [] : [{ sql: isHidden ? hidden : `NOT (${hidden})`, values: [] }];
    const query = { terms: termsOf(search), filters, order };
    const [rows, { rows: total }] = await Promise.all([this.#list.page(query, offset, limit), this.#list.tally(query)]);
    return { total, rows };
  }

  #hasLinks(id: string): boolean {
    const sql = 'SELECT 1 FROM links WHERE product_id = ? AND is_deleted = 0 LIMIT 1';
    return this.#database.get(sql, id) !== undefined;
  }

  /** Inserts or replaces. Use inside a transaction. */
  put(product: ProductRecord): void {
    const { id, fields, deletedAt, serverId, checkout, state, createdOn } = product;
    const before = this.#database.value<string>('SELECT title FROM products WHERE id = ?', id);
    const title = fields.productTitle.trim();
    this.#database.put('products', {
      id,
      is_deleted: deletedAt === null ? 0 : 1,
      is_pending: isUnsentProduct(product) ? pendingOn(createdOn) : 0,
      state,
      title,
      title_folded: title.toLowerCase(),
      server_id: serverId,
      product_number: checkout?.productNumber ?? null,
      record: JSON.stringify(product),
      title_order: titleOrder(title),
    });
    putText(this.#database, TABLE, id, deletedAt === null ? productText(product) : null, before === undefined);
    // Links of another computer may come before their product.
    const isRenamed = before === undefined ? this.#hasLinks(id) : before !== title;
    if (isRenamed) {
      this.#database.run(`INSERT OR REPLACE INTO renamed_products VALUES (?, '')`, id);
      this.#onRenamed();
    }
    this.#version += 1;
  }
}
