// The outbox of a store: accepts changes, sends them, and runs the seller's commands on them.
//
// Write first, then act: a change is on disk before it counts as accepted, it is marked `sending` on disk before its first byte
// leaves, and its end is in the catalog before it leaves the queue. Commands run one after another, and a change is not sent
// while one works on it. They reject with `OutboxConflict` if a change no longer allows them, or with `StorageError`.
import type { Decision } from '../../shared/change.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import { atMost, createExclusive } from '../turns.ts';
import {
  attemptCount,
  type Change,
  type ChangeResult,
  isUnsent,
  isWithdrawable,
  MARKED_AS_SENT,
  mayBeMarkedAsSent,
  mayDecide,
  type NewChange,
  needsSeller,
  newChange,
  type Payload,
} from './change.ts';
import { OutboxConflict, type OutboxDeps } from './deps.ts';
import { DiskRetry } from './disk-retry.ts';
import { Dispatcher } from './dispatcher.ts';
import { done, edited, reopened, reset } from './policy.ts';
import { recover } from './reconcile.ts';

const t = texts.outbox;

/** How long a closing store, or a click of the seller, waits for requests under way, in ms. */
const MOST_WAITED_MS = 3_000;

const DECIDED: Readonly<Record<Decision, (change: Change, at: number) => Change>> = {
  sendAgain: reset,
  markAsSent: (change, at) => done(change, at, 'sent', MARKED_AS_SENT),
  discard: (change, at) => done(change, at, 'discarded'),
};

export class Outbox {
  readonly #disk = new DiskRetry(() => this.changed());
  readonly #dispatcher: Dispatcher;
  /** The highest id in the queue. New ids are higher even if its time is ahead of the clock. */
  #lastId = '';
  /** Local ids of products and links that other computers have yet to create. Changes to them wait. */
  #elsewhere: ReadonlySet<string> = new Set();
  /** A command could change the changes that another one has read. */
  readonly #runAlone = createExclusive();
  /** After `start`, resolves when queue and catalog agree, or when the disk refuses to read or write them. */
  resumed: Promise<void> = Promise.resolve();

  constructor(private readonly deps: OutboxDeps) {
    const isHeld = (change: Change) => this.waitsElsewhere(change) !== undefined || deps.isHeld(change);
    this.#dispatcher = new Dispatcher({ ...deps, isHeld }, this.#disk);
  }

  status() {
    const { pause } = this.#dispatcher;
    const count = { waiting: 0, sending: 0, attention: 0 };
    for (const change of this.deps.queue.all()) {
      count[needsSeller(change) ? 'attention' : change.state === 'sending' ? 'sending' : 'waiting'] += 1;
    }
    return {
      ...count,
      pause,
      offline: pause?.trouble === 'unreachable',
      /** When a paused store is probed, in ms since 1970; null if it is not paused, or if nothing can be sent. */
      nextAttemptAt: this.#dispatcher.nextAttemptAt(),
      /** A message for the seller; null if writes succeed. */
      diskProblem: this.#disk.problem,
    };
  }

