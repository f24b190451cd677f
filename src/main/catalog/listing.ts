// Pages of a list: filtered, searched, newest first, with as little read as possible.
//
// A page is asked for by its offset. The position of the last row of each page is remembered, so that the next page
// starts there (keyset) instead of stepping over everything before it.
import type { Database, Value } from '../storage/database.ts';
import type { Reader } from './reader.ts';
import { and, type Condition, inFullText, inRows, type Part } from './search.ts';

/** Which rows a list shows: conditions on the table under the alias `r`, and the words that are searched. */
export interface ListQuery {
  readonly terms: readonly string[];
  readonly filters: readonly Condition[];
  /** About how many rows pass the filters, where that is known: few of them are searched one by one. */
  readonly estimate: number | null;
}

/** A list's rows in a table with the columns `position` and `record`, and its full-text index. */
export interface ListTable {
  readonly rows: 'links' | 'products';
  readonly text: 'link_search' | 'product_search';
}

export interface Total {
  readonly rows: number;
  /** False while the rows are still being counted: there are at least `rows`. */
  readonly isExact: boolean;
}

/** Rows are counted in slices of about this size, so that the next keystroke waits for no more than one of them. */
const SLICE = 10_000;
/** Up to this offset, rows of an unsearched list are stepped over in the main thread. */
const NEAR = 5_000;
/** With at most this many rows behind the filters, the filters come first and the words second. */
const FEW = 2_000;
/** How long a page waits for the number of rows, in ms. */
const COUNT_WAIT_MS = 20;
/** How many lists are remembered. */
const REMEMBERED = 12;

interface Remembered {
  readonly key: string;
  readonly version: number;
  /** The position before which the row at an offset of a part is found. */
  readonly marks: Record<Part, Map<number, number>>;
  wholes: number | null;
  total: Promise<number> | null;
  counted: number | null;
}

interface Select {
  readonly from: string;
  readonly key: string;
  readonly where: Condition;
}

export class Listing<T extends { readonly id: string }> {
  readonly #table: ListTable;
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #version: () => number;
  #remembered: Remembered[] = [];

  /** `version`: another number after each change of the table. */
  constructor(table: ListTable, database: Database, reader: Reader, version: () => number) {
    this.#table = table;
    this.#database = database;
    this.#reader = reader;
    this.#version = version;
  }

  /** Rows from `offset` on; those in which the search is a whole line first, then newest first. */
  async page(query: ListQuery, offset: number, limit: number): Promise<T[]> {
    if (query.terms.length === 0) return this.#partPage(query, 'rest', offset, limit);
    const remembered = this.#remember(query);
    const wholes = offset === 0 ? null : await this.#wholes(query);
    const first = wholes === null || offset < wholes ? await this.#partPage(query, 'whole', offset, limit) : [];
    if (wholes === null && first.length < limit) remembered.wholes = first.length;
    if (first.length === limit) return first;
    const before = wholes ?? first.length;
    return [...first, ...(await this.#partPage(query, 'rest', Math.max(0, offset - before), limit - first.length))];
  }

  /** How many rows there are. Where counting takes longer than a moment, `least` and not exact; `onCounted` is called later. */
  async total(query: ListQuery, least: number, onCounted: () => void): Promise<Total> {
    const remembered = this.#remember(query);
    if (remembered.counted !== null) return { rows: remembered.counted, isExact: true };
    let isLate = false;
    remembered.total ??= this.#count(query, remembered).then((rows) => {
      remembered.counted = rows;
      if (isLate) onCounted();
      return rows;
    });
    const counted = remembered.total;
    // Where it fails, or the table has changed, the next call counts again.
    counted.catch(() => {
      remembered.total = null;
    });
    const rows = await Promise.race([counted, waited(COUNT_WAIT_MS)]).catch(rejectUnlessSuperseded);
    if (rows !== null) return { rows, isExact: true };
    isLate = true;
    return { rows: least, isExact: false };
  }

  /** The exact number of rows, however long that takes. */
  async count(query: ListQuery): Promise<number> {
    return this.#count(query, null);
  }

