// Sales in a store's database. Version 6: with what their events said, listed, searched and counted like links; version 8:
// sorted by product and by amount; version 12: counted where their amount is the price of their link.
import type { DatabaseMigration } from '../storage/migrate.ts';
import { QUARTER_MS } from './local-days.ts';
import { titleOrder } from './order.ts';
import { EPOCH, PER_MS } from './position.ts';

/** Adds the row `alias` to the totals, or subtracts it. */
const total = (alias: 'NEW' | 'OLD', sign: '+' | '-'): string => `
  INSERT INTO sale_totals VALUES (${alias}.sold_at / ${QUARTER_MS}, COALESCE(${alias}.product_id, ''), COALESCE(${alias}.currency_id, -1),
    ${sign}${alias}.counts, ${sign}(1 - ${alias}.counts), ${sign}COALESCE(${alias}.cents * ${alias}.counts, 0))
  ON CONFLICT DO UPDATE SET sales = sales + excluded.sales, unverified = unverified + excluded.unverified,
    cents = cents + excluded.cents;`;

/** What a link's buyer pays, where it has one price. */
const priceOf = (field: string): string => `iif(json_array_length(l.record, '$.prices') = 1, ${field}, NULL)`;
const price = (field: string): string => `json_extract(l.record, '$.prices[0].${field}')`;

/**
 * `position` is in the order of `sold_at`: see `position.ts`. A row is never updated but removed and inserted, as the triggers
 * expect. `counts`: it counts as sold. `is_deleted` is what lists ask for; a sale is never deleted. The body stands last, so
 * that a list does not read it.
 */
const TABLES = `
CREATE TABLE sales (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  link_id TEXT,
  product_id TEXT,
  sold_at INTEGER NOT NULL,
  counts INTEGER NOT NULL,
  currency_id INTEGER,
  cents INTEGER,
  is_deleted INTEGER GENERATED ALWAYS AS (0) VIRTUAL,
  record TEXT NOT NULL,
  body TEXT
) STRICT;
CREATE INDEX sales_of_link ON sales(link_id, counts, sold_at);
CREATE INDEX sales_of_product ON sales(product_id, position);
CREATE INDEX sales_not_counted ON sales(position) WHERE counts = 0;

-- By quarters of an hour, for a day is another one in another time zone. product_id: empty for none; currency_id: -1 where the amount is unknown; cents: of the sales that count.
CREATE TABLE sale_totals (
  quarter INTEGER NOT NULL,
  product_id TEXT NOT NULL,
  currency_id INTEGER NOT NULL,
  sales INTEGER NOT NULL,
  unverified INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (quarter, product_id, currency_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sale_totals_of_product ON sale_totals(product_id, quarter);
CREATE TRIGGER sale_counted AFTER INSERT ON sales BEGIN ${total('NEW', '+')}
END;
CREATE TRIGGER sale_not_counted AFTER DELETE ON sales BEGIN ${total('OLD', '-')}
  DELETE FROM sale_totals WHERE quarter = OLD.sold_at / ${QUARTER_MS} AND product_id = COALESCE(OLD.product_id, '')
    AND currency_id = COALESCE(OLD.currency_id, -1) AND sales = 0 AND unverified = 0;
END;

CREATE VIRTUAL TABLE sale_search USING fts5(words, address, tokenize = 'trigram case_sensitive 1', columnsize = 0);
INSERT INTO sale_search(sale_search, rank) VALUES ('automerge', 0), ('crisismerge', 512);

-- What sales without a link name, and those whose link may be known by now.
CREATE TABLE sale_names (name TEXT, sale_id TEXT, PRIMARY KEY (name, sale_id)) STRICT, WITHOUT ROWID;
CREATE TABLE sales_to_attach (sale_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

/**
 * Sales of earlier versions keep their records; what those lack comes from their links. The largest start so far, less its row's
 * number, plus the number of this row: positions that are taken move up.
 */
export const addSales: DatabaseMigration = (database) =>
  database.exec(`
