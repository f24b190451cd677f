// The outbox: takes changes in, keeps them on disk, sends them, and holds what the seller can do with each.
//
// Write first, then act: an action is on disk before it counts as accepted, marked `sending` on disk before its
// first byte leaves, and its result is on disk before it is shown.
import type { ManyDecision } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/main.ts';
import {
  type Action,
  type ActionResult,
  attemptCount,
  isHeldFromBackup,
  isUnsent,
  isWithdrawable,
  kindOf,
  needsSeller,
  type Payload,
} from './action.ts';
import { ActionIndex } from './action-index.ts';
import type { NewAction, OutboxDeps, OutboxStatus } from './deps.ts';
import { Dispatcher } from './dispatcher.ts';
import { Finalizer } from './finalizer.ts';
import { transition } from './policy.ts';
import { RetryingWriter } from './retrying-writer.ts';
import { UserCommands } from './user-commands.ts';

const words = texts.outbox;

/** When a store closes, what is under way has this many ms to end, so that less is left in doubt. */
const CLOSING_GRACE_MS = 3_000;

export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #index = new ActionIndex();
  readonly #writer: RetryingWriter;
  readonly #dispatcher: Dispatcher;
  readonly #finalizer: Finalizer;
  readonly #commands: UserCommands;
  /** The last id in the order of the queue: a new change comes after it, also where its time is far ahead. */
  #lastId = '';
  #stopping = false;
  #resumed = () => {};
  /** Resolves when it is known what the last run has left, or when the disk refuses what that takes. */
  readonly resumed: Promise<void> = new Promise((resolve) => {
    this.#resumed = resolve;
  });

  constructor(deps: OutboxDeps, parallel: number) {
    this.#deps = deps;
    this.#writer = new RetryingWriter(() => this.#changed());
    const onChange = () => this.#changed();
    this.#finalizer = new Finalizer(deps, this.#index, this.#writer, onChange);
    this.#dispatcher = new Dispatcher(deps, this.#index, this.#writer, parallel, this.#finalizer);
    this.#commands = new UserCommands({
      outbox: deps,
      index: this.#index,
      writer: this.#writer,
      dispatcher: this.#dispatcher,
      finalizer: this.#finalizer,
      onChange,
    });
  }

  // ---- reading

  get(id: string): Action | undefined {
    return this.#index.get(id);
  }

  /** The subjects of the actions that have changed since the last call. */
  takeChanged(): ReadonlySet<string> {
    return this.#index.takeChanged();
  }

  /** Every action in the order of the queue, for a copy of it. */
  all(): Action[] {
    return this.#index.all().sort(byOrder);
  }

  /** Every action that is not settled, in no particular order. */
  unsettled(): Action[] {
    return this.#index.all().filter(({ state }) => state !== 'done');
  }

  /** Every action that is not settled, oldest first. */
  unfinished(): Action[] {
    return this.unsettled().sort(byOrder);
  }

  /** The unsettled actions on one product, one link or the webhook, oldest first. */
  of(subject: string): Action[] {
    return this.#index.dependencies.of(subject).filter(({ state }) => state !== 'done');
  }

  /**
   * What the catalogue will come to show of one product, one link or the webhook, oldest first: the unsettled actions, and
   * those that were sent a moment ago.
   */
  coming(subject: string): Action[] {
    return this.#index.dependencies.of(subject).filter(({ ending }) => ending === null || ending === 'sent');
  }

  /** Whether a deletion of a link waits, is under way, or was done a moment ago and is not in the catalogue yet. */
  deletes(subject: string): boolean {
    return this.coming(subject).some(({ payload }) => payload.kind === 'link.delete');
  }

  /** Actions that are settled, and may not be in the history yet; in no particular order. */
  settling(): Action[] {
    return this.#index.all().filter(({ state }) => state === 'done');
  }

  /**
   * The unsent actions whose place a newer one of their kind takes: the newest, and refused ones before it, for which it
   * would wait. None where the newest has left. An older one that is tried again stays as it is, and goes first.
   */
  replaceable(subject: string, kind: Payload['kind']): Action[] {
    const all = this.of(subject).filter((action) => kindOf(action) === kind);
    const newest = all.at(-1);
    if (!newest || !isUnsent(newest)) return [];
    return all.filter((action) => action === newest || action.state === 'rejected');
  }

  /** What an action waits for, oldest first. */
  blockers(action: Action): Action[] {
    return this.#index.dependencies.blockers(action).filter(({ state }) => state !== 'done');
  }

  /** What "Discard" would take along, oldest first. */
  dependents(action: Action): Action[] {
    return this.#index.dependencies.allDependents(action);
  }

  status(): OutboxStatus {
    const { pause } = this.#dispatcher;
    return {
      waiting: this.#index.count('waiting', 'ready', 'retrying'),
      sending: this.#index.count('sending'),
      attention: this.#index.count('needs-review', 'rejected'),
      pause,
      offline: pause?.trouble === 'unreachable',
      nextAttemptAt: this.#dispatcher.nextAttemptAt(),
      diskProblem: this.#writer.problem,
    };
  }

  // ---- life

  /**
   * Loads the queue as the last run left it: what was under way then is in doubt, what was done is settled.
   * Sending begins once that is on disk, which this does not wait for: a disk that refuses must not keep the app closed.
   */
  start(): void {
    const changed: Action[] = [];
    const at = this.#deps.now();
    for (const stored of this.#deps.queue.values()) {
      this.#deps.stamper.seen(stored.id);
      if (stored.id > this.#lastId) this.#lastId = stored.id;
      // Only the history knows whether a change that was being sent has ended. Until it is read, nobody may act on it.
      const action = stored.state === 'sending' ? stored : transition(stored, { kind: 'app-started', at });
      if (action !== stored) changed.push(action);
      this.#index.file(action);
    }
    const all = this.all();
    for (const { id } of all) this.#index.reconsider(id);
    this.#dispatcher.resumePause();
    void this.#finalizer.waitFor(this.#resume(changed, all)).finally(() => this.#resumed());
  }

  /** What was under way when the last run ended, and is not in the history: in doubt, or to be sent again. */
  #wereUnderWay(all: readonly Action[]): Action[] {
    const at = this.#deps.now();
    const left = all.flatMap(({ id }) => this.#index.get(id) ?? []).filter(({ state }) => state === 'sending');
    const changed = left.map((action) => transition(action, { kind: 'app-started', at }));
    for (const action of changed) this.#index.file(action);
    for (const { id } of changed) this.#index.reconsider(id);
    return changed;
  }

  async #resume(changed: Action[], all: readonly Action[]): Promise<void> {
    const ready = await this.#deps.ready.then(
      () => true,
      () => false,
    );
    if (!ready || this.#stopping) return;
    // As they are by the time of the write: where the disk refused at first, the seller may have dealt with one since.
    if (!(await this.#reconciled(all))) return;
    changed.push(...this.#wereUnderWay(all));
    this.#resumed();
    const unsettled = () => changed.map(({ id }) => this.#index.get(id)).filter((action) => isUnsettled(action));
    const write = async () => {
      const put = unsettled();
      if (put.length > 0) await this.#deps.queue.commit({ put });
    };
    if (!(await this.#writer.untilWritten(() => this.#commands.runExclusive(write)))) return;
    // In their order: of two changes to the same thing the later one has to come out on top.
    await this.#finalizer.finishAll(this.all().filter(({ state }) => state === 'done'));
    if (this.#stopping) return;
    this.#dispatcher.start();
    this.#changed();
  }

  /** Before anything is written, or what the history has would be in doubt. False where the app closed first. */
  #reconciled(all: readonly Action[]): Promise<boolean> {
    const ids = all.map(({ id }) => id);
    const reconcile = () =>
      this.#commands.runExclusive(async () => {
        const settled = await this.#deps.catalog
          .reconcile(ids, (id) => this.#index.get(id))
          .catch((error: unknown) => {
            // A disk that refuses keeps nobody from looking.
            this.#resumed();
            throw error;
          });
        this.#finalizer.release(settled);
        this.#finalizer.leaveQueue(settled);
      });
    return this.#writer.untilWritten(reconcile);
  }

  /** Sends nothing more, ends what is unanswered after `graceMs`, and resolves when all that is known is written down. */
  async stop(graceMs = CLOSING_GRACE_MS): Promise<void> {
    this.#stopping = true;
    this.#writer.giveUp();
    await this.#dispatcher.stop(graceMs);
    await this.#commands.rest();
    await this.#finalizer.ended();
    await this.#deps.queue.settled();
  }

  /** What `isSignedIn` answers has changed, or the key store was unlocked. */
  signInChanged(): void {
    this.#dispatcher.signInChanged();
    this.#deps.onChange();
  }

  setWorkOffline(on: boolean): void {
    this.#dispatcher.setWorkOffline(on);
    if (!on) this.wake();
    this.#deps.onChange();
  }

  setParallel(parallel: number): void {
    this.#dispatcher.setParallel(parallel);
  }

  /** The network is back, the computer woke up, or "Sync now": backoffs end now; a time that the service named stays. */
  wake(): void {
    this.#dispatcher.wake();
    this.#deps.onChange();
  }

  // ---- the seller's commands

  /** Takes changes in. Resolves when they are on disk; rejects with `StorageError` when the disk refused, and then none holds. */
  async accept(drafts: readonly NewAction[]): Promise<Action[]> {
    const actions = drafts.map((draft) => this.#accepted(draft));
    await this.#writer.once(() => this.#deps.queue.commit({ put: actions }));
    for (const action of actions) {
      this.#index.file(action);
      this.#index.reconsider(action.id);
    }
    await this.#intoCatalog(actions);
    this.#dispatcher.lookAgain();
    this.#changed();
    return actions;
  }

  /** Should the disk refuse that, the changes are accepted all the same, and their rows are inserted later. */
  async #intoCatalog(actions: readonly Action[]): Promise<void> {
    const { catalog } = this.#deps;
    try {
      await catalog.accept(actions);
    } catch {
      // Read the actions when the retry runs: they may have been edited or have ended since.
      const current = () => actions.flatMap(({ id }) => this.#index.get(id) ?? []);
      void this.#later(() => catalog.accept(current()));
    }
  }

  /**
   * Takes in creations whose own actions are gone, lost with a damaged file: whether they were sent nobody knows, so
   * they are in doubt and wait for the seller.
   */
  async acceptInDoubt(drafts: readonly NewAction[]): Promise<void> {
    const actions = drafts.map(
      (draft): Action => ({ ...this.#accepted(draft), state: 'needs-review', reason: 'damaged' }),
    );
    if (!(await this.#writer.untilWritten(() => this.#deps.queue.commit({ put: actions })))) return;
    for (const action of actions) this.#index.file(action);
    this.#changed();
  }

  /** Whether anything in the queue is about a product, a link or the webhook, settled or not. */
  knows(subject: string): boolean {
    return this.#index.dependencies.of(subject).length > 0;
  }

  #accepted(draft: NewAction): Action {
    this.#lastId = this.#deps.stamper.id(this.#lastId);
    return {
      id: this.#lastId,
      rev: this.#deps.stamper.stamp(),
      subject: draft.subject,
      payload: draft.payload,
      waitsFor: [...draft.waitsFor],
      state: 'ready',
      acceptedAt: this.#deps.now(),
      attempts: [],
      tries: 0,
      nextAttemptAt: null,
      unreached: false,
      reason: null,
      answer: null,
      result: null,
      ending: null,
      endedAt: null,
    };
  }

  /** Changes what unsent actions will send, all of them the same, or none. */
  async revise(ids: readonly string[], payload: Payload): Promise<void> {
    await this.#commands.do({
      select: () => ids,
      may: isUnsent,
      event: () => ({ kind: 'edited', payload, revised: this.#deps.stamper.stamp() }),
      refusal: words.notChanged,
    });
    // As with what is accepted: from here on it holds, and the catalog follows when the disk lets it.
    try {
      this.#edited(ids);
    } catch {
      void this.#later(async () => this.#edited(ids));
    }
  }

  /** A write that nobody waits for but `stop`. */
  #later(write: () => Promise<void>): Promise<void> {
    return this.#finalizer.waitFor(this.#writer.untilWritten(write).then(() => undefined));
  }

  /** Brings the catalog up to what these changes are by now; later edits are not undone by what was late. */
  #edited(ids: readonly string[]): void {
    for (const action of ids.flatMap((id) => this.#index.get(id) ?? [])) this.#deps.catalog.edit(action);
  }

  /**
   * "Send again", for a change in doubt (a second one may come to exist) or one that was refused. Holds for it as the
   * seller saw it: pressed twice, the second must not answer a doubt that came of the first.
   */
  async sendAgain(id: string, tried = this.#triedBy(id)): Promise<void> {
    await this.#commands.do({
      select: () => [id],
      may: (action) => needsSeller(action) && attemptCount(action) === tried,
      event: () => ({ kind: 'send-again' }),
      refusal: words.notSentAgain,
    });
  }

  /**
   * "Send all restored changes": the seller says that the app of the backup has not sent them. One write for all of them;
   * those that were dealt with meanwhile stay as they are. Gives how many go.
   */
  async sendRestored(): Promise<number> {
    const sent = await this.#commands.do({
      select: () =>
        this.unsettled()
          .filter(isHeldFromBackup)
          .map(({ id }) => id),
      may: isHeldFromBackup,
      event: () => ({ kind: 'send-again' }),
      refusal: words.notSentAgain,
    });
    return sent.length;
  }

  /** "Mark as sent": the seller found it on the service. */
  async markAsSent(id: string, result: ActionResult): Promise<void> {
    await this.#commands.do({
      select: () => [id],
      may: ({ state }) => state === 'needs-review',
      event: (at) => ({ kind: 'went-through', at, result }),
      refusal: words.notInDoubt,
    });
  }

  /**
   * "Discard": it and what waits for it is not sent; gives the ids of all of them. Refused while one of them is under way, and where it was tried
   * again since the seller was asked: the question was about another state.
   */
  discard(id: string, tried = this.#triedBy(id)): Promise<readonly string[]> {
    return this.#commands.do({
      select: () => this.#withDependents(id),
      may: (action) =>
        action.state !== 'sending' && action.state !== 'done' && (action.id !== id || attemptCount(action) === tried),
      event: (at) => ({ kind: 'discarded', at }),
      refusal: words.isBeingSent,
    });
  }

  /**
   * One decision about many changes, in one write. It holds for each as the seller saw it: what was tried again since, or
   * would now take along more than was named, stays as it is. Gives the ids of what was settled or sent again, and of
   * what was discarded along.
   */
  decideMany(decision: ManyDecision): Promise<readonly string[]> {
    return this.#commands.decideMany(decision);
  }

  /**
   * Undo of a discard or a withdrawal: the changes wait again as they did, under their old ids. All of them come back, or
   * none; refused where one is not there any more, or where `may` says that it would do something else by now.
   */
  bringBack(ids: readonly string[], may: (action: Action) => boolean): Promise<void> {
    return this.#commands.bringBack(ids, may);
  }

  /** Takes back a change that has not left, because what it made is deleted again; nothing is sent. */
  withdraw(id: string): Promise<readonly string[]> {
    return this.#withdraw(() => this.#withDependents(id));
  }

  /**
   * Takes many changes back in one write, each with what waits for it; those that have left meanwhile stay. Gives the
   * ids of the changes that were taken back.
   */
  async withdrawAll(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const mayGo = (id: string) => {
      const action = this.#index.get(id);
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
      refusal: words.notTakenBack,
    });
  }

  #triedBy(id: string): number | undefined {
    const action = this.#index.get(id);
    return action && attemptCount(action);
  }

  #withDependents(id: string): string[] {
    const action = this.#index.get(id);
    return action ? [id, ...this.dependents(action).map((dependent) => dependent.id)] : [id];
  }

  #changed(): void {
    this.#dispatcher.turn();
    this.#deps.onChange();
  }
}

const byOrder = (a: Action, b: Action): number => (a.id < b.id ? -1 : 1);
const isUnsettled = (action: Action | undefined): action is Action => action !== undefined && action.state !== 'done';
