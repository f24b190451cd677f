// Writes the new title of a renamed product into the search texts of its links, a few at a time. Continues after the next start.
import { setImmediate } from 'node:timers/promises';
import { foldText } from '../../shared/fold.ts';
import type { Database } from '../storage/database.ts';

/** Links in one transaction, which takes a few milliseconds. */
const LINKS = 50;
/** The title is the first line of a text, between two line breaks. */
const WITH_TITLE = 'char(10) || ?1 || substr(words, 1 + instr(substr(words, 2), char(10)))';

interface TextCatalog {
  readonly products: { titleOf(id: string): string };
  transaction<Result>(act: () => Result): Result;
}

interface Renamed {
  readonly product_id: string;
  /** Links up to this id are done. */
  readonly done_to: string;
}

export class StaleTexts {
  readonly #database: Database;
  readonly #catalog: TextCatalog;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(database: Database, catalog: TextCatalog) {
    this.#database = database;
    this.#catalog = catalog;
  }

  /** Call at start, and when a title has changed. */
  schedule(): void {
    this.#running ??= this.#run().catch((error: unknown) => {
      this.#running = null;
      if (!this.#isStopped) console.error('Search texts could not be brought up to date', error);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      // Wait for the commit of the transaction that has changed a title.
      await setImmediate();
      if (this.#isStopped || !this.#catalog.transaction(() => this.#rewriteSome())) break;
    }
    this.#running = null;
  }

  /** Returns false when nothing is left. */
  #rewriteSome(): boolean {
    const renamed = this.#database.get<Renamed>('SELECT product_id, done_to FROM renamed_products LIMIT 1');
    if (!renamed) return false;
    const { product_id: productId, done_to: after } = renamed;
    const some = 'SELECT id, rowid FROM links WHERE product_id = ? AND is_deleted = 0 AND id > ? ORDER BY id LIMIT ?';
    const last = this.#database.value<string | null>(`SELECT max(id) FROM (${some})`, productId, after, LINKS) ?? null;
    if (last === null) {
      this.#database.run('DELETE FROM renamed_products WHERE product_id = ?', productId);
      return true;
    }
    const title = foldText(this.#catalog.products.titleOf(productId));
    this.#database.run(
      `UPDATE link_search SET words = ${WITH_TITLE} WHERE rowid IN (
        SELECT rowid FROM links WHERE product_id = ?2 AND is_deleted = 0 AND id > ?3 AND id <= ?4)`,
      title,
      productId,
      after,
      last,
    );
    this.#database.run('UPDATE renamed_products SET done_to = ? WHERE product_id = ?', last, productId);
    return true;
  }
}
