// Search texts that are not in the full-text index yet, of many links that came from other computers at once. Indexing a text
// takes as long as storing the rest of its link, so it is done afterwards. Until then searches read this table.
import type { Database } from '../storage/database.ts';
import { Turns } from '../turns.ts';

export const UNINDEXED_LINKS = 'unindexed_links';

/** Texts that one statement moves. */
const AT_ONCE = 20;

/** Use inside transactions of the catalog, unless stated otherwise. */
export class UnindexedTexts {
  readonly #database: Database;
  #hasSome: boolean;

  constructor(database: Database) {
    this.#database = database;
    this.#hasSome = this.#isFilled();
  }

  /** The table that searches have to read besides the index; null while it is empty. */
  readonly table = (): typeof UNINDEXED_LINKS | null => (this.#hasSome ? UNINDEXED_LINKS : null);

  /** Call when texts were added to the table. */
  added(): void {
    this.#hasSome = true;
  }

  /** Removes the text of a row. Returns whether there was one; it is not in the index then. */
  remove(position: number): boolean {
    if (!this.#hasSome) return false;
    const sql = `SELECT 1 AS found FROM ${UNINDEXED_LINKS} WHERE position = ?`;
    if (!this.#database.get<{ found: number }>(sql, position)) return false;
    this.#database.run(`DELETE FROM ${UNINDEXED_LINKS} WHERE position = ?`, position);
    return true;
  }

  /** Moves as many texts into the index as fit into a turn. Returns how many. */
  index(): number {
    const turns = new Turns();
    let moved = 0;
    do {
      const rows = this.#database.all<{ position: number }>(
        `SELECT position FROM ${UNINDEXED_LINKS} ORDER BY position LIMIT ?`,
        AT_ONCE,
      );
      const last = rows.at(-1)?.position;
      if (last === undefined) return moved;
      this.#database.run(
        `INSERT INTO link_search(rowid, words, address)
          SELECT position, words, address FROM ${UNINDEXED_LINKS} WHERE position <= ? ORDER BY position`,
        last,
      );
      this.#database.run(`DELETE FROM ${UNINDEXED_LINKS} WHERE position <= ?`, last);
      moved += rows.length;
    } while (!turns.isOver);
    return moved;
  }

  /** Call after the commit of `index`. */
  indexed(): void {
    this.#hasSome = this.#isFilled();
  }

  #isFilled(): boolean {
    return this.#database.get(`SELECT 1 FROM ${UNINDEXED_LINKS} LIMIT 1`) !== undefined;
  }
}
