// Opens, closes and reopens stores.
import { texts } from '../../shared/texts/main.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { OutboxConflict } from '../sync/outbox/deps.ts';
import type { Notices } from './notices.ts';
import type { OpenStore } from './open-store.ts';
import type { StoreRegistry } from './store-registry.ts';

export class OpenStores {
  readonly #list: StoreRegistry;
  readonly #notices: Notices;
  readonly #create: (record: StoreRecord, isDamaged: boolean) => OpenStore;
  readonly #open = new Map<string, OpenStore>();
  /** Stores whose files cannot be read, with the reason. */
  readonly #openErrors = new Map<string, string>();
  /** Stores whose catalog was damaged in this run. */
  readonly #damaged = new Set<string>();
  readonly #exclusive = createExclusive();
  #closed = false;

  /** `create`: `isDamaged` replaces the catalog. Nothing is sent before it is started. */
  constructor(list: StoreRegistry, notices: Notices, create: (record: StoreRecord, isDamaged: boolean) => OpenStore) {
    this.#list = list;
    this.#notices = notices;
    this.#create = create;
  }

  all(): readonly OpenStore[] {
    return [...this.#open.values()];
  }

  get(id: string | null): OpenStore | undefined {
    return this.#open.get(id ?? '');
  }

  has(id: string | null): boolean {
    return this.#open.has(id ?? '');
  }

  unopened(): readonly StoreRecord[] {
    return this.#list.all().filter(({ id }) => !this.#open.has(id));
  }

  /** Why a store could not be opened. */
  openError(id: string): string | undefined {
    return this.#openErrors.get(id);
  }

  /** All open stores, once their catalogs are open. */
  async ready(): Promise<readonly OpenStore[]> {
    await Promise.allSettled(this.all().map(({ ready }) => ready));
    return this.all();
  }

  /** Opens all stores of the list. */
  openAll(): void {
    for (const record of this.unopened()) {
      try {
        this.open(record);
      } catch {
        // It is reported.
      }
    }
  }

  open(record: StoreRecord): OpenStore {
    const store = this.#load(record);
    this.#start(store);
    return store;
  }

  /** Closes a store, runs `act` with it loaded but not started, and starts it. One that is not in the list is closed then. */
  whileClosed(record: StoreRecord, act: (store: OpenStore) => Promise<void>): Promise<void> {
    return this.#exclusive(() => this.#whileClosed(record, act));
  }

  /** Reopens a store with a damaged catalog, which replaces the catalog. After a second damage it stays closed: the disk is failing. */
  reopenDamaged(damaged: StoreContext): Promise<void> {
    const { id } = damaged;
    return this.#exclusive(async () => {
      const store = this.#open.get(id);
      if (this.#closed || store !== damaged) return;
      if (this.#damaged.has(id)) {
        await store.close();
        this.#reportUnopened(store.deps.record(), new Error(texts.stores.catalogDamage.again));
      } else {
        this.#damaged.add(id);
        await this.#whileClosed(store.deps.record(), async () => undefined, true);
      }
    }).catch((error: unknown) => console.error('A store with a damaged catalog could not be opened again', error));
  }

  async #whileClosed(record: StoreRecord, act: (store: OpenStore) => Promise<void>, isDamaged = false): Promise<void> {
    const { id } = record;
    await this.#open.get(id)?.close();
    if (this.#closed) throw new OutboxConflict(texts.stores.closing);
    const store = this.#load(record, isDamaged);
    try {
      await store.ready;
      await act(store);
    } finally {
      if (this.#list.get(id)) this.#start(store);
      else {
        this.#open.delete(id);
        await store.close();
      }
    }
  }

  async closeForGood(store: OpenStore): Promise<void> {
    await store.close();
    this.#open.delete(store.id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.all().map((store) => store.close()));
  }

  /** Throws where its files cannot be read, which is reported. */
  #load(record: StoreRecord, isDamaged = false): OpenStore {
    try {
      const store = this.#create(record, isDamaged);
      this.#open.set(record.id, store);
      return store;
    } catch (error) {
      this.#reportUnopened(record, error);
      throw error;
    }
  }

  #start(store: OpenStore): void {
    if (this.#closed) return;
    store.start();
    store.ready.catch((error: unknown) => {
      if (!store.isClosing && this.#open.get(store.id) === store) this.#reportUnopened(store.deps.record(), error);
    });
  }

  /** The store's files are of a newer version or unreadable. */
  #reportUnopened({ id, name }: StoreRecord, error: unknown): void {
    console.error('A store could not be opened', error);
    this.#open.delete(id);
    this.#openErrors.set(id, (error as Error).message);
    const { notOpened, notOpenedBecause } = texts.stores.notices;
    this.#notices.add('error', notOpened({ store: name }), notOpenedBecause({ why: (error as Error).message }));
  }
}
