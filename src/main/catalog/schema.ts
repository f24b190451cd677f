// The tables of a store's database.
//
// `record` is the record as JSON. The other columns are derived from it, so that lists, filters and counts can use an index: here
// if SQL can do it, else when the row is written.
// `rowid` ascends in the order of insertion, and identifies the row's search text.
/** Greater currency ids sort as equal, so that a sort key stays below 2 ** 53. */
const MOST_CURRENCIES = 8_000_000;

const price = (field: string): string => `json_extract(record, '$.prices[0].${field}')`;

const PRICE_ORDER = `COALESCE(
  MIN(${price('currencyId')}, ${MOST_CURRENCIES}) * 1000000000 + COALESCE(${price('discountCents')}, ${price('priceCents')}),
  ${MOST_CURRENCIES + 1} * 1000000000)`;

/** The type of a column that SQLite derives from the record. */
const derived = (type: 'TEXT' | 'INTEGER', expression: string): string =>
  `${type} GENERATED ALWAYS AS (${expression}) STORED`;
const DELETED = derived('INTEGER', "record ->> '$.deletedAt' IS NOT NULL");

const mark = (kind: string, id = 'NEW.id'): string => `
  INSERT INTO shared VALUES ('${kind}', ${id}, 0, 1, 1) ON CONFLICT DO UPDATE SET is_unshared = 1, change = change + 1;`;

/** Triggers that mark changed rows as unshared if the store is shared. `which`: the rows that may be shared. */
const markUnshared = (table: string, kind: string, which = 'true'): string => `
CREATE TRIGGER ${kind}_added_unshared AFTER INSERT ON ${table}
  WHEN ${which} AND EXISTS (SELECT 1 FROM share) BEGIN ${mark(kind)}
END;
CREATE TRIGGER ${kind}_changed_unshared AFTER UPDATE OF record ON ${table}
  WHEN ${which} AND OLD.record IS NOT NEW.record AND EXISTS (SELECT 1 FROM share) BEGIN ${mark(kind)}
END;`;

/** A full-text index. `putText` merges its segments in small steps, because FTS5 itself may take 50 ms at once. */
const searchIndex = (table: string): string => `
CREATE VIRTUAL TABLE ${table} USING fts5(words, address, tokenize = 'trigram case_sensitive 1', columnsize = 0);
INSERT INTO ${table}(${table}, rank) VALUES ('automerge', 0), ('crisismerge', 64);`;

