// Shares the catalog of one store: sends rows that the server has not got, and merges what other computers have sent.
import { randomBytes } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type ConsumerMessages,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  type StreamInfo,
} from '@nats-io/jetstream';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { type RecordKeys, seal } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { SaleRecord } from '../catalog/records.ts';
import { SHARED_KINDS, type Unshared } from '../catalog/sharing.ts';
import type { Stamper } from '../storage/stamp.ts';
import { StreamChangedError } from './delivery-reader.ts';
import { keyOf, openShared, sealShared, sharedRow, takeShared } from './shared-records.ts';

export interface CatalogShareDeps {
  readonly team: string;
  readonly keys: RecordKeys;
  /** From `storeKey`. */
  readonly store: string;
  readonly publicKey: string;
  readonly catalog: Catalog;
  readonly stamper: Stamper;
  readonly stream: JetStreamClient;
  readonly manager: Pick<JetStreamManager, 'streams'>;
  /** Whether the seller has to decide here about the creation of a record. */
  readonly isInDoubt: (id: string) => boolean;
  /** Called after rows of other computers were stored, with the sales that are new as verified ones. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
}

/** Rows in one transaction. */
const TAKEN_AT_ONCE = 200;
const FETCHED_BYTES = 4 * 1024 * 1024;
/** Rows that are on their way at the same time. */
const SENT_AT_ONCE = 100;
const PUBLISH_MS = 5_000;
/** A row that was refused is tried again after this time, or once its newer version has come. */
const REFUSED_MS = 2_000;

const SUBJECTS = `$KV.${CATALOG_BUCKET}.`;
/** "Wrong last sequence": another computer was faster. */
const WRONG_LAST_SEQUENCE = 10071;

export class CatalogShare {
  readonly #deps: CatalogShareDeps;
  readonly #fence: string;
  /** Rows that are sent, by their marks: the stream brings them back. */
  readonly #sent = new Map<string, number>();
  #messages: ConsumerMessages | null = null;
  #stopping = new AbortController();
  #wake = new AbortController();
  /** Up to where the stream has to be read before anything is sent. */
  #readUpTo = 0;
  #onRead: () => void = () => undefined;

  constructor(deps: CatalogShareDeps) {
    this.#deps = deps;
    this.#fence = `${deps.store}.fence.${deps.publicKey}`;
  }

  stop(): void {
    this.#stopping.abort();
    this.#wake.abort();
    this.#messages?.stop();
  }

  /** Call after a row has changed. */
  changed(): void {
    this.#wake.abort();
  }

  /** Runs until it is stopped. Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  async run(): Promise<void> {
    const info = await this.#info();
    if (!(await this.#isSameStream(info))) await this.#startAgain(info);
    if (this.#stopping.signal.aborted) return;
    await this.#setFence();
    this.#readUpTo = info.state.last_seq;
    const read = new Promise<void>((resolve) => {
      this.#onRead = resolve;
    });
    if (this.#position.sequence >= this.#readUpTo) this.#onRead();
    const parts = [this.#read(), read.then(() => this.#send())];
    try {
      await Promise.race(parts);
    } finally {
      this.stop();
      this.#onRead();
      // The catalog may be closed afterwards.
      await Promise.allSettled(parts);
    }
  }

  /** Call every few seconds. Rejects with `StreamChangedError` where the stream was replaced or went back. */
  async check(): Promise<void> {
    if (!(await this.#isSameStream(await this.#info()))) throw new StreamChangedError('replaced');
  }

  get #position() {
    const { team, catalog } = this.#deps;
    return catalog.sharing.position ?? { team, created: '', sequence: 0 };
  }

  #info(): Promise<StreamInfo> {
    return this.#deps.manager.streams.info(CATALOG_STREAM);
  }

  /**
   * Whether the stream still is the one that was read. A server that was restored from a backup may have other entries under the
   * same numbers by now, but only an earlier fence of this computer.
   */
  async #isSameStream({ created, state }: StreamInfo): Promise<boolean> {
    const { team, manager, catalog } = this.#deps;
    const { sharing } = catalog;
    const position = sharing.position;
    if (position?.team !== team || position.created !== created || position.sequence > state.last_seq) return false;
    const known = sharing.revisionOf(this.#fence);
    if (known === 0) return true;
    const fence = await manager.streams.getMessage(CATALOG_STREAM, { last_by_subj: `${SUBJECTS}${this.#fence}` });
    return fence !== null && fence.seq >= known;
  }

  /** Everything here counts as not shared, and the whole stream is read: what is the same on the server is unmarked on the way. */
  async #startAgain({ created }: StreamInfo): Promise<void> {
    const { team, catalog } = this.#deps;
    const { sharing } = catalog;
    // Not the position first: a crash in between starts again.
    catalog.transaction(() => {
      sharing.forget();
      sharing.moveTo({ team, created: '', sequence: 0 });
    });
    for (const kind of SHARED_KINDS) {
      for (let after: string | null = ''; after !== null; ) {
        await catalog.whenWritable();
        if (this.#stopping.signal.aborted) return;
        const from: string = after;
        after = catalog.transaction(() => sharing.markAll(kind, from), false);
        await setImmediate();
      }
    }
    catalog.transaction(() => sharing.moveTo({ team, created, sequence: 0 }));
  }

