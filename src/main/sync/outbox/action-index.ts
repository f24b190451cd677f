// The actions in memory, with everything that is looked up about them: by state, by what they wait for, by turn.
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

  /** The subjects of the actions that have changed since the last call. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  get(id: string): Action | undefined {
    return this.#actions.get(id);
  }

  /** In no particular order, `done` ones that are not let go yet among them. */
  all(): Action[] {
    return [...this.#actions.values()];
  }

  count(...states: readonly ActionState[]): number {
    return states.reduce((sum, state) => sum + (this.#counts.get(state) ?? 0), 0);
  }

  /** Takes over an action's new value, with all that is looked up about it. */
  file(action: Action): void {
    this.#changed.add(action.subject);
    const before = this.#actions.get(action.id);
    if (before) this.#counts.set(before.state, this.count(before.state) - 1);
    this.#counts.set(action.state, this.count(action.state) + 1);
    this.#actions.set(action.id, action);
    this.dependencies.put(action);
    this.ready.put(action);
  }

  /** Lets go of an action that is settled and kept elsewhere. */
  forget(action: Action): void {
    const before = this.#actions.get(action.id);
    if (!before) return;
    this.#actions.delete(action.id);
    this.#changed.add(action.subject);
    this.#counts.set(before.state, this.count(before.state) - 1);
  }

  /** Moves an action between `waiting` and `ready`. That follows from the others, so it needs no write. */
  reconsider(id: string): void {
    const action = this.#actions.get(id);
    if (!action || (action.state !== 'waiting' && action.state !== 'ready')) return;
    const next = transition(action, { kind: this.dependencies.isBlocked(action) ? 'blocked' : 'unblocked' });
    if (next !== action) this.file(next);
  }

  /** A retry whose time has come is ready again. That follows from its time, so it needs no write. */
  release(action: Action): void {
    this.file(transition(action, { kind: 'due' }));
    this.reconsider(action.id);
  }

  /** Releases what never left, because the service may be reached now. */
  releaseUnreached(): void {
    if (this.count('retrying') === 0) return;
    for (const action of this.all()) if (action.state === 'retrying' && action.unreached) this.release(action);
  }
}
