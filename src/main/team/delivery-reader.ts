// Moves deliveries from the stream of a team into the webhook inbox, each once and in order.
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg, StreamInfo } from '@nats-io/jetstream';
import { openDelivery, type ReaderKeys } from '../../team-protocol/delivery.ts';
import { DELIVERIES_STREAM, DELIVERIES_SUBJECT } from '../../team-protocol/names.ts';
import type { RelayPosition } from '../catalog/deliveries.ts';
import type { RelayedArrival } from '../webhook/inbox/inbox.ts';

/** Where deliveries are stored. */
export interface DeliveryInbox {
  /**
   * Stores deliveries and the position in one transaction. If the position `continues` one that is no longer there, it stores
   * nothing and resolves to false. Rejects with `StorageError`.
   */
  keepRelayed(
    deliveries: readonly RelayedArrival[],
    team: string,
    position: RelayPosition,
    continues?: boolean,
  ): Promise<boolean>;
  relayPosition(team: string): Promise<RelayPosition | undefined>;
}

export interface DeliveryReaderDeps {
  readonly team: string;
  readonly keys: ReaderKeys;
  readonly inbox: DeliveryInbox;
  readonly stream: JetStreamClient;
  readonly manager: Pick<JetStreamManager, 'streams'>;
  readonly now: () => number;
  /** Called with the number of deliveries that the server dropped before they were read; null if it lost an unknown number. */
  readonly onMissed: (count: number | null) => void;
}

/**
 * Older deliveries (ms) are refused: the server keeps them for 30 days, and the inbox knows those of the last 90, so that none counts
 * twice.
 */
const OLDEST_MS = 60 * 24 * 60 * 60 * 1000;

/** Limits of one transaction. */
const BATCH = { deliveries: 200, bytes: 2 * 1024 * 1024 };
/** Fetched ahead, in bytes: more than the largest message, and little enough for a slow line. */
const FETCHED_BYTES = 2.5 * 1024 * 1024;
/** The path that is shown of a delivery: the real one contains the team's token. */
const PATH = '/hooks';
/** A reader that was killed leaves its consumer on the server for this time (ms), and the server limits how many there are. */
export const CONSUMER_MS = 60_000;

/** The stream was `replaced` by another one, or is `stalled`, or the `position` in it was lost. The caller starts again. */
export class StreamChangedError extends Error {
  override readonly name = 'StreamChangedError';
}

export class DeliveryReader {
  readonly #deps: DeliveryReaderDeps;
  #messages: ConsumerMessages | null = null;
  #isStopped = false;

  constructor(deps: DeliveryReaderDeps) {
    this.#deps = deps;
  }

  stop(): void {
    this.#isStopped = true;
    this.#messages?.stop();
  }

  /** Runs until it is stopped. Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  async run(): Promise<void> {
    const info = await this.#deps.manager.streams.info(DELIVERIES_STREAM);
    if (await this.#readFrom(await this.#start(info))) return;
    // The server was restored from a backup, so any of its deliveries may be new.
    await this.#readFrom(await this.#startAgain(info, null));
  }

  async #start(info: StreamInfo): Promise<RelayPosition> {
    const { inbox, team } = this.#deps;
    const position = await inbox.relayPosition(team);
    if (!position) return this.#startAgain(info, 0);
    if (position.created !== info.created) return this.#startAgain(info, null);
    // A server that is still starting may not have all of them yet.
    if (position.sequence > info.state.last_seq) return this.#startAgain(info, 0);
    const dropped = beforeOldest(info) - position.sequence;
    return dropped > 0 ? this.#startAgain(info, dropped) : position;
  }

  /** From the oldest delivery that the server has. */
  async #startAgain(info: StreamInfo, missed: number | null): Promise<RelayPosition> {
    const { inbox, team, onMissed } = this.#deps;
    const position = { created: info.created, sequence: beforeOldest(info), lastId: '' };
    await inbox.keepRelayed([], team, position);
    if (missed !== 0) onMissed(missed);
    return position;
  }

  /** Resolves to false if the server has another delivery at the position. */
  async #readFrom({ created, sequence, lastId }: RelayPosition): Promise<boolean> {
    // The last delivery that was read comes first, to see that it is still the same one.
    const consumer = await this.#deps.stream.consumers.get(DELIVERIES_STREAM, {
      filter_subjects: DELIVERIES_SUBJECT,
      opt_start_seq: Math.max(1, sequence),
      inactive_threshold: CONSUMER_MS,
    });
    const messages = await consumer.consume({ max_bytes: FETCHED_BYTES });
    this.#messages = messages;
    if (this.#isStopped) messages.stop();
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
      await this.#store(batch, { created, sequence: message.seq, lastId: idOf(message) });
      batch = [];
      bytes = 0;
    }
    return true;
  }

  async #store(messages: readonly JsMsg[], position: RelayPosition): Promise<void> {
    const { keys, inbox, team, now } = this.#deps;
    const deliveries = messages.flatMap(({ subject, data }): RelayedArrival[] => {
      const delivery = openDelivery(keys, subject, data);
      if (!delivery || now() - delivery.at > OLDEST_MS) return [];
      const { id, at, rawHeaders, body } = delivery;
      return [{ id, at, path: PATH, rawHeaders, body: Buffer.from(body) }];
    });
    // Earlier deliveries are still on the server.
    if (!(await inbox.keepRelayed(deliveries, team, position, true))) throw new StreamChangedError('position');
    const refused = messages.length - deliveries.length;
    if (refused > 0) console.error(`${refused} deliveries of the team were not sealed by its relay, or are too old`);
  }
}

const beforeOldest = ({ state }: StreamInfo): number => Math.max(0, state.first_seq - 1);

const idOf = (message: JsMsg): string => message.headers?.get('Nats-Msg-Id') ?? '';
