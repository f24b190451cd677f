// The products of a store.
import type { CheckoutAddress } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { foldText } from '../../shared/fold.ts';
import { withSingleSpaces } from '../../shared/text.ts';
import type { Database } from '../storage/database.ts';
import type { Stamper } from '../storage/stamp.ts';
import { conditions, directionOf, List, type ListQuery, NEWEST_FIRST, titleOrder } from './list.ts';
import type { Reader } from './reader.ts';
import { pendingOf, ServiceTable } from './record-table.ts';
import type { ProductRecord } from './records.ts';
import { productText, putText, termsOf } from './search.ts';

export type ProductQuery = Omit<ParsedInput<'products.list'>, 'offset' | 'limit'>;

const TABLE = { rows: 'products', text: 'product_search', listed: 'r.is_deleted = 0' } as const;

function queryOf({ search, isHidden, order = NEWEST_FIRST }: ProductQuery, own: readonly string[]): ListQuery {
  const way = directionOf(order);
  const wanted = isHidden === null ? null : Number(isHidden);
  const filters = conditions(["coalesce(r.record ->> '$.isHidden', 0) = ?", wanted]);
  return {
    terms: termsOf(search, own),
    filters,
    order: `${order.by === 'title' ? `r.title_order ${way}, ` : ''}r.id ${way}`,
  };
}

/** Replaces the first line of search texts, which is the product's title between two line breaks. */
const RETITLE_LINKS = `UPDATE link_search SET words = char(10) || ?2 || substr(words, 1 + instr(substr(words, 2), char(10)))
  WHERE rowid IN (SELECT rowid FROM links WHERE product_id = ?1 AND is_deleted = 0)`;

/** Sales without a link may name a product that comes later: the seller adds it, or another computer shares it. */
const CLAIM_SALES = `UPDATE sales SET product_id = ?1
  WHERE product_id IS NULL AND link_id IS NULL AND record ->> '$.event.productId' = ?2`;

/** The form in which titles typed by the seller are compared. */
const foldedTitle = (title: string): string => withSingleSpaces(title.normalize('NFC').toLowerCase());

export class Products extends ServiceTable<ProductRecord> {
  readonly list: List<ProductRecord, ProductQuery>;
  /** Changes with every write. */
  version = 0;

  constructor(database: Database, reader: Reader, stamper: Stamper) {
    super(database, 'products', stamper);
    this.list = new List(TABLE, queryOf, database, reader);
  }

  get listed(): number {
    return this.database.value<number>('SELECT count(*) FROM products WHERE is_deleted = 0') ?? 0;
  }

  /** Empty if the product does not exist. */
  titleOf(id: string): string {
    return this.database.value<string>('SELECT title FROM products WHERE id = ?', id) ?? '';
  }

  /** Ids of products with exactly this title; if there are none, case and repeated spaces do not matter. Newest first. */
  titled(title: string): string[] {
    const sql = 'SELECT id, title FROM products WHERE is_deleted = 0 AND title_folded = ? ORDER BY id DESC';
    const alike = this.database.all<{ id: string; title: string }>(sql, foldedTitle(title));
    const exact = alike.filter((product) => product.title === title);
    return (exact.length > 0 ? exact : alike).map(({ id }) => id);
  }

  /** The product whose checkout address has this seller and product number. */
  withAddress({ sellerSlug, productNumber }: CheckoutAddress): ProductRecord | undefined {
    const sql = 'SELECT record FROM products WHERE is_deleted = 0 AND product_number = ? ORDER BY id DESC';
    const numbered = this.database.records<ProductRecord>(sql, productNumber);
    return numbered.find(({ checkout }) => checkout?.sellerSlug === sellerSlug);
  }

  override put(product: ProductRecord): void {
    const { id, fields, deletedAt } = product;
    const previous = this.database.value<string>('SELECT title FROM products WHERE id = ?', id);
    const title = fields.productTitle.trim();
    this.database.put('products', {
      id,
      pending: pendingOf(product),
      title,
      title_folded: foldedTitle(title),
      record: JSON.stringify(product),
      title_order: titleOrder(title),
    });
    putText(this.database, TABLE, id, deletedAt === null ? productText(product) : null);
    // Also for a new product: the links of a product of another computer may arrive before it.
    if (previous !== title) {
      this.database.runDeferred();
      this.database.run(RETITLE_LINKS, id, foldText(title));
    }
    if (product.serverId !== null) this.database.run(CLAIM_SALES, id, product.serverId);
    this.version += 1;
  }
}
