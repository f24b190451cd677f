// The outbox of a store: accepts changes, sends them, and runs the seller's commands on them.
//
// Write first, then act: an action is on disk before it counts as accepted, marked `sending` on disk before its
// first byte leaves, and its result is on disk before it is shown.
//
// Over 300 lines, because each of the seller's commands is here with the condition under which it holds.
import type { ManyDecision } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/main.ts';
import {
  type Action,
  type ActionResult,
  attemptCount,
  isHeldFromBackup,
  isUnsent,
  isWithdrawable,
  mayBeMarkedAsSent,
  needsSeller,
  type Payload,
} from './action.ts';
import { ActionIndex } from './action-index.ts';
import { ActionReader } from './action-reader.ts';
import type { NewAction, OutboxDeps, OutboxStatus } from './deps.ts';
import { Dispatcher } from './dispatcher.ts';
import { Recovery } from './recovery.ts';
import { UserCommands } from './user-commands.ts';
import { OutboxWriter } from './writer.ts';

const t = texts.outbox;

/** When a store closes, requests in flight get this many ms to end, so that fewer changes are left in doubt. */
const CLOSING_GRACE_MS = 3_000;

export class Outbox extends ActionReader {
  readonly #deps: OutboxDeps;
  readonly #writer: OutboxWriter;
  readonly #dispatcher: Dispatcher;
  readonly #commands: UserCommands;
  readonly #recovery: Recovery;
  /** The highest id in the queue. New ids come after it even where its time is ahead of the clock. */
  #lastId = '';
  #stopping = false;

  constructor(deps: OutboxDeps, parallel: number) {
    super(new ActionIndex(deps.now));
    this.#deps = deps;
    const onChange = () => this.#changed();
    this.#writer = new OutboxWriter(deps, this.index, onChange);
    this.#dispatcher = new Dispatcher(deps, this.index, this.#writer, parallel);
    const parts = {
      outbox: deps,
      index: this.index,
      writer: this.#writer,
      dispatcher: this.#dispatcher,
      onChange,
    };
    this.#commands = new UserCommands(parts);
    this.#recovery = new Recovery(parts, this.#commands);
  }

  /** Resolves when the state that the last run left is known, or when the disk refuses to read or write it. */
  get resumed(): Promise<void> {
    return this.#recovery.resumed;
  }

  status(): OutboxStatus {
    const { pause } = this.#dispatcher;
    return {
      waiting: this.index.count('waiting', 'ready', 'retrying'),
      sending: this.index.count('sending'),
      attention: this.index.count('needs-review', 'rejected'),
      pause,
      offline: pause?.trouble === 'unreachable',
      nextAttemptAt: this.#dispatcher.nextAttemptAt(),
      diskProblem: this.#writer.problem,
    };
  }

  /** Loads the queue. Sending begins later, once the recovered state is on disk: a disk that refuses must not keep the app closed. */
  start(): void {
    const changed = this.#recovery.load();
    this.#lastId = this.all().at(-1)?.id ?? '';
    this.#dispatcher.resumePause();
    void this.#writer.waitFor(this.#resume(changed));
  }

