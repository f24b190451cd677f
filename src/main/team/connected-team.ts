// Runs what needs a connection to the server of a team: reads deliveries, shares catalogs and documents, reports presence.
import type { NatsConnection } from '@nats-io/transport-node';
import type { Invite } from '../../team-protocol/invite.ts';
import { opaqueId } from '../../team-protocol/seal.ts';
import type { CatalogShareDeps } from './catalog-push.ts';
import { CatalogShare, type ShareProgress } from './catalog-share.ts';
import { DeliveryReader, type DeliveryReaderDeps } from './delivery-reader.ts';
import { DocumentShare, type OwnedDocument } from './document-share.ts';
import type { Membership } from './membership.ts';
import { Presence, type PresenceDeps } from './presence.ts';
import type { AnyDocument } from './shared-document.ts';
import { storeKey } from './shared-records.ts';
import type { TeamServer } from './stream.ts';

/** A store as the team sees it: what it shares, and whom to notify of what arrives. */
export interface SharedStore extends Pick<CatalogShareDeps, 'catalog' | 'onTaken'> {
  readonly id: string;
  readonly name: string;
  readonly serviceAddress: string;
  readonly email: string;
  /** The practice store gets deliveries, but shares nothing. */
  readonly isPractice: boolean;
  readonly documents: readonly AnyDocument[];
  /** Stores deliveries of the relay that are for the store. Rejects with `StorageError`. */
  readonly onDeliveries: DeliveryReaderDeps['store'];
}

export interface ConnectedTeamDeps
  extends Pick<PresenceDeps, 'waiting' | 'inDoubt' | 'onComputers'>,
    Pick<CatalogShareDeps, 'stamper' | 'onProgress'>,
    Pick<DeliveryReaderDeps, 'now' | 'onMissed'> {
  readonly invite: Invite;
  /** The stores that are open. */
  readonly stores: () => readonly SharedStore[];
  /** Documents of the team; the documents of a store come with the store. */
  readonly documents: readonly AnyDocument[];
  readonly membership: Membership;
}

const owned = (owner: string, documents: readonly AnyDocument[]): OwnedDocument[] =>
  documents.map((document) => ({ owner, document }));

const bytes = (key: string): Uint8Array => Buffer.from(key, 'base64url');

interface Running {
  readonly share: CatalogShare | null;
  readonly reader: DeliveryReader;
  readonly documents: readonly OwnedDocument[];
  readonly ended: Promise<unknown>;
}

export class ConnectedTeam {
  readonly #connection: NatsConnection;
  readonly #server: TeamServer;
  readonly #deps: ConnectedTeamDeps;
  readonly #presence: Presence;
  readonly #documents: DocumentShare;
  readonly #stores = new Map<string, Running>();
  readonly #ended: Promise<void>;
  #end: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #isStopped = false;

  constructor(connection: NatsConnection, server: TeamServer, deps: ConnectedTeamDeps) {
    const { invite, stamper, membership } = deps;
    this.#connection = connection;
    this.#server = server;
    this.#deps = deps;
    this.#ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.#presence = new Presence(server, { ...deps, name: invite.computer, device: stamper.device });
    const ofTeam = owned(opaqueId(server.keys, 'team'), deps.documents);
    const all = () => [...ofTeam, ...[...this.#stores.values()].flatMap(({ documents }) => documents)];
    this.#documents = new DocumentShare(server, all, membership);
  }

  /** Runs until it is stopped or the connection is lost. Rejects with errors of the server and with `StorageError`. */
  async run(): Promise<void> {
    const parts = [this.#presence.run(), this.#documents.run()];
    this.storesChanged();
    const lost = this.#connection.closed().then((error) => {
      if (error instanceof Error) throw error;
    });
    try {
      await Promise.race([...parts, lost, this.#ended]);
    } finally {
      this.stop();
      this.#presence.stop();
      this.#documents.stop();
      await this.#connection.close();
      await Promise.allSettled([...parts, ...[...this.#stores.keys()].map((id) => this.release(id))]);
    }
  }

  /** Ends `run`. */
  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  /** The sum of all stores. */
  get progress(): ShareProgress {
    const all = [...this.#stores.values()].flatMap(({ share }) => share?.progress ?? []);
    const sum = (numberOf: (progress: ShareProgress) => number) => all.reduce((total, one) => total + numberOf(one), 0);
    return {
      toFetch: all.some(({ toFetch }) => toFetch === null) ? null : sum(({ toFetch }) => toFetch ?? 0),
      newer: sum(({ newer }) => newer),
      isFull: all.some(({ isFull }) => isFull),
    };
  }

  /** Call when rows of a store may have changed. */
  rowsChanged(storeId: string): void {
    this.#stores.get(storeId)?.share?.changed();
  }

  /** Call when the number of waiting changes, or a store, may differ. */
  changed(): void {
    this.#presence.changed();
    this.#documents.changed();
    for (const { share } of this.#stores.values()) share?.changed();
  }

  /** Call when a store was opened. */
  storesChanged(): void {
    if (this.#isStopped) return;
    for (const store of this.#deps.stores()) {
      if (!this.#stores.has(store.id)) this.#stores.set(store.id, this.#started(this.#server, store));
    }
    this.#documents.changed();
  }

  /** If a part ends, the connection ends, and the next connection starts the part again. */
  #started(server: TeamServer, store: SharedStore): Running {
    const { invite, now, onMissed } = this.#deps;
    const key = storeKey(server.keys, store.serviceAddress, store.email);
    const share = store.isPractice ? null : new CatalogShare(server, { ...this.#deps, ...store, store: key });
    const reader = new DeliveryReader(server, {
      keys: { deliveryKey: bytes(invite.deliveryKey), relayKey: bytes(invite.relayKey) },
      ...{ deliveries: store.catalog.deliveries, store: store.onDeliveries, now, onMissed },
    });
    const ended = Promise.allSettled([share?.run().catch(this.#fail), reader.run().catch(this.#fail)]);
    return { share, reader, documents: owned(key, store.documents), ended };
  }

  /** Resolves when nothing uses the catalog of the store any more. */
  async release(id: string): Promise<void> {
    const running = this.#stores.get(id);
    running?.share?.stop();
    running?.reader.stop();
    await running?.ended;
    this.#stores.delete(id);
    await this.#documents.turnEnded();
  }

  /** Tells the others that this computer leaves the team, so that they no longer list it. */
  sayGoodbye(): Promise<void> {
    return this.#presence.remove();
  }
}
