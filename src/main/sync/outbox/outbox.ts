// The outbox of a store: accepts changes, sends them, and runs the seller's commands on them.
//
// Write first, then act: a change is on disk before it counts as accepted, marked `sending` on disk before its
// first byte leaves, and what ends it is in the catalog before it leaves the queue.
import type { ManyDecision } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/main.ts';
import { atMost } from '../../turns.ts';
import {
  attemptCount,
  type Change,
  type ChangeResult,
  isUnsent,
  mayBeMarkedAsSent,
  type NewChange,
  needsSeller,
  newChange,
  type Payload,
} from './change.ts';
import type { OutboxDeps, OutboxStatus } from './deps.ts';
import { DiskRetry } from './disk-retry.ts';
import { Dispatcher } from './dispatcher.ts';
import { OpenChanges } from './open-changes.ts';
import { Recovery } from './recovery.ts';
import { UserCommands } from './user-commands.ts';

const t = texts.outbox;

/** When a store closes, requests in flight get this many ms to end, so that fewer changes are left in doubt. */
const CLOSING_GRACE_MS = 3_000;
/** How long a click of the seller waits for requests under way, in ms. */
const MOST_WAITED_MS = 3_000;

export class Outbox extends OpenChanges {
  readonly #deps: OutboxDeps;
  readonly #disk: DiskRetry;
  readonly #dispatcher: Dispatcher;
  readonly #commands: UserCommands;
  /** The highest id in the queue. New ids come after it even where its time is ahead of the clock. */
  #lastId = '';
  #stopping = false;
  readonly #recovery: Recovery;

  constructor(deps: OutboxDeps, parallel: number) {
    super(deps.queue);
    this.#deps = deps;
    const onChange = () => this.#changed();
    this.#disk = new DiskRetry(onChange);
    this.#dispatcher = new Dispatcher(deps, this.#disk, parallel);
    const parts = { outbox: deps, disk: this.#disk, dispatcher: this.#dispatcher, onChange };
    this.#commands = new UserCommands({ ...parts, newId: () => this.#newId() });
    this.#recovery = new Recovery(deps, (draft) => this.#accepted(draft));
  }

  /** Resolves when the state that the last run left is known, or when the disk refuses to read or write it. */
  get resumed(): Promise<void> {
    return this.#recovery.known;
  }

  status(): OutboxStatus {
    const { pause } = this.#dispatcher;
    const count = { waiting: 0, sending: 0, attention: 0 };
    for (const change of this.unsettled()) {
      count[needsSeller(change) ? 'attention' : change.state === 'sending' ? 'sending' : 'waiting'] += 1;
    }
    return {
      ...count,
      pause,
      offline: pause?.trouble === 'unreachable',
      nextAttemptAt: this.#dispatcher.nextAttemptAt(),
      diskProblem: this.#disk.problem,
    };
  }

  /** Sending begins once queue and catalog agree and that is on disk: a disk that refuses must not keep the app closed. */
  start(): void {
    for (const { id } of this.all()) {
      this.#deps.stamper.seen(id);
      this.#lastId = id;
    }
    void this.#resume();
  }

  async #resume(): Promise<void> {
    const isOpen = await this.#deps.ready.then(
      () => true,
      () => false,
    );
    if (isOpen) this.#dispatcher.resumePause();
    const isResumed =
      isOpen && (await this.#disk.untilWritten(() => this.#commands.runExclusive(() => this.#recovery.run())));
    this.#recovery.end();
    if (!isResumed || this.#stopping) return;
    this.#dispatcher.start();
    this.#changed();
  }

  /** Stops sending, aborts what is unanswered after `graceMs`, and resolves when all results are on disk. */
  async stop(graceMs = CLOSING_GRACE_MS): Promise<void> {
    this.#stopping = true;
    this.#disk.giveUp();
    await this.#dispatcher.stop(graceMs);
    await this.#commands.idle();
    await this.#disk.idle();
    await this.#deps.queue.idle();
  }

  /** Call when the result of `isSignedIn` has changed, or the key store has answered. */
  signInChanged(): void {
    this.#dispatcher.signInChanged();
    this.#deps.onChange();
  }

  setWorkOffline(on: boolean): void {
    this.#dispatcher.setWorkOffline(on);
    if (!on) this.wake();
    this.#deps.onChange();
  }

  /** The computer is about to sleep: nothing departs until `resume`. */
  suspend(): void {
    this.#dispatcher.setSuspended(true);
  }

  resume(): void {
    this.#dispatcher.setSuspended(false);
    this.wake();
  }

  /** Changes to what another computer creates wait until it has. */
  setElsewhere(ids: readonly string[]): void {
    this.#deps.queue.setElsewhere(ids);
    this.#dispatcher.turn();
  }

  setParallel(parallel: number): void {
    this.#dispatcher.setParallel(parallel);
  }

  /** Ends all backoffs: the network is back, the computer woke up, or "Sync now". A time that the service named still holds. */
  wake(): void {
    this.#dispatcher.wake();
    this.#deps.onChange();
  }

  /** Resolves when the requests that are under way now have ended, or after `MOST_WAITED_MS`. */
  attempted(): Promise<void> {
    return atMost(MOST_WAITED_MS, this.#dispatcher.attempted());
  }

  // ---- the seller's commands

  /** Resolves when the changes and their rows are on disk. Rejects with `StorageError` when the disk refused; none is accepted then. */
  async accept(drafts: readonly NewChange[]): Promise<Change[]> {
    const changes = drafts.map((draft) => this.#accepted(draft));
    const ids = changes.map(({ id }) => id);
    await this.#dispatcher.whileHeld(ids, async () => {
      await this.#deps.queue.commit(changes);
      // From here on they are accepted, and a start writes their rows where this fails.
      this.#disk.retry();
      await this.#writeRows(ids);
    });
    this.#dispatcher.probeIfUnreachable();
    this.#changed();
    return changes;
  }

  /**
   * Takes changes that were accepted in a batch into the queue. They leave once `clear` has written that they are staged no longer.
   * If the disk refuses, they stay staged, and nothing departs until it writes again.
   */
  async take(drafts: readonly NewChange[], clear: () => void): Promise<void> {
    const changes = drafts.map((draft) => this.#accepted(draft));
    const ids = changes.map(({ id }) => id);
    await this.#dispatcher.whileHeld(ids, async () => {
      try {
        await this.#deps.queue.commit(changes);
        await this.#disk.orLater(clear);
      } catch (error) {
        this.#disk.refused(error);
      }
    });
    this.#changed();
  }

