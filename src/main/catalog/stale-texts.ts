// Writes the new title of a renamed product into the search texts of its links, a few at a time. The next start continues.
import { setImmediate } from 'node:timers/promises';
import { foldText } from '../../shared/fold.ts';
import type { Database } from '../storage/database.ts';

/** Links per transaction: a few milliseconds. */
const LINKS = 50;
const SOME = `SELECT id, rowid FROM links WHERE product_id = ?1 AND is_deleted = 0 AND id > ?2 ORDER BY id LIMIT ${LINKS}`;
/** Replaces the first line of a search text, which is the title between two line breaks. */
const WITH_TITLE = 'char(10) || ?3 || substr(words, 1 + instr(substr(words, 2), char(10)))';

export class StaleTexts {
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly titleOf: (productId: string) => string,
  ) {}

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
      // Waits for the commit of the transaction that has changed a title.
      await setImmediate();
      if (this.#isStopped || !this.database.transaction(() => this.#rewriteSome())) break;
    }
    this.#running = null;
  }

  /** Returns false when nothing is left. */
  #rewriteSome(): boolean {
    const renamed = this.database.get<{ id: string; doneTo: string }>(
      'SELECT product_id AS id, done_to AS doneTo FROM renamed_products LIMIT 1',
    );
    if (!renamed) return false;
    const { id, doneTo } = renamed;
    const last = this.database.value<string | null>(`SELECT max(id) FROM (${SOME})`, id, doneTo) ?? null;
    if (last === null) {
      this.database.run('DELETE FROM renamed_products WHERE product_id = ?', id);
      return true;
    }
    const text = `UPDATE link_search SET words = ${WITH_TITLE} WHERE rowid IN (SELECT rowid FROM (${SOME}))`;
    this.database.run(text, id, doneTo, foldText(this.titleOf(id)));
    this.database.run('UPDATE renamed_products SET done_to = ? WHERE product_id = ?', last, id);
    return true;
  }
}
