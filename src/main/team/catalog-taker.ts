// Stores what other computers have sent: merges records into the catalog of a store, and moves the position in the stream with them.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { JsMsg } from '@nats-io/jetstream';
import type { SaleRecord } from '../catalog/records.ts';
import { type CatalogSender, type CatalogSenderDeps, rowHere } from './catalog-sender.ts';
import { type CatalogStream, hashOf, SUBJECTS } from './catalog-stream.ts';
import { isUnsent, openShared, type Shared, takeShared } from './shared-records.ts';

export interface CatalogTakerDeps extends CatalogSenderDeps {
  /** Called after rows of other computers were stored, with the sales that are new as verified ones. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
}

/** One transaction ends after this time, in ms; but not before it has this many rows. */
const TAKEN_MS = 20;
const TAKEN_AT_LEAST = 20;
/** A computer that joins, or was away for long, has this many to take. */
const MANY = 1_000;
/** Messages that are committed together: much less work than a commit for each batch, and one commit takes hardly longer. */
const HELD_MOST = 2_000;

const keyOf = ({ subject }: JsMsg): string => subject.slice(SUBJECTS.length);

export class CatalogTaker {
  readonly #deps: CatalogTakerDeps;
  readonly #stream: CatalogStream;
  readonly #sender: CatalogSender;
  #areMany = false;
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

  stop(): void {
    this.#isStopped = true;
    this.caughtUp();
  }

  /** Call when all that others had sent before is taken. What comes from then on is committed at once. */
  caughtUp(): void {
    if (this.#areMany) this.#deps.catalog.expectMany(false);
    this.#areMany = false;
  }

  /** Call before messages come; `count`: the most that can. */
  expect(count: number): void {
    if (count < MANY) return;
    this.#areMany = true;
    this.#deps.catalog.expectMany(true);
  }

  async take(messages: readonly JsMsg[]): Promise<void> {
    const last = messages.at(-1);
    if (!last) {
      this.release();
      return;
    }
    let rest = messages;
    while (rest.length > 0) {
      if (this.#isStopped) return;
      rest = this.#takeSome(rest, last);
      if (rest.length > 0) await setImmediate();
    }
    if (!this.#areMany || this.#held >= HELD_MOST || last.info.pending === 0) this.release();
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