  /** Sends what may be sent by now. */
  turn(): void {
    this.#dispatcher.turn();
  }

  /** Accepts changes of a backup, which keep their ids. Rejects with `StorageError`. */
  async acceptHeld(changes: readonly Change[]): Promise<void> {
    await this.#deps.queue.commit(changes);
    for (const { id } of changes) if (id > this.#lastId) this.#lastId = id;
    this.#changed();
  }

  /** Reads the changes when it runs: they may have been edited or have ended since. */
  #writeRows(ids: readonly string[]): Promise<void> {
    const { catalog, queue } = this.#deps;
    return this.#disk.orLater(() => catalog.writeRows(ids.flatMap((id) => queue.get(id) ?? [])));
  }

  /** Later than every id in the queue, even where its time is ahead of the clock. */
  #newId(): string {
    this.#lastId = this.#deps.stamper.id(this.#lastId);
    return this.#lastId;
  }

  #accepted(draft: NewChange): Change {
    const { stamper, now } = this.#deps;
    return newChange(draft, { id: this.#newId(), rev: stamper.stamp(), acceptedAt: now() });
  }

  /** Replaces the payload of unsent changes: of all of them, or of none. */
  async revise(ids: readonly string[], payload: Payload): Promise<void> {
    await this.#commands.do({
      select: () => ids,
      may: isUnsent,
      event: () => ({ kind: 'edited', payload, revised: this.#deps.stamper.stamp() }),
      refusal: t.notChanged,
    });
    await this.#writeRows(ids);
  }

  /**
   * "Send again", for a change that needs review (a second one may come to exist) or was rejected. `tried`: the attempts
   * that the seller saw. A second click must not confirm a doubt that the first one caused.
   */
  async sendAgain(id: string, tried = this.#attemptsOf(id)): Promise<void> {
    await this.#commands.do({
      select: () => [id],
      may: (change) => needsSeller(change) && attemptCount(change) === tried,
      event: () => ({ kind: 'send-again' }),
      refusal: t.notSentAgain,
    });
  }

  /** "Mark as sent": the seller found the result on the service. */
  async markAsSent(id: string, result: ChangeResult): Promise<void> {
    await this.#commands.do({
      select: () => [id],
      may: mayBeMarkedAsSent,
      event: (at) => ({ kind: 'marked-as-sent', at, result }),
      refusal: t.notInDoubt,
    });
  }

  /**
   * "Discard" a change and its dependents; returns all their ids. Refused while one of them is in flight, and where the
   * change was tried again since the seller was asked.
   */
  discard(id: string, tried = this.#attemptsOf(id)): Promise<readonly string[]> {
    return this.#commands.do({
      select: () => this.#withDependents(id),
      may: (change) => change.state !== 'sending' && (change.id !== id || attemptCount(change) === tried),
      event: (at) => ({ kind: 'discarded', at }),
      refusal: t.isBeingSent,
    });
  }

  /**
   * One decision about many changes, in one write. Skips changes that were tried again since the seller saw them, or that
   * would now discard more dependents than were named. Returns the ids of all changes it applied to, dependents included.
   */
  decideMany(decision: ManyDecision): Promise<readonly string[]> {
    return this.#commands.decideMany(decision);
  }

  /**
   * Undoes a discard or a withdrawal: the changes wait again as new ones, all of them or none. Refused if one is no longer
   * in the history, or where `may` rejects it because it would do something else by now.
   */
  reopen(ids: readonly string[], may: (change: Change) => boolean): Promise<void> {
    return this.#commands.reopen(ids, may);
  }

  /** Withdraws changes with their dependents, in one write. Skips those that were sent meanwhile. Returns the withdrawn ids. */
  withdrawAll(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#commands.withdrawAll(ids);
  }

  #attemptsOf(id: string): number | undefined {
    const change = this.get(id);
    return change && attemptCount(change);
  }

  #withDependents(id: string): string[] {
    const change = this.get(id);
    return change ? [id, ...this.dependents(change).map((dependent) => dependent.id)] : [id];
  }

  #changed(): void {
    this.#dispatcher.turn();
    this.#deps.onChange();
  }
}
