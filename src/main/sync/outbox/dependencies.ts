// Dependencies between actions: each waits for earlier ones on the same subject, and for the creation of what it refers to.
import { isRepeatable } from '../../../shared/action.ts';
import { type Action, kindOf } from './action.ts';

/** An index over the actions in the queue; `waitsFor` of an action has the local ids that it refers to. */
export class Dependencies {
  readonly #bySubject = new Map<string, Map<string, Action>>();
  readonly #waitersOn = new Map<string, Set<string>>();
  readonly #byId = new Map<string, Action>();

  put(action: Action): void {
    this.#byId.set(action.id, action);
    const sameSubject = this.#bySubject.get(action.subject) ?? new Map<string, Action>();
    this.#bySubject.set(action.subject, sameSubject.set(action.id, action));
    for (const localId of action.waitsFor) {
      const waiters = this.#waitersOn.get(localId) ?? new Set();
      this.#waitersOn.set(localId, waiters.add(action.id));
    }
  }

  remove(action: Action): void {
    this.#byId.delete(action.id);
    const sameSubject = this.#bySubject.get(action.subject);
    sameSubject?.delete(action.id);
    if (sameSubject?.size === 0) this.#bySubject.delete(action.subject);
    for (const localId of action.waitsFor) {
      const waiters = this.#waitersOn.get(localId);
      waiters?.delete(action.id);
      if (waiters?.size === 0) this.#waitersOn.delete(localId);
    }
  }

  /** The actions on one subject, oldest first. */
  of(subject: string): Action[] {
    return [...(this.#bySubject.get(subject)?.values() ?? [])].sort(byOrder);
  }

  /** What an action waits for, oldest first; empty when it may be sent. */
  blockers(action: Action): Action[] {
    const found: Action[] = [];
    for (const other of this.#bySubject.get(action.subject)?.values() ?? [])
      if (other.id < action.id) found.push(other);
    for (const localId of action.waitsFor) {
      if (localId === action.subject) continue;
      for (const other of this.#bySubject.get(localId)?.values() ?? []) if (isCreate(other)) found.push(other);
    }
    return found.sort(byOrder);
  }

  isBlocked(action: Action): boolean {
    const sameSubject = this.#bySubject.get(action.subject);
    if (sameSubject && sameSubject.size > 1) {
      for (const id of sameSubject.keys()) if (id < action.id) return true;
    }
    return action.waitsFor.some((localId) => {
      if (localId === action.subject) return false;
      for (const other of this.#bySubject.get(localId)?.values() ?? []) if (isCreate(other)) return true;
      return false;
    });
  }

  dependents(action: Action): Action[] {
    const found = new Map<string, Action>();
    for (const other of this.#bySubject.get(action.subject)?.values() ?? []) {
      if (other.id > action.id) found.set(other.id, other);
    }
    if (isCreate(action)) {
      for (const id of this.#waitersOn.get(action.subject) ?? []) {
        const other = this.#byId.get(id);
        if (other && other.id !== action.id) found.set(id, other);
      }
    }
    return [...found.values()].sort(byOrder);
  }

  /** Direct and indirect dependents, oldest first. */
  allDependents(action: Action): Action[] {
    const found = new Map<string, Action>();
    const look = [action];
    for (let next = look.pop(); next; next = look.pop()) {
      for (const dependent of this.dependents(next)) {
        if (found.has(dependent.id)) continue;
        found.set(dependent.id, dependent);
        look.push(dependent);
      }
    }
    return [...found.values()].sort(byOrder);
  }
}

const isCreate = (action: Action): boolean => !isRepeatable(kindOf(action));
const byOrder = (a: Action, b: Action): number => (a.id < b.id ? -1 : 1);
