// The last step of a change: what came of it goes into the catalogue and the history, and what waited for it may go.
import type { Action } from './action.ts';
import type { Book } from './book.ts';
import type { Disk } from './disk.ts';
import type { OutboxParts } from './parts.ts';

export class Settling {
  readonly #parts: OutboxParts;
  readonly #book: Book;
  readonly #disk: Disk;
  readonly #onChange: () => void;
  readonly #underWay = new Set<Promise<void>>();
  /** Ids of what is being settled, or was given up because the app closes. */
  readonly #begun = new Set<string>();
  /** The last one under way for each subject. */
  readonly #lastOf = new Map<string, Promise<void>>();

  constructor(parts: OutboxParts, book: Book, disk: Disk, onChange: () => void) {
    this.#parts = parts;
    this.#book = book;
    this.#disk = disk;
    this.#onChange = onChange;
  }

  /**
   * Brings a `done` action into the catalogue and the history, then lets go of it and of what waited for it. One after
   * the other for each subject: should the app end on the way, the start finds the later one too, and puts it on top.
   */
  finish(action: Action): Promise<void> {
    return this.finishAll([action]);
  }

  /** The same for many, given in their order: the history and the queue are written once for all of them. */
  async finishAll(ended: readonly Action[]): Promise<void> {
    const subjects = new Set(ended.map(({ subject }) => subject));
    const actions = this.#notBegun(ended);
    for (const { id } of actions) this.#begun.add(id);
    const earlier = [...subjects].flatMap((subject) => this.#lastOf.get(subject) ?? []);
    const settling = Promise.allSettled(earlier).then(() => this.#settle(actions));
    for (const subject of subjects) this.#lastOf.set(subject, settling);
    await this.waitFor(settling);
    for (const subject of subjects) if (this.#lastOf.get(subject) === settling) this.#lastOf.delete(subject);
  }

  /**
   * Those that are still to be settled, in their order, with earlier ones of the same subjects: at start the seller may
   * end a change before the one that was done before it has had its turn.
   */
  #notBegun(ended: readonly Action[]): Action[] {
    const all = new Map<string, Action>();
    for (const action of ended) {
      for (const other of this.#book.dependencies.of(action.subject)) {
        if (other.id < action.id && other.state === 'done') all.set(other.id, other);
      }
      all.set(action.id, action);
    }
    return [...all.values()].filter(({ id }) => this.#book.get(id) && !this.#begun.has(id));
  }

  /** Something else that `ended` waits for. */
  waitFor(doing: Promise<void>): Promise<void> {
    this.#underWay.add(doing);
    return doing.finally(() => this.#underWay.delete(doing));
  }

  /** Resolves when all that is being settled by now is. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #settle(actions: readonly Action[]): Promise<void> {
    if (actions.length === 0) return;
    const { history, queue } = this.#parts;
    const bySubject = new Map<string, Action[]>();
    for (const action of actions) bySubject.set(action.subject, [...(bySubject.get(action.subject) ?? []), action]);
    const applied = await Promise.all([...bySubject.values()].map((ofOne) => this.#apply(ofOne)));
    if (applied.includes(false)) return;
    for (const action of actions) {
      const waited = this.#book.dependencies.dependents(action);
      this.#book.dependencies.remove(action);
      for (const { id } of waited) this.#book.reconsider(id);
    }
    this.#onChange();
    const toHistory = () => history.commit({ put: actions, remove: this.#historyOverflow(actions.length) });
    if (!(await this.#disk.insist(toHistory))) return;
    if (!(await this.#disk.insist(() => queue.commit({ remove: actions.map(({ id }) => id) })))) return;
    for (const action of actions) {
      this.#book.forget(action);
      this.#begun.delete(action.id);
    }
    this.#onChange();
  }

  /** Brings what came of changes to one subject into the catalogue, in their order. */
  async #apply(actions: readonly Action[]): Promise<boolean> {
    for (const action of actions) if (!(await this.#disk.insist(() => this.#parts.applyDone(action)))) return false;
    return true;
  }

  #historyOverflow(coming: number): string[] {
    const { history, historyLimit } = this.#parts;
    const over = history.size + coming - historyLimit;
    if (over <= 0) return [];
    const oldest: string[] = [];
    for (const { id } of history.values()) {
      oldest.push(id);
      if (oldest.length === over) break;
    }
    return oldest;
  }
}
