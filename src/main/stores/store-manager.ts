// Opens, closes and changes stores, selects the store of each call, and gives a restore exclusive use of all stores.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Answer, StoreAct, StoreCalls } from '../handlers.ts';
import { OutboxConflict } from '../outbox/deps.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { atMost, createExclusive } from '../turns.ts';
import type { Notices } from './notices.ts';
import type { OpenStore } from './open-store.ts';
import type { StoreRegistry } from './store-registry.ts';

const t = texts.stores;

/** How long a restore waits for running calls, in ms. */
const SETTLING_MS = 10_000;

export class StoreManager implements StoreCalls<OpenStore> {
  readonly #open = new Map<string, OpenStore>();
  /** Ids of stores whose catalog was damaged in this run. */
  readonly #damaged = new Set<string>();
  /** Serialises work that closes stores and reopens them: a restore, or the recovery from damage. */
  readonly #exclusive = createExclusive();
  readonly #running = new Set<Promise<unknown>>();
  /** The running work of `alone`, such as a restore. Until it ends, no other work with the stores begins. */
  #alone: Promise<unknown> | null = null;
  #isClosed = false;

  /** `create`: opens a store that sends nothing until `start`; throws if its files cannot be read. */
  constructor(
    private readonly registry: StoreRegistry,
    private readonly notices: Notices,
    private readonly create: (record: StoreRecord, isDamaged: boolean) => OpenStore,
  ) {}

  all(): readonly OpenStore[] {
    return [...this.#open.values()];
  }

  find(storeId: string | null): OpenStore | undefined {
    return this.#open.get(storeId ?? '');
  }

  shownPractice(): OpenStore | null {
    const store = this.find(this.registry.currentStoreId);
    return store?.deps.record().practice ? store : null;
  }

  unopened(): readonly StoreRecord[] {
    return this.registry.all().filter(({ id }) => !this.#open.has(id));
  }

  /** All open stores, once their catalogs are open and no restore is under way. */
  async ready(): Promise<readonly OpenStore[]> {
    await this.#alone;
    await Promise.allSettled(this.all().map(({ ready }) => ready));
    return this.all();
  }

  openAll(): void {
    for (const record of this.unopened()) {
      try {
        this.open(record);
      } catch {
        // `#load` has reported it.
      }
    }
  }

  open(record: StoreRecord): OpenStore {
    const store = this.#load(record);
    this.#start(store);
    return store;
  }

  async closeForGood(store: OpenStore): Promise<void> {
    await store.close();
    this.#open.delete(store.id);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.all().map((store) => store.close()));
  }

  /** Reopens a store, which replaces its damaged catalog. After a second damage it stays closed, because the disk is failing. */
  reopenDamaged(damaged: StoreContext): Promise<void> {
    const { id } = damaged;
    return this.#exclusive(async () => {
      const store = this.find(id);
      if (this.#isClosed || store !== damaged) return;
      if (this.#damaged.has(id)) {
        await store.close();
        this.#reportUnopened(store.deps.record(), new Error(t.catalogDamage.again));
      } else {
        this.#damaged.add(id);
        await this.whileClosed(store.deps.record(), async () => undefined, true);
      }
    }).catch((error: unknown) => console.error('A store with a damaged catalog could not be opened again', error));
  }

  /**
   * Closes a store, runs `act` with it loaded but not started, then starts it, or closes it if it is not in the list. Call
   * it within `alone`.
   */
  async whileClosed(record: StoreRecord, act: (store: OpenStore) => Promise<void>, isDamaged = false): Promise<void> {
    await this.find(record.id)?.close();
    if (this.#isClosed) throw new OutboxConflict(t.closing);
    const store = this.#load(record, isDamaged);
    try {
      await store.ready;
      await act(store);
    } finally {
      if (this.registry.get(record.id)) this.#start(store);
      else await this.closeForGood(store);
    }
  }

  #load(record: StoreRecord, isDamaged = false): OpenStore {
    try {
      const store = this.create(record, isDamaged);
      this.#open.set(record.id, store);
      return store;
    } catch (error) {
      this.#reportUnopened(record, error);
      throw error;
    }
  }

  #start(store: OpenStore): void {
    if (this.#isClosed) return;
    store.start();
    store.ready.catch((error: unknown) => {
      if (store.isClosing) return;
      // It may be sending already, and a sign-in would open it a second time.
      const closed = store.close();
      // After `reopenDamaged`, which replaces it.
      void this.#exclusive(async () => {
        await closed;
        if (this.find(store.id) === store) this.#reportUnopened(store.deps.record(), error);
      });
    });
  }

  #reportUnopened({ id, name }: StoreRecord, error: unknown): void {
    console.error('A store could not be opened', error);
    this.#open.delete(id);
    const { notOpened, notOpenedBecause } = t.notices;
    this.notices.add('error', notOpened({ store: name }), notOpenedBecause({ why: (error as Error).message }));
  }

  async show(storeId: string): Promise<Result<void>> {
    if (!this.find(storeId)) return refuse('not-found', t.unknown);
    return ok(this.registry.save({ currentStoreId: storeId }));
  }

  /** Runs `act` without any other work with the stores. Rejects with `OutboxConflict` if another such run is under way. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    if (this.#alone) throw new OutboxConflict(texts.backup.restore.underWay);
    const work = this.#exclusive(async () => {
      await atMost(SETTLING_MS, Promise.all(this.#running));
      return act();
    });
    this.#alone = work.catch(() => undefined);
    return work.finally(() => {
      this.#alone = null;
    });
  }

  get isAlone(): boolean {
    return this.#alone !== null;
  }

  /** The shown store. Refused as `signed-out` if there is none. */
  current(): Result<OpenStore> {
    const store = this.get(this.registry.currentStoreId);
    return !store.ok && store.problem.code === 'not-found' ? refuse('signed-out', t.noneYet) : store;
  }

  get(storeId: string | null): Result<OpenStore> {
    if (this.#alone) return refuse('conflict', texts.backup.restore.underWay);
    const store = this.find(storeId);
    return store ? ok(store) : refuse('not-found', t.unknown);
  }

  readonly withShown: StoreCalls<OpenStore>['withShown'] = (act) => (input) => this.#call(this.current(), act, input);

  readonly withNamed: StoreCalls<OpenStore>['withNamed'] = (act) => (input) =>
    this.#call(this.get(input.storeId), act, input);

  #call<I, O>(result: Result<OpenStore>, act: StoreAct<OpenStore, I, O>, input: I): Answer<O> {
    if (!result.ok) return result;
    const store = result.value;
    const work = store.isReady ? act(store, input) : store.ready.then(() => act(store, input));
    if (work instanceof Promise) {
      const end = work.catch(() => undefined).finally(() => this.#running.delete(end));
      this.#running.add(end);
    }
    return work;
  }
}