  /**
   * Call when the catalog is open. Sending begins once queue and catalog agree on disk. Nothing waits for that, so the app opens
   * even if the disk refuses.
   */
  start(): void {
    for (const { id } of this.deps.queue.all()) {
      this.deps.stamper.seen(id);
      this.#lastId = id;
    }
    const recovering = () => this.#runAlone(() => recover(this.deps, (draft) => this.#newChange(draft)));
    this.resumed = new Promise((onTried) => {
      const isAgreed = this.#disk.untilWritten(() => recovering().finally(onTried));
      void isAgreed.then((isWritten) => isWritten && this.#dispatcher.start());
    });
  }

  /** Stops sending, aborts requests without an answer after `graceMs`, and resolves when all results are on disk. */
  async stop(graceMs = MOST_WAITED_MS): Promise<void> {
    this.#disk.giveUp();
    await this.#dispatcher.stop(graceMs);
    await this.#runAlone(async () => undefined);
    await this.#disk.idle();
  }

  /** Sends changes that may be sent. Call when `mayDepart`, `isHeld` or `settings` of the dependencies may have changed. */
  changed(): void {
    this.#dispatcher.changed();
  }

  /** Call when the set of products and links that other computers create may have changed: changes to these wait. */
  elsewhereChanged(): void {
    this.#elsewhere = new Set(this.deps.catalog().createdElsewhere());
    this.changed();
  }

  /** The local id of a product or link that another computer has to create before the change can be sent. */
  waitsElsewhere({ subject, waitsFor }: Change): string | undefined {
    return [subject, ...waitsFor].find((id) => this.#elsewhere.has(id));
  }

  /** Ends all backoffs: the network is back, the computer woke up, or "Sync now". Does not end a wait that the service named. */
  wake(): void {
    this.#dispatcher.wake();
  }

  /** Resolves when no request is under way, at the latest after `MOST_WAITED_MS`. */
  attempted(): Promise<void> {
    return atMost(MOST_WAITED_MS, this.#dispatcher.idle());
  }

  #newId(): string {
    this.#lastId = this.deps.stamper.id(this.#lastId);
    return this.#lastId;
  }

  #newChange(draft: NewChange): Change {
    const { stamper, now } = this.deps;
    return newChange(draft, { id: this.#newId(), rev: stamper.stamp(), acceptedAt: now() });
  }

  /** Changes are accepted once they are in the queue. If `store` fails, it is retried, and nothing is sent meanwhile. */
  async #enqueue(changes: readonly Change[], store: () => void | Promise<void>): Promise<void> {
    const ids = changes.map(({ id }) => id);
    await this.#dispatcher.whileBusy(ids, async () => {
      this.deps.queue.commit(changes);
      await this.#disk.orLater(store);
    });
  }

