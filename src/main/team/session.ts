// What runs on one connection to the server of a team: reading deliveries, sharing catalogs, and reporting that this computer is online.
import { setTimeout } from 'node:timers/promises';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Invite } from '../../team-protocol/invite.ts';
import { opaqueId, type RecordKeys, recordKeys } from '../../team-protocol/seal.ts';
import type { Document } from '../storage/document.ts';
import type { Stamper } from '../storage/stamp.ts';
import { CatalogShare, type ShareProgress } from './catalog-share.ts';
import type { Computer } from './computer.ts';
import { type DeliveryInbox, DeliveryReader } from './delivery-reader.ts';
import { type Bases, DocumentShare } from './document-share.ts';
import { FailedChecks } from './failed-checks.ts';
import { Presence } from './presence.ts';
import type { AnyDocument } from './shared-document.ts';
import { storeKey } from './shared-records.ts';
import type { SharedStore } from './shared-store.ts';

export interface SessionDeps {
  readonly invite: Invite;
  readonly publicKey: string;
  readonly inbox: DeliveryInbox;
  readonly stamper: Stamper;
  readonly now: () => number;
  /** The stores that are open. */
  readonly stores: () => readonly SharedStore[];
  /** Of all stores. */
  readonly documents: readonly AnyDocument[];
  readonly bases: Document<Bases>;
  /** Changes on this computer that are not on the service yet. */
  readonly waiting: () => number;
  readonly onComputers: (computers: readonly Computer[]) => void;
  readonly onUnreadable: (count: number) => void;
  readonly onMissed: (count: number | null) => void;
  /** Called when `progress` has changed. */
  readonly onProgress: () => void;
}

/** Between comparisons of the streams with what was read, in ms. */
const CHECK_MS = 5_000;

const bytes = (key: string): Uint8Array => Buffer.from(key, 'base64url');

interface Running {
  readonly share: CatalogShare;
  readonly documents: DocumentShare;
  readonly running: Promise<void>;
}

export class Session {
  readonly #connection: NatsConnection;
  readonly #presence: Presence;
  readonly #deps: SessionDeps;
  readonly #keys: RecordKeys;
  readonly #shares = new Map<string, Running>();
  readonly #failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;
  #manager: JetStreamManager | null = null;
  #documents: DocumentShare | null = null;
  readonly #stopping = new AbortController();

