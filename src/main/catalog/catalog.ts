// The catalog of a store: its database, tables and transactions.
import { setImmediate } from 'node:timers/promises';
import { Database } from '../storage/database.ts';
import type { Stamper } from '../storage/stamp.ts';
import { type Change, isCreate, mayHaveHappened, recordKindOf } from '../sync/outbox/change.ts';
import { ChangeEffects } from './change-effects.ts';
import { Checkpoints } from './checkpoints.ts';
import { Deliveries } from './deliveries.ts';
import { type Fact, factIn } from './fact.ts';
import { HeldChanges } from './held.ts';
import { HISTORY_LIMIT, History } from './history.ts';
import { ImportRecords } from './imports.ts';
import { NONE_OPEN, type OpenLinks } from './link-query.ts';
import { Links } from './links.ts';
import { Products } from './products.ts';
import { Reader } from './reader.ts';
import type { LinkRecord, ProductRecord, SaleRecord } from './records.ts';
import { SaleRecords } from './sales.ts';
import type { SearchText } from './search.ts';
import { Sharing } from './sharing.ts';
import { Staged, type StagedLink } from './staged.ts';
import { StaleTexts } from './stale-texts.ts';

/** Rows in one transaction, which takes some ten milliseconds. */
const ROWS = 100;

export interface CatalogDeps {
  readonly stamper: Stamper;
  /** Ms since 1970. */
  readonly now: () => number;
  /** The search text of a change in the history. */
  readonly historyText: (change: Change, catalog: Catalog) => SearchText;
  /** Which links have changes in the outbox; left out, none. */
  readonly openLinks?: () => OpenLinks;
  /** Called once when the open database turns out to be damaged; it has to be reopened. */
  readonly onDamage?: () => void;
}

/** The records of a copy or a backup. */
export interface CatalogRecords {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly history: readonly Change[];
  readonly sales: readonly SaleRecord[];
  /** Changes that are not sent by themselves: see `held.ts`. */
  readonly held: readonly Change[];
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/**
 * Reads return what is committed. Unless stated otherwise every write is one transaction: durable when the call returns, or
 * it throws `StorageError` and changes nothing.
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
  readonly sharing: Sharing;
  /** What changes do to products and links. Use inside a transaction. */
  readonly effects: ChangeEffects;
  readonly #reader: Reader;
  readonly #checkpoints: Checkpoints;
  readonly #staleTexts: StaleTexts;
  #isClosed = false;
  #isDamaged = false;

