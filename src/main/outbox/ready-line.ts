// What may go next, oldest first, and what may go again at a time; choosing costs the same however many wait.
import TinyQueue from 'tinyqueue';
import type { Action } from './action.ts';
import { RETRY_AFTER_CAP_MS } from './policy.ts';

interface Due {
  readonly id: string;
  readonly at: number;
}

/**
 * Two heaps over ids. An entry counts only while the action still is as it was when it was put in; what has changed is
 * passed over when it comes up, so nothing has to be taken out.
 */
export class ReadyLine {
  readonly #ready = new TinyQueue<string>([], (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  readonly #due = new TinyQueue<Due>([], (a, b) => a.at - b.at);

  constructor(private readonly current: (id: string) => Action | undefined) {}

  /** Files an action under what its state asks for; states that wait for something else are not filed. */
  put(action: Action): void {
    if (action.state === 'ready') this.#ready.push(action.id);
    else if (action.state === 'retrying' && action.nextAttemptAt !== null) {
      this.#due.push({ id: action.id, at: action.nextAttemptAt });
    }
  }

  /** Takes out the oldest action that is ready and that `mayGo`; undefined when there is none. */
  take(mayGo: (action: Action) => boolean): Action | undefined {
    for (let id = this.#ready.pop(); id !== undefined; id = this.#ready.pop()) {
      const action = this.current(id);
      if (action?.state === 'ready' && mayGo(action)) return action;
    }
    return undefined;
  }

  /** Takes out the actions whose time has come; a time further off than any wait can be means that the clock went back. */
  takeDue(now: number): Action[] {
    const found: Action[] = [];
    const isDue = (due: Due) => due.at <= now || due.at > now + RETRY_AFTER_CAP_MS;
    for (let next = this.#due.peek(); next && isDue(next); next = this.#due.peek()) {
      this.#due.pop();
      const action = this.current(next.id);
      if (action?.state === 'retrying' && action.nextAttemptAt === next.at) found.push(action);
    }
    return found;
  }

  /** When the next retry is due; null when none is. */
  nextDueAt(): number | null {
    for (let next = this.#due.peek(); next; next = this.#due.peek()) {
      const action = this.current(next.id);
      if (action?.state === 'retrying' && action.nextAttemptAt === next.at) return next.at;
      this.#due.pop();
    }
    return null;
  }
}
