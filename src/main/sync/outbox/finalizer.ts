// The last step of an action: stores its result in the catalog, unblocks its dependents, and removes it from the queue.
import { setImmediate } from 'node:timers/promises';
import type { Action } from './action.ts';
import type { ActionIndex } from './action-index.ts';
import type { OutboxDeps } from './deps.ts';
import type { RetryingWriter } from './retrying-writer.ts';

/** How many changes are settled in one transaction, so that the main process is not blocked for long. */
const AT_A_TIME = 20;

/** The actions that are settled next. */
interface Batch {
  readonly actions: Action[];
  readonly settled: Promise<boolean>;
}

export class Finalizer {
  readonly #deps: OutboxDeps;
  readonly #index: ActionIndex;
  readonly #writer: RetryingWriter;
  readonly #onChange: () => void;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #settling = new Set<string>();
  #next: Batch | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: OutboxDeps, index: ActionIndex, writer: RetryingWriter, onChange: () => void) {
    this.#deps = deps;
    this.#index = index;
    this.#writer = writer;
    this.#onChange = onChange;
  }

  /**
   * Settles `done` actions in order, after those that are being settled. Resolves to true when their dependents are
   * unblocked; to false where the app closed first.
   */
  finishAll(ended: readonly Action[]): Promise<boolean> {
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
      for (const other of this.#index.dependencies.of(action.subject)) {
        if (other.id < action.id && other.state === 'done') all.set(other.id, other);
      }
      all.set(action.id, action);
    }
    return [...all.values()].filter(({ id }) => this.#index.get(id) && !this.#settling.has(id));
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

  async #settleAll(actions: readonly Action[]): Promise<boolean> {
    for (let from = 0; from < actions.length; from += AT_A_TIME) {
      if (from > 0) await setImmediate();
      const batch = actions.slice(from, from + AT_A_TIME);
      if (!(await this.#writer.untilWritten(() => this.#deps.catalog.settle(batch)))) return false;
      for (const { id } of batch) this.#settling.delete(id);
      this.release(batch);
    }
    this.leaveQueue(actions);
    return true;
  }

  /** Unblocks the dependents of actions that are in the history. */
  release(actions: readonly Action[]): void {
    if (actions.length === 0) return;
    for (const action of actions) {
      const waited = this.#index.dependencies.dependents(action);
      this.#index.dependencies.remove(action);
      this.#index.delete(action);
      for (const { id } of waited) this.#index.updateBlocked(id);
    }
    this.#onChange();
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
    void this.waitFor(this.#writer.untilWritten(leave));
  }
}
