// Moves deliveries from the stream of a team into the database of a store, each once and in order.
import { addAbortListener } from 'node:events';
import type { JsMsg, StreamInfo } from '@nats-io/jetstream';
import { openDelivery, type ReaderKeys } from '../../team-protocol/delivery.ts';
import { ALL_DELIVERIES, DELIVERIES_STREAM } from '../../team-protocol/names.ts';
import type { Document } from '../storage/document.ts';
import type { RelayedArrival } from '../webhook/inbox/inbox.ts';
import { CONSUMER_MS, type TeamServer } from './stream.ts';

/** The last delivery read from a team's stream. */
export interface RelayPosition {
  /** When the server created the stream; a different time means a different stream. */
  readonly created: string;
  readonly sequence: number;
  /** The id of the delivery with this sequence; empty if it was not read. */
  readonly lastId: string;
}

export interface DeliveryReaderDeps {
  readonly keys: ReaderKeys;
  /** In the database of the deliveries; null if nothing was read from this team's stream. */
  readonly position: Document<RelayPosition | null>;
  /**
   * Stores the arrivals that are for the store, and the position, in one transaction. Arrivals may come twice. Rejects
   * with `StorageError`.
   */
  readonly onDeliveries: (arrivals: readonly RelayedArrival[], setPosition: () => void) => Promise<void>;
  readonly now: () => number;
  /** Called if the server has lost deliveries that were not read. */
  readonly onMissed: () => void;
}

/**
 * Refuses older deliveries; in ms. The server itself keeps deliveries for 30 days.
 */
const OLDEST_MS = 60 * 24 * 60 * 60 * 1000;

/** Limits of one transaction. */
const BATCH = { deliveries: 200, bytes: 2 * 1024 * 1024 };
/** Fetched ahead, in bytes: more than the largest message, but little enough for a slow line. */
const FETCHED_BYTES = 2.5 * 1024 * 1024;
/** The path that is shown for a delivery, because the real one contains the team's token. */
const PATH = '/hooks';

export class DeliveryReader {
  /** `signal` ends it. */
  constructor(
    private readonly server: TeamServer,
    private readonly deps: DeliveryReaderDeps,
    private readonly signal: AbortSignal,
  ) {}

  /** Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  async run(): Promise<void> {
    const info = await this.server.manager.streams.info(DELIVERIES_STREAM);
    if (await this.#readFrom(this.#start(info))) return;
    // The server was restored from a backup, so any of its deliveries may be new.
    await this.#readFrom(this.#startAgain(info, true));
  }

  #start(info: StreamInfo): RelayPosition {
    const position = this.deps.position.value;
    if (!position) return this.#startAgain(info, false);
    if (position.created !== info.created || position.sequence < beforeOldest(info))
      return this.#startAgain(info, true);
    // A server that is still starting may not have all deliveries yet, so none counts as missed.
    return position.sequence > info.state.last_seq ? this.#startAgain(info, false) : position;
  }

  /** Returns the position before the oldest delivery on the server. */
  #startAgain(info: StreamInfo, hasMissed: boolean): RelayPosition {
    const position = { created: info.created, sequence: beforeOldest(info), lastId: '' };
    this.deps.position.save(position);
    if (hasMissed) this.deps.onMissed();
    return position;
  }

  /** Resolves to false if the server has another delivery at the position. */
  async #readFrom({ created, sequence, lastId }: RelayPosition): Promise<boolean> {
    // Reads the last known delivery again, to check that it is still the same.
    const consumer = await this.server.stream.consumers.get(DELIVERIES_STREAM, {
      filter_subjects: ALL_DELIVERIES,
      opt_start_seq: Math.max(1, sequence),
      inactive_threshold: CONSUMER_MS,
    });
    const messages = await consumer.consume({ max_bytes: FETCHED_BYTES });
    addAbortListener(this.signal, () => messages.stop());
    let batch: JsMsg[] = [];
    let bytes = 0;
    for await (const message of messages) {
      if (message.seq === sequence) {
        if (idOf(message) !== lastId) return false;
        continue;
      }
      batch.push(message);
      bytes += message.data.length;
      // Not `getPending`, which also counts the client's own messages.
      const hasMore = message.info.pending > 0;
      if (hasMore && batch.length < BATCH.deliveries && bytes < BATCH.bytes) continue;
      const position = { created, sequence: message.seq, lastId: idOf(message) };
      await this.deps.onDeliveries(this.#opened(batch), () => this.deps.position.save(position));
      batch = [];
      bytes = 0;
    }
    return true;
  }

  #opened(messages: readonly JsMsg[]): RelayedArrival[] {
    const { keys, now } = this.deps;
    const opened = messages.flatMap(({ subject, data }): RelayedArrival[] => {
      const delivery = openDelivery(keys, subject, data);
      if (!delivery || now() - delivery.at > OLDEST_MS) return [];
      return [{ ...delivery, path: PATH, body: Buffer.from(delivery.body) }];
    });
    const refused = messages.length - opened.length;
    if (refused > 0) console.error(`${refused} deliveries of the team were not sealed by its relay, or are too old`);
    return opened;
  }
}

const beforeOldest = ({ state }: StreamInfo): number => Math.max(0, state.first_seq - 1);

const idOf = (message: JsMsg): string => message.headers?.get('Nats-Msg-Id') ?? '';
