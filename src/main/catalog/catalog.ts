// The catalog of one store: its database, and what changes do to its rows.
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { checkoutAddressOf } from '../../shared/checkout-url.ts';
import { USD_CURRENCY_ID } from '../../shared/money.ts';
import { type DamagedDatabaseError, Database } from '../storage/database.ts';
import { removeFile } from '../storage/durable-file.ts';
import { migrate } from '../storage/migrate.ts';
import { type Stamper, timeOfId } from '../storage/stamp.ts';
import type { Action } from '../sync/outbox/action.ts';
import { doubtAfter } from '../sync/outbox/doubt.ts';
import { Turns } from '../turns.ts';
import { Checkpoints } from './checkpoints.ts';
import { History } from './history.ts';
import { ImportRecords } from './imports.ts';
import { type LinkSync, Links } from './links.ts';
import { Products } from './products.ts';
import { Reader } from './reader.ts';
import type { LinkRecord, ProductRecord } from './records.ts';
import { SaleRecords } from './sales.ts';
import { CATALOG_MIGRATIONS } from './schema.ts';
import type { SearchText } from './search.ts';
import type { Snapshots } from './snapshots.ts';
import { StaleTexts } from './stale-texts.ts';
import type { UseMark } from './use-mark.ts';

/** How many ended changes the history keeps. */
export const HISTORY_LIMIT = 5_000;

/** How many rows are written in one transaction, also where that takes longer than a turn; and how many where it does not. */
const MIN_ROWS = 10;
const MAX_ROWS = 200;

export interface CatalogDeps {
  readonly stamper: Stamper;
  /** Ms since 1970. */
  readonly now: () => number;
  /** What search looks in for a change in the history. */
  readonly historyText: (action: Action, catalog: Catalog) => SearchText;
  /** The database turned out to be damaged while it was in use: it has to be opened anew. Called once. */
  readonly onDamage?: () => void;
}

/** Opens a catalog's database and brings its tables up to date. Throws `StorageError` or `NewerVersionError`. */
export function openCatalogDatabase(path: string, what: string, migrations = CATALOG_MIGRATIONS): Database {
  const database = new Database(path, { what });
  try {
    migrate(database, migrations);
    return database;
  } catch (error) {
    void database.close();
    throw error;
  }
}

/** Removes a database that is not in use, with what SQLite keeps beside it. */
export async function removeDatabase(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    if (existsSync(file)) await removeFile(file);
  }
}

/** What lets a damaged catalog be noticed and replaced. */
interface Guard {
  readonly mark: UseMark;
  readonly snapshots: Snapshots;
}

/**
 * Products, links, history, sales and imports of a store. Reads show what is committed. Every write is one transaction:
 * it is durable when the call returns, or throws `StorageError` and nothing of it holds.
 */
export class Catalog {
  readonly products: Products;
  readonly links: Links;
  readonly history: History;
  readonly sales: SaleRecords;
  readonly imports: ImportRecords;
  readonly #database: Database;
  readonly #deps: CatalogDeps;
  readonly #reader: Reader;
  readonly #checkpoints: Checkpoints;
  readonly #staleTexts: StaleTexts;
  readonly #guard: Guard | null;
  #isClosed = false;
  #isDamaged = false;

