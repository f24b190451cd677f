// What runs on one connection to the server of a team: reading deliveries, sharing catalogs and documents, and this computer's presence.
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Invite } from '../../team-protocol/invite.ts';
import { opaqueId, type RecordKeys, recordKeys } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { Document } from '../storage/document.ts';
import type { Stamper } from '../storage/stamp.ts';
import { CatalogShare, type ShareProgress } from './catalog-share.ts';
import type { Computer } from './computer.ts';
import { type DeliveryInbox, DeliveryReader } from './delivery-reader.ts';
import { type Bases, DocumentShare, type OwnedDocument } from './document-share.ts';
import { Presence } from './presence.ts';
import type { AnyDocument } from './shared-document.ts';
import { storeKey } from './shared-records.ts';

/** A store as the team sees it: what it shares, and whom to notify of what arrives. */
export interface SharedStore {
  readonly id: string;
  readonly name: string;
  readonly serviceAddress: string;
  readonly email: string;
  readonly catalog: Catalog;
  readonly documents: readonly AnyDocument[];
  /** Called after rows of other computers were stored, with the sales that are new as verified ones. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
}

export interface ConnectedTeamDeps {
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
  /** Ids of records of which the seller has to decide about a change here. */
  readonly inDoubt: () => readonly string[];
  readonly onComputers: (computers: readonly Computer[]) => void;
  readonly onMissed: (count: number | null) => void;
  /** Called when `progress` has changed. */
  readonly onProgress: () => void;
}

const owned = (owner: string, documents: readonly AnyDocument[]): OwnedDocument[] =>
  documents.map((document) => ({ owner, document }));

const bytes = (key: string): Uint8Array => Buffer.from(key, 'base64url');

interface Running {
  readonly share: CatalogShare;
  readonly documents: readonly OwnedDocument[];
  readonly ended: Promise<unknown>;
}

export class ConnectedTeam {
  readonly #connection: NatsConnection;
  readonly #deps: ConnectedTeamDeps;
  readonly #keys: RecordKeys;
  readonly #presence: Presence;
  readonly #stores = new Map<string, Running>();
  readonly #ended: Promise<void>;
  #end: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #manager: JetStreamManager | null = null;
  #documents: DocumentShare | null = null;
  #isStopped = false;

  constructor(connection: NatsConnection, deps: ConnectedTeamDeps) {
    const { invite, publicKey, waiting, inDoubt, onComputers, stamper } = deps;
    this.#connection = connection;
    this.#deps = deps;
    this.#ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.#keys = recordKeys(bytes(invite.dataKey), invite.team);
    const [name, device] = [invite.computer, stamper.device];
    this.#presence = new Presence({
      ...{ connection, key: this.#keys.seal, publicKey, name, device, waiting, inDoubt, onComputers },
    });
  }

  /** Runs until it is stopped or the connection is lost. Rejects with errors of the server and with `StorageError`. */
  async run(): Promise<void> {
    const { invite, inbox, now, onMissed, bases } = this.#deps;
    const ofTeam = owned(opaqueId(this.#keys, 'team'), this.#deps.documents);
    this.#manager = await jetstreamManager(this.#connection, { checkAPI: false });
    const reader = new DeliveryReader({
      team: invite.team,
      keys: { deliveryKey: bytes(invite.deliveryKey), relayKey: bytes(invite.relayKey) },
      ...{ inbox, stream: jetstream(this.#connection), manager: this.#manager, now, onMissed },
    });
    const documents = new DocumentShare({
      ...{ stream: jetstream(this.#connection), manager: this.#manager, keys: this.#keys, bases },
      documents: () => [...ofTeam, ...[...this.#stores.values()].flatMap((store) => store.documents)],
    });
    this.#documents = documents;
    const parts = [reader.run(), this.#presence.run(), documents.run()];
    this.storesChanged();
    const lost = this.#connection.closed().then((error) => {
      if (error instanceof Error) throw error;
    });
    try {
      await Promise.race([...parts, lost, this.#ended]);
    } finally {
      this.stop();
      reader.stop();
      this.#presence.stop();
      documents.stop();
      await this.#connection.close();
      await Promise.allSettled([...parts, ...[...this.#stores.keys()].map((id) => this.release(id))]);
    }
  }

  /** Ends `run`. */
  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  /** Of all stores. */
  get progress(): ShareProgress {
    const all = [...this.#stores.values()].map(({ share }) => share.progress);
    const sum = (numberOf: (progress: ShareProgress) => number) => all.reduce((total, one) => total + numberOf(one), 0);
    return {
      toFetch: all.some(({ toFetch }) => toFetch === null) ? null : sum(({ toFetch }) => toFetch ?? 0),
      newer: sum(({ newer }) => newer),
      isFull: all.some(({ isFull }) => isFull),
    };
  }

  /** Call when rows of a store may have changed. */
  rowsChanged(storeId: string): void {
    this.#stores.get(storeId)?.share.changed();
  }

  /** Call when the number of waiting changes, or a store, may differ. */
  changed(): void {
    this.#presence.changed();
    this.#documents?.changed();
    for (const { share } of this.#stores.values()) share.changed();
  }

  /** Call when a store was opened. */
  storesChanged(): void {
    const { invite, publicKey, stamper, stores, onProgress } = this.#deps;
    const manager = this.#manager;
    if (!manager || this.#isStopped) return;
    for (const { id, serviceAddress, email, catalog, documents, onTaken } of stores()) {
      if (this.#stores.has(id)) continue;
      const store = storeKey(this.#keys, serviceAddress, email);
      const share = new CatalogShare({
        ...{ team: invite.team, keys: this.#keys, store, publicKey, catalog, stamper, manager },
        ...{ stream: jetstream(this.#connection), onTaken, onProgress },
      });
      // If one ends, the session ends, and the next session starts it again.
      this.#stores.set(id, { share, documents: owned(store, documents), ended: share.run().catch(this.#fail) });
    }
    this.#documents?.changed();
  }

  /** Resolves when the catalog of a store is no longer used. */
  async release(id: string): Promise<void> {
    const running = this.#stores.get(id);
    running?.share.stop();
    await running?.ended;
    this.#stores.delete(id);
    await this.#documents?.turnEnded();
  }

  /** This computer leaves the team: the others no longer list it. */
  async sayGoodbye(): Promise<void> {
    await this.#presence.remove();
  }
}
