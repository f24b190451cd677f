// Local calendar days in SQL: SQLite knows UTC only, and its "localtime" would be asked for each row.

/** Every time zone's days begin with a quarter of an hour; ms. */
export const QUARTER_MS = 15 * 60_000;
/** No time zone changes its clocks twice in this many ms. */
const STEP_MS = 14 * 86_400_000;
/** Days before this many ms before the last one are those of the oldest offset. */
const SPAN_MS = 50 * 365 * 86_400_000;

interface Offset {
  /** In quarters of an hour since 1970. */
  readonly from: number;
  /** Minutes that local time is ahead of UTC from then on. */
  readonly minutes: number;
}

const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset();

/** The offsets between two times in ms, oldest first. */
export function offsetsBetween(from: number, to: number): readonly Offset[] {
  const first = Math.floor(Math.max(from, to - SPAN_MS) / QUARTER_MS) * QUARTER_MS;
  const found: Offset[] = [{ from: first / QUARTER_MS, minutes: offsetAt(first) }];
  for (let at = first; at < to; at += STEP_MS) {
    let [low, high] = [at, at + STEP_MS];
    const minutes = offsetAt(high);
    if (minutes === offsetAt(low)) continue;
    while (high - low > QUARTER_MS) {
      const middle = low + Math.floor((high - low) / 2 / QUARTER_MS) * QUARTER_MS;
      if (offsetAt(middle) === minutes) high = middle;
      else low = middle;
    }
    found.push({ from: high / QUARTER_MS, minutes });
  }
  return found;
}

/** The number of the local day of a quarter, counted from 1 January 1970, as an SQL expression. */
export function dayOfQuarter(quarter: string, offsets: readonly Offset[]): string {
  const [first, ...later] = offsets;
  const minutes = later.reduce(
    (before, offset) => `iif(${quarter} >= ${offset.from}, ${offset.minutes}, ${before})`,
    `${first?.minutes ?? 0}`,
  );
  return `(${quarter} * ${QUARTER_MS / 60_000} + ${minutes}) / 1440`;
}

/** The start of such a day, in ms since 1970. */
export const startOfLocalDay = (day: number): number => new Date(1970, 0, 1 + day).getTime();

/** The number of the local day of a time in ms. */
export function localDayOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
