// The writes of the outbox: retries what the disk refuses, stores results in the catalog, and empties the queue.
import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../../storage/durable-file.ts';
import type { Action } from './action.ts';
import type { ActionIndex } from './action-index.ts';
import type { OutboxDeps } from './deps.ts';

export const DISK_RETRY_MS = 2_000;
/** How many changes are settled in one transaction, so that the main process is not blocked for long. */
const AT_A_TIME = 8;
/** How many dependents are unblocked without a break. */
const UNBLOCKED_AT_A_TIME = 500;

/** The actions that are settled next. */
interface Batch {
  readonly actions: Action[];
  readonly settled: Promise<boolean>;
}

export class OutboxWriter {
  readonly #deps: OutboxDeps;
  readonly #index: ActionIndex;
  readonly #onChange: () => void;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #settling = new Set<string>();
  #next: Batch | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #problem: string | null = null;
  #givenUp = false;
  #endPauses = () => {};
  readonly #closing: Promise<void>;

  constructor(deps: OutboxDeps, index: ActionIndex, onChange: () => void) {
    this.#deps = deps;
    this.#index = index;
    this.#onChange = onChange;
    this.#closing = new Promise((resolve) => {
      this.#endPauses = resolve;
    });
  }

  /** For the seller; null when writes succeed. */
  get problem(): string | null {
    return this.#problem;
  }

  /** From here on `untilWritten` returns false instead of retrying: the app is closing. */
  giveUp(): void {
    this.#givenUp = true;
    this.#endPauses();
  }

  /** Writes actions to the queue. Rejects with `StorageError`. */
  async put(actions: readonly Action[]): Promise<void> {
    await this.#deps.queue.commit({ put: actions });
    this.#problem = null;
  }

  /** For results, which must not be lost while the app runs. Resolves to false when the app closed first; stop then. */
  async untilWritten(write: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await write();
        this.retry();
        return true;
      } catch (error) {
        if (!(error instanceof StorageError)) console.error('A write of the outbox failed', error);
        this.refused(error);
        if (this.#givenUp) return false;
        await Promise.race([new Promise((resolve) => setTimeout(resolve, DISK_RETRY_MS).unref?.()), this.#closing]);
      }
    }
  }

  refused(error: unknown): void {
    this.#problem = error instanceof Error ? error.message : String(error);
    this.#onChange();
  }

  /** Clears the problem, if there is one, so that the next write finds out. */
  retry(): void {
    if (this.#problem === null) return;
    this.#problem = null;
    this.#onChange();
  }

  /** Registers other work that `idle` waits for. */
  waitFor<T>(doing: Promise<T>): Promise<T> {
    this.#underWay.add(doing);
    return doing.finally(() => this.#underWay.delete(doing));
  }

  /** Resolves when all actions are settled and removed from the queue. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all([...this.#underWay, this.#deps.queue.settled()]);
  }

  // ---- the end of an action

  /**
   * Settles `done` actions in order, after those that are being settled. Resolves to true when their dependents are
   * unblocked; to false where the app closed first.
   */
  settle(ended: readonly Action[]): Promise<boolean> {
    const actions = this.#notYetSettling(ended);
    for (const { id } of actions) this.#settling.add(id);
    this.#next ??= this.#nextBatch();
    this.#next.actions.push(...actions);
    return this.waitFor(this.#next.settled);
  }

  /** Actions that end together share transactions. */
  #nextBatch(): Batch {
    const actions: Action[] = [];
    const begin = async () => {
      await setImmediate();
      this.#next = null;
      return this.#settleAll(actions);
    };
    const settled = this.#last.then(begin);
    this.#last = settled;
    return { actions, settled };
  }

  /** Includes earlier `done` actions on the same subjects: at start the seller may end one before those are settled. */
  #notYetSettling(ended: readonly Action[]): Action[] {
    const all = new Map<string, Action>();
    for (const action of ended) {
      for (const other of this.#index.of(action.subject)) {
        if (other.id < action.id && other.state === 'done') all.set(other.id, other);
      }
      all.set(action.id, action);
    }
    return [...all.values()].filter(({ id }) => this.#index.get(id) && !this.#settling.has(id));
  }

  async #settleAll(actions: readonly Action[]): Promise<boolean> {
    for (let from = 0; from < actions.length; from += AT_A_TIME) {
      if (from > 0) await setImmediate();
      const batch = actions.slice(from, from + AT_A_TIME);
      if (!(await this.untilWritten(() => this.#deps.catalog.settle(batch)))) return false;
      for (const { id } of batch) this.#settling.delete(id);
      await this.release(batch);
    }
    this.leaveQueue(actions);
    return true;
  }

  /** Unblocks the dependents of actions that are in the history, oldest first: thousands may wait for one product. */
  async release(actions: readonly Action[]): Promise<void> {
    if (actions.length === 0) return;
    const unblock = actions.flatMap((action) => this.#index.dependentIds(action));
    for (const action of actions) this.#index.delete(action);
    for (let from = 0; ; await setImmediate()) {
      for (const id of unblock.slice(from, from + UNBLOCKED_AT_A_TIME)) this.#index.updateBlocked(id);
      this.#onChange();
      from += UNBLOCKED_AT_A_TIME;
      if (from >= unblock.length) return;
    }
  }

  /** Removes actions from the queue once they are durable in the history. Undo may have reopened one by then. */
  leaveQueue(actions: readonly Action[]): void {
    if (actions.length === 0) return;
    const gone = () => actions.map(({ id }) => id).filter((id) => !this.#index.get(id));
    const { catalog, queue } = this.#deps;
    const leave = async () => {
      await catalog.sync();
      await queue.commit({ remove: gone() }, 'soon');
    };
    void this.waitFor(this.untilWritten(leave));
  }
}
