// The tables and migrations of a store's database.
//
// `record` is the record as JSON. The other columns are derived from it (`sync`: from the outbox), so that lists, filters and
// counts can use an index. `position` orders the rows of a list: see `position.ts`.
import { foldText, isPlain } from '../../shared/fold.ts';
import { texts } from '../../shared/texts/main.ts';
import type { DatabaseMigration } from '../storage/migrate.ts';
import { type Action, isRecordedBySeller } from '../sync/outbox/action.ts';
import { titleOrder } from './order.ts';
import { addPricesOfLinks, addSaleOrders, addSales } from './sales-schema.ts';
import { addSharing, addStreamChecks } from './sharing-schema.ts';
import { ALL_PRODUCTS } from './stale-texts.ts';

/** Currency ids from this one on sort as one group, so that the sort key stays below 2 ** 53. */
const MOST_CURRENCIES = 8_000_000;

const TABLES = `
CREATE TABLE products (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  is_deleted INTEGER NOT NULL,
  is_pending INTEGER NOT NULL,
  state TEXT NOT NULL,
  title TEXT NOT NULL,
  title_folded TEXT NOT NULL,
  server_id INTEGER,
  seller_slug TEXT,
  product_number TEXT,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX products_listed ON products(position) WHERE is_deleted = 0;
CREATE INDEX products_by_state ON products(state, position) WHERE is_deleted = 0;
CREATE INDEX products_by_title ON products(title) WHERE is_deleted = 0;
CREATE INDEX products_by_title_folded ON products(title_folded) WHERE is_deleted = 0;
CREATE INDEX products_by_server_id ON products(server_id) WHERE server_id IS NOT NULL;
CREATE INDEX products_by_number ON products(product_number) WHERE product_number IS NOT NULL;
CREATE INDEX products_pending ON products(id) WHERE is_pending = 1;

-- sync: 0 nothing in the outbox, 1 a change is waiting, 2 a change needs attention.
CREATE TABLE links (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  product_id TEXT NOT NULL,
  is_deleted INTEGER NOT NULL,
  is_pending INTEGER NOT NULL,
  use_once INTEGER NOT NULL,
  sync INTEGER NOT NULL,
  sold INTEGER NOT NULL,
  sold_at INTEGER,
  link_key TEXT,
  metadata_hash TEXT,
  content_hash TEXT,
  service_host TEXT,
  import_id TEXT,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX links_listed ON links(position) WHERE is_deleted = 0;
CREATE INDEX links_of_product ON links(product_id, position) WHERE is_deleted = 0;
CREATE INDEX links_single_use ON links(position) WHERE is_deleted = 0 AND use_once = 1;
CREATE INDEX links_waiting ON links(position) WHERE is_deleted = 0 AND sync = 1;
CREATE INDEX links_attention ON links(position) WHERE is_deleted = 0 AND sync = 2;
CREATE INDEX links_open ON links(id, sync) WHERE sync <> 0;
CREATE INDEX links_sold ON links(position) WHERE is_deleted = 0 AND sold > 0;
CREATE INDEX links_pending ON links(id) WHERE is_pending = 1;
CREATE INDEX links_by_key ON links(link_key) WHERE link_key IS NOT NULL;
CREATE INDEX links_by_metadata ON links(metadata_hash) WHERE metadata_hash IS NOT NULL;
CREATE INDEX links_by_content ON links(content_hash) WHERE content_hash IS NOT NULL;
CREATE INDEX links_by_service_host ON links(service_host) WHERE service_host IS NOT NULL;

-- How many links each filter shows, and how many are deleted: of a product, of an import, and of all with an empty owner_id.
CREATE TABLE link_counts (
  owner_id TEXT PRIMARY KEY,
  listed INTEGER NOT NULL,
  waiting INTEGER NOT NULL,
  attention INTEGER NOT NULL,
  single_use INTEGER NOT NULL,
  sold INTEGER NOT NULL,
  deleted INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Lower-case text of the listed records, one fact a line, with a line break before the first and after the last.
CREATE VIRTUAL TABLE product_search USING fts5(words, address, tokenize = 'trigram case_sensitive 1', columnsize = 0);
CREATE VIRTUAL TABLE link_search USING fts5(words, address, tokenize = 'trigram case_sensitive 1', columnsize = 0);
-- search-index.ts merges them.
INSERT INTO product_search(product_search, rank) VALUES ('automerge', 0), ('crisismerge', 512);
INSERT INTO link_search(link_search, rank) VALUES ('automerge', 0), ('crisismerge', 512);
-- Products whose title has changed: the search text of their links is rewritten a few at a time.
CREATE TABLE renamed_products (product_id TEXT PRIMARY KEY, done_from INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE history (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  kind TEXT NOT NULL,
  ending TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  words TEXT NOT NULL,
  address TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX history_listed ON history(ended_at, id);
CREATE INDEX history_of_subject ON history(subject, kind, ending);

CREATE TABLE sales (
  id TEXT PRIMARY KEY,
  link_id TEXT NOT NULL,
  sold_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sales_of_link ON sales(link_id);

CREATE TABLE imports (id TEXT PRIMARY KEY, hash TEXT NOT NULL, record TEXT NOT NULL) STRICT;
CREATE INDEX imports_by_hash ON imports(hash);
CREATE TABLE import_rows (
  import_id TEXT NOT NULL,
  row INTEGER NOT NULL,
  is_chosen INTEGER NOT NULL,
  may_exist INTEGER NOT NULL,
  link_id TEXT,
  record TEXT NOT NULL,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_rows_by_link ON import_rows(link_id) WHERE link_id IS NOT NULL;
CREATE INDEX import_rows_in_doubt ON import_rows(import_id, link_id) WHERE may_exist = 1;
`;