  /** @param isInUse false while the database is only being built: the app that opens it indexes its texts */
  constructor(
    private readonly database: Database,
    private readonly deps: CatalogDeps,
    isInUse = false,
  ) {
    const { stamper, now, openLinks = () => NONE_OPEN } = deps;
    database.onDamage = (error) => {
      console.error('The catalog is damaged', error);
      this.#noteDamage();
    };
    this.#reader = new Reader(database);
    this.#checkpoints = new Checkpoints(database);
    this.#staleTexts = new StaleTexts(database, (id) => this.products.titleOf(id));
    this.products = new Products(database, this.#reader, stamper, () => isInUse && this.#staleTexts.schedule());
    this.staged = new Staged(database);
    this.links = new Links(
      database,
      this.#reader,
      stamper,
      openLinks,
      (productId) => this.products.titleOf(productId),
      (link, ...facts) => {
        this.staged.recordStored(link.id, link.deletedAt !== null, link.paymentLink === null);
        this.sales.linkStored(link, ...facts);
      },
    );
    this.effects = new ChangeEffects(this.products, this.links, stamper, now);
    this.history = new History(database, (change) => deps.historyText(change, this));
    this.held = new HeldChanges(database);
    this.sales = new SaleRecords(database, this.products, this.links, this.#reader);
    this.deliveries = new Deliveries(database, this.#reader);
    this.imports = new ImportRecords(database, this.#reader, openLinks);
    this.sharing = new Sharing(database);
    for (const newest of [this.products.newestId(), this.links.newestId()]) if (newest) stamper.seen(newest);
    if (isInUse) this.#staleTexts.schedule();
  }

  transaction<Result>(act: () => Result): Result {
    return this.database.transaction(act);
  }

  /** Commits everything that `act` writes, or nothing. Nothing else may use the catalog meanwhile. */
  longTransaction<Result>(act: () => Promise<Result>): Promise<Result> {
    return this.database.longTransaction(act);
  }

  /**
   * Writes rows in short transactions, so that nothing else waits for long. If it throws, the first rows may be stored.
   */
  async writeInBatches<Row>(rows: readonly Row[], write: (row: Row) => void): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS) {
      if (from > 0) await setImmediate();
      this.transaction(() => {
        for (const row of rows.slice(from, from + ROWS)) write(row);
      });
    }
  }

  /** A small value of the store. */
  fact<T>(id: string, initial: T): Fact<T> {
    return factIn(this.database, id, initial);
  }

  /** Many rows come from other computers, or no longer. */
  expectMany(areMany: boolean): void {
    this.database.cacheMore(areMany);
  }

  /** Ids of what is not created here: another computer creates it, or the seller has to say so first. */
  createdElsewhere(): string[] {
    return [...this.products.pendingElsewhere(), ...this.links.pendingElsewhere(), ...this.held.created()];
  }

  /** How many rows were written since it was opened. */
  get writes(): number {
    return this.database.value<number>('SELECT total_changes()') ?? 0;
  }

  /** The catalog as it is now, whatever is written later, on a connection of its own. The caller calls `end`. */
  snapshot(): Catalog {
    const { path, what } = this.database;
    const database = new Database(path, { what, readonly: true });
    try {
      database.exec('BEGIN');
      // A transaction's snapshot is taken at its first read.
      database.get('SELECT 1 FROM products LIMIT 1');
      return new Catalog(database, { ...this.deps, onDamage: () => this.#noteDamage() });
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

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#staleTexts.stop();
    await this.#checkpoints.stop();
    await this.#reader.close();
    await this.database.close();
  }

  #noteDamage(): void {
    if (this.#isDamaged) return;
    this.#isDamaged = true;
    if (!this.#isClosed) this.deps.onDamage?.();
  }

  // ---- changes, as the outbox requests them

  /**
   * Writes the values of waiting creates into their rows. Idempotent: they are in the queue already, and the next start writes
   * what was not written. If it rejects, some may be written.
   */
  async writeRows(changes: readonly Change[]): Promise<void> {
    await this.writeInBatches(changes.filter(isCreate), (change) => {
      this.effects.create(change);
      this.effects.rewrite(change);
    });
  }

  /**
   * Stores new links, whose creation is staged in a batch, in short transactions. If it throws, the first may be stored.
   */
  async stageLinks(batchId: string, links: readonly StagedLink[]): Promise<void> {
    await this.writeInBatches(links, ({ replaces = null, row, ...link }) => {
      if (row !== undefined) this.imports.putLinkId(batchId, row, link.id);
      this.effects.createLink(link);
      this.staged.stage(batchId, { kind: 'create', linkId: link.id, replaces });
    });
  }

  /** Deletes links whose creation is staged: nothing of them is sent. */
  dropStaged(ids: readonly string[]): void {
    this.transaction(() => {
      for (const id of ids) this.links.change(id, { deletedAt: this.deps.now() });
    });
  }

  /** Undo: the changes wait again; what had ended leaves the history, and is restored. */
  reopen(waiting: readonly Change[], endedIds: readonly string[] = []): void {
    this.transaction(() => {
      for (const change of waiting) this.effects.rewrite(change);
      for (const id of endedIds) this.history.remove(id);
    });
  }

  /**
   * Stores the results of ended changes and moves the changes into the history, in one transaction with what `also` writes. They
   * leave the queue afterwards.
   */
  async settle(ended: readonly Change[], also = () => {}): Promise<void> {
    this.transaction(() => {
      also();
      for (const change of ended) {
        this.effects.create(change);
        if (change.ending === 'sent') this.effects.applyResult(change);
        else this.effects.revert(change);
        this.history.put(change);
        this.#shareEnd(change);
      }
      this.history.trim();
    });
  }

  /** Other computers may still show the doubt, even if the record itself has not changed. */
  #shareEnd(change: Change): void {
    const kind = mayHaveHappened(change) ? recordKindOf(change) : null;
    if (kind && this.sharing.position) this.sharing.mark(kind, change.subject);
  }

  // ---- other writes

  /** Adds a product that was created elsewhere. */
  addProduct(product: ProductRecord): void {
    this.transaction(() => this.products.put(product));
  }

  /** Adds a link that was created elsewhere. */
  addLink(link: LinkRecord): void {
    this.transaction(() => {
      this.links.put(link);
      if (link.paymentLink !== null) this.effects.publish(link.productId, link.paymentLink);
    });
  }

  /** Outside a transaction some may be stored when it rejects. */
  async putRecords({ products, links, history, sales, held }: CatalogRecords): Promise<void> {
    for (const { id } of [...products, ...links, ...history, ...held]) this.deps.stamper.seen(id);
    // By id, so that rows arrive in the order of lists.
    await this.writeInBatches(products.toSorted(byId), (product) => this.products.put(product));
    await this.writeInBatches(links.toSorted(byId), (link) => this.links.put(link));
    // Its search text contains the titles of products and links.
    const newest = history.toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)).slice(-HISTORY_LIMIT);
    await this.writeInBatches(newest, (change) => this.history.put(change));
    this.history.trim();
    await this.writeInBatches(sales, (sale) => this.sales.merge(sale));
    await this.writeInBatches(held, (change) => this.held.put(change));
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
