// Shares the catalog of one store: reads and merges what other computers have sent, then sends rows that the server lacks.
import { randomBytes } from 'node:crypto';
import { addAbortListener } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { TimeoutError } from '@nats-io/transport-node';
import { CATALOG_STREAM, presenceKey } from '../../team-protocol/names.ts';
import { seal, unsealJson } from '../../team-protocol/seal.ts';
import type { SaleRecord } from '../catalog/records.ts';
import { Repeated, throttle } from '../turns.ts';
import { CatalogPush, type CatalogShareDeps } from './catalog-push.ts';
import { markSchema } from './membership.ts';
import { takeEntries, takeFact } from './shared-records.ts';
import { CONSUMER_MS, entryOf, put, SUBJECTS, type TeamServer } from './stream.ts';

export type ShareProgress = CatalogShare['progress'];

/**
 * Enough that the server does not wait for the next request, but few, because by default a server closes a connection
 * that takes longer than 10 s to receive its data.
 */
const FETCHED_AT_ONCE = 1_000;
/** Entries in one transaction, which then takes about 20 ms. */
const BATCH = 100;
/** An incomplete batch is stored after this time, in ms. */
const LATE_MS = 100;
/** The time between marks, in ms. `least`: waiting changes come in bursts. */
const MARK_MS = { usual: 60_000, least: 2_000 };

export class CatalogShare {
  readonly #push: CatalogPush;
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal;
  readonly #marking = new Repeated(() => this.mark(), MARK_MS);
  /** The key of this computer's mark: its presence, with a random value. Others write it only to remove this computer. */
  readonly #markKey: string;
  #toFetch = 0;
  /** When the last entry came, or a mark was written after it. */
  #lastAt = performance.now();
  /** What the others know of this computer, as JSON. */
  #presence = '';

  /** `signal` ends it. */
  constructor(
    private readonly server: TeamServer,
    private readonly deps: CatalogShareDeps,
    signal: AbortSignal,
  ) {
    this.#signal = AbortSignal.any([signal, this.#ending.signal]);
    this.#push = new CatalogPush(server, deps, this.#signal);
    this.#markKey = presenceKey(deps.store, server.publicKey);
  }

