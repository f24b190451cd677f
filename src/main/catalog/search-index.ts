// The full-text index of the links or of the products.
import type { Database } from '../storage/database.ts';
import type { SearchText } from './search.ts';

/** Each commit adds a small segment. Merging after this many texts blocks the process for less time than SQLite's own merges. */
const TEXTS_PER_MERGE = 64;
/** The most pages that one merge writes. */
const PAGES_PER_MERGE = 64;

export class SearchIndex {
  readonly #database: Database;
  readonly #table: 'product_search' | 'link_search' | 'sale_search';
  #texts = 0;

  constructor(database: Database, table: 'product_search' | 'link_search' | 'sale_search') {
    this.#database = database;
    this.#table = table;
  }

  /**
   * Stores the text of the row at a position, or removes it (null), where it has changed. Use inside a transaction.
   *
   * @param isNew whether the row was not stored before
   */
  put(position: number, text: SearchText | null, isNew = false): void {
    const table = this.#table;
    const sql = `SELECT words, address FROM ${table} WHERE rowid = ?`;
    const before = isNew ? undefined : this.#database.get<SearchText>(sql, position);
    if (!text) {
      if (!before) return;
      this.#database.run(`DELETE FROM ${table} WHERE rowid = ?`, position);
    } else if (!before) {
      const sql = `INSERT INTO ${table}(rowid, words, address) VALUES (?, ?, ?)`;
      this.#database.run(sql, position, text.words, text.address);
    } else {
      if (before.words === text.words && before.address === text.address) return;
      const sql = `UPDATE ${table} SET words = ?, address = ? WHERE rowid = ?`;
      this.#database.run(sql, text.words, text.address, position);
    }
    this.added(1);
  }

  /** Call when so many texts were stored. Use inside their transaction. */
  added(texts: number): void {
    this.#texts += texts;
    if (this.#texts < TEXTS_PER_MERGE) return;
    this.#texts = 0;
    const table = this.#table;
    this.#database.run(`INSERT INTO ${table}(${table}, rank) VALUES ('merge', CAST(? AS INTEGER))`, PAGES_PER_MERGE);
  }
}
