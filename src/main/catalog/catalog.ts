// The catalog of a store: its database, tables and transactions.
import { setImmediate } from 'node:timers/promises';
import type { CheckoutTemplate } from '../../shared/checkout-template.ts';
import type { Currency } from '../../shared/money.ts';
import { type Change, isCreate } from '../outbox/change.ts';
import { Database } from '../storage/database.ts';
import type { Document } from '../storage/document.ts';
import type { Stamper } from '../storage/stamp.ts';
import { ChangeEffects, History } from './changes.ts';
import { Checkpoints } from './checkpoints.ts';
import { Deliveries } from './deliveries.ts';
import { factIn } from './fact.ts';
import { HeldChanges } from './held.ts';
import { ImportRecords } from './imports.ts';
import { type Item, Items } from './items.ts';
import { NONE_OPEN, type OpenLinks } from './link-query.ts';
import { Links } from './links.ts';
import { Products } from './products.ts';
import { Reader } from './reader.ts';
import type { LinkRecord, ProductRecord, SaleRecord } from './records.ts';
import { SaleRecords } from './sales.ts';
import type { SearchText } from './search.ts';
import { Sharing } from './sharing.ts';
import { Staged, type StagedLink } from './staged.ts';

/** How long rows are written before a commit, in ms. Their search texts and the commit take about as long again. */
const TURN_MS = { durable: 12, unsynced: 6 };

/** So many links are staged by one statement. */
const PART = 25;

/** A commit makes a smaller log durable without a noticeable block. To start a thread for it would take longer. */
const FLUSHED_BYTES = 16 * 1024 * 1024;

export interface CatalogDeps {
  readonly stamper: Stamper;
  /** Ms since 1970. */
  readonly now: () => number;
  /** The search text of a change in the history. */
  readonly historyText: (change: Change, catalog: Catalog) => SearchText;
  /** Which links have changes in the outbox or a held creation. Default: none. */
  readonly openLinks?: () => OpenLinks;
  /** Called when the open database proves damaged: once by it, and once by each snapshot. The caller has to reopen the catalog. */
  readonly onDamage?: () => void;
}

/** What a daily copy or a backup holds. */
export interface CatalogRecords {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly history: readonly Change[];
  readonly sales: readonly SaleRecord[];
  /** Changes that the seller has to send or discard: see `held.ts`. */
  readonly held: readonly Change[];
  readonly currencies: readonly Item<Currency>[];
  readonly templates: readonly Item<CheckoutTemplate>[];
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/**
 * Reads return what is committed. Unless stated otherwise, a write is one transaction: it is durable when the call returns,
 * or it throws `StorageError` and changes nothing.
 */
export class Catalog {
  readonly products: Products;
  readonly links: Links;
  readonly history: History;
  readonly held: HeldChanges;
  readonly staged: Staged;
  readonly sales: SaleRecords;
  readonly deliveries: Deliveries;
  readonly imports: ImportRecords;
  readonly currencies: Items<Currency>;
  readonly templates: Items<CheckoutTemplate>;
  readonly sharing: Sharing;
  /** What changes do to products and links. Use inside a transaction. */
  readonly effects: ChangeEffects;
  readonly #reader: Reader;
  readonly #checkpoints: Checkpoints;
  #savedFacts = 0;

