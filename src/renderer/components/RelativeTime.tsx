// A time as "2 min. ago" or "in 5 sec.", with the exact one on hover.
import { useEffect, useReducer } from 'react';
import { texts } from '../../shared/texts/window.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const STEPS = [
  { unit: 'second', ms: 1_000, until: 60_000 },
  { unit: 'minute', ms: 60_000, until: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, until: 86_400_000 },
  { unit: 'day', ms: 86_400_000, until: 7 * 86_400_000 },
] as const;

/** `at` and `now` in ms since 1970. More than a week away it is the date. */
export function relativeTime(at: number, now: number): string {
  const away = at - now;
  if (away <= 0 && away > -5_000) return texts.parts.justNow;
  const step = STEPS.find(({ until }) => Math.abs(away) < until);
  return step ? relative.format(Math.trunc(away / step.ms), step.unit) : day.format(at);
}

/** The date and time in full, to the second. */
export const exactTime = (at: number): string => exact.format(at);

/** `at` in ms since 1970. Counts along: each second in the first minute and for what is to come, then each half minute. */
export function RelativeTime({ at }: { readonly at: number }) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  // Taken with each drawing: `at` may be newer than the last tick.
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