  /** The first row in the order of the list that is among `ids`, and its offset. */
  async locate(query: ListQuery, ids: readonly string[]): Promise<{ id: string; index: number } | null> {
    let before = 0;
    for (const part of partsOf(query)) {
      const { from, key, where } = this.#select(query, part);
      const positions = `SELECT position FROM ${this.#table.rows} WHERE id IN (SELECT value FROM json_each(?))`;
      const [first] = await this.#reader.all<{ position: number }>(
        `SELECT ${key} AS position FROM ${from} WHERE ${where.sql} AND ${key} IN (${positions}) ORDER BY ${key} DESC LIMIT 1`,
        ...where.values,
        JSON.stringify(ids),
      );
      if (first) {
        const index = before + (await this.#countPart(query, part, first.position));
        const found = this.#database.get<{ id: string }>(
          `SELECT id FROM ${this.#table.rows} WHERE position = ?`,
          first.position,
        );
        return found ? { id: found.id, index } : null;
      }
      if (part === 'whole') before = await this.#wholes(query);
    }
    return null;
  }

  /** Those of `ids` that the list shows. */
  async among(query: ListQuery, ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    const json = JSON.stringify(ids);
    for (const part of partsOf(query)) {
      const { from, key, where } = this.#select(query, part);
      const rows = await this.#reader.all<{ id: string }>(
        `SELECT t.id FROM ${this.#table.rows} t WHERE t.id IN (SELECT value FROM json_each(?)) AND t.position IN
          (SELECT ${key} FROM ${from} WHERE ${where.sql} AND ${key} IN
            (SELECT position FROM ${this.#table.rows} WHERE id IN (SELECT value FROM json_each(?))))`,
        json,
        ...where.values,
        json,
      );
      for (const { id } of rows) found.add(id);
    }
    return found;
  }

  /** All rows in the order of the list, some hundred at a time. What changes meanwhile may be missing or there twice. */
  async *each(query: ListQuery, atATime = 500): AsyncGenerator<T[]> {
    for (const part of partsOf(query)) {
      for (let below = Number.MAX_SAFE_INTEGER; ; ) {
        const rows = await this.#reader.all<Row>(...this.#rows(query, part, below, 0, atATime));
        const last = rows.at(-1);
        if (!last) break;
        yield rows.map(({ record }) => JSON.parse(record) as T);
        below = last.position;
      }
    }
  }

  /** The ids of all rows in the order of the list, some thousand at a time. */
  async *ids(query: ListQuery, atATime = 5_000): AsyncGenerator<string[]> {
    for (const part of partsOf(query)) {
      for (let below = Number.MAX_SAFE_INTEGER; ; ) {
        const [positions, ...values] = this.#positions(query, part, below, 0, atATime);
        const rows = await this.#reader.all<{ position: number; id: string }>(
          `SELECT p.position, t.id FROM (${positions}) p CROSS JOIN ${this.#table.rows} t ON t.position = p.position
            ORDER BY p.position DESC`,
          ...values,
        );
        const last = rows.at(-1);
        if (!last) break;
        yield rows.map(({ id }) => id);
        below = last.position;
      }
    }
  }

  async #partPage(query: ListQuery, part: Part, offset: number, limit: number): Promise<T[]> {
    const { marks } = this.#remember(query);
    const mark = nearest(marks[part], offset);
    const statement = this.#rows(query, part, mark.below, offset - mark.offset, limit);
    const isQuick = query.terms.length === 0 && offset - mark.offset <= NEAR;
    const rows = isQuick ? this.#database.all<Row>(...statement) : await this.#reader.all<Row>(...statement);
    const last = rows.at(-1);
    if (last) marks[part].set(offset + rows.length, last.position);
    return rows.map(({ record }) => JSON.parse(record) as T);
  }

  async #wholes(query: ListQuery): Promise<number> {
    const remembered = this.#remember(query);
    remembered.wholes ??= await this.#countPart(query, 'whole', 0);
    return remembered.wholes;
  }

  /** `whileRemembered`: given up with `Superseded` when the table has changed. */
  async #count(query: ListQuery, whileRemembered: Remembered | null): Promise<number> {
    let sum = 0;
    for (const part of partsOf(query)) sum += await this.#countPart(query, part, 0, whileRemembered);
    return sum;
  }

  /** How many rows of a part stand at a position above `above`. */
  async #countPart(
    query: ListQuery,
    part: Part,
    above: number,
    whileRemembered: Remembered | null = null,
  ): Promise<number> {
    const { from, key, where } = this.#select(query, part);
    const sql = `SELECT count(*) AS rows FROM ${from} WHERE ${where.sql} AND ${key} > ? AND ${key} <= ?`;
    let sum = 0;
    for (let low = above; ; ) {
      const [end] = await this.#reader.all<{ position: number }>(
        `SELECT position FROM ${this.#table.rows} WHERE is_deleted = 0 AND position > ? ORDER BY position LIMIT 1 OFFSET ?`,
        low,
        SLICE - 1,
      );
      const high = end?.position ?? Number.MAX_SAFE_INTEGER;
      const [counted] = await this.#reader.all<{ rows: number }>(sql, ...where.values, low, high);
      sum += counted?.rows ?? 0;
      if (!end) return sum;
      if (whileRemembered && !this.#isCurrent(whileRemembered)) throw new Superseded();
      low = high;
    }
  }

  /** Position and record of a part's rows below a position, highest first. */
  #rows(query: ListQuery, part: Part, below: number, skip: number, limit: number): [string, ...Value[]] {
    const [positions, ...values] = this.#positions(query, part, below, skip, limit);
    return [
      `SELECT p.position, t.record FROM (${positions}) p CROSS JOIN ${this.#table.rows} t ON t.position = p.position
        ORDER BY p.position DESC`,
      ...values,
    ];
  }

  #positions(query: ListQuery, part: Part, below: number, skip: number, limit: number): [string, ...Value[]] {
    const { from, key, where } = this.#select(query, part);
    return [
      `SELECT ${key} AS position FROM ${from} WHERE ${where.sql} AND ${key} < ? ORDER BY ${key} DESC LIMIT ? OFFSET ?`,
      ...where.values,
      below,
      limit,
      skip,
    ];
  }

  #select({ terms, filters, estimate }: ListQuery, part: Part): Select {
    const { rows, text } = this.#table;
    const listed: Condition = { sql: 'r.is_deleted = 0', values: [] };
    if (terms.length === 0) return { from: `${rows} r`, key: 'r.position', where: and([listed, ...filters]) };
    // Only what is listed has a text, so without filters the rows themselves are not needed.
    if (filters.length === 0) return { from: text, key: `${text}.rowid`, where: inFullText(text, terms, part) };
    if (estimate !== null && estimate <= FEW) {
      return {
        from: `${rows} r CROSS JOIN ${text} ON ${text}.rowid = r.position`,
        key: 'r.position',
        where: and([listed, ...filters, inRows(text, terms, part)]),
      };
    }
    return {
      from: `${text} CROSS JOIN ${rows} r ON r.position = ${text}.rowid`,
      key: `${text}.rowid`,
      where: and([inFullText(text, terms, part), ...filters]),
    };
  }

  #isCurrent(remembered: Remembered): boolean {
    return remembered.version === this.#version() && this.#remembered.includes(remembered);
  }

  /** What is remembered of a list as it is now. */
  #remember(query: ListQuery): Remembered {
    const version = this.#version();
    const key = JSON.stringify([version, query.terms, query.filters]);
    const known = this.#remembered.find((one) => one.key === key);
    if (known) return known;
    const fresh: Remembered = {
      key,
      version,
      marks: { whole: new Map(), rest: new Map() },
      wholes: null,
      total: null,
      counted: null,
    };
    this.#remembered = [fresh, ...this.#remembered].slice(0, REMEMBERED);
    return fresh;
  }
}

/** The table has changed, so that a count that is under way says nothing any more. */
class Superseded extends Error {}

function rejectUnlessSuperseded(error: unknown): null {
  if (error instanceof Superseded) return null;
  throw error;
}

interface Row {
  readonly position: number;
  readonly record: string;
}

const partsOf = ({ terms }: ListQuery): readonly Part[] => (terms.length === 0 ? ['rest'] : ['whole', 'rest']);

/** The remembered mark that is closest before an offset. */
function nearest(marks: ReadonlyMap<number, number>, offset: number): { offset: number; below: number } {
  let best = { offset: 0, below: Number.MAX_SAFE_INTEGER };
  for (const [at, below] of marks) if (at <= offset && at > best.offset) best = { offset: at, below };
  return best;
}

/** Resolves after so long, and after what has come in meanwhile: the main process may have been busy. */
const waited = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(() => resolve(null)), ms).unref();
  });
