// What runs on one connection to the server of a team: reading deliveries, and saying that this computer is there.
import { setTimeout } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Invite } from '../../team-protocol/invite.ts';
import { recordKeys } from '../../team-protocol/seal.ts';
import { type DeliveryInbox, DeliveryReader } from './delivery-reader.ts';
import { type Computer, Presence } from './presence.ts';

export interface SessionDeps {
  readonly invite: Invite;
  readonly publicKey: string;
  readonly inbox: DeliveryInbox;
  /** Changes on this computer that are not on the service yet. */
  readonly waiting: () => number;
  readonly onComputers: (computers: readonly Computer[]) => void;
  readonly onUnreadable: (count: number) => void;
  readonly onMissed: (count: number | null) => void;
}

/** Between comparisons of the streams with what was read, in ms. */
const CHECK_MS = 5_000;
/** Checks may fail while a cluster elects a leader. */
const FAILED_CHECKS = 5;

const bytes = (key: string): Uint8Array => Buffer.from(key, 'base64url');

export class Session {
  readonly #connection: NatsConnection;
  readonly #presence: Presence;
  readonly #deps: SessionDeps;
  readonly #stopping = new AbortController();

  constructor(connection: NatsConnection, deps: SessionDeps) {
    const { invite, publicKey, waiting, onComputers } = deps;
    this.#connection = connection;
    this.#deps = deps;
    this.#presence = new Presence({
      connection,
      key: recordKeys(bytes(invite.dataKey), invite.team).seal,
      publicKey,
      name: invite.computer,
      waiting,
      onComputers,
    });
  }

  /** Runs until it is stopped or the connection is lost. Rejects with errors of the server and with `StorageError`. */
  async run(): Promise<void> {
    const { invite, inbox, onUnreadable, onMissed } = this.#deps;
    const reader = new DeliveryReader({
      team: invite.team,
      keys: { deliveryKey: bytes(invite.deliveryKey), relayKey: bytes(invite.relayKey) },
      inbox,
      stream: jetstream(this.#connection),
      manager: await jetstreamManager(this.#connection, { checkAPI: false }),
      onUnreadable,
      onMissed,
    });
    const { signal } = this.#stopping;
    const parts = [reader.run(), this.#presence.run(), this.#check(reader, signal)];
    const lost = this.#connection.closed().then((error) => {
      if (error instanceof Error) throw error;
    });
    try {
      await Promise.race([...parts, lost]);
    } finally {
      this.#stopping.abort();
      reader.stop();
      this.#presence.stop();
      await this.#connection.close();
      await Promise.allSettled(parts);
    }
  }

  /** Ends `run`. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Call when the number of waiting changes may differ. */
  changed(): void {
    this.#presence.changed();
  }

  /** This computer leaves the team: the others no longer list it. */
  async sayGoodbye(): Promise<void> {
    await this.#presence.remove();
  }

  async #check(reader: DeliveryReader, signal: AbortSignal): Promise<void> {
    for (let failed = 0; ; ) {
      try {
        await setTimeout(CHECK_MS, undefined, { signal });
      } catch {
        return;
      }
      try {
        await reader.check();
        failed = 0;
      } catch (error) {
        failed += 1;
        if (failed >= FAILED_CHECKS || (error as Error).name === 'StreamChangedError') throw error;
      }
    }
  }
}
