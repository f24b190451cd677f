// Limits the relay's load: a token bucket for each address, and a memory budget for all.

/** `now` in ms, monotonic. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#tokens = burst;
    this.#at = now();
  }

  /** Returns 0 where the request may pass, else the seconds after which the next one may. */
  take(): number {
    const now = this.now();
    this.#tokens = Math.min(this.burst, this.#tokens + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
    if (this.#tokens < 1) return Math.max(1, Math.ceil((1 - this.#tokens) / this.perSecond));
    this.#tokens -= 1;
    return 0;
  }
}

/** What one request holds of the budget. */
export interface Share {
  /** False where there is no room for more. */
  add(bytes: number): boolean;
  release(): void;
}

export class Budget {
  #used = 0;

  constructor(private readonly limit: number) {}

  get used(): number {
    return this.#used;
  }

  share(): Share {
    let held = 0;
    return {
      add: (bytes) => {
        if (this.#used + bytes > this.limit) return false;
        this.#used += bytes;
        held += bytes;
        return true;
      },
      release: () => {
        this.#used -= held;
        held = 0;
      },
    };
  }
}