  constructor(connection: NatsConnection, deps: SessionDeps) {
    const { invite, publicKey, waiting, onComputers, stamper } = deps;
    this.#connection = connection;
    this.#deps = deps;
    this.#failed = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    this.#keys = recordKeys(bytes(invite.dataKey), invite.team);
    this.#presence = new Presence({
      connection,
      key: this.#keys.seal,
      publicKey,
      name: invite.computer,
      device: stamper.device,
      waiting,
      onComputers,
    });
  }

  /** Runs until it is stopped or the connection is lost. Rejects with errors of the server and with `StorageError`. */
  async run(): Promise<void> {
    const { invite, inbox, now, onUnreadable, onMissed } = this.#deps;
    this.#manager = await jetstreamManager(this.#connection, { checkAPI: false });
    const reader = new DeliveryReader({
      team: invite.team,
      keys: { deliveryKey: bytes(invite.deliveryKey), relayKey: bytes(invite.relayKey) },
      inbox,
      stream: jetstream(this.#connection),
      manager: this.#manager,
      now,
      onUnreadable,
      onMissed,
    });
    const { signal } = this.#stopping;
    const parts = [reader.run(), this.#presence.run(), this.#check(reader, signal), this.#failed];
    this.#documents = this.#shareDocuments(this.#manager, opaqueId(this.#keys, 'team'), this.#deps.documents);
    parts.push(this.#documents.run());
    this.storesChanged();
    const lost = this.#connection.closed().then((error) => {
      if (error instanceof Error) throw error;
    });
    try {
      await Promise.race([...parts, lost]);
    } finally {
      this.#stopping.abort();
      reader.stop();
      this.#presence.stop();
      this.#documents.stop();
      for (const { share, documents } of this.#shares.values()) {
        share.stop();
        documents.stop();
      }
      await this.#connection.close();
      this.#fail(null);
      await Promise.allSettled([...parts, ...[...this.#shares.values()].map(({ running }) => running)]);
    }
  }

  /** Ends `run`. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Of all stores. */
  get progress(): ShareProgress {
    const all = [...this.#shares.values()].map(({ share }) => share.progress);
    const sum = (numberOf: (progress: ShareProgress) => number) => all.reduce((total, one) => total + numberOf(one), 0);
    return {
      toFetch: all.some(({ toFetch }) => toFetch === null) ? null : sum(({ toFetch }) => toFetch ?? 0),
      tooLarge: sum(({ tooLarge }) => tooLarge),
      newer: sum(({ newer }) => newer),
      isFull: all.some(({ isFull }) => isFull),
    };
  }

  /** Call when rows of a store may have changed. */
  rowsChanged(storeId: string): void {
    this.#shares.get(storeId)?.share.changed();
  }

  /** Call when the number of waiting changes or the rows of a store may differ. */
  changed(): void {
    this.#presence.changed();
    this.#documents?.changed();
    for (const { share, documents } of this.#shares.values()) {
      share.changed();
      documents.changed();
    }
  }

  #shareDocuments(manager: JetStreamManager, owner: string, documents: readonly AnyDocument[]): DocumentShare {
    const connection = this.#connection;
    const { bases } = this.#deps;
    return new DocumentShare({
      connection,
      stream: jetstream(connection),
      manager,
      keys: this.#keys,
      owner,
      documents,
      bases,
    });
  }

  /** Call when a store was opened. */
  storesChanged(): void {
    const { invite, publicKey, stamper, stores, onProgress } = this.#deps;
    if (!this.#manager || this.#stopping.signal.aborted) return;
    for (const { id, serviceAddress, email, catalog, documents, isInDoubt, onTaken } of stores()) {
      if (this.#shares.has(id)) continue;
      const store = storeKey(this.#keys, serviceAddress, email);
      const share = new CatalogShare({
        team: invite.team,
        keys: this.#keys,
        store,
        publicKey,
        catalog,
        stamper,
        stream: jetstream(this.#connection),
        manager: this.#manager,
        isInDoubt,
        onTaken,
        onProgress,
      });
      // If one ends, the session ends, and the next session starts it again.
      const facts = this.#shareDocuments(this.#manager, store, documents);
      const running = Promise.all([share.run(), facts.run()]).then(
        () => undefined,
        (error: unknown) => this.#fail(error),
      );
      this.#shares.set(id, { share, documents: facts, running });
    }
  }

  /** Resolves when the catalog of a store is no longer used. */
  async release(id: string): Promise<void> {
    const running = this.#shares.get(id);
    running?.share.stop();
    running?.documents.stop();
    await running?.running;
    this.#shares.delete(id);
  }

  /** This computer leaves the team: the others no longer list it. */
  async sayGoodbye(): Promise<void> {
    await this.#presence.remove();
  }

  async #check(reader: DeliveryReader, signal: AbortSignal): Promise<void> {
    const received = () => this.#connection.stats().inBytes;
    const failedChecks = new FailedChecks(received());
    while (true) {
      try {
        await setTimeout(CHECK_MS, undefined, { signal });
      } catch {
        return;
      }
      try {
        await reader.check();
        for (const { share } of this.#shares.values()) await share.check();
        // Settings and templates say nothing of their changes.
        this.#documents?.changed();
        failedChecks.passed(received());
      } catch (error) {
        if (failedChecks.failed(received(), error) || (error as Error).name === 'StreamChangedError') throw error;
      }
    }
  }
}
