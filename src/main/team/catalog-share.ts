// Shares the catalog of one store: sends rows that the server has not got, and merges what other computers have sent.
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { CATALOG_STREAM } from '../../team-protocol/names.ts';
import { SHARED_KINDS } from '../catalog/sharing.ts';
import { throttle } from '../turns.ts';
import { CatalogSender, type SendProgress } from './catalog-sender.ts';
import { CatalogStream, SUBJECTS } from './catalog-stream.ts';
import { CatalogTaker, type CatalogTakerDeps } from './catalog-taker.ts';
import { CONSUMER_MS, StreamChangedError } from './delivery-reader.ts';

export interface ShareProgress extends SendProgress {
  /** Entries of the server that were not read yet; null while that is not known. */
  readonly toFetch: number | null;
}

/** What has come is taken and committed after this time, in ms, whether or not more is to come. */
const LATE_MS = 100;
/**
 * More than one turn stores, so that the server does not wait for the next request. Not many more: by default a server closes a
 * connection that takes longer than 10 s to receive its data. With a limit in bytes some servers need a request for every few
 * records.
 */
const FETCHED_AT_ONCE = 1_000;
/** Messages that are stored together. */
const BATCH = 200;
/** Checks without progress until the share starts again. */
const STALLED_CHECKS = 3;
/** How often it is checked whether a new day has begun, and how long a day is, in ms. */
const AUDIT_PAUSE_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export class CatalogShare {
  readonly #deps: CatalogTakerDeps;
  readonly #stream: CatalogStream;
  readonly #sender: CatalogSender;
  readonly #taker: CatalogTaker;
  #toFetch: number | null = null;
  #consumer: Consumer | null = null;
  #messages: ConsumerMessages | null = null;
  #checkedAt = 0;
  #stalledChecks = 0;
  #stopping = new AbortController();
  /** Up to where the stream has to be read before anything is sent. */
  #readUpTo = 0;
  #onRead: () => void = () => undefined;

  constructor(deps: CatalogTakerDeps) {
    this.#deps = deps;
    this.#stream = new CatalogStream(deps);
    this.#sender = new CatalogSender(deps, this.#stream);
    this.#taker = new CatalogTaker(deps, this.#stream, this.#sender);
  }

  stop(): void {
    this.#stopping.abort();
    this.#sender.stop();
    this.#taker.stop();
    this.#messages?.stop();
  }

  /** Call after a row has changed. */
  changed(): void {
    this.#sender.changed();
  }

  get progress(): ShareProgress {
    return { toFetch: this.#toFetch, ...this.#sender.progress };
  }

  /** Runs until it is stopped. Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  async run(): Promise<void> {
    if (!(await this.#stream.isSame())) await this.#startAgain();
    if (this.#isStopped) return;
    this.#readUpTo = (await this.#stream.info()).state.last_seq;
    await this.#stream.setFence();
    const read = new Promise<void>((resolve) => {
      this.#onRead = () => {
        this.#taker.caughtUp();
        resolve();
      };
    });
    if (this.#stream.position.sequence >= this.#readUpTo) this.#onRead();
    const parts = [
      this.#read(),
      read.then(() => this.#sender.run()).catch((error: unknown) => this.#failed(error)),
      read.then(() => this.#audit()).catch((error: unknown) => this.#failed(error)),
    ];
    try {
      await Promise.race(parts);
    } finally {
      this.stop();
      this.#onRead();
      // The catalog may be closed afterwards.
      await Promise.allSettled(parts);
    }
  }

  /**
   * Call every few seconds. Rejects with `StreamChangedError` if the stream was replaced or went back, or brings nothing
   * although it has more.
   */
  async check(): Promise<void> {
    // Not while it starts.
    if (!this.#consumer) return;
    if (!(await this.#stream.isSame())) throw new StreamChangedError('replaced');
    await this.#stream.renewFence();
    await this.#checkConsumer();
  }

  /** Where its node died, the library notices that only after a minute. */
  async #checkConsumer(): Promise<void> {
    const { sequence } = this.#stream.position;
    const hasMore = await this.#consumer?.info().then(
      ({ num_pending }) => num_pending > 0,
      () => true,
    );
    const isStalled = hasMore === true && sequence === this.#checkedAt;
    this.#stalledChecks = isStalled ? this.#stalledChecks + 1 : 0;
    this.#checkedAt = sequence;
    if (this.#stalledChecks >= STALLED_CHECKS) throw new StreamChangedError('stalled');
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Everything here counts as not shared, and the whole stream is read: what is the same on the server is unmarked on the way. */
  async #startAgain(): Promise<void> {
    const { catalog } = this.#deps;
    const { sharing } = catalog;
    const { created } = await this.#stream.info();
    // Not the position first: a crash in between starts again.
    catalog.transaction(() => {
      sharing.forget();
      sharing.moveTo(this.#stream.beginning(''));
    });
    for (const kind of SHARED_KINDS) {
      for (let after: string | null = ''; after !== null; ) {
        if (this.#isStopped) return;
        const from: string = after;
        after = catalog.transaction(() => sharing.markAll(kind, from));
        await setImmediate();
      }
    }
    catalog.transaction(() => {
      sharing.moveTo(this.#stream.beginning(created));
      sharing.setAuditedDay(today());
    });
  }

  /** Where what was read differs from what the server has, the next start reads everything again. */
  #failed(error: unknown): never {
    const { catalog } = this.#deps;
    if (error instanceof StreamChangedError)
      catalog.transaction(() => catalog.sharing.moveTo(this.#stream.beginning('')));
    throw error;
  }

  async #audit(): Promise<void> {
    const { catalog } = this.#deps;
    const { signal } = this.#stopping;
    while (!this.#isStopped) {
      const day = today();
      if (catalog.sharing.auditedDay !== day) {
        const isSame = (await this.#stream.audit(signal)) || (await this.#stream.audit(signal));
        if (this.#isStopped) return;
        if (!isSame) throw new StreamChangedError('replaced');
        catalog.transaction(() => catalog.sharing.setAuditedDay(day));
      }
      await setTimeout(AUDIT_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  // ---- what other computers have sent

  async #read(): Promise<void> {
    const { stream, store } = this.#deps;
    const { sequence } = this.#stream.position;
    this.#taker.expect(this.#readUpTo - sequence);
    const consumer = await stream.consumers.get(CATALOG_STREAM, {
      filter_subjects: `${SUBJECTS}${store}.>`,
      opt_start_seq: sequence + 1,
      inactive_threshold: CONSUMER_MS,
    });
    this.#consumer = consumer;
    const messages = await consumer.consume({ max_messages: FETCHED_AT_ONCE });
    this.#messages = messages;
    if (this.#isStopped) messages.stop();
    const { num_pending: pending } = await consumer.info(true);
    this.#hasToFetch(pending);
    if (this.#toFetch === 0) this.#onRead();
    let batch: JsMsg[] = [];
    let taking = Promise.resolve();
    let failure: unknown = null;
    const fail = (error: unknown) => {
      failure ??= error;
      messages.stop();
    };
    const take = async (taken: readonly JsMsg[]) => {
      const last = taken.at(-1);
      if (failure !== null) return;
      await this.#taker.take(taken);
      if (!last || this.#isStopped) return;
      this.#hasToFetch(last.info.pending);
      if (last.seq >= this.#readUpTo || last.info.pending === 0) this.#onRead();
    };
    const takeInTurn = () => {
      const taken = batch;
      batch = [];
      taking = taking.then(() => take(taken)).catch(fail);
      return taking;
    };
    // The number of pending entries may count some that were replaced since, and then no other comes.
    const late = throttle(() => {
      void takeInTurn().then(async () => {
        if (this.#isStopped) return;
        // A lost consumer is noticed in a check.
        const info = await consumer.info().catch(() => null);
        // What was delivered may still have to be taken.
        if (!info || info.num_pending > 0 || info.delivered.stream_seq > this.#stream.position.sequence) return;
        this.#hasToFetch(0);
        this.#onRead();
      });
    }, LATE_MS);
    try {
      for await (const message of messages) {
        batch.push(message);
        // Not `getPending`, which also counts the client's own notes.
        if (message.info.pending > 0 && batch.length < BATCH) {
          late.schedule();
          continue;
        }
        late.stop();
        late.schedule();
        await takeInTurn();
        if (this.#isStopped) return;
        await setImmediate();
      }
    } finally {
      late.stop();
      await taking;
      this.#taker.release();
    }
    if (failure !== null) throw failure;
  }

  #hasToFetch(count: number): void {
    if (count === this.#toFetch) return;
    this.#toFetch = count;
    this.#deps.onProgress();
  }
}

const today = (): number => Math.floor(Date.now() / DAY_MS);