  constructor(
    private readonly database: Database,
    private readonly deps: CatalogDeps,
  ) {
    const { stamper, now, openLinks = () => NONE_OPEN } = deps;
    this.#reader = new Reader(database);
    this.#checkpoints = new Checkpoints(database);
    this.products = new Products(database, this.#reader, stamper);
    this.staged = new Staged(database);
    this.links = new Links(database, this.#reader, stamper, openLinks, this.products, (stored) => {
      this.staged.linksStored(stored);
      this.sales.linksStored(stored);
    });
    this.effects = new ChangeEffects(this.products, this.links, stamper, now);
    this.history = new History(database, (change) => deps.historyText(change, this));
    this.held = new HeldChanges(database);
    this.sales = new SaleRecords(database, this.products, this.links, this.#reader);
    this.deliveries = new Deliveries(database, this.#reader);
    this.imports = new ImportRecords(database, this.#reader, openLinks);
    this.currencies = new Items(database, 'currencies', stamper);
    this.templates = new Items(database, 'templates', stamper);
    this.sharing = new Sharing(database);
    for (const newest of [this.products.newestId(), this.links.newestId()]) if (newest) stamper.seen(newest);
    // Set last, because the caller reports damage that shows while the catalog is opened.
    database.onDamage = (error) => {
      console.error('The catalog is damaged', error);
      database.onDamage = null;
      deps.onDamage?.();
    };
  }

  /** `isDurable`: see `Database.transaction`. */
  transaction<Result>(act: () => Result, isDurable = true): Result {
    return this.database.transaction(act, isDurable);
  }

  /** Commits everything that `act` writes, or nothing. Nothing else may use the catalog until it ends. */
  longTransaction<Result>(act: () => Promise<Result>): Promise<Result> {
    return this.database.longTransaction(act).finally(() => this.staged.recount());
  }

  /**
   * Writes rows in short transactions, so that nothing else waits for long. If it rejects, some rows may be stored.
   *
   * @param isDurable false if the next start restores or removes rows that a power cut undoes
   */
  async writeInBatches<Row>(rows: readonly Row[], write: (row: Row) => void, isDurable = true): Promise<void> {
    for (let next = 0; next < rows.length; ) {
      if (next > 0) await this.nextTurn();
      const end = performance.now() + TURN_MS[isDurable ? 'durable' : 'unsynced'];
      this.database.transaction(() => {
        do {
          write(rows[next] as Row);
          next += 1;
        } while (next < rows.length && performance.now() < end);
      }, isDurable);
    }
  }

  /**
   * Resolves in a later turn of the event loop, when no checkpoint is under way. Wait for it between many writes, so that the log
   * can begin at its start again; otherwise it grows to a gigabyte during an import.
   */
  async nextTurn(): Promise<void> {
    const { ended } = this.#checkpoints;
    await ended;
    // Last: a checkpoint ends shortly before `setImmediate` callbacks run, so two writes would follow each other without a turn.
    await setImmediate();
    if (ended !== this.#checkpoints.ended) await this.nextTurn();
  }

  /** A small value, stored as a row: see `fact.ts`. */
  fact<T>(id: string, initial: T): Document<T> {
    return factIn(this.database, id, initial, () => {
      this.#savedFacts += 1;
    });
  }

  /** Ids of products and links that this computer does not create: another one does, or the seller has not decided yet. */
  createdElsewhere(): string[] {
    return [...this.products.pendingElsewhere(), ...this.links.pendingElsewhere(), ...this.held.created()];
  }

  /** Rows written since the database was opened, apart from facts: these alone are no reason for a copy when the app quits. */
  get writes(): number {
    return (this.database.value<number>('SELECT total_changes()') ?? 0) - this.#savedFacts;
  }

  /** A read-only view of the catalog that later writes do not change, on its own connection. The caller calls `end`. */
  snapshot(): Catalog {
    const { path, what } = this.database;
    const database = new Database(path, { what, readonly: true });
    try {
      database.exec('BEGIN');
      // SQLite takes a transaction's snapshot at its first read.
      database.get('SELECT 1 FROM products LIMIT 1');
      return new Catalog(database, this.deps);
    } catch (error) {
      database.end();
      throw error;
    }
  }

  /** Ends a snapshot. */
  end(): void {
    this.database.exec('ROLLBACK');
    this.database.end();
  }

  /** Call before a durable commit that follows unsynced ones: makes these durable without blocking. Never rejects. */
  flush(): Promise<void> {
    return this.#checkpoints.run(FLUSHED_BYTES);
  }

  async close(): Promise<void> {
    await this.#checkpoints.stop();
    await this.#reader.close();
    await this.database.close();
  }

  /**
   * Writes the values of waiting creates into their rows. Idempotent. If it rejects, some rows may be written; the changes are
   * in the queue, so the next start writes the others.
   */
  async writeRows(changes: readonly Change[]): Promise<void> {
    const write = (change: Change) => {
      this.effects.create(change);
      this.effects.rewrite(change);
    };
    await this.writeInBatches(changes.filter(isCreate), write, false);
  }

  /**
   * Stores new links and stages their creation, in short transactions. If it rejects, some may be stored. They are durable once
   * their batch is accepted.
   */
  async stageLinks(batchId: string, links: readonly StagedLink[]): Promise<void> {
    const parts = Array.from({ length: Math.ceil(links.length / PART) }, (_, index) =>
      links.slice(index * PART, (index + 1) * PART),
    );
    const stage = (part: readonly StagedLink[]) => {
      this.imports.putLinkIds(batchId, part);
      // First, because the row of a staged link is not shared.
      this.staged.stage(batchId, part);
      this.links.putAll(part.map((link) => this.effects.newLink(link)));
    };
    await this.writeInBatches(parts, stage, false);
  }

  /** Deletes links that are not on the service. If their creation is staged, it is never sent. */
  deleteUnsent(ids: readonly string[]): void {
    this.transaction(() => {
      for (const id of ids) this.links.change(id, { deletedAt: this.deps.now() });
    });
  }

  /** Undo: restores the records of changes that wait again, and removes the changes that had ended from the history. */
  reopen(waiting: readonly Change[], endedIds: readonly string[] = []): void {
    this.transaction(() => {
      for (const change of waiting) this.effects.rewrite(change);
      for (const id of endedIds) this.history.remove(id);
    });
  }

  /**
   * In one transaction, runs `also`, stores the results of ended changes and adds the changes to the history. The caller
   * removes them from the queue afterwards.
   */
  async settle(ended: readonly Change[], also = () => {}): Promise<void> {
    this.transaction(() => {
      also();
      for (const change of ended) {
        this.effects.create(change);
        if (change.ending === 'sent') this.effects.applyResult(change);
        else this.effects.revert(change);
        this.history.put(change);
      }
      this.history.trim();
    });
  }

  /** Adds a link that was not created with this app. */
  addLink(link: LinkRecord): void {
    this.transaction(() => {
      this.links.put(link);
      if (link.paymentLink !== null) this.effects.publish(link.productId, link.paymentLink);
    });
  }

  /** If it rejects outside a transaction, some records may be stored. */
  async putRecords({ products, links, history, sales, held, ...lists }: CatalogRecords): Promise<void> {
    for (const { id } of [...products, ...links, ...history, ...held]) this.deps.stamper.seen(id);
    // Sorted by id, because lists show search results in the order of insertion.
    await this.writeInBatches(products.toSorted(byId), (product) => this.products.put(product));
    await this.writeInBatches(links.toSorted(byId), (link) => this.links.put(link));
    // After products and links, whose titles are part of the history's search text.
    await this.writeInBatches(history, (change) => this.history.put(change));
    this.history.trim();
    await this.writeInBatches(sales, (sale) => this.sales.merge(sale));
    await this.writeInBatches(held, (change) => this.held.put(change));
    await this.writeInBatches(lists.currencies, (currency) => this.currencies.restore(currency));
    await this.writeInBatches(lists.templates, (template) => this.templates.restore(template));
  }

  /** Ms since 1970. */
  now(): number {
    return this.deps.now();
  }

  newRecord() {
    const { stamper, now } = this.deps;
    return { id: stamper.id(), rev: stamper.stamp(), createdAt: now(), deletedAt: null };
  }
}
