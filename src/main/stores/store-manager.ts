// Selects the store of each call, changes stores (show, update, work offline), and locks them during a restore.
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreCalls } from '../handlers.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { StoreRecord } from '../store-record.ts';
import { OutboxConflict } from '../sync/outbox/deps.ts';
import { atMost } from '../turns.ts';
import type { KnownKey } from '../webhook/inbox/verify.ts';
import { changedCheckout } from '../webhook/shared-facts.ts';
import { knownKeys } from '../webhook/webhook.ts';
import type { OpenStore } from './open-store.ts';
import type { OpenStores } from './open-stores.ts';
import { type StoreRegistry, wrongAddressParts } from './store-registry.ts';

const t = texts.stores;

/** How long `hold` waits for running work, in ms. */
const SETTLING_MS = 10_000;

/** A shared/exclusive lock: a restore excludes all other work with the stores. */
class StoreLock {
  /** Running work. */
  readonly #shared = new Set<Promise<unknown>>();
  #held: Promise<unknown> | null = null;

  get isHeld(): boolean {
    return this.#held !== null;
  }

  async released(): Promise<void> {
    while (this.#held) await this.#held;
  }

  /** Counts a call as running work. Check `isHeld` before it begins. */
  share<T>(doing: T | Promise<T>): T | Promise<T> {
    if (!(doing instanceof Promise)) return doing;
    const end = doing.catch(() => undefined).finally(() => this.#shared.delete(end));
    this.#shared.add(end);
    return doing;
  }

  /** Rejects with `OutboxConflict` if it is held already. */
  async hold<T>(act: () => Promise<T>): Promise<T> {
    if (this.#held) throw new OutboxConflict(texts.backup.restore.underWay);
    const doing = atMost(SETTLING_MS, Promise.all(this.#shared)).then(act);
    this.#held = doing.catch(() => undefined);
    return doing.finally(() => {
      this.#held = null;
    });
  }
}

export interface StoreManagerDeps {
  readonly registry: StoreRegistry;
  readonly openStores: OpenStores;
  readonly stamper: Stamper;
  /** The window's frame has to be updated. */
  readonly onChange: () => void;
  /** Another store is shown. */
  readonly onShown: () => void;
}

export class StoreManager {
  readonly #deps: StoreManagerDeps;
  readonly #lock = new StoreLock();

  constructor(deps: StoreManagerDeps) {
    this.#deps = deps;
  }

  /** Runs `act` without any other work with the stores. Rejects with `OutboxConflict` if that is so already. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    return this.#lock.hold(act);
  }

  /** The shown store. Refused if there is none yet. */
  current(): Result<OpenStore> {
    const store = this.get(this.#deps.registry.currentStoreId);
    return !store.ok && store.problem.code === 'not-found' ? refuse('signed-out', t.noneYet) : store;
  }

  get(storeId: string | null): Result<OpenStore> {
    const store = this.#deps.openStores.get(storeId);
    if (this.#lock.isHeld) return refuse('conflict', texts.backup.restore.underWay);
    return store ? ok(store) : refuse('not-found', t.unknown);
  }

  /** The shown store, if it is the practice store. */
  shownPractice(): OpenStore | null {
    const { openStores, registry } = this.#deps;
    const store = openStores.get(registry.currentStoreId);
    return store?.deps.record().practice ? store : null;
  }

  /** All stores, once their catalogs are open and the lock is released. */
  async whenUnlocked(): Promise<readonly OpenStore[]> {
    let stores: readonly OpenStore[];
    do {
      await this.#lock.released();
      stores = await this.#deps.openStores.ready();
    } while (this.#lock.isHeld);
    return stores;
  }

  calls(): StoreCalls<OpenStore> {
    type Act<I, O> = (store: OpenStore, input: I) => Result<O> | Promise<Result<O>>;
    const inStore = <I, O>(found: Result<OpenStore>, act: Act<I, O>, input: I): Result<O> | Promise<Result<O>> => {
      if (!found.ok) return found;
      const store = found.value;
      return this.#lock.share(store.isReady ? act(store, input) : store.ready.then(() => act(store, input)));
    };
    return {
      withShown: (act) => (input) => inStore(this.current(), act, input),
      withNamed: (act) => (input) => inStore(this.get(input.storeId), act, input),
    };
  }

  knowsService(serviceAddress: string): boolean {
    return this.#deps.registry.all().some((store) => store.serviceAddress === serviceAddress);
  }

  /** The webhook keys of all stores, saved, waiting to be sent or replaced, to verify deliveries. */
  webhookKeys(): KnownKey[] {
    return this.#deps.openStores.all().flatMap(knownKeys);
  }

  async show(storeId: string): Promise<Result<void>> {
    const { registry, openStores, onShown } = this.#deps;
    if (!openStores.has(storeId)) return refuse('not-found', t.unknown);
    await registry.show(storeId);
    onShown();
    return ok(undefined);
  }

  /** Changes what is given. An empty address or slug is unknown again. */
  async update(input: ParsedInput<'stores.update'>): Promise<Result<void>> {
    const { registry, openStores, stamper } = this.#deps;
    const before = registry.get(input.storeId);
    if (!before || !openStores.has(input.storeId)) return refuse('not-found', t.unknown);
    const fields = wrongAddressParts(input);
    const [first] = Object.values(fields);
    if (first !== undefined) return refuse('invalid', first, fields);
    const { name, undocumentedProductUpdate } = { ...before, ...input };
    const given = (text: string | undefined, known: string | null) => (text === undefined ? known : text || null);
    const checkoutUrl = given(input.checkoutUrl?.replace(/\/+$/, ''), before.checkoutUrl);
    const sellerSlug = given(input.sellerSlug, before.sellerSlug);
    await this.change(input.storeId, {
      ...{ name, undocumentedProductUpdate },
      ...changedCheckout(before, { checkoutUrl, sellerSlug }, stamper),
      pageUrl: given(input.pageUrl, before.pageUrl),
    });
    return ok(undefined);
  }

  async setWorkOffline(storeId: string, on: boolean): Promise<Result<void>> {
    const store = this.#deps.openStores.get(storeId);
    if (!store) return refuse('not-found', t.unknown);
    await this.change(storeId, { workOffline: on });
    if (on) store.outbox.changed();
    else store.outbox.wake();
    return ok(undefined);
  }

  async change(storeId: string, change: Partial<StoreRecord>): Promise<void> {
    await this.#deps.registry.change(storeId, change);
    this.#deps.openStores.get(storeId)?.keepRecord();
    this.#deps.onChange();
  }
}