  constructor(database: Database, deps: CatalogDeps, guard: Guard | null = null) {
    this.#database = database;
    this.#deps = deps;
    this.#guard = guard;
    guard?.snapshots.start((error) => this.#noteDamage(error));
    database.onDamage = (error) => this.#noteDamage(error);
    this.#reader = new Reader(database);
    this.#checkpoints = new Checkpoints(database);
    this.#staleTexts = new StaleTexts(database, this.#reader, this);
    // What only builds a database leaves them to the app that opens it.
    this.products = new Products(database, this.#reader, () => guard && this.#staleTexts.schedule());
    this.links = new Links(database, this.#reader, (productId) => this.products.titleOf(productId));
    this.history = new History(database, HISTORY_LIMIT);
    this.sales = new SaleRecords(database, this.links);
    this.imports = new ImportRecords(database, this.#reader);
    for (const newest of [this.products.newestId(), this.links.newestId()]) if (newest) deps.stamper.seen(newest);
    if (guard) this.#staleTexts.schedule();
  }

  /**
   * Commits everything that `act` writes, or nothing.
   *
   * @param synced false where a power cut may take the commit back, until the next synced one
   */
  transaction<Result>(act: () => Result, synced = true): Result {
    const result = this.#database.transaction(act, synced);
    this.#checkpoints.schedule();
    return result;
  }

  /** Resolves when a commit would not block the main process. Await it before writes that can wait. */
  async whenWritable(): Promise<void> {
    await this.#checkpoints.truncating;
  }

  /**
   * Writes rows in transactions so short that nothing else waits for long, however slow the computer is. Where it throws,
   * the first rows may hold.
   *
   * @param synced false where the rows can be made again after a power cut takes them back
   */
  async writeInBatches<Row>(rows: readonly Row[], write: (row: Row) => void, synced = true): Promise<void> {
    const turns = new Turns();
    for (let from = 0, next = 0; next < rows.length; from = next) {
      if (from > 0) await turns.next();
      await this.whenWritable();
      this.transaction(() => {
        next = from;
        do {
          for (const row of rows.slice(next, next + MIN_ROWS)) write(row);
          next = Math.min(next + MIN_ROWS, rows.length);
        } while (next < rows.length && next < from + MAX_ROWS && !turns.isOver);
      }, synced);
    }
  }

  /** A connection that shows the catalog as it is at this moment, whatever is written later. The caller closes it. */
  snapshot(): Database {
    const database = new Database(this.#database.path, { what: this.#database.what, readonly: true });
    try {
      database.exec('BEGIN');
      // The moment is that of the first read.
      database.get('SELECT 1 FROM products LIMIT 1');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#staleTexts.stop();
    await this.#checkpoints.stop();
    await this.#guard?.snapshots.stop();
    await this.#reader.close();
    this.#guard?.mark.set('closing');
    await this.#database.close();
    this.#guard?.mark.remove();
  }

  #noteDamage(error: DamagedDatabaseError): void {
    if (this.#isDamaged) return;
    this.#isDamaged = true;
    console.error('The catalog is damaged', error);
    this.#guard?.mark.set('damaged');
    if (!this.#isClosed) this.#deps.onDamage?.();
  }

  // ---- what changes do

  /**
   * Inserts the products and links that accepted changes create. Twice does no more than once. They are in the queue
   * already, so that the start inserts again what a power cut takes back.
   */
  async accept(actions: readonly Action[]): Promise<void> {
    const creates = actions.filter(
      ({ payload }) => payload.kind === 'product.create' || payload.kind === 'link.create',
    );
    /** The links that new ones replace, by the ids of the new ones. */
    const replaced = new Map(
      actions.flatMap(({ payload, subject }) =>
        payload.kind === 'link.delete' && payload.replacedBy ? [[payload.replacedBy, subject]] : [],
      ),
    );
    await this.writeInBatches(creates, (action) => this.#accept(action, replaced.get(action.subject)), false);
  }

  #accept(action: Action, replaces?: string): void {
    const { payload, subject } = action;
    if (payload.kind === 'product.create' && !this.products.get(subject)) {
      this.products.put(this.#newProduct(action, payload.fields));
    }
    if (payload.kind === 'link.create' && !this.links.get(subject)) {
      // The private note goes on to the link that takes the place of another.
      const note = replaces === undefined ? undefined : this.links.get(replaces)?.note;
      this.links.put({ ...this.#newLink(action, payload), ...(note === undefined ? {} : { note }) });
    }
  }

  /** Undo: the changes wait again. What their end had deleted is there again, and the history has them no more. */
  reopen(waiting: readonly Action[]): void {
    this.transaction(() => {
      for (const { id, payload, subject } of waiting) {
        const product = payload.kind === 'product.create' ? this.products.get(subject) : undefined;
        if (product && product.deletedAt !== null) this.#changeProduct(subject, { deletedAt: null });
        const link = payload.kind === 'link.create' ? this.links.get(subject) : undefined;
        if (link && link.deletedAt !== null) this.#changeLink(subject, { deletedAt: null });
        this.history.remove(id);
      }
    });
  }

  /** Takes over an edited payload. Writes nothing where the record has these values. */
  edit({ payload, subject }: Action): void {
    if (payload.kind === 'product.create') {
      const { fields } = payload;
      if (isDeepStrictEqual(this.products.get(subject)?.fields, fields)) return;
      this.transaction(() => this.#changeProduct(subject, { fields }));
    }
    if (payload.kind === 'link.create') {
      const { draft } = payload;
      const link = this.links.get(subject);
      if (!isDeepStrictEqual(link, { ...link, ...draft })) this.transaction(() => this.#changeLink(subject, draft));
    }
  }

  /**
   * Stores the results of ended changes and moves the changes into the history, in one transaction. They stay in the queue
   * until `sync` has resolved.
   */
  async settle(ended: readonly Action[]): Promise<void> {
    await this.whenWritable();
    this.transaction(() => {
      for (const action of ended) {
        this.#accept(action);
        if (action.ending === 'sent') this.#applyResult(action);
        else this.#takeBack(action);
        this.history.put(action, this.#deps.historyText(action, this));
      }
      this.history.trim();
    }, false);
  }

  /** Makes durable what is committed. Rejects with `StorageError`. */
  sync(): Promise<void> {
    return this.#database.sync();
  }

  #applyResult(action: Action): void {
    const { payload, result, subject } = action;
    switch (payload.kind) {
      case 'product.create':
        if (result?.kind !== 'product') return;
        this.#changeProduct(subject, { serverId: result.serverId, answer: result.answer, fields: payload.fields });
        return;
      case 'product.update': {
        // Section 3: with USD prices set, the product is published.
        const isPublished = payload.prices.some(({ currencyId }) => currencyId === USD_CURRENCY_ID);
        this.#changeProduct(subject, {
          defaultPrices: payload.prices,
          priceDoubt: undefined,
          ...(isPublished ? { state: 'published' as const } : {}),
        });
        return;
      }
      case 'link.create':
        if (result?.kind !== 'link') return;
        this.#changeLink(subject, { ...payload.draft, paymentLink: result.paymentLink, answer: result.answer });
        this.#learnFrom(payload.productId, result.paymentLink);
        return;
      case 'link.delete':
        this.#changeLink(subject, { deletedAt: action.endedAt ?? this.#deps.now(), replacedBy: payload.replacedBy });
        return;
      case 'settings.update':
        return;
    }
  }

  /** A discarded or withdrawn creation leaves nothing; any other change leaves the record as it was, maybe with a doubt. */
  #takeBack(action: Action): void {
    const { payload, subject } = action;
    const deletedAt = action.endedAt ?? this.#deps.now();
    if (payload.kind === 'product.create') this.#changeProduct(subject, { deletedAt });
    if (payload.kind === 'link.create') this.#changeLink(subject, { deletedAt });
    if (payload.kind === 'product.update') {
      const before = this.products.get(subject)?.priceDoubt;
      const priceDoubt = doubtAfter(action, before);
      if (!isDeepStrictEqual(priceDoubt, before)) this.#changeProduct(subject, { priceDoubt });
    }
    if (payload.kind === 'link.delete') {
      const before = this.links.get(subject)?.deletionDoubt;
      const deletionDoubt = doubtAfter(action, before);
      if (!isDeepStrictEqual(deletionDoubt, before)) this.#changeLink(subject, { deletionDoubt });
    }
  }

  /** Adds a product that was created elsewhere. */
  addProduct(product: ProductRecord): void {
    this.transaction(() => this.products.put(product));
  }

  /** Adds a link that was created elsewhere; its product learns from its address. */
  addLink(link: LinkRecord): void {
    this.transaction(() => {
      this.links.put(link);
      if (link.paymentLink !== null) this.#learnFrom(link.productId, link.paymentLink);
    });
  }

  /** Keeps a private note with a product that is there; empty for none. It is durable when the call returns. */
  setProductNote(id: string, note: string): void {
    this.transaction(() => this.#changeProduct(id, { note: note || undefined }));
  }

  /** The same of a link. */
  setLinkNote(id: string, note: string): void {
    this.transaction(() => this.#changeLink(id, { note: note || undefined }));
  }

  /** Adds a change that has ended elsewhere to the history. */
  addHistory(ended: Action): void {
    this.transaction(() => {
      this.history.put(ended, this.#deps.historyText(ended, this));
      this.history.trim();
    });
  }

  /** Section 3: a payment link publishes its product. Its address also tells the product's checkout address. */
  #learnFrom(productId: string, paymentLink: string): void {
    const product = this.products.get(productId);
    if (!product || (product.state === 'published' && product.checkout)) return;
    this.#changeProduct(productId, {
      state: 'published',
      checkout: product.checkout ?? checkoutAddressOf(paymentLink),
    });
  }

  /** What a new record starts with. */
  newRecord() {
    const { stamper, now } = this.#deps;
    return { id: stamper.id(), rev: stamper.stamp(), createdAt: now(), deletedAt: null };
  }

  /** Stores what the outbox says of links. The start does so again for those that a power cut takes back. */
  setSync(states: ReadonlyMap<string, LinkSync>): void {
    if (states.size === 0) return;
    this.transaction(() => {
      for (const [id, sync] of states) this.links.setSync(id, sync);
    }, false);
  }

  #newProduct(action: Action, fields: ProductRecord['fields']): ProductRecord {
    return {
      id: action.subject,
      rev: this.#deps.stamper.stamp(),
      createdAt: action.acceptedAt,
      deletedAt: null,
      fields,
      origin: 'desk',
      serverId: null,
      state: 'draft',
      defaultPrices: [],
      checkout: null,
      answer: null,
    };
  }

  #newLink(action: Action, payload: Extract<Action['payload'], { kind: 'link.create' }>): LinkRecord {
    return {
      id: action.subject,
      rev: this.#deps.stamper.stamp(),
      // The links of an import have their ids, and so their place in lists, from before they are accepted.
      createdAt: Math.min(action.acceptedAt, timeOfId(action.subject)),
      deletedAt: null,
      productId: payload.productId,
      ...payload.draft,
      origin: 'desk',
      paymentLink: null,
      answer: null,
    };
  }

  #changeProduct(id: string, change: Partial<ProductRecord>): void {
    const product = this.products.get(id);
    if (product) this.products.put({ ...product, ...change, rev: this.#deps.stamper.stamp() });
  }

  #changeLink(id: string, change: Partial<LinkRecord>): void {
    const link = this.links.get(id);
    if (link) this.links.put({ ...link, ...change, rev: this.#deps.stamper.stamp() });
  }
}
