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
  async finish(action: Action): Promise<void> {
    const { subject } = action;
    const settle = () => this.#settle(action);
    const settling = (this.#lastOf.get(subject) ?? Promise.resolve()).then(settle, settle);
    this.#lastOf.set(subject, settling);
    await this.waitFor(settling);
    if (this.#lastOf.get(subject) === settling) this.#lastOf.delete(subject);
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

  async #settle(action: Action): Promise<void> {
    const { history, queue } = this.#parts;
    if (!(await this.#disk.insist(() => this.#parts.applyDone(action)))) return;
    const waited = this.#book.dependencies.dependents(action);
    this.#book.dependencies.remove(action);
    for (const { id } of waited) this.#book.reconsider(id);
    this.#onChange();
    const toHistory = () => history.commit({ put: [action], remove: this.#historyOverflow() });
    if (!(await this.#disk.insist(toHistory))) return;
    if (!(await this.#disk.insist(() => queue.commit({ remove: [action.id] })))) return;
    this.#book.forget(action);
    this.#onChange();
  }

  #historyOverflow(): string[] {
    const { history, historyLimit } = this.#parts;
    const over = history.size + 1 - historyLimit;
    if (over <= 0) return [];
    const oldest: string[] = [];
    for (const { id } of history.values()) {
      oldest.push(id);
      if (oldest.length === over) break;
    }
    return oldest;
  }
}
