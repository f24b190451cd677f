// Repeatable randomness: the same seed gives the same run.
export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `from` to `to`, both inclusive. */
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T | undefined;
}

/** Mulberry32: small, and random enough for this. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return { next, between, pick: (items) => items[between(0, items.length - 1)] };
}