  /** Call after a row, or what this computer tells the others about itself, may have changed. */
  changed(): void {
    this.#push.changed();
    if (JSON.stringify(this.deps.presence()) !== this.#presence) this.#marking.hurry();
  }

  /** Removes a computer from the list of the others. */
  async removePresence(publicKey: string): Promise<void> {
    await put(this.server, presenceKey(this.deps.store, publicKey), '');
  }

  /** `toFetch`: entries of the server that were not read yet, as far as known. `newer`: see `CatalogPush`. */
  get progress() {
    return { toFetch: this.#toFetch, newer: this.#push.newer };
  }

  /** Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  async run(): Promise<void> {
    const { catalog } = this.deps;
    const has = await this.#serverHas();
    if (this.#signal.aborted) return;
    catalog.transaction(() => {
      if (has === 'other') catalog.sharing.start(this.server.team);
      else catalog.sharing.resume();
    });
    const parts = [this.#read(), this.#push.run(), this.#marking.run(this.#signal)];
    try {
      await Promise.race(parts);
      this.#ending.signal.throwIfAborted();
    } finally {
      this.#ending.abort();
      // The caller may close the catalog afterwards.
      await Promise.allSettled(parts);
    }
  }

  /**
   * The server may be empty now, or restored from a backup. Each mark has another random value: if it has the one that came back
   * last, it has everything up to there. The same holds for the `next` value, which was written later.
   */
  async #serverHas(): Promise<'same' | 'next' | 'other'> {
    const { position } = this.deps.catalog.sharing;
    if (position?.team !== this.server.team) return 'other';
    const mark = await entryOf(this.server, this.#markKey);
    const value = mark && this.#opened(mark)?.value;
    if (value === position.nextValue) return 'next';
    // No mark has been read yet.
    if (position.sequence === 0) return 'same';
    return value === position.value && mark?.seq === position.sequence ? 'same' : 'other';
  }

  #opened({ subject, data }: Pick<JsMsg, 'subject' | 'data'>) {
    const opened = unsealJson(this.server.keys.seal, subject.slice(SUBJECTS.length), data);
    return markSchema.safeParse(opened).data ?? null;
  }

  /**
   * Called each minute, and when the presence has changed: once the mark comes back, everything before it was read.
   * Rejects if the server is another one, or sends nothing; sharing then starts again.
   */
  async mark(): Promise<void> {
    const { server, deps } = this;
    const { sharing } = deps.catalog;
    if (sharing.position?.nextValue !== '' && performance.now() - this.#lastAt > MARK_MS.usual)
      throw new Error('The stream of the team does not go on');
    const has = await this.#serverHas();
    if (has === 'other') throw new Error('The server of the team was replaced');
    // The last mark is on its way here. If the presence has changed meanwhile, the next one follows it.
    if (has === 'next') return;
    this.#lastAt = performance.now();
    const value = randomBytes(16).toString('base64url');
    deps.catalog.transaction(() => sharing.setNext(value));
    const presence = deps.presence();
    this.#presence = JSON.stringify(presence);
    const mark = Buffer.from(JSON.stringify({ value, presence }));
    await put(server, this.#markKey, seal(server.keys.seal, this.#markKey, mark)).catch((error: unknown) => {
      // The answer may wait behind other data on a slow line. A lost connection ends by itself.
      if (!(error instanceof TimeoutError)) throw error;
      console.error('The team was not updated', error.message);
    });
  }

  async #read(): Promise<void> {
    const { store, catalog } = this.deps;
    const consumer = await this.server.stream.consumers.get(CATALOG_STREAM, {
      filter_subjects: `${SUBJECTS}${store}.>`,
      opt_start_seq: (catalog.sharing.position?.sequence ?? 0) + 1,
      inactive_threshold: CONSUMER_MS,
    });
    const messages = await consumer.consume({ max_messages: FETCHED_AT_ONCE });
    addAbortListener(this.#signal, () => messages.stop());
    this.#toFetch = (await consumer.info(true)).num_pending;
    this.deps.onProgress();
    let batch: JsMsg[] = [];
    let taking = Promise.resolve();
    const take = () => {
      const taken = batch;
      batch = [];
      taking = taking.then(() => (this.#signal.aborted ? undefined : this.#take(taken)));
      return taking;
    };
    // Pending entries may be replaced meanwhile, and then no other entry ends the batch.
    const late = throttle(() => void take().catch((error: unknown) => this.#ending.abort(error)), LATE_MS);
    try {
      for await (const message of messages) {
        batch.push(message);
        if (message.info.pending > 0 && batch.length < BATCH) {
          late.schedule();
          continue;
        }
        await take();
        await setImmediate();
      }
    } finally {
      late.stop();
      await taking;
    }
  }

  async #take(messages: readonly JsMsg[]): Promise<void> {
    const { store, catalog, facts, stamper, onTaken } = this.deps;
    const last = messages.at(-1);
    if (!last) return;
    const verified: SaleRecord[] = [];
    let hasRows = false;
    let isRead = false;
    for (const message of messages) {
      const isFact = message.subject.startsWith(`${SUBJECTS}${store}.fact.`);
      if (isFact) await takeFact(this.server.keys, catalog, facts, message);
    }
    await catalog.nextTurn();
    const take = () => {
      for (const result of takeEntries(this.server.keys, catalog, stamper, messages)) {
        if (typeof result === 'string') continue;
        hasRows = true;
        if (result.verified) verified.push(result.verified);
      }
      catalog.sharing.readTo(last.seq);
      for (const message of messages) {
        const own = message.subject === SUBJECTS + this.#markKey && this.#opened(message);
        if (own && catalog.sharing.moveTo(message.seq, own.value)) isRead = true;
      }
    };
    // Not durable yet: entries that a power cut undoes are read again.
    catalog.transaction(take, false);
    this.#lastAt = performance.now();
    this.#toFetch = last.info.pending;
    this.deps.onProgress();
    if (hasRows) onTaken(verified);
    if (isRead) this.#push.mayStart = true;
    for (const message of messages) this.#see(message);
    // Merged rows may differ from the server's, and the presence from the last mark.
    if (hasRows || isRead) this.changed();
  }

  #see(message: JsMsg): void {
    const marksAt = SUBJECTS + presenceKey(this.deps.store, '');
    if (!message.subject.startsWith(marksAt)) return;
    const presence = this.#opened(message)?.presence ?? null;
    this.deps.onPresence(message.subject.slice(marksAt.length), presence, message.time.getTime());
  }
}
