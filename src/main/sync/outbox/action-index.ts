// The actions in memory, indexed by id, state, dependency, and the time when they may be sent.
import type { ActionState } from '../../../shared/action.ts';
import type { Action } from './action.ts';
import { Dependencies } from './dependencies.ts';
import { transition } from './policy.ts';
import { ReadyQueue } from './ready-queue.ts';

export class ActionIndex {
  readonly #actions = new Map<string, Action>();
  readonly #counts = new Map<ActionState, number>();
  readonly dependencies = new Dependencies();
  readonly ready = new ReadyQueue((id) => this.#actions.get(id));
  #changed = new Set<string>();

  /** Returns the subjects of the actions that have changed since the last call. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  get(id: string): Action | undefined {
    return this.#actions.get(id);
  }

  /** In no particular order, `done` ones that were not deleted yet included. */
  all(): Action[] {
    return [...this.#actions.values()];
  }

  count(...states: readonly ActionState[]): number {
    return states.reduce((sum, state) => sum + (this.#counts.get(state) ?? 0), 0);
  }

  set(action: Action): void {
    this.#changed.add(action.subject);
    const before = this.#actions.get(action.id);
    if (before) this.#counts.set(before.state, this.count(before.state) - 1);
    this.#counts.set(action.state, this.count(action.state) + 1);
    this.#actions.set(action.id, action);
    this.dependencies.put(action);
    this.ready.put(action);
  }

  delete(action: Action): void {
    const before = this.#actions.get(action.id);
    if (!before) return;
    this.#actions.delete(action.id);
    this.#changed.add(action.subject);
    this.#counts.set(before.state, this.count(before.state) - 1);
  }

  /** Moves an action between `waiting` and `ready`. Not written to disk: it follows from the other actions. */
  updateBlocked(id: string): void {
    const action = this.#actions.get(id);
    if (!action || (action.state !== 'waiting' && action.state !== 'ready')) return;
    const next = transition(action, { kind: this.dependencies.isBlocked(action) ? 'blocked' : 'unblocked' });
    if (next !== action) this.set(next);
  }

  /** Makes a due retry ready. Not written to disk: it follows from the time. */
  release(action: Action): void {
    this.set(transition(action, { kind: 'due' }));
    this.updateBlocked(action.id);
  }

  /** Releases what never left this computer, because the service may be reachable now. */
  releaseUnreached(): void {
    if (this.count('retrying') === 0) return;
    for (const action of this.all()) if (action.state === 'retrying' && action.unreached) this.release(action);
  }
}
