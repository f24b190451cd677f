// Splits long work into short turns of the event loop, so that the window stays responsive; throttles repeated work, and limits
// how long it is waited for.
import { setImmediate } from 'node:timers/promises';

/** Work that starts within a turn may exceed it. */
const TURN_MS = 4;

export class Turns {
  #until = performance.now() + TURN_MS;

  /** Call `next` when it is over. */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** Yields to the event loop and starts a new turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#until = performance.now() + TURN_MS;
  }
}

export async function eachInTurns<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  const turns = new Turns();
  for (const item of items) {
    act(item);
    if (turns.isOver) await turns.next();
  }
}

const THROTTLE_MS = 40;

/** `run` runs once, `ms` after the first of many calls, or at `flush`. */
export function throttle(run: () => void, ms = THROTTLE_MS): { schedule(): void; flush(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  return {
    flush() {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      run();
    },
    schedule() {
      timer ??= setTimeout(() => {
        timer = null;
        run();
      }, ms);
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Resolves when `work` has ended, or after `ms`. Rejects as it does until then. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    timer.unref?.();
  });
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