/** Adds the row `alias` to the counts of its product, of its import and of all, or subtracts it. */
const count = (alias: 'NEW' | 'OLD', sign: '+' | '-'): string => {
  const listed = (condition: string) => `${sign}(${alias}.is_deleted = 0 AND ${condition})`;
  return `
  INSERT INTO link_counts
    SELECT value, ${listed('1')}, ${listed(`${alias}.sync = 1`)}, ${listed(`${alias}.sync = 2`)},
      ${listed(`${alias}.use_once = 1`)}, ${listed(`${alias}.sold > 0`)}, ${sign}(${alias}.is_deleted = 1)
    FROM json_each(json_array('', ${alias}.product_id, ${alias}.import_id)) WHERE value IS NOT NULL
  ON CONFLICT DO UPDATE SET listed = listed + excluded.listed, waiting = waiting + excluded.waiting,
    attention = attention + excluded.attention, single_use = single_use + excluded.single_use, sold = sold + excluded.sold,
    deleted = deleted + excluded.deleted;`;
};

/** Counts the row `alias` of an update that changes what is counted. */
const countUpdate = (name: string, alias: 'NEW' | 'OLD', sign: '+' | '-'): string => `
CREATE TRIGGER ${name} AFTER UPDATE ON links
  WHEN (OLD.product_id, OLD.is_deleted, OLD.use_once, OLD.sync, OLD.sold > 0)
    IS NOT (NEW.product_id, NEW.is_deleted, NEW.use_once, NEW.sync, NEW.sold > 0) BEGIN ${count(alias, sign)}
END;`;

const COUNTS = `
CREATE TRIGGER link_counted AFTER INSERT ON links BEGIN ${count('NEW', '+')}
END;
${countUpdate('link_not_counted_as_before', 'OLD', '-')}
${countUpdate('link_counted_anew', 'NEW', '+')}
`;

/** Version 2: sort by product title. */
const addTitleOrder: DatabaseMigration = (database) => {
  database.exec(`ALTER TABLE products ADD COLUMN title_order TEXT NOT NULL DEFAULT '';
    CREATE INDEX products_by_title_order ON products(title_order)`);
  for (const { position, title } of database.all<{ position: number; title: string }>(
    'SELECT position, title FROM products',
  )) {
    database.run('UPDATE products SET title_order = ? WHERE position = ?', titleOrder(title), position);
  }
};

/** Version 3: search finds actions marked as sent by the seller that were indexed as sent. */
const findRecorded: DatabaseMigration = (database) => {
  const { search } = texts.changes.ended.recorded;
  const sent = '\nsent\n';
  for (const { id, words, record } of database.all<{ id: string; words: string; record: string }>(
    "SELECT id, words, record FROM history WHERE ending = 'sent'",
  )) {
    const action = JSON.parse(record) as Action;
    if (!isRecordedBySeller(action) || !words.endsWith(sent)) continue;
    const recorded = action.result?.kind === 'product' ? `${search}\n${action.result.serverId}` : search;
    const found = `${words.slice(0, -sent.length)}\n${recorded}\n`.toLowerCase();
    database.run('UPDATE history SET words = ? WHERE id = ?', found, id);
  }
};

/**
 * Version 4: sort links by their first price (what a buyer pays, in cents, grouped by currency; links without one last) and by
 * state. The column is computed, so no row is rewritten.
 */
