// Shares the catalog of one store: sends rows that the server has not got, and merges what other computers have sent.
//
// Over 300 lines, because reading, sending and checking the stream end and start again together.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { CATALOG_STREAM } from '../../team-protocol/names.ts';
import type { SaleRecord } from '../catalog/records.ts';
import { SHARED_KINDS, type SharePosition } from '../catalog/sharing.ts';
import { throttle } from '../turns.ts';
import { CatalogSender, type CatalogSenderDeps, rowHere, type SendProgress } from './catalog-sender.ts';
import { CatalogStream, hashOf, SUBJECTS } from './catalog-stream.ts';
import { StreamChangedError } from './delivery-reader.ts';
import { isUnsent, openShared, type Shared, takeShared, VERSION } from './shared-records.ts';

export interface CatalogShareDeps extends CatalogSenderDeps {
  /** Called after rows of other computers were stored, with the sales that are new as verified ones. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
}

export interface ShareProgress extends SendProgress {
  /** Entries of the server that were not read yet; null while that is not known. */
  readonly toFetch: number | null;
}

/** Messages in one batch, which takes several transactions where its rows are large. */
const TAKEN_AT_ONCE = 200;
/** What has come is taken after this time, in ms, whether or not more is to come. */
const LATE_MS = 50;
/** One transaction ends after this time, in ms; but not before it has so many rows. */
const TAKEN_MS = 20;
const TAKEN_AT_LEAST = 20;
const FETCHED_BYTES = 4 * 1024 * 1024;
/** Checks without progress until the share starts again. */
const STALLED_CHECKS = 3;
/** How often it is checked whether a new day has begun, and how long a day is, in ms. */
const AUDIT_PAUSE_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export class CatalogShare {
  readonly #deps: CatalogShareDeps;
  readonly #stream: CatalogStream;
  readonly #sender: CatalogSender;
  #toFetch: number | null = null;
  #consumer: Consumer | null = null;
  #messages: ConsumerMessages | null = null;
  #checkedAt = 0;
  #stalledChecks = 0;
  #stopping = new AbortController();
  /** Up to where the stream has to be read before anything is sent. */
  #readUpTo = 0;
  #onRead: () => void = () => undefined;

  constructor(deps: CatalogShareDeps) {
    this.#deps = deps;
    this.#stream = new CatalogStream(deps);
    this.#sender = new CatalogSender(deps, this.#stream);
  }

  stop(): void {
    this.#stopping.abort();
    this.#sender.stop();
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
      this.#onRead = resolve;
    });
    if (this.#position.sequence >= this.#readUpTo) this.#onRead();
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
   * Call every few seconds. Rejects with `StreamChangedError` where the stream was replaced or went back, or brings nothing
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
    const { sequence } = this.#position;
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

  get #position(): SharePosition {
    return this.#deps.catalog.sharing.position ?? this.#beginning('');
  }

  /** `created`: empty where the next start has to begin there too. */
  #beginning(created: string): SharePosition {
    return { team: this.#deps.team, created, sequence: 0, lastKey: '', lastHash: '', version: VERSION };
  }

  /** Everything here counts as not shared, and the whole stream is read: what is the same on the server is unmarked on the way. */
  async #startAgain(): Promise<void> {
    const { catalog } = this.#deps;
    const { sharing } = catalog;
    const { created } = await this.#stream.info();
    // Not the position first: a crash in between starts again.
    catalog.transaction(() => {
      sharing.forget();
      sharing.moveTo(this.#beginning(''));
    });
    for (const kind of SHARED_KINDS) {
      for (let after: string | null = ''; after !== null; ) {
        await catalog.whenWritable();
        if (this.#isStopped) return;
        const from: string = after;
        after = catalog.transaction(() => sharing.markAll(kind, from), false);
        await setImmediate();
      }
    }
    catalog.transaction(() => {
      sharing.moveTo(this.#beginning(created));
      sharing.setAuditedDay(today());
    });
  }

  /** Where what was read differs from what the server has, the next start reads everything again. */
  #failed(error: unknown): never {
    const { catalog } = this.#deps;
    if (error instanceof StreamChangedError) catalog.transaction(() => catalog.sharing.moveTo(this.#beginning('')));
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
        catalog.transaction(() => catalog.sharing.setAuditedDay(day), false);
      }
      await setTimeout(AUDIT_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  // ---- what other computers have sent

  async #read(): Promise<void> {
    const { stream, store } = this.#deps;
    const consumer = await stream.consumers.get(CATALOG_STREAM, {
      filter_subjects: `${SUBJECTS}${store}.>`,
      opt_start_seq: this.#position.sequence + 1,
    });
    this.#consumer = consumer;
    const messages = await consumer.consume({ max_bytes: FETCHED_BYTES });
    this.#messages = messages;
    if (this.#isStopped) messages.stop();
    this.#hasToFetch((await consumer.info(true)).num_pending);
    if (this.#toFetch === 0) this.#onRead();
    let batch: JsMsg[] = [];
    let taking = Promise.resolve();
    let failure: unknown = null;
    const takeAll = async () => {
      const last = batch.at(-1);
      if (!last) return;
      const taken = batch;
      batch = [];
      await this.#take(taken);
      if (this.#isStopped) return;
      this.#hasToFetch(last.info.pending);
      if (last.seq >= this.#readUpTo || last.info.pending === 0) this.#onRead();
    };
    const takeInTurn = () => {
      taking = taking.then(takeAll);
      return taking;
    };
    // The number of pending entries may count some that were replaced since, and then no other comes.
    const late = throttle(() => {
      takeInTurn().then(
        async () => {
          // Another count where this one cannot be had: a lost consumer is noticed in a check.
          const pending = this.#isStopped
            ? 1
            : await consumer.info().then(
                ({ num_pending }) => num_pending,
                () => 1,
              );
          if (pending > 0) return;
          this.#hasToFetch(0);
          this.#onRead();
        },
        (error: unknown) => {
          failure = error;
          messages.stop();
        },
      );
    }, LATE_MS);
    try {
      for await (const message of messages) {
        batch.push(message);
        // Not `getPending`, which also counts the client's own notes.
        if (message.info.pending > 0 && batch.length < TAKEN_AT_ONCE) {
          late.schedule();
          continue;
        }
        await takeInTurn();
        if (this.#isStopped) return;
        await setImmediate();
      }
    } finally {
      late.stop();
      await taking.catch(() => undefined);
    }
    if (failure !== null) throw failure;
  }

  #hasToFetch(count: number): void {
    if (count === this.#toFetch) return;
    this.#toFetch = count;
    this.#deps.onProgress();
  }

  async #take(messages: readonly JsMsg[]): Promise<void> {
    for (let rest = messages; rest.length > 0; ) {
      await this.#deps.catalog.whenWritable();
      if (this.#isStopped) return;
      rest = this.#takeSome(rest);
      if (rest.length > 0) await setImmediate();
    }
  }

  /** In one transaction. Returns the messages that are left. */
  #takeSome(messages: readonly JsMsg[]): readonly JsMsg[] {
    const { catalog } = this.#deps;
    const { sharing } = catalog;
    const end = performance.now() + TAKEN_MS;
    let taken = 0;
    let hasRows = false;
    /** By id, because a transaction may run twice. */
    const verified = new Map<string, SaleRecord>();
    catalog.transaction(() => {
      for (const message of messages) {
        if (this.#takeOne(message, (sale) => verified.set(sale.id, sale))) hasRows = true;
        taken += 1;
        if (taken < messages.length && (taken < TAKEN_AT_LEAST || performance.now() < end)) continue;
        const lastKey = message.subject.slice(SUBJECTS.length);
        const lastHash = hashOf(message.data);
        sharing.moveTo({ ...this.#position, sequence: message.seq, lastKey, lastHash });
        return;
      }
      // Rows, marks and position go back together in a power cut.
    }, false);
    if (hasRows) this.#deps.onTaken([...verified.values()]);
    return messages.slice(taken);
  }

  /** Returns whether it is a row. */
  #takeOne({ subject, seq, data }: JsMsg, onVerified: (sale: SaleRecord) => void): boolean {
    const { keys, catalog, stamper } = this.#deps;
    const { sharing } = catalog;
    const key = subject.slice(SUBJECTS.length);
    sharing.setRevision(key, seq);
    if (key.startsWith(`${this.#deps.store}.fence.`)) return false;
    const shared = data.length > 0 ? openShared(keys, key, data) : 'unreadable';
    if (shared === 'newer') sharing.leaveAlone(key, seq);
    if (typeof shared === 'string') return false;
    if (shared.kind !== 'sale') stamper.follow(shared.record.rev);
    const isSame = takeShared(catalog, stamper.device, shared, onVerified) && this.#saysTheSame(shared);
    const { kind, record } = shared;
    if (isSame) sharing.unmark(kind, record.id);
    else sharing.mark(kind, record.id);
    this.#sender.came(kind, record.id, isSame);
    return true;
  }

  /**
   * Whether the others know the present state of this computer's changes to a row: one may be in doubt since, or no longer.
   * For a row that is the same here.
   */
  #saysTheSame(shared: Shared): boolean {
    if (shared.kind === 'sale') return true;
    const { isInDoubt, stamper } = this.#deps;
    const { device } = stamper;
    if (shared.createdOn !== undefined && shared.createdOn.device !== device) return true;
    if (!isUnsent(shared)) {
      const { id, deletedAt } = shared.record;
      const saysInDoubt = shared.doubtOn?.includes(device) ?? false;
      return shared.createdOn === undefined && saysInDoubt === (deletedAt === null && isInDoubt(id));
    }
    const here = rowHere(this.#deps, shared.kind, shared.record.id);
    return here?.kind !== 'sale' && isDeepStrictEqual(here?.createdOn, shared.createdOn);
  }
}

const today = (): number => Math.floor(Date.now() / DAY_MS);
