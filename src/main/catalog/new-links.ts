// Stores many new links with few statements: for a catalog that comes from other computers.
import type { Database } from '../storage/database.ts';
import { linkColumns } from './link-columns.ts';
import { type Positions, preferredPosition } from './position.ts';
import { PENDING_ELSEWHERE } from './record-table.ts';
import type { LinkRecord } from './records.ts';
import { linkText } from './search.ts';
import { UNINDEXED_LINKS } from './unindexed-texts.ts';

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
  /** JSON: an array of the values of `TEXT_COLUMNS` for each link that is not deleted. */
  readonly texts: string;
}

/** In the table of links. */
const COLUMNS = [
  ...['id', 'product_id', 'is_deleted', 'is_pending', 'use_once', 'link_key', 'metadata_hash', 'content_hash'],
  ...['service_host', 'record', 'position'],
];
/** `words`: the search text after the product's title, which is known only where the link is stored. */
const TEXT_COLUMNS = ['id', 'product_id', 'position', 'words', 'address'];
const LINE_BREAK = '\n';
const ESCAPED_SURROGATE = '\\ud';

type Values = readonly (string | number | null)[];

const valueIn = (columns: readonly string[], name: string): string => `value ->> ${columns.indexOf(name)}`;
/** Apart from those of the links with ids in ?2. */
const rowsOf = (columns: readonly string[]): string =>
  `SELECT value FROM json_each(?1) WHERE ${valueIn(columns, 'id')} NOT IN (SELECT value FROM json_each(?2))`;

export function prepareLinks(unordered: readonly LinkRecord[]): PreparedLinks {
  const links = unordered.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const positions = links.map(({ id }) => preferredPosition(id));
  const elsewhere: string[] = [];
  const rows: Values[] = [];
  const texts: Values[] = [];
  for (const [at, link] of links.entries()) {
    const { id, productId } = link;
    const position = positions[at] ?? 0;
    const { isDeleted, isPending, useOnce, key, metadataHash, contentHash, serviceHost } = linkColumns(link);
    const record = JSON.stringify(link);
    const keys = [key, metadataHash, contentHash, serviceHost];
    rows.push([id, productId, isDeleted, isPending, useOnce, ...keys, record, position]);
    if (isPending === PENDING_ELSEWHERE) elsewhere.push(id);
    if (isDeleted) continue;
    const { words, address } = linkText(link, '');
    texts.push([id, productId, position, words.slice(LINE_BREAK.length), address]);
  }
  return {
    ids: links.map(({ id }) => id),
    positions,
    elsewhere,
    products: [...new Set(links.filter(({ deletedAt }) => deletedAt === null).map(({ productId }) => productId))],
    rows: jsonOf(rows),
    texts: jsonOf(texts),
  };
}

/**
 * SQLite decodes half of a surrogate pair in JSON to a text that it cannot return. Bound as a value it becomes the replacement
 * character, and so it does here.
 */
function jsonOf(rows: readonly Values[]): string {
  const json = JSON.stringify(rows);
  if (!json.includes(ESCAPED_SURROGATE)) return json;
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/**
 * Stores those of the links that are new and that nothing here belongs to yet. Their texts are not indexed. Use inside a
 * transaction.
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
  database.run(
    `WITH rows AS MATERIALIZED (${rowsOf(COLUMNS)})
      INSERT INTO links(${COLUMNS.join(', ')}, sync, sold)
        SELECT ${COLUMNS.map((name) => valueIn(COLUMNS, name)).join(', ')}, 0, 0 FROM rows`,
    prepared.rows,
    others,
  );
  const text = (name: string) => valueIn(TEXT_COLUMNS, name);
  database.run(
    `WITH titles(id, title) AS MATERIALIZED (SELECT key, value FROM json_each(?3)), rows AS MATERIALIZED (${rowsOf(TEXT_COLUMNS)})
      INSERT INTO ${UNINDEXED_LINKS}(position, words, address)
        SELECT ${text('position')}, '${LINE_BREAK}' || coalesce(title, '') || (${text('words')}), ${text('address')}
          FROM rows LEFT JOIN titles ON titles.id = ${text('product_id')}`,
    prepared.texts,
    others,
    JSON.stringify(titles),
  );
  return left;
}