const addPriceOrder: DatabaseMigration = (database) => {
  const price = (field: string) => `json_extract(record, '$.prices[0].${field}')`;
  database.exec(`ALTER TABLE links ADD COLUMN price_order INTEGER GENERATED ALWAYS AS (COALESCE(
      MIN(${price('currencyId')}, ${MOST_CURRENCIES}) * 1000000000 + COALESCE(${price('discountCents')}, ${price('priceCents')}),
      ${MOST_CURRENCIES + 1} * 1000000000)) VIRTUAL;
    CREATE INDEX links_by_price ON links(price_order, position) WHERE is_deleted = 0;
    CREATE INDEX links_by_sync ON links(sync, position) WHERE is_deleted = 0;`);
};

/** Version 5: search ignores accents. Texts of links, up to a million, are rewritten in the background. */
const foldSearch: DatabaseMigration = (database) => {
  const fold = (table: string, key: string) => {
    for (const row of database.all<{ key: string | number; words: string; address: string }>(
      `SELECT ${key} AS key, words, address FROM ${table} WHERE length(words || address) <> length(CAST(words || address AS BLOB))`,
    )) {
      const sql = `UPDATE ${table} SET words = ?, address = ? WHERE ${key} = ?`;
      database.run(sql, foldText(row.words), foldText(row.address), row.key);
    }
  };
  fold('product_search', 'rowid');
  fold('history', 'id');
  for (const { position, title } of database.all<{ position: number; title: string }>(
    'SELECT position, title FROM products',
  )) {
    if (!isPlain(title))
      database.run('UPDATE products SET title_order = ? WHERE position = ?', titleOrder(title), position);
  }
  database.run('INSERT OR REPLACE INTO renamed_products SELECT ?, 0 WHERE EXISTS (SELECT 1 FROM links)', ALL_PRODUCTS);
};

/** Version 10: counts links without a table-valued function, which took about 15 % of the time of storing a link. */
const countDirectly: DatabaseMigration = (database) => {
  const countOne = (alias: 'NEW' | 'OLD', sign: '+' | '-', owner: string): string => {
    const listed = (condition: string) => `${sign}(${alias}.is_deleted = 0 AND ${condition})`;
    return `
    INSERT INTO link_counts
      SELECT ${owner}, ${listed('1')}, ${listed(`${alias}.sync = 1`)}, ${listed(`${alias}.sync = 2`)},
        ${listed(`${alias}.use_once = 1`)}, ${listed(`${alias}.sold > 0`)}, ${sign}(${alias}.is_deleted = 1)
      WHERE ${owner} IS NOT NULL
    ON CONFLICT DO UPDATE SET listed = listed + excluded.listed, waiting = waiting + excluded.waiting,
      attention = attention + excluded.attention, single_use = single_use + excluded.single_use, sold = sold + excluded.sold,
      deleted = deleted + excluded.deleted;`;
  };
  const countAll = (alias: 'NEW' | 'OLD', sign: '+' | '-') =>
    ["''", `${alias}.product_id`, `${alias}.import_id`].map((owner) => countOne(alias, sign, owner)).join('');
  database.exec(`DROP TRIGGER IF EXISTS link_counted;
    DROP TRIGGER IF EXISTS link_not_counted_as_before;
    DROP TRIGGER IF EXISTS link_counted_anew;
    DROP TRIGGER IF EXISTS link_counted_again;
    CREATE TRIGGER link_counted AFTER INSERT ON links BEGIN ${countAll('NEW', '+')}
    END;
    CREATE TRIGGER link_counted_again AFTER UPDATE ON links
      WHEN (OLD.product_id, OLD.is_deleted, OLD.use_once, OLD.sync, OLD.sold > 0)
        IS NOT (NEW.product_id, NEW.is_deleted, NEW.use_once, NEW.sync, NEW.sold > 0)
      BEGIN ${countAll('OLD', '-')} ${countAll('NEW', '+')}
    END;`);
};

/** Version 11: texts of links that are not in `link_search` yet. See `unindexed-texts.ts`. */
const addUnindexed: DatabaseMigration = (database) =>
  database.exec(
    'CREATE TABLE unindexed_links (position INTEGER PRIMARY KEY, words TEXT NOT NULL, address TEXT NOT NULL) STRICT',
  );

/** The first migrates an empty file to version 1, and so on. A migration that has shipped never changes. */
export const CATALOG_MIGRATIONS: readonly DatabaseMigration[] = [
  (database) => database.exec(TABLES + COUNTS),
  addTitleOrder,
  findRecorded,
  addPriceOrder,
  foldSearch,
  addSales,
  addSharing,
  addSaleOrders,
  addStreamChecks,
  countDirectly,
  addUnindexed,
  addPricesOfLinks,
];
