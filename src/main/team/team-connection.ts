// Keeps this computer connected to its team: reads deliveries and shares catalogs.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Invite } from '../../team-protocol/invite.ts';
import { presenceKey } from '../../team-protocol/names.ts';
import type { Network } from '../service/network.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { StoreRecord } from '../store-record.ts';
import type { CatalogShareDeps } from './catalog-push.ts';
import { CatalogShare, type ShareProgress } from './catalog-share.ts';
import { connectWith, isRefusal, publicKeyOf } from './connection.ts';
import { DeliveryReader, type DeliveryReaderDeps, type RelayPosition } from './delivery-reader.ts';
import { storeKey } from './shared-records.ts';
import { put, serverOn, type TeamServer } from './stream.ts';

/** A store as the team sees it: what it shares, and whom to notify of what arrives. */
export interface SharedStore
  extends Pick<CatalogShareDeps, 'catalog' | 'facts' | 'onTaken'>,
    Pick<StoreRecord, 'id' | 'name' | 'serviceAddress' | 'email' | 'practice'> {
  /** Stores deliveries of the relay that are for the store. Rejects with `StorageError`. */
  readonly onDeliveries: DeliveryReaderDeps['onDeliveries'];
  /**
   * Ends what the store shares, and what it knows of others; or, with `removed`, takes over what that computer has not
   * created. Rejects with `StorageError`.
   */
  readonly onLeft: (removed?: string) => Promise<void>;
}

export interface ConnectionDeps
  extends Pick<CatalogShareDeps, 'stamper' | 'presence' | 'onPresence' | 'onProgress'>,
    Pick<DeliveryReaderDeps, 'now' | 'onMissed'> {
  readonly invite: Invite;
  readonly network: Network;
  /** The stores that are open. */
  readonly stores: () => Iterable<SharedStore>;
  /** `error`: why there is no connection. */
  readonly onState: (state: 'connected' | 'offline' | 'revoked', error: Error | null) => void;
}

/** A connection that ends sooner counts as failed. */
const LASTED_MS = 5_000;
const RETRY_MS = { first: 250, most: 15_000 };
/** A server that reloads its users may refuse a known computer once. */
const REFUSALS = 2;
/** The server does not tell a computer that it accepts it again. */
const RETRY_REVOKED_MS = 30_000;

const bytes = (key: string): Uint8Array => Buffer.from(key, 'base64url');

interface RunningStore {
  readonly share: CatalogShare | null;
  /** Resolves when nothing uses the store's catalog any more. */
  stop(): Promise<unknown>;
}

export class TeamConnection {
  readonly publicKey: string;
  readonly #running: Promise<void>;
  readonly #stopping = new AbortController();
  #pause = new AbortController();
  /** Starts what runs for a store; null while there is no connection. */
  #start: ((store: SharedStore) => RunningStore) | null = null;
  /** Empty while there is no connection. */
  readonly #stores = new Map<string, RunningStore>();
  #connectedAt: number | null = null;

  constructor(private readonly deps: ConnectionDeps) {
    this.publicKey = publicKeyOf(deps.invite);
    this.#running = this.#run();
  }

  /** Tries at once instead of after a pause. Call when the network is back or the computer woke up. */
  wake(): void {
    this.#pause.abort();
  }

