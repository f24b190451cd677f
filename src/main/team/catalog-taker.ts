// Stores what other computers have sent: merges records into the catalog of a store, and moves the position in the stream with them.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { JsMsg } from '@nats-io/jetstream';
import type { SaleRecord } from '../catalog/records.ts';
import { type CatalogSender, type CatalogSenderDeps, rowHere } from './catalog-sender.ts';
import { type CatalogStream, hashOf, SUBJECTS } from './catalog-stream.ts';
import { type PreparedRecords, revisionsOf, type SealedRecord } from './prepare-records.ts';
import { PrepareThread, type StartWorker } from './prepare-thread.ts';
import { isUnsent, openShared, type Shared, takeNewLinks, takeShared } from './shared-records.ts';

export interface CatalogTakerDeps extends CatalogSenderDeps {
  /** Called after rows of other computers were stored, with the sales that are new as verified ones. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
  readonly startPrepareWorker: StartWorker;
}

/** One transaction ends after this time, in ms; but not before it has so many rows. */
const TAKEN_MS = 20;
const TAKEN_AT_LEAST = 20;
/** Fewer messages are not worth a thread. */
const PREPARED_AT_LEAST = 100;
/** The thread starts before the first of so many messages come. */
const EXPECTED_AT_LEAST = 1_000;
/** Messages in one batch. */
const BATCH = { first: 200, least: 100, most: 1_000 };
/** Messages that are committed together: much less work than a commit for each batch, and one commit takes hardly longer. */
const HELD_MOST = 24_000;

const keyOf = ({ subject }: JsMsg): string => subject.slice(SUBJECTS.length);
const sealedRecord = (message: JsMsg): SealedRecord => ({ key: keyOf(message), seq: message.seq, data: message.data });

export class CatalogTaker {
  readonly #deps: CatalogTakerDeps;
  readonly #stream: CatalogStream;
  readonly #sender: CatalogSender;
  #thread: PrepareThread | null = null;
  #isPrepared = true;
  #batchSize = BATCH.first;
  /** Messages that are stored and not committed. */
  #held = 0;
  /** Whether rows are among them; other entries of the stream are none. */
  #hasRows = false;
  /** Sales among them that are new as verified ones. */
  readonly #verified = new Map<string, SaleRecord>();
  /** The sequence of the last one; null before the first. */
  #takenTo: number | null = null;
  #isStopped = false;

  constructor(deps: CatalogTakerDeps, stream: CatalogStream, sender: CatalogSender) {
    this.#deps = deps;
    this.#stream = stream;
    this.#sender = sender;
  }

  /** How many messages are best taken together: as many as one transaction stores in `TAKEN_MS`. */
  get batchSize(): number {
    return this.#batchSize;
  }

  stop(): void {
    this.#isStopped = true;
    this.caughtUp();
  }

