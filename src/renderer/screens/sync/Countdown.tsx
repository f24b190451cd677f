// Time left until the next attempt, such as "in 12 s". One timer per second serves all countdowns on screen.
import { useSyncExternalStore } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { exactTime } from '../../components/RelativeTime.tsx';

const t = texts.sync.timeLeft;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** `ms` left: "now", "in 12 s", "in 4 min 5 s", "in 2 h 10 min". */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 0) return t.none;
  if (seconds < 60) return t.seconds({ seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t.minutes({ minutes, seconds: seconds % 60 });
  return t.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** `to` in ms since 1970. */
export function Countdown({ to }: { readonly to: number }) {
  const text = useSyncExternalStore(subscribe, () => timeLeft(to - now));
  return (
    <time dateTime={new Date(to).toISOString()} title={exactTime(to)}>
      {text}
    </time>
  );
}
