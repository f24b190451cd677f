// A shared/exclusive lock: a restore excludes all other work with the stores.
import { texts } from '../../shared/texts/main.ts';
import { OutboxConflict } from '../sync/outbox/deps.ts';

/** How long `hold` waits for running work, in ms. */
const SETTLING_MS = 10_000;

export class SessionLock {
  /** Running work. */
  readonly #shared = new Set<Promise<unknown>>();
  #held: Promise<unknown> | null = null;

  get isHeld(): boolean {
    return this.#held !== null;
  }

  async released(): Promise<void> {
    while (this.#held) await this.#held;
  }

  /** Counts a call as running work. Check `isHeld` before it begins. */
  share<T>(doing: T | Promise<T>): T | Promise<T> {
    if (!(doing instanceof Promise)) return doing;
    const end = doing.catch(() => undefined).finally(() => this.#shared.delete(end));
    this.#shared.add(end);
    return doing;
  }

  /** Rejects with `OutboxConflict` where it is held already. */
  async hold<T>(act: () => Promise<T>): Promise<T> {
    if (this.#held) throw new OutboxConflict(texts.backup.restore.underWay);
    const doing = this.#hold(act).finally(() => {
      this.#held = null;
    });
    this.#held = doing.catch(() => undefined);
    return doing;
  }

  async #hold<T>(act: () => Promise<T>): Promise<T> {
    await Promise.race([Promise.all(this.#shared), new Promise((end) => setTimeout(end, SETTLING_MS).unref())]);
    return act();
  }
}
