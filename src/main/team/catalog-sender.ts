// Sends rows of a catalog that the team's server does not have, each with the revision that it replaces.
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SharedKind, Unshared } from '../catalog/sharing.ts';
import type { Stamper } from '../storage/stamp.ts';
import { type CatalogStream, type CatalogStreamDeps, PUBLISH_MS, SUBJECTS } from './catalog-stream.ts';
import { StreamChangedError } from './delivery-reader.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { keyOf, type Shared, sealShared, sharedRow } from './shared-records.ts';

export interface CatalogSenderDeps extends CatalogStreamDeps {
  readonly stamper: Stamper;
  /** Whether the seller has to decide here about a change to a record. */
  readonly isInDoubt: (id: string) => boolean;
  /** Called when the progress has changed. */
  readonly onProgress: () => void;
}

export interface SendProgress {
  /** Changes that are too large for the server, and those of records that a newer version of the app has written. */
  readonly tooLarge: number;
  readonly newer: number;
  /** The server is full. */
  readonly isFull: boolean;
}

/** The limit of rows in flight. */
const SENT_AT_ONCE = 100;
/** A refused row is retried after this time (ms), or once its newer version has arrived. */
const REFUSED_MS = 2_000;
/** A full server is retried after this time (ms), or with the next change. */
const FULL_MS = 30_000;

type Outcome = 'done' | 'left' | 'conflict' | 'full';

export class CatalogSender {
  readonly #deps: CatalogSenderDeps;
  readonly #stream: CatalogStream;
  /** Rows that are sent, by their marks, until the stream returns them. */
  readonly #sent = new Map<string, number>();
  /** Changes that cannot be sent on this connection. */
  readonly #left = new Map<string, { readonly change: number; readonly why: 'too-large' | 'newer' }>();
  /** The revisions with which rows were refused because the server had others. */
  readonly #conflicts = new Map<string, number>();
  #isFull = false;
  readonly #stopping = new AbortController();
  #wake = new AbortController();

  constructor(deps: CatalogSenderDeps, stream: CatalogStream) {
    this.#deps = deps;
    this.#stream = stream;
  }

  stop(): void {
    this.#stopping.abort();
    this.#wake.abort();
  }

  /** Call after a row has changed. */
  changed(): void {
    this.#wake.abort();
  }

  /** Call when the stream has delivered a row. `isSame`: as it is here. */
  came(kind: SharedKind, id: string, isSame: boolean): void {
    const row = nameOf(kind, id);
    this.#sent.delete(row);
    // Rows in flight need no other turn.
    const wasLeft = this.#left.delete(row);
    if (this.#conflicts.delete(row) || wasLeft || !isSame) this.#wake.abort();
  }

  get progress(): SendProgress {
    const left = [...this.#left.values()];
    const tooLarge = left.filter(({ why }) => why === 'too-large').length;
    return { tooLarge, newer: left.length - tooLarge, isFull: this.#isFull };
  }

  /**
   * Runs until it is stopped; call it when the stream was read. Rejects with errors of the server and with `StorageError`, and
   * with `StreamChangedError` where the server has other versions than those that it has sent.
   */
  async run(): Promise<void> {
    const { sharing } = this.#deps.catalog;
    while (!this.#stopping.signal.aborted) {
      this.#wake = new AbortController();
      let pauseMs: number | null = null;
      for (let after: Unshared | null = null; !this.#stopping.signal.aborted; await setImmediate()) {
        const rows: Unshared[] = sharing.unshared(SENT_AT_ONCE, after);
        const last = rows.at(-1);
        if (!last) break;
        after = last;
        const outcomes = await Promise.all(rows.filter((row) => this.#isToSend(row)).map((row) => this.#sendOne(row)));
        const isFull = outcomes.includes('full') || (this.#isFull && !outcomes.includes('done'));
        if (isFull !== this.#isFull || outcomes.includes('left')) this.#deps.onProgress();
        this.#isFull = isFull;
        if (outcomes.includes('conflict')) pauseMs = REFUSED_MS;
        if (!outcomes.includes('full')) continue;
        pauseMs = FULL_MS;
        break;
      }
      await this.#pause(pauseMs);
    }
  }

  #isToSend({ kind, id, change }: Unshared): boolean {
    const row = nameOf(kind, id);
    return this.#sent.get(row) !== change && this.#left.get(row)?.change !== change;
  }

  /** Once the server has it, the stream returns it, and its mark is removed. */
  async #sendOne({ kind, id, change }: Unshared): Promise<Outcome> {
    const { keys, store, catalog, stream } = this.#deps;
    const shared = rowHere(this.#deps, kind, id);
    if (!shared || isOwnBusiness(shared)) {
      catalog.transaction(() => catalog.sharing.unmark(kind, id));
      return 'done';
    }
    const key = keyOf(keys, store, kind, id);
    const row = nameOf(kind, id);
    const lastSubjectSequence = catalog.sharing.revisionOf(key);
    if (lastSubjectSequence < 0) {
      this.#left.set(row, { change, why: 'newer' });
      return 'left';
    }
    this.#sent.set(row, change);
    try {
      await stream.publish(`${SUBJECTS}${key}`, sealShared(keys, key, shared), {
        timeout: PUBLISH_MS,
        expect: { lastSubjectSequence },
      });
      return 'done';
    } catch (error) {
      this.#sent.delete(row);
      const why = refusalOf(error);
      if (why === null) throw error;
      return this.#refused(why, { kind, id, change }, key, lastSubjectSequence);
    }
  }

  async #refused(why: Refusal, { kind, id, change }: Unshared, key: string, expected: number): Promise<Outcome> {
    const row = nameOf(kind, id);
    if (why === 'full') return 'full';
    if (why === 'too-large') {
      this.#left.set(row, { change, why });
      return 'left';
    }
    // The newer version should arrive soon. If it has not arrived by the second time, it may never arrive.
    if (this.#conflicts.get(row) === expected) {
      const there = await this.#stream.revisionOf(key);
      const here = this.#deps.catalog.sharing.revisionOf(key);
      const read = this.#deps.catalog.sharing.position?.sequence ?? 0;
      if (here === expected && there !== expected && there <= read) throw new StreamChangedError('replaced');
    }
    this.#conflicts.set(row, expected);
    return 'conflict';
  }

  /** Waits until a row changes, at most `ms`. */
  async #pause(ms: number | null): Promise<void> {
    const ended = AbortSignal.any([this.#wake.signal, this.#stopping.signal]);
    if (ended.aborted) return;
    await setTimeout(ms ?? 60_000, undefined, { signal: ended, ref: false }).catch(() => undefined);
  }
}

/** A row as the others get it; undefined if there is none. */
export const rowHere = (
  { catalog, stamper, isInDoubt }: CatalogSenderDeps,
  kind: SharedKind,
  id: string,
): Shared | undefined => sharedRow(catalog, { device: stamper.device, isInDoubt }, kind, id);

const nameOf = (kind: SharedKind, id: string): string => `${kind} ${id}`;

/** A delivery without the right key is no sale until a seller marks it, and each computer receives it on its own. */
function isOwnBusiness(shared: Shared): boolean {
  if (shared.kind !== 'sale') return false;
  const { verified, mark } = shared.record;
  return !verified && mark === undefined;
}