  async #setFence(): Promise<void> {
    const { keys, stream, catalog } = this.#deps;
    const fence = seal(keys.seal, this.#fence, randomBytes(16));
    const { seq } = await stream.publish(`${SUBJECTS}${this.#fence}`, fence, { timeout: PUBLISH_MS });
    catalog.transaction(() => catalog.sharing.setRevision(this.#fence, seq));
  }

  // ---- what other computers have sent

  async #read(): Promise<void> {
    const { stream, store, catalog } = this.#deps;
    const consumer = await stream.consumers.get(CATALOG_STREAM, {
      filter_subjects: `${SUBJECTS}${store}.>`,
      opt_start_seq: this.#position.sequence + 1,
    });
    const messages = await consumer.consume({ max_bytes: FETCHED_BYTES });
    this.#messages = messages;
    if (this.#stopping.signal.aborted) messages.stop();
    if ((await consumer.info(true)).num_pending === 0) this.#onRead();
    let batch: JsMsg[] = [];
    for await (const message of messages) {
      batch.push(message);
      // Not `getPending`, which also counts the client's own notes.
      if (message.info.pending > 0 && batch.length < TAKEN_AT_ONCE) continue;
      await catalog.whenWritable();
      if (this.#stopping.signal.aborted) return;
      this.#take(batch);
      if (message.seq >= this.#readUpTo || message.info.pending === 0) this.#onRead();
      batch = [];
      await setImmediate();
    }
  }

  #take(messages: readonly JsMsg[]): void {
    const { keys, catalog, stamper } = this.#deps;
    const { sharing } = catalog;
    const last = messages.at(-1);
    if (!last) return;
    /** By id, because a transaction may run twice. */
    const verified = new Map<string, SaleRecord>();
    catalog.transaction(() => {
      for (const message of messages) {
        const key = message.subject.slice(SUBJECTS.length);
        sharing.setRevision(key, message.seq);
        if (key === this.#fence) continue;
        const shared = message.data.length > 0 ? openShared(keys, key, message.data) : 'unreadable';
        if (typeof shared === 'string') continue;
        if (shared.kind !== 'sale') stamper.follow(shared.record.rev);
        const isSame = takeShared(catalog, stamper.device, shared, (sale) => verified.set(sale.id, sale));
        if (isSame) sharing.unmark(shared.kind, shared.record.id);
        else sharing.mark(shared.kind, shared.record.id);
        this.#sent.delete(`${shared.kind} ${shared.record.id}`);
      }
      sharing.moveTo({ ...this.#position, sequence: last.seq });
      // Rows, marks and position go back together in a power cut.
    }, false);
    this.#deps.onTaken([...verified.values()]);
    this.#wake.abort();
  }

  // ---- what this computer sends

  async #send(): Promise<void> {
    const { catalog } = this.#deps;
    while (!this.#stopping.signal.aborted) {
      this.#wake = new AbortController();
      let isRefused = false;
      for (let after: Unshared | null = null; !this.#stopping.signal.aborted; ) {
        const rows: Unshared[] = catalog.sharing.unshared(SENT_AT_ONCE, after);
        const last = rows.at(-1);
        if (!last) break;
        after = last;
        const waiting = rows.filter(({ kind, id, change }) => this.#sent.get(`${kind} ${id}`) !== change);
        const done = await Promise.all(waiting.map((row) => this.#sendOne(row)));
        if (done.includes(false)) isRefused = true;
      }
      await this.#pause(isRefused ? REFUSED_MS : null);
    }
  }

  /** Returns whether the server has it now. The stream brings it back, and with that its mark is removed. */
  async #sendOne(row: Unshared): Promise<boolean> {
    const { keys, store, catalog, stream, stamper, isInDoubt } = this.#deps;
    const shared = sharedRow(catalog, { device: stamper.device, isInDoubt }, row.kind, row.id);
    if (!shared) {
      catalog.transaction(() => catalog.sharing.unmark(row.kind, row.id));
      return true;
    }
    const key = keyOf(keys, store, row.kind, row.id);
    const lastSubjectSequence = catalog.sharing.revisionOf(key);
    this.#sent.set(`${row.kind} ${row.id}`, row.change);
    try {
      await stream.publish(`${SUBJECTS}${key}`, sealShared(keys, key, shared), {
        timeout: PUBLISH_MS,
        expect: { lastSubjectSequence },
      });
      return true;
    } catch (error) {
      this.#sent.delete(`${row.kind} ${row.id}`);
      // The newer version is on its way here.
      if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE) return false;
      throw error;
    }
  }

  /** Until a row changes; `ms`: or so long. */
  async #pause(ms: number | null): Promise<void> {
    const ended = AbortSignal.any([this.#wake.signal, this.#stopping.signal]);
    if (ended.aborted) return;
    await setTimeout(ms ?? 60_000, undefined, { signal: ended, ref: false }).catch(() => undefined);
  }
}
