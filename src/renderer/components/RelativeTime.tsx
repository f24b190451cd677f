// A time as "2 min. ago" or "in 5 sec.", with the exact one on hover.
import { useEffect, useReducer } from 'react';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/window.ts';
import { type SharedWidth, whole } from './table-columns.ts';
import { textWidth } from './text-width.ts';

const locale = localeInUse();
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

const STEPS = [
  { unit: 'second', ms: 1_000, until: 60_000 },
  { unit: 'minute', ms: 60_000, until: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, until: 86_400_000 },
] as const;

const DAY_MS = 86_400_000;
/** Calendar days: daylight saving time changes nothing. */
const dayOf = (at: number): number => {
  const local = new Date(at);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / DAY_MS;
};

/** `at` and `now` in ms since 1970. From a day on it counts calendar days; from a week on it is the date. */
export function relativeTime(at: number, now: number): string {
  const away = at - now;
  if (away <= 0 && away > -5_000) return texts.parts.justNow;
  const step = STEPS.find(({ until }) => Math.abs(away) < until);
  if (step) return relative.format(Math.trunc(away / step.ms), step.unit);
  const days = dayOf(at) - dayOf(now);
  return Math.abs(days) < 7 ? relative.format(days, 'day') : day.format(at);
}

/** The date and time in full, to the second. */
export const exactTime = (at: number): string => exact.format(at);

/** The width of the longest such time in the language, in px: of a time of this week, and of a date. */
let longest: { readonly recent: number; readonly date: number } | null = null;

function findLongest() {
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => textWidth(text)));
  // Two digits are as wide as any other two.
  const ago = STEPS.map(({ unit }) => relative.format(-55, unit));
  const recent = widest([texts.parts.justNow, ...ago, ...[-6, -2, -1].map((days) => relative.format(days, 'day'))]);
  return { recent, date: Math.max(recent, textWidth(day.format(new Date(2026, 11, 28)))) };
}

/** The width of a column of such times. It does not depend on how recent they are, as that changes while they are shown. */
export const timesWidth = <R,>(at: (row: R) => number | null): SharedWidth<R> => ({
  ...whole<R>((row) => {
    longest ??= findLongest();
    return Date.now() - (at(row) ?? Infinity) < 6 * DAY_MS ? longest.recent : longest.date;
  }, 92),
  isFirm: true,
});

/** `at` in ms since 1970. Updates each second in the first minute and for future times, then each half minute. */
export function RelativeTime({ at }: { readonly at: number }) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  // Read at each render: `at` may be newer than the last tick.
  const now = Date.now();
  const soon = Math.abs(at - now) < 60_000;
  useEffect(() => {
    const timer = setInterval(tick, soon ? 1_000 : 30_000);
    return () => clearInterval(timer);
  }, [soon]);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