/** Creates everything in an empty database. */
export const CATALOG_SCHEMA = `
CREATE TABLE products (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  is_deleted ${DELETED},
  pending INTEGER,
  title TEXT NOT NULL,
  title_folded TEXT NOT NULL,
  server_id ${derived('INTEGER', "record ->> '$.serverId'")},
  product_number ${derived('TEXT', "record ->> '$.checkout.productNumber'")},
  record TEXT NOT NULL,
  title_order TEXT NOT NULL
) STRICT;
CREATE INDEX products_listed ON products(id) WHERE is_deleted = 0;
CREATE INDEX products_by_title_folded ON products(title_folded) WHERE is_deleted = 0;
CREATE INDEX products_by_title_order ON products(title_order);
CREATE INDEX products_by_server_id ON products(server_id) WHERE server_id IS NOT NULL;
CREATE INDEX products_by_number ON products(product_number) WHERE product_number IS NOT NULL;
CREATE INDEX products_pending ON products(pending, id) WHERE pending IS NOT NULL;

-- price_order: by the currency of the first price, then by what a buyer pays in it, in cents; links without a price last. The
-- record stands last, so that filters and orders do not read it.
CREATE TABLE links (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  product_id ${derived('TEXT', "record ->> '$.productId'")},
  is_deleted ${DELETED},
  pending INTEGER,
  use_once ${derived('INTEGER', "record ->> '$.useOnce'")},
  link_key TEXT,
  metadata_hash TEXT,
  content_hash TEXT,
  service_host TEXT,
  price_order ${derived('INTEGER', PRICE_ORDER)},
  record TEXT NOT NULL
) STRICT;
CREATE INDEX links_listed ON links(id) WHERE is_deleted = 0;
-- Also counts the links of each filter, without reading the rows.
CREATE INDEX links_of_product ON links(product_id, id, use_once) WHERE is_deleted = 0;
CREATE INDEX links_by_price ON links(price_order, id) WHERE is_deleted = 0;
CREATE INDEX links_pending ON links(pending, id) WHERE pending IS NOT NULL;
CREATE INDEX links_by_key ON links(link_key) WHERE link_key IS NOT NULL;
CREATE INDEX links_by_metadata ON links(metadata_hash) WHERE metadata_hash IS NOT NULL;
CREATE INDEX links_by_content ON links(content_hash, id) WHERE content_hash IS NOT NULL;
CREATE INDEX links_by_service_host ON links(service_host) WHERE service_host IS NOT NULL;

-- Lower-case text of the listed records, one fact a line, with a line break before the first and after the last.
${searchIndex('product_search')}${searchIndex('link_search')}

CREATE TABLE history (
  id TEXT PRIMARY KEY,
  subject ${derived('TEXT', "record ->> '$.subject'")},
  kind ${derived('TEXT', "record ->> '$.payload.kind'")},
  ending ${derived('TEXT', "record ->> '$.ending'")},
  ended_at ${derived('INTEGER', "CAST(record ->> '$.endedAt' AS INTEGER)")},
  words TEXT NOT NULL,
  address TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX history_listed ON history(ended_at, id);
CREATE INDEX history_of_subject ON history(subject, kind, ending);

-- A removed import is not listed, but says how the next file with its columns is read.
CREATE TABLE imports (id TEXT PRIMARY KEY, record TEXT NOT NULL, is_removed INTEGER NOT NULL DEFAULT 0) STRICT;
-- The rows of the open file and of each import. kind: a RowKind. content: the hash of the link it would be, if it has no errors.
-- decided: what the seller chose against the default. link_id: stored together with the link.
CREATE TABLE import_rows (
  import_id TEXT NOT NULL,
  row INTEGER NOT NULL,
  kind TEXT NOT NULL,
  content TEXT,
  decided INTEGER,
  is_chosen INTEGER NOT NULL GENERATED ALWAYS AS (content IS NOT NULL AND COALESCE(decided, kind = 'new')) VIRTUAL,
  link_id TEXT,
  cells TEXT NOT NULL,
  findings TEXT NOT NULL,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_rows_with_link ON import_rows(import_id, link_id) WHERE link_id IS NOT NULL;
CREATE INDEX import_rows_by_kind ON import_rows(import_id, kind, is_chosen);

-- repeat_key: the same for sales that may be one. The body stands last, so that a list does not read it.
CREATE TABLE sales (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  link_id TEXT,
  product_id TEXT,
  sold_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  repeat_key TEXT,
  currency_id INTEGER,
  cents INTEGER,
  record TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX sales_of_link ON sales(link_id, state, sold_at);
-- Also sums up the sales of each day, without reading the rows.
CREATE INDEX sales_listed ON sales(sold_at, id, state, currency_id, cents);
CREATE INDEX sales_of_product ON sales(product_id, sold_at, id);
CREATE INDEX sales_by_state ON sales(state, sold_at, id) WHERE state <> 'counted';
CREATE INDEX sales_by_repeat_key ON sales(repeat_key, sold_at, id) WHERE repeat_key IS NOT NULL;

${searchIndex('sale_search')}

-- What sales without a link name: the link may be added later.
CREATE TABLE sale_names (name TEXT, sale_id TEXT, PRIMARY KEY (name, sale_id)) STRICT, WITHOUT ROWID;
CREATE INDEX sale_names_by_sale ON sale_names(sale_id);

-- Deliveries of the webhook. key_digest: of a key that could not be verified. The body stands last, so that a list does not
-- read it.
CREATE TABLE deliveries (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  key_digest TEXT,
  record TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX deliveries_listed ON deliveries(at);
CREATE INDEX deliveries_by_size ON deliveries(size);
CREATE INDEX deliveries_unverified ON deliveries(id) WHERE key_digest IS NOT NULL;

-- One row while the store is shared. sequence, value: of this computer's mark up to which everything was read. Before the first
-- mark, value is empty, and sequence is that of the last entry read. next_value: of the mark on its way; empty if there is none.
CREATE TABLE share (
  is_only INTEGER PRIMARY KEY CHECK (is_only = 1),
  team TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  value TEXT NOT NULL,
  next_value TEXT NOT NULL
) STRICT;

-- What is known of each row on the server. revision: 0 if it may not have the row. is_unshared: the row differs from that.
-- change: counts changes, to see whether a row changed again.
CREATE TABLE shared (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  is_unshared INTEGER NOT NULL,
  change INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_unshared ON shared(kind, id) WHERE is_unshared = 1;

-- Records that may stand for the same product or link of the service as another one.
CREATE TABLE duplicates (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- See items.ts.
CREATE TABLE currencies (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
CREATE TABLE templates (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;

-- Small values: see fact.ts.
CREATE TABLE facts (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Changes that waited in a restored backup: one of a kind for each subject, because two backups may have it under different ids.
CREATE TABLE held (
  id TEXT PRIMARY KEY,
  subject ${derived('TEXT', "record ->> '$.subject'")},
  kind ${derived('TEXT', "record ->> '$.payload.kind'")},
  record TEXT NOT NULL,
  UNIQUE (subject, kind)
) STRICT, WITHOUT ROWID;

-- See staged.ts. staged.kind: "create" or "delete". staged.replaces: the link that is deleted once this one is created.
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  total INTEGER NOT NULL,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE staged (
  link_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  replaces TEXT,
  PRIMARY KEY (link_id, kind)
) STRICT;
CREATE INDEX staged_of_batch ON staged(batch_id, link_id);
CREATE INDEX staged_replaces ON staged(replaces) WHERE replaces IS NOT NULL;
${markUnshared('products', 'product')}
${markUnshared('links', 'link', "NOT EXISTS (SELECT 1 FROM staged WHERE link_id = NEW.id AND kind = 'create')")}
-- A link is shared once its creation is not staged any more, unless the link was deleted.
CREATE TRIGGER taken_unshared AFTER DELETE ON staged
  WHEN OLD.kind = 'create' AND EXISTS (SELECT 1 FROM share)
    AND EXISTS (SELECT 1 FROM links WHERE id = OLD.link_id AND is_deleted = 0) BEGIN ${mark('link', 'OLD.link_id')}
END;
${markUnshared('sales', 'sale')}
${markUnshared('currencies', 'currency')}
${markUnshared('templates', 'template')}
${markUnshared('facts', 'fact', "NEW.id IN ('store', 'webhook')")}
`;
