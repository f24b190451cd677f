// A time as "2 min. ago" or "in 5 sec.", with the exact one on hover, and a duration.
import { useEffect, useReducer } from 'react';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/window.ts';

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

/** `ms` in milliseconds: "340 ms", "3.1 s", "2 min 5 s". */
export function durationText(ms: number): string {
  const t = texts.parts.duration;
  if (ms < 1_000) return t.milliseconds({ milliseconds: Math.round(ms) });
  if (ms < 60_000) return t.seconds({ seconds: ms / 1_000 });
  const seconds = Math.round(ms / 1_000);
  return t.minutes({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
