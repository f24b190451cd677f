// Positions of rows: integer keys in the order of the time-ordered ids. The full-text index returns rows by integer key, so
// it returns them newest first without sorting.
import type { Database } from '../storage/database.ts';
import { timeOfId } from '../storage/stamp.ts';

/** Positions count from here, in ms since 1970. */
export const EPOCH = Date.UTC(2024, 0);
/** Room for ids of the same millisecond. With the years until 2093 that makes 53 bits, which a number can represent. */
export const PER_MS = 2 ** 12;
const LATEST = 2 ** 41 - 1;
/** Rows to move first when a gap is full; then twice as many, and so on. */
const SPREAD = 32;
/** Rows that `taken` reads. */
const MOST_BETWEEN = 2_000;

interface Placed {
  readonly position: number;
  readonly id: string;
}

const TEXTS = { links: 'link_search', products: 'product_search' } as const;

/** Use inside the transaction that inserts the row. */
export class Positions {
  readonly #database: Database;
  readonly #table: keyof typeof TEXTS;

  constructor(database: Database, table: keyof typeof TEXTS) {
    this.#database = database;
    this.#table = table;
  }

  /** A free position between the rows with the next lower and the next higher id. */
  for(id: string): number {
    for (let spread = SPREAD; ; spread *= 2) {
      const low = this.#below(id, 1)[0]?.position ?? 0;
      const high = this.#above(id, 1)[0]?.position ?? Number.MAX_SAFE_INTEGER;
      const preferred = preferredPosition(id);
      if (preferred > low && preferred < high) return preferred;
      // Ids of the same moment are placed next to each other; a late one takes the middle of the gap.
      const next = preferred <= low && high - low > PER_MS ? low + 1 : low + Math.floor((high - low) / 2);
      if (next > low && next < high) return next;
      this.#makeRoom(id, spread);
    }
  }

  /**
   * Of new rows in ascending order, the ids of those whose preferred positions do not fit between their neighbours.
   *
   * @param preferred their `preferredPosition`s
   */
  taken(ids: readonly string[], preferred: readonly number[]): string[] {
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) return [];
    const sql = `SELECT position, id FROM ${this.#table} WHERE id > ? AND id < ? ORDER BY id LIMIT ?`;
    const between = this.#database.all<Placed>(sql, first, last, MOST_BETWEEN);
    // What comes after more rows than that is left out.
    const end = between.length < MOST_BETWEEN ? (this.#above(last, 1)[0]?.position ?? Number.MAX_SAFE_INTEGER) : 0;
    let low = this.#below(first, 1)[0]?.position ?? 0;
    let next = 0;
    return ids.filter((id, at) => {
      for (; (between[next]?.id ?? id) < id; next += 1) low = between[next]?.position ?? low;
      const position = preferred[at] ?? 0;
      const fits = position > low && position < (between[next]?.position ?? end);
      if (fits) low = position;
      return !fits;
    });
  }

  #below(id: string, count: number): Placed[] {
    const sql = `SELECT position, id FROM ${this.#table} WHERE id < ? ORDER BY id DESC LIMIT ?`;
    return this.#database.all<Placed>(sql, id, count);
  }

  #above(id: string, count: number): Placed[] {
    const sql = `SELECT position, id FROM ${this.#table} WHERE id > ? ORDER BY id LIMIT ?`;
    return this.#database.all<Placed>(sql, id, count);
  }

  /** Spreads the rows on both sides of an id evenly over the available gap. */
  #makeRoom(id: string, spread: number): void {
    const below = this.#below(id, spread + 1);
    const above = this.#above(id, spread + 1);
    const low = below.length > spread ? (below.pop()?.position ?? 0) : 0;
    const high = above.length > spread ? (above.pop()?.position ?? 0) : Number.MAX_SAFE_INTEGER;
    const rows = [...below.reverse(), ...above];
    const step = Math.min(PER_MS, Math.floor((high - low) / (rows.length + 1)));
    if (step < 2) return;
    const text = TEXTS[this.#table];
    // Move all rows to free positions first: a new position may still belong to another row.
    for (const { position } of rows) this.#move(text, position, -position);
    for (const [index, { position }] of rows.entries()) this.#move(text, -position, low + step * (index + 1));
  }

  #move(text: string, from: number, to: number): void {
    this.#database.run(`UPDATE ${this.#table} SET position = ? WHERE position = ?`, to, from);
    // The library binds numbers as REAL, which the full-text index rejects as a rowid.
    this.#database.run(`UPDATE ${text} SET rowid = CAST(? AS INTEGER) WHERE rowid = ?`, to, from);
  }
}

/** Rows created at `time` (ms since 1970) have higher positions. */
export const positionAt = (time: number): number => Math.min(Math.max(time - EPOCH, 0), LATEST) * PER_MS;

export function preferredPosition(id: string): number {
  return positionAt(timeOfId(id)) + Math.min(counterOf(id), PER_MS - 1) + 1;
}

/** The 32-bit counter within the millisecond in a UUIDv7 of this app, without the version and variant bits in between. */
function counterOf(id: string): number {
  const hex = id.replaceAll('-', '');
  const bits = (from: number, to: number) => Number.parseInt(hex.slice(from, to), 16) || 0;
  return bits(13, 16) * 2 ** 20 + (bits(16, 18) & 0x3f) * 2 ** 14 + bits(18, 20) * 2 ** 6 + (bits(20, 22) >> 2);
}
