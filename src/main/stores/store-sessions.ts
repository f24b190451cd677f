// The stores that are open: each is read, and then started; a store can be closed for a while, or for good.
import type { StoreView } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { StoreRecord } from '../store-record.ts';
import { OutboxConflict } from '../sync/outbox/deps.ts';
import type { Notices } from './notices.ts';
import type { StoreRegistry } from './store-registry.ts';
import type { StoreSession } from './store-session.ts';

export class StoreSessions {
  readonly #list: StoreRegistry;
  readonly #notices: Notices;
  readonly #read: (storeId: string) => StoreSession;
  readonly #open = new Map<string, StoreSession>();
  /** Stores whose files cannot be read, with the reason. */
  readonly #unopened = new Map<string, string>();
  /** Stores whose catalog was damaged in this run. */
  readonly #damaged = new Set<string>();
  readonly #exclusive = createExclusive();
  #closed = false;

  /** `read` reads a store; nothing is sent before it is started. */
  constructor(list: StoreRegistry, notices: Notices, read: (storeId: string) => StoreSession) {
    this.#list = list;
    this.#notices = notices;
    this.#read = read;
  }

  all(): readonly StoreSession[] {
    return [...this.#open.values()];
  }

  get(id: string | null): StoreSession | undefined {
    return this.#open.get(id ?? '');
  }

  has(id: string | null): boolean {
    return this.#open.has(id ?? '');
  }

  /** Those of the list that are not open. */
  others(): readonly StoreRecord[] {
    return this.#list.all().filter(({ id }) => !this.#open.has(id));
  }

  /** Why the files of a store could not be read; undefined where they could. */
  whyUnopened(id: string): string | undefined {
    return this.#unopened.get(id);
  }

  /** All, once their catalogs are open. */
  async ready(): Promise<readonly StoreSession[]> {
    await Promise.allSettled(this.all().map(({ ready }) => ready));
    return this.all();
  }

  /** A store of which nothing is known yet counts as one with something in it. */
  hasData(): boolean {
    return this.others().length > 0 || this.all().some((store) => store.counts()?.products !== 0);
  }

  /** Opens every store of the list that is not open; those that cannot be are told. */
  openAll(): void {
    for (const record of this.others()) {
      try {
        this.open(record.id);
      } catch (error) {
        this.#notOpened(record, error);
      }
    }
  }

  open(id: string): StoreSession {
    const store = this.#prepare(id);
    this.#start(store);
    return store;
  }

  /** Closes a store, does something to what it keeps, and opens it again. */
  atRest<T>(id: string, act: (store: StoreSession) => Promise<T>): Promise<T> {
    return this.#exclusive(() => this.#atRest(id, act));
  }

  /**
   * Closes a store whose catalog is damaged and opens it again, which replaces the catalog. What was accepted is in the
   * outbox. A catalog that is damaged a second time stays closed: the disk fails.
   */
  reopenDamaged(store: StoreSession): Promise<void> {
    const { id } = store;
    return this.#exclusive(async () => {
      if (this.#closed || this.#open.get(id) !== store) return;
      if (this.#damaged.has(id)) {
        await store.close();
        this.#notOpened(store.deps.record(), new Error(texts.stores.catalogDamage.again));
      } else {
        this.#damaged.add(id);
        await this.#atRest(id, () => Promise.resolve());
      }
    }).catch((error: unknown) => console.error('A store with a damaged catalog could not be opened again', error));
  }

  async #atRest<T>(id: string, act: (store: StoreSession) => Promise<T>): Promise<T> {
    await this.#open.get(id)?.close();
    if (this.#closed) throw new OutboxConflict(texts.stores.closing);
    const store = this.#prepareAgain(id);
    try {
      await store.ready;
      return await act(store);
    } finally {
      this.#start(store);
    }
  }

  /** Closes a store for good. */
  async shut(store: StoreSession): Promise<void> {
    await store.close();
    await this.#list.closeOwnRecord(store.id);
    this.#open.delete(store.id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.all().map((store) => store.close()));
    await Promise.all(this.#list.all().map(({ id }) => this.#list.closeOwnRecord(id)));
  }

  /** A store that cannot be read any more is told, and not left in the list as the closed one that it was. */
  #prepareAgain(id: string): StoreSession {
    try {
      return this.#prepare(id);
    } catch (error) {
      const record = this.#list.get(id);
      if (record) this.#notOpened(record, error);
      throw error;
    }
  }

  #prepare(id: string): StoreSession {
    const store = this.#read(id);
    this.#open.set(id, store);
    this.#list.keepOwnRecord(id);
    return store;
  }

  #start(store: StoreSession): void {
    if (this.#closed) return;
    store.start();
    store.ready.catch((error: unknown) => {
      if (!store.isClosing && this.#open.get(store.id) === store) this.#notOpened(store.deps.record(), error);
    });
  }

  /** A store whose files cannot be read, because a newer app has written them or the system refuses. */
  #notOpened({ id, name }: StoreRecord, error: unknown): void {
    console.error('A store could not be opened', error);
    this.#open.delete(id);
    this.#unopened.set(id, (error as Error).message);
    const { notOpened, notOpenedBecause } = texts.stores.notices;
    this.#notices.tell('error', notOpened(name), notOpenedBecause((error as Error).message));
  }
}

/** A store as the window shows it. */
export function storeView(store: StoreSession): StoreView {
  const { id, name, serviceAddress, email, practice, workOffline, undocumentedProductUpdate } = store.deps.record();
  const { checkoutUrl, sellerSlug, pageUrl } = store.deps.record();
  const { waiting, sending, attention, signedIn } = store.status();
  return {
    id,
    name,
    serviceAddress,
    email,
    practice,
    signedIn,
    signInLocked: store.signInLocked,
    workOffline,
    undocumentedProductUpdate,
    checkoutUrl,
    sellerSlug,
    pageUrl,
    products: store.counts()?.products ?? null,
    links: store.counts()?.links ?? null,
    waiting: waiting + sending,
    attention,
  };
}