  /** Call when all that others had sent before is taken. What comes from then on is taken one by one. */
  caughtUp(): void {
    this.#isPrepared = false;
    if (!this.#thread) return;
    this.#thread.close();
    this.#thread = null;
    this.#deps.catalog.expectMany(false);
  }

  /** Call before messages come; `count`: the most that can. */
  expect(count: number): void {
    if (this.#isPrepared && count >= EXPECTED_AT_LEAST) this.#startThread();
  }

  #startThread(): PrepareThread {
    if (this.#thread) return this.#thread;
    const { keys, stamper, startPrepareWorker, catalog } = this.#deps;
    catalog.expectMany(true);
    this.#thread = new PrepareThread(startPrepareWorker({ sealKey: keys.seal, device: stamper.device }));
    return this.#thread;
  }

  /** Prepares messages in a thread of its own, while others are taken. Null where they are to be taken one by one. */
  async prepare(messages: readonly JsMsg[]): Promise<PreparedRecords | null> {
    if (!this.#isPrepared || messages.length < PREPARED_AT_LEAST) return null;
    try {
      return await this.#startThread().prepare(messages.map(sealedRecord));
    } catch (error) {
      console.error('Shared records are opened without a thread of their own', error);
      this.caughtUp();
      return null;
    }
  }

  /**
   * @param prepared from `prepare`
   */
  async take(messages: readonly JsMsg[], prepared: PreparedRecords | null): Promise<void> {
    const last = messages.at(-1);
    if (!last) {
      this.release();
      return;
    }
    let rest = messages;
    if (prepared && prepared.indexes.length > 0) {
      if (this.#isStopped) return;
      rest = this.#takePrepared(messages, last, prepared);
      await setImmediate();
    }
    while (rest.length > 0) {
      if (this.#isStopped) return;
      rest = this.#takeSome(rest, last);
      if (rest.length > 0) await setImmediate();
    }
    if (!prepared || this.#held >= HELD_MOST || last.info.pending === 0) this.release();
  }

  /** Reports what was taken. */
  release(): void {
    if (this.#held === 0) return;
    const verified = [...this.#verified.values()];
    this.#held = 0;
    this.#verified.clear();
    const hasRows = this.#hasRows;
    this.#hasRows = false;
    if (hasRows) this.#deps.onTaken(verified);
  }

  /** New links. Returns the messages that are left. */
  #takePrepared(messages: readonly JsMsg[], last: JsMsg, prepared: PreparedRecords): readonly JsMsg[] {
    const { catalog, stamper, isInDoubt } = this.#deps;
    const { links, indexes, latest } = prepared;
    const started = performance.now();
    this.#hasRows = true;
    this.#held += links.ids.length;
    if (latest) stamper.follow(latest);
    const rest = catalog.transaction(() => {
      const left = takeNewLinks(catalog, links);
      // Where most of the links exist already, preparing costs more than it saves.
      if (left.size > links.ids.length / 2) this.caughtUp();
      const done = new Set<number>();
      for (const [at, id] of links.ids.entries()) {
        const index = indexes[at] ?? -1;
        const message = messages[index];
        if (left.has(id) || !message) continue;
        done.add(index);
        // The others do not know yet that the seller has to decide about it here.
        if (isInDoubt(id)) catalog.sharing.mark('link', id);
        this.#sender.came('link', id, !isInDoubt(id));
      }
      const areAll = done.size === links.ids.length;
      catalog.sharing.setRevisions(areAll ? prepared.revisions : revisionsOf(messages.map(sealedRecord), done));
      if (done.size === messages.length) this.#moveTo(last);
      return messages.filter((_, index) => !done.has(index));
    });
    const size = Math.round(this.#batchSize * Math.min(2, TAKEN_MS / (performance.now() - started)));
    this.#batchSize = Math.max(BATCH.least, Math.min(BATCH.most, size));
    return rest;
  }

  /** For one turn. Returns the messages that are left. */
  #takeSome(messages: readonly JsMsg[], last: JsMsg): readonly JsMsg[] {
    const end = performance.now() + TAKEN_MS;
    return this.#deps.catalog.transaction(() => {
      let taken = 0;
      for (const message of messages) {
        this.#takeOne(message);
        this.#held += 1;
        taken += 1;
        if (taken >= TAKEN_AT_LEAST && performance.now() >= end) break;
      }
      const rest = messages.slice(taken);
      this.#moveTo(rest.length > 0 ? (messages[taken - 1] ?? last) : last);
      return rest;
    });
  }

  /** Everything up to this message is stored. */
  #moveTo(message: JsMsg): void {
    const { position } = this.#stream;
    // Another write may have failed to commit what was held.
    if (position.sequence !== (this.#takenTo ?? position.sequence))
      throw new Error('Records of other computers could not be committed');
    this.#takenTo = message.seq;
    this.#deps.catalog.sharing.moveTo({
      ...position,
      sequence: message.seq,
      lastKey: keyOf(message),
      lastHash: hashOf(message.data),
    });
  }

  #takeOne(message: JsMsg): void {
    const { keys, catalog, stamper, store } = this.#deps;
    const { sharing } = catalog;
    const { seq, data } = message;
    const key = keyOf(message);
    sharing.setRevision(key, seq);
    if (key.startsWith(`${store}.fence.`)) return;
    const shared = data.length > 0 ? openShared(keys, key, data) : 'unreadable';
    if (shared === 'newer') sharing.leaveAlone(key, seq);
    if (typeof shared === 'string') return;
    this.#hasRows = true;
    if (shared.kind !== 'sale') stamper.follow(shared.record.rev);
    const onVerified = (sale: SaleRecord) => this.#verified.set(sale.id, sale);
    const isSame = takeShared(catalog, stamper.device, shared, onVerified) && this.#saysTheSame(shared);
    const { kind, record } = shared;
    if (isSame) sharing.unmark(kind, record.id);
    else sharing.mark(kind, record.id);
    this.#sender.came(kind, record.id, isSame);
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
