// Stores many new links with few statements: for a catalog that comes from other computers.
import type { Database } from '../storage/database.ts';
import { linkColumns } from './link-columns.ts';
import { type Positions, preferredPosition } from './position.ts';
import { PENDING_ELSEWHERE } from './record-table.ts';
import type { LinkRecord } from './records.ts';
import { linkText } from './search.ts';

/** Links that may be new here. Plain data, which one thread prepares for another. */
export interface PreparedLinks {
  /** Ascending. */
  readonly ids: readonly string[];
  /** Where the same links should stand. */
  readonly positions: readonly number[];
  /** Ids of those that another computer has yet to create. */
  readonly elsewhere: readonly string[];
  /** Ids of the products of all that are not deleted. */
  readonly products: readonly string[];
  /** JSON: an array of the values of `COLUMNS` for each link. */
  readonly rows: string;
}

/** In the table of links. */
const STORED = [
  ...['id', 'product_id', 'is_deleted', 'is_pending', 'use_once', 'link_key', 'metadata_hash', 'content_hash'],
  ...['service_host', 'record', 'position'],
];
/** `words`: the search text after the product's title, which is known only where the link is stored. */
const COLUMNS = [...STORED, 'words', 'address'];
const LINE_BREAK = '\n';
const jsonValue = (name: string): string => `value ->> ${COLUMNS.indexOf(name)}`;

export function prepareLinks(unordered: readonly LinkRecord[]): PreparedLinks {
  const links = unordered.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const positions = links.map(({ id }) => preferredPosition(id));
  const elsewhere: string[] = [];
  const rows = links.map((link, at) => {
    const { isDeleted, isPending, useOnce, key, metadataHash, contentHash, serviceHost } = linkColumns(link);
    if (isPending === PENDING_ELSEWHERE) elsewhere.push(link.id);
    const { words, address } = linkText(link, '');
    return [
      ...[link.id, link.productId, isDeleted, isPending, useOnce, key, metadataHash, contentHash, serviceHost],
      ...[JSON.stringify(link), positions[at], words.slice(LINE_BREAK.length), address],
    ].map(wellFormed);
  });
  return {
    ids: links.map(({ id }) => id),
    positions,
    elsewhere,
    products: [...new Set(links.filter(({ deletedAt }) => deletedAt === null).map(({ productId }) => productId))],
    rows: JSON.stringify(rows),
  };
}

/** SQLite decodes half of a surrogate pair in JSON to a text that it cannot return; bound as a value it becomes this sign too. */
const wellFormed = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

/**
 * Stores those of the links that are new and that nothing here belongs to yet. Use inside a transaction.
 *
 * @param titles the folded titles of their products, by id
 * @returns the ids of the links that it does not store
 */
export function storeNewLinks(
  database: Database,
  positions: Positions,
  prepared: PreparedLinks,
  titles: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  const known = database.all<{ id: string }>(
    `SELECT value AS id FROM json_each(?) WHERE EXISTS (SELECT 1 FROM links WHERE id = value)
      OR EXISTS (SELECT 1 FROM sales WHERE link_id = value) OR EXISTS (SELECT 1 FROM import_rows WHERE link_id = value)`,
    JSON.stringify(prepared.ids),
  );
  const left = new Set(known.map(({ id }) => id));
  for (const id of positions.taken(prepared.ids, prepared.positions)) left.add(id);
  const others = JSON.stringify([...left]);
  const newRows = `SELECT value FROM json_each(?1) WHERE ${jsonValue('id')} NOT IN (SELECT value FROM json_each(?2))`;
  database.run(
    `WITH rows AS (${newRows})
      INSERT INTO links(${STORED.join(', ')}, sync, sold) SELECT ${STORED.map(jsonValue).join(', ')}, 0, 0 FROM rows`,
    prepared.rows,
    others,
  );
  database.run(
    `WITH titles(id, title) AS MATERIALIZED (SELECT key, value FROM json_each(?3)),
        rows AS (${newRows} AND ${jsonValue('is_deleted')} = 0)
      INSERT INTO link_search(rowid, words, address)
        SELECT ${jsonValue('position')}, '${LINE_BREAK}' || coalesce(title, '') || (${jsonValue('words')}), ${jsonValue('address')}
          FROM rows LEFT JOIN titles ON titles.id = ${jsonValue('product_id')}`,
    prepared.rows,
    others,
    JSON.stringify(titles),
  );
  return left;
}