  /** Reads the changes when it writes, because they may have been edited or have ended since. */
  #writeRows(ids: readonly string[]): Promise<void> {
    const { catalog, queue } = this.deps;
    return catalog().writeRows(ids.flatMap((id) => queue.get(id) ?? []));
  }

  /** Resolves when the changes are on disk. If it rejects with `StorageError`, none is accepted. */
  async accept(drafts: readonly NewChange[]): Promise<Change[]> {
    const changes = drafts.map((draft) => this.#newChange(draft));
    const ids = changes.map(({ id }) => id);
    // The network may be back.
    if (this.#dispatcher.pause?.trouble === 'unreachable') this.wake();
    await this.#enqueue(changes, () => this.#writeRows(ids));
    return changes;
  }

  /**
   * Moves changes that were accepted in a batch into the queue. They are sent once `clear` has removed them from the staged ones.
   * If the disk refuses, they stay staged, and nothing is sent until it accepts writes again.
   */
  take(drafts: readonly NewChange[], clear: () => void): Promise<void> {
    const changes = drafts.map((draft) => this.#newChange(draft));
    return this.#enqueue(changes, clear).catch((error: unknown) => this.#disk.refused(error));
  }

  /** Accepts changes of a backup, with their ids. Throws `StorageError`. */
  acceptHeld(changes: readonly Change[]): void {
    this.deps.queue.commit(changes);
    for (const { id } of changes) if (id > this.#lastId) this.#lastId = id;
    this.changed();
  }

  /** Stores what `decide` makes of all chosen changes, or of none, in one write. Returns their ids. */
  #apply(choose: () => readonly Change[], decide: (change: Change, at: number) => Change): Promise<readonly string[]> {
    const { queue, now, stamper, settle } = this.deps;
    return this.#runAlone(async () => {
      const next = choose().map((change) => ({ ...decide(change, now()), rev: stamper.stamp() }));
      const ids = next.map(({ id }) => id);
      const ended = next.filter(({ state }) => state === 'done');
      const open = next.filter(({ state }) => state !== 'done');
      await this.#dispatcher.whileBusy(ids, async () => {
        if (open.length > 0) queue.commit(open);
        if (ended.length === 0) return;
        // The catalog first: from here on the changes have ended. If they are still in the queue, the next start removes them.
        await settle(ended);
        queue.remove(ended.map(({ id }) => id));
        void this.#disk.untilWritten(() => queue.commit([]));
      });
      return ids;
    });
  }

  /** Whether no request and no end of the change is under way. At start the queue may still have changes that have ended. */
  #isIdle({ id }: Change): boolean {
    return !this.#dispatcher.isSending(id) && !this.deps.catalog().history.get(id);
  }

  #allOf(ids: readonly string[], may: (change: Change) => boolean, refusal: string): Change[] {
    const changes = ids.flatMap((id) => this.deps.queue.get(id) ?? []);
    if (changes.length < ids.length || !changes.every((change) => may(change) && this.#isIdle(change)))
      throw new OutboxConflict(refusal);
    return changes;
  }

  /** The changes for which `may` holds. With dependents, it has to hold for a change and all its dependents. */
  #thoseOf(ids: Iterable<string>, may: (change: Change) => boolean, withDependents: boolean): Change[] {
    const { queue } = this.deps;
    const families = [...ids]
      .flatMap((id) => queue.get(id) ?? [])
      .map((change) => [change, ...(withDependents ? queue.dependents(change) : [])]);
    return [...new Set(families.filter((family) => family.every((one) => may(one) && this.#isIdle(one))).flat())];
  }

  /** Replaces the payload of unsent changes. */
  async revise(ids: readonly string[], payload: Payload): Promise<void> {
    const revised = this.deps.stamper.stamp();
    const choose = () => this.#allOf(ids, isUnsent, t.notChanged);
    await this.#apply(choose, (change) => edited(change, payload, revised));
    await this.#disk.orLater(() => this.#writeRows(ids));
  }

  /** "Mark as sent": the seller found the result on the service. */
  async markAsSent(id: string, result: ChangeResult, may = mayBeMarkedAsSent): Promise<void> {
    const choose = () => this.#allOf([id], may, t.notInDoubt);
    await this.#apply(choose, (change, at) => done(change, at, 'sent', result));
  }

  /**
   * Skips changes that were tried again since the seller saw them, so that a second click does not confirm a doubt that the
   * first one caused. Skips changes with dependents that `along` does not name. Resolves to the ids of all decided changes.
   */
  decide({ decision, changes, along }: ParsedInput<'sync.decide'>): Promise<readonly string[]> {
    const seen = new Map(changes.map(({ id, tried }) => [id, tried]));
    const named = new Set(along);
    const may = (change: Change): boolean =>
      mayDecide[decision](change) &&
      (seen.has(change.id) ? seen.get(change.id) === attemptCount(change) : named.has(change.id));
    return this.#apply(() => this.#thoseOf(seen.keys(), may, decision === 'discard'), DECIDED[decision]);
  }

  /** Decides about a change and its dependents in their current state. */
  decideNow(decision: Decision, id: string): Promise<readonly string[]> {
    return this.#apply(() => this.#thoseOf([id], mayDecide[decision], decision === 'discard'), DECIDED[decision]);
  }

  /** Withdraws changes with their dependents, except those sent meanwhile. Resolves to the withdrawn ids. */
  async withdrawAll(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const choose = () => this.#thoseOf(ids, isWithdrawable, true);
    return new Set(await this.#apply(choose, (change, at) => done(change, at, 'withdrawn')));
  }

  /**
   * Undoes a discard or a withdrawal: all changes or none wait again, with new ids. Refused if one is no longer in the history,
   * or if `may` rejects it because it would no longer do the same.
   */
  reopen(ids: readonly string[], may: (change: Change) => boolean): Promise<void> {
    const { catalog, stamper } = this.deps;
    return this.#runAlone(async () => {
      const changes = ids.toSorted().map((id) => {
        const change = catalog().history.get(id);
        if (!change || change.ending === 'sent' || !may(change)) throw new OutboxConflict(t.notUndone);
        return { ...reopened(change), id: this.#newId(), rev: stamper.stamp() };
      });
      await this.#enqueue(changes, () => catalog().reopen(changes, ids));
    });
  }
}