ALTER TABLE sales RENAME TO earlier_sales;
DROP INDEX sales_of_link;
${TABLES}
WITH placed AS (
  SELECT *, MIN(MAX(sold_at - ${EPOCH}, 0), 2199023255551) * ${PER_MS} AS start, row_number() OVER (ORDER BY sold_at, id) AS number
  FROM earlier_sales
)
INSERT INTO sales(position, id, link_id, product_id, sold_at, counts, currency_id, cents, record)
  SELECT MAX(start - number) OVER (ORDER BY number) + number + 1, p.id, p.link_id, l.product_id, p.sold_at, 1,
    ${priceOf(price('currencyId'))}, ${priceOf(`COALESCE(${price('discountCents')}, ${price('priceCents')})`)}, p.record
  FROM placed p LEFT JOIN links l ON l.id = p.link_id;
INSERT INTO sale_search(rowid, words, address)
  SELECT s.position, COALESCE(t.words, char(10)), COALESCE(t.address, '')
  FROM sales s LEFT JOIN links l ON l.id = s.link_id LEFT JOIN link_search t ON t.rowid = l.position;
DROP TABLE earlier_sales;
`);

/** Sorts after every title. */
const LAST_TITLE = '\u{10ffff}';

/** The sort key of a sale's product; null where that is not known. */
export const productOrder = (title: string | null): string => (title === null ? LAST_TITLE : titleOrder(title));

/** Currency ids from this one on, and greater amounts, sort as one group, so that the sort key stays below 2 ** 53. */
const MOST = { currencies: 8_000_000, cents: 999_999_999 };

/**
 * `amount_order`: by currency, then by cents; sales without an amount last. The positions of both indexes descend, so that
 * of one product the newest sales come first. Titles are few, so each is folded once.
 */
export const addSaleOrders: DatabaseMigration = (database) => {
  database.exec(`
ALTER TABLE sales ADD COLUMN product_order TEXT NOT NULL DEFAULT '${LAST_TITLE}';
ALTER TABLE sales ADD COLUMN amount_order INTEGER GENERATED ALWAYS AS (COALESCE(
  MIN(currency_id, ${MOST.currencies}) * 1000000000 + MIN(cents, ${MOST.cents}), ${MOST.currencies + 1} * 1000000000)) VIRTUAL;
CREATE TEMP TABLE title_orders (title TEXT PRIMARY KEY, title_order TEXT NOT NULL) STRICT, WITHOUT ROWID;`);
  const titleOf = `SELECT COALESCE(json_extract(s.record, '$.event.product'),
    (SELECT title FROM products WHERE id = s.product_id))`;
  const titles = database.all<{ title: string }>(
    `SELECT DISTINCT (${titleOf}) AS title FROM sales s WHERE (${titleOf}) IS NOT NULL`,
  );
  for (const { title } of titles) database.run('INSERT INTO title_orders VALUES (?, ?)', title, productOrder(title));
  database.exec(`
UPDATE sales AS s SET product_order = o.title_order FROM title_orders o WHERE o.title = (${titleOf});
DROP TABLE title_orders;
CREATE INDEX sales_by_product ON sales(product_order, position DESC);
CREATE INDEX sales_by_amount ON sales(amount_order, position DESC);`);
};

/** Of sales that do not count. */
export const IS_DISMISSED = `json_extract(record, '$.verified')`;

/** Of sales that count: the event has no amount. Queries repeat it word for word, so that SQLite finds the index. */
export const AT_PRICE_OF_LINK =
  "WHERE counts = 1 AND cents IS NOT NULL AND json_extract(record, '$.event.amount') IS NULL";

export const addPricesOfLinks: DatabaseMigration = (database) =>
  database.exec(`CREATE INDEX sales_at_price_of_link ON sales(product_id) ${AT_PRICE_OF_LINK}`);
