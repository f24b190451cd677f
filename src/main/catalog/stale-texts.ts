// Rewrites the search texts of the links of renamed products in the background. Continues after the next start.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import { Turns } from '../turns.ts';

/** The most links that one transaction rewrites. */
const ROWS = 50;

interface TextCatalog {
  readonly links: {
    rewriteText(position: number): void;
  };
  transaction<Result>(act: () => Result): Result;
}

interface Stale {
  readonly product_id: string;
  /** Links up to this position are done. */
  readonly done_from: number;
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
      const stale = this.#isStopped ? undefined : this.#next();
      if (!stale) {
        this.#running = null;
        return;
      }
      this.#rewriteSome(stale);
    }
  }

  #next(): Stale | undefined {
    return this.#database.get<Stale>('SELECT product_id, done_from FROM renamed_products LIMIT 1');
  }

  /** In one transaction, so that the title cannot change in between. */
  #rewriteSome({ product_id: productId, done_from: above }: Stale): void {
    this.#catalog.transaction(() => {
      const positions = this.#database
        .all<{ position: number }>(
          'SELECT position FROM links WHERE product_id = ? AND is_deleted = 0 AND position > ? ORDER BY position LIMIT ?',
          productId,
          above,
          ROWS,
        )
        .map(({ position }) => position);
      const last = this.#rewrite(positions);
      this.#done(productId, last);
    });
  }

  /** Rewrites as many as fit into a turn. Returns the last position; null where there is none. */
  #rewrite(positions: readonly number[]): number | null {
    const turns = new Turns();
    for (const position of positions) {
      this.#catalog.links.rewriteText(position);
      if (turns.isOver) return position;
    }
    return positions.at(-1) ?? null;
  }

  /** `upTo`: null where nothing is left. */
  #done(productId: string, upTo: number | null): void {
    if (upTo === null) this.#database.run('DELETE FROM renamed_products WHERE product_id = ?', productId);
    else this.#database.run('UPDATE renamed_products SET done_from = ? WHERE product_id = ?', upTo, productId);
  }
}
