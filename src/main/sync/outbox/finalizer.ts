// The last step of a change: its result goes into the catalog, it leaves the queue, and what waited for it may go.
import { setImmediate } from 'node:timers/promises';
import type { Action } from './action.ts';
import type { ActionIndex } from './action-index.ts';
import type { OutboxDeps } from './deps.ts';
import type { RetryingWriter } from './retrying-writer.ts';

/** How many changes are settled in one transaction, so that the main process is not blocked for long. */
const AT_A_TIME = 20;

/** Changes that are settled next. */
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
  /** Ids of `done` changes that are being settled. */
  readonly #begun = new Set<string>();
  #next: Batch | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: OutboxDeps, index: ActionIndex, writer: RetryingWriter, onChange: () => void) {
    this.#deps = deps;
    this.#index = index;
    this.#writer = writer;
    this.#onChange = onChange;
  }

  /**
   * Settles changes that are `done` in the queue, in their order and after those that are being settled. Resolves to true
   * when all that waits for them may go; to false where the app closed first.
   */
  finishAll(ended: readonly Action[]): Promise<boolean> {
    const actions = this.#notBegun(ended);
    for (const { id } of actions) this.#begun.add(id);
    this.#next ??= this.#nextBatch();
    this.#next.actions.push(...actions);
    return this.waitFor(this.#next.settled);
  }

  /** Changes that end together share transactions. */
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

  /**
   * Those that are still to be settled, with earlier ones of the same subjects before them: at start the seller may end a
   * change before the one that was done before it was settled.
   */
  #notBegun(ended: readonly Action[]): Action[] {
    const all = new Map<string, Action>();
    for (const action of ended) {
      for (const other of this.#index.dependencies.of(action.subject)) {
        if (other.id < action.id && other.state === 'done') all.set(other.id, other);
      }
      all.set(action.id, action);
    }
    return [...all.values()].filter(({ id }) => this.#index.get(id) && !this.#begun.has(id));
  }

  /** Something else that `ended` waits for. */
  waitFor<T>(doing: Promise<T>): Promise<T> {
    this.#underWay.add(doing);
    return doing.finally(() => this.#underWay.delete(doing));
  }

  /** Resolves when all that is being settled by now is, and has left the queue. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all([...this.#underWay, this.#deps.queue.settled()]);
  }

  async #settleAll(actions: readonly Action[]): Promise<boolean> {
    for (let from = 0; from < actions.length; from += AT_A_TIME) {
      if (from > 0) await setImmediate();
      const some = actions.slice(from, from + AT_A_TIME);
      if (!(await this.#writer.untilWritten(() => this.#deps.catalog.settle(some)))) return false;
      for (const { id } of some) this.#begun.delete(id);
      this.release(some);
    }
    this.leaveQueue(actions);
    return true;
  }

  /** The history has them: what waited for them may go. */
  release(actions: readonly Action[]): void {
    if (actions.length === 0) return;
    for (const action of actions) {
      const waited = this.#index.dependencies.dependents(action);
      this.#index.dependencies.remove(action);
      this.#index.forget(action);
      for (const { id } of waited) this.#index.reconsider(id);
    }
    this.#onChange();
  }

  /** Removes from the queue what the history has, once that is durable. Undo may have brought one back by the time the disk takes it. */
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
