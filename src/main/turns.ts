// Splits long work into short turns of the event loop, so that the window stays responsive; throttles repeated work, and limits
// how long it is waited for.
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

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

/** Runs `turn` again and again: `usual` ms after the last time, or `least` ms after if it was hurried since that began. */
export class Repeated {
  #hurried = new AbortController();

  constructor(
    private readonly turn: () => Promise<void>,
    private readonly ms: { readonly usual: number; readonly least: number },
  ) {}

  hurry(): void {
    this.#hurried.abort();
  }

  /** Resolves when `signal` has ended it. Rejects as `turn` does. */
  async run(signal: AbortSignal): Promise<void> {
    const pause = (ms: number, over: AbortSignal) =>
      wait(ms, undefined, { signal: over, ref: false }).catch(() => undefined);
    while (!signal.aborted) {
      this.#hurried = new AbortController();
      await this.turn();
      await pause(this.ms.least, signal);
      await pause(this.ms.usual, AbortSignal.any([signal, this.#hurried.signal]));
    }
  }
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