  /** Resolves when nothing is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
    await this.#running;
  }

  /** The sum of all stores. */
  get progress(): ShareProgress {
    const all = [...this.#stores.values()].flatMap(({ share }) => share?.progress ?? []);
    const sum = (of: keyof ShareProgress) => all.reduce((total, progress) => total + progress[of], 0);
    return { toFetch: sum('toFetch'), newer: sum('newer') };
  }

  /** Call when rows, or the number of waiting changes, may have changed. */
  changed(): void {
    for (const { share } of this.#stores.values()) share?.changed();
  }

  /** Call when a store was opened. */
  storesChanged(): void {
    if (!this.#start) return;
    for (const store of this.deps.stores()) {
      if (!this.#stores.has(store.id)) this.#stores.set(store.id, this.#start(store));
    }
  }

  /** Resolves when nothing uses the catalog of the store any more. */
  async release(id: string): Promise<void> {
    await this.#stores.get(id)?.stop();
    this.#stores.delete(id);
  }

  async removePresence(publicKey: string): Promise<void> {
    await Promise.all([...this.#stores.values()].map(({ share }) => share?.removePresence(publicKey)));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let refusals = 0;
    for (let retryMs = RETRY_MS.first; !signal.aborted; ) {
      this.#connectedAt = null;
      const error: unknown = await this.#runConnected().catch((cause: unknown) => cause);
      if (signal.aborted) return;
      refusals = isRefusal(error) ? refusals + 1 : 0;
      const isRevoked = refusals >= REFUSALS;
      const lastedMs = this.#connectedAt === null ? 0 : performance.now() - this.#connectedAt;
      const hasLasted = lastedMs > LASTED_MS && !(error instanceof StorageError);
      if (hasLasted) retryMs = RETRY_MS.first;
      // After a connection that lasted, the next try decides whether this computer is offline. A single refusal may be a mistake.
      else if (isRevoked || refusals === 0)
        this.deps.onState(isRevoked ? 'revoked' : 'offline', error instanceof Error ? error : null);
      this.#pause = new AbortController();
      const pauseMs = isRevoked ? RETRY_REVOKED_MS : retryMs;
      // Ended early by `wake` and `stop`.
      await setTimeout(pauseMs, undefined, { signal: this.#pause.signal }).catch(() => undefined);
      if (!hasLasted) retryMs = Math.min(RETRY_MS.most, retryMs * 2);
    }
  }

  /** Resolves when stopped. Rejects with the reason why there is no connection any more. */
  async #runConnected(): Promise<void> {
    const { invite, network, onState } = this.deps;
    const connection = await connectWith(invite, network, this.#stopping.signal);
    const ending = new AbortController();
    const fail = (error: unknown) => ending.abort(error);
    const signal = AbortSignal.any([this.#stopping.signal, ending.signal]);
    try {
      const server = await serverOn(connection, invite, this.publicKey);
      // Without an error if the server ends in order.
      void connection.closed().then((error) => fail(error ?? null));
      this.#start = (store) => this.#started(store, server, signal, fail);
      // Shows the team server that the invite is used, also by a computer without a store to share.
      void put(server, presenceKey('connected', this.publicKey), '').catch(fail);
      this.storesChanged();
      this.#connectedAt = performance.now();
      onState('connected', null);
      if (!signal.aborted) await once(signal, 'abort');
      ending.signal.throwIfAborted();
    } finally {
      this.#start = null;
      await connection.close();
      await Promise.all([...this.#stores.keys()].map((id) => this.release(id)));
    }
  }

  /** If a part fails, the connection ends, and the next one starts the part again. */
  #started(store: SharedStore, server: TeamServer, signal: AbortSignal, fail: (error: unknown) => void): RunningStore {
    const { invite } = this.deps;
    const stopping = new AbortController();
    const either = AbortSignal.any([signal, stopping.signal]);
    const keys = { deliveryKey: bytes(invite.deliveryKey), relayKey: bytes(invite.relayKey) };
    const key = storeKey(server.keys, store.serviceAddress, store.email);
    const position = store.catalog.fact<RelayPosition | null>(`relay/${invite.team}`, null);
    const deps = { ...this.deps, ...store, store: key, keys, position };
    // The practice store gets deliveries, but shares nothing.
    const share = store.practice ? null : new CatalogShare(server, deps, either);
    const reader = new DeliveryReader(server, deps, either);
    const ended = Promise.all([share?.run().catch(fail), reader.run().catch(fail)]);
    const stop = () => {
      stopping.abort();
      return ended;
    };
    return { share, stop };
  }
}
