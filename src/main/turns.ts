// Splits long work into short turns of the event loop, so that the window stays responsive. Runs work one piece at a time,
// throttles and repeats it, and limits how long the app waits for it.
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/** Of work that takes some ten microseconds each. */
const AT_ONCE = 100;

export async function eachInTurns<T>(items: readonly T[], act: (item: T) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    act(item);
  }
}

/** Returns a function that runs `act` once all its earlier work has ended, even if that failed. */
export function createExclusive() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.catch(() => undefined).then(act);
    last = next;
    return next;
  };
}

const THROTTLE_MS = 40;

/** `run` runs once, `ms` after the first of many calls, or at `flush`. */
export function throttle(run: () => void, ms = THROTTLE_MS): { schedule(): void; flush(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const fire = () => {
    stop();
    run();
  };
  return {
    flush: () => timer && fire(),
    schedule() {
      timer ??= setTimeout(fire, ms);
    },
    stop,
  };
}

/** Runs `turn` again `usual` ms after its end, or `least` ms after it if `hurry` was called since the turn began. */
export class Repeated {
  #hurried = new AbortController();

  constructor(
    private readonly turn: () => Promise<void>,
    private readonly ms: { readonly usual: number; readonly least: number },
  ) {}

  hurry(): void {
    this.#hurried.abort();
  }

  /** Resolves once `signal` is aborted. Rejects if `turn` does. */
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

/** Resolves when `work` ends, or after `ms`. Rejects if `work` does before. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    timer.unref?.();
  });
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