  async #resume(changed: readonly Action[]): Promise<void> {
    if (!(await this.#recovery.run(changed, () => this.#stopping))) return;
    this.#dispatcher.start();
    this.#changed();
  }

  holdForUndo(ids: readonly string[], ms: number): void {
    this.#dispatcher.holdForUndo(ids, ms);
  }

  /** Stops sending, aborts what is unanswered after `graceMs`, and resolves when all results are on disk. */
  async stop(graceMs = CLOSING_GRACE_MS): Promise<void> {
    await this.#dispatcher.sendHeld();
    this.#stopping = true;
    this.#writer.giveUp();
    await this.#dispatcher.stop(graceMs);
    await this.#commands.idle();
    await this.#writer.idle();
    await this.#deps.queue.settled();
  }

  /** Call when the result of `isSignedIn` has changed or the key store was unlocked. */
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

  /** See `ActionIndex.updateElsewhere`: changes to what another computer creates wait until it has. */
  updateElsewhere(changed: ReadonlyMap<string, boolean>): void {
    if (changed.size === 0) return;
    this.index.updateElsewhere(changed);
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

  /** Resolves when the requests that are under way now have ended. */
  attempted(): Promise<void> {
    return this.#dispatcher.attempted();
  }

  // ---- the seller's commands

  /** Resolves when the changes are on disk. Rejects with `StorageError` when the disk refused; none is accepted then. */
  async accept(drafts: readonly NewAction[]): Promise<Action[]> {
    const actions = drafts.map((draft) => this.#accepted(draft));
    await this.#writer.put(actions);
    this.index.addAll(actions);
    await this.#insertRows(actions);
    this.#dispatcher.probeIfUnreachable();
    this.#changed();
    return actions;
  }

  /** Where the disk refuses the rows, the changes are accepted all the same and the rows are inserted later. */
  async #insertRows(actions: readonly Action[]): Promise<void> {
    const { catalog } = this.#deps;
    try {
      await catalog.accept(actions);
    } catch {
      // Read the actions when the retry runs: they may have been edited or have ended since.
      const current = () => actions.flatMap(({ id }) => this.index.get(id) ?? []);
      void this.#retryInBackground(() => catalog.accept(current()));
    }
  }

  /** Accepts creations whose actions were lost with a damaged file. They may have been sent, so they need review. */
  async acceptInDoubt(drafts: readonly NewAction[]): Promise<void> {
    const actions = drafts.map(
      (draft): Action => ({ ...this.#accepted(draft), state: 'needs-review', reason: 'damaged' }),
    );
    if (!(await this.#writer.untilWritten(() => this.#deps.queue.commit({ put: actions })))) return;
    for (const action of actions) this.index.set(action);
    this.#changed();
  }

  #accepted(draft: NewAction): Action {
    this.#lastId = this.#deps.stamper.id(this.#lastId);
    return {
      id: this.#lastId,
      rev: this.#deps.stamper.stamp(),
      subject: draft.subject,
      payload: draft.payload,
      waitsFor: [...draft.waitsFor],
      // `updateBlocked` begins the time of what is held.
      state: draft.graceMs === undefined ? 'ready' : 'waiting',
      acceptedAt: this.#deps.now(),
      attempts: [],
      tries: 0,
      nextAttemptAt: null,
      ...(draft.graceMs === undefined ? {} : { graceMs: draft.graceMs }),
      unreached: false,
      reason: null,
      answer: null,
      result: null,
      ending: null,
      endedAt: null,
    };
  }

  /** Replaces the payload of unsent actions: of all of them, or of none. */
  async revise(ids: readonly string[], payload: Payload): Promise<void> {
    await this.#commands.do({
      select: () => ids,
      may: isUnsent,
      event: () => ({ kind: 'edited', payload, revised: this.#deps.stamper.stamp() }),
      refusal: t.notChanged,
    });
    // The edit is durable in the queue; the catalog follows when the disk accepts it.
    try {
      this.#updateRows(ids);
    } catch {
      void this.#retryInBackground(async () => this.#updateRows(ids));
    }
  }

  /** Only `stop` waits for this write. */
  #retryInBackground(write: () => Promise<void>): Promise<void> {
    return this.#writer.waitFor(this.#writer.untilWritten(write).then(() => undefined));
  }

  /** Reads the actions when it runs, so that a late write does not undo a newer edit. */
  #updateRows(ids: readonly string[]): void {
    for (const action of ids.flatMap((id) => this.index.get(id) ?? [])) this.#deps.catalog.edit(action);
  }

  /**
   * "Send again", for a change that needs review (a second one may come to exist) or was rejected. `tried`: the attempts
   * that the seller saw. A second click must not confirm a doubt that the first one caused.
   */
  async sendAgain(id: string, tried = this.#attemptsOf(id)): Promise<void> {
    await this.#commands.do({
      select: () => [id],
      may: (action) => needsSeller(action) && attemptCount(action) === tried,
      event: () => ({ kind: 'send-again' }),
      refusal: t.notSentAgain,
    });
  }

  /** "Send all restored changes", in one write: the app that made the backup has not sent them. Returns how many. */
  async sendRestored(): Promise<number> {
    const sent = await this.#commands.do({
      select: () =>
        this.unsettled()
          .filter(isHeldFromBackup)
          .map(({ id }) => id),
      may: isHeldFromBackup,
      event: () => ({ kind: 'send-again' }),
      refusal: t.notSentAgain,
    });
    return sent.length;
  }

  /** "Mark as sent": the seller found the result on the service. */
  async markAsSent(id: string, result: ActionResult): Promise<void> {
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
      may: (action) =>
        action.state !== 'sending' && action.state !== 'done' && (action.id !== id || attemptCount(action) === tried),
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
   * Undoes a discard or a withdrawal: the changes wait again under their old ids, all of them or none. Refused where one
   * is no longer in the history, or where `may` rejects it because it would do something else by now.
   */
  reopen(ids: readonly string[], may: (action: Action) => boolean): Promise<void> {
    return this.#commands.reopen(ids, may);
  }

  /** Withdraws an unsent change because what it creates is deleted again; nothing is sent. */
  withdraw(id: string): Promise<readonly string[]> {
    return this.#withdraw(() => this.#withDependents(id));
  }

  /** Withdraws many changes with their dependents, in one write. Skips those that were sent meanwhile. Returns the withdrawn ids. */
  async withdrawAll(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const mayGo = (id: string) => {
      const action = this.index.get(id);
      return action !== undefined && isWithdrawable(action) && !this.#dispatcher.isSending(id);
    };
    const whole = () => ids.map((id) => this.#withDependents(id)).filter((family) => family.every(mayGo));
    return new Set(await this.#withdraw(() => [...new Set(whole().flat())]));
  }

  #withdraw(select: () => readonly string[]): Promise<readonly string[]> {
    return this.#commands.do({
      select,
      may: isWithdrawable,
      event: (at) => ({ kind: 'withdrawn', at }),
      refusal: t.notTakenBack,
    });
  }

  #attemptsOf(id: string): number | undefined {
    const action = this.index.get(id);
    return action && attemptCount(action);
  }

  #withDependents(id: string): string[] {
    const action = this.index.get(id);
    return action ? [id, ...this.dependents(action).map((dependent) => dependent.id)] : [id];
  }

  #changed(): void {
    this.#dispatcher.turn();
    this.#deps.onChange();
  }
}
