// Why nothing is being sent, and when the next attempt is. Empty when everything works.
import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { type ReactNode, useReducer } from 'react';
import type { Status } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Phrase } from '../../components/parts.tsx';
import { exactTime } from '../../components/RelativeTime.tsx';
import styles from './sync.module.css';

const t = texts.sync.status;

export function StatusLine({ status }: { readonly status: Status | null }) {
  const line = status && lineOf(status);
  return line ? (
    <Text size="sm" c="dimmed" className={styles.statusLine}>
      {line}
    </Text>
  ) : null;
}

function lineOf(status: Status): ReactNode {
  if (status.workOffline) return t.workOffline;
  if (!status.signedIn) return t.signedOut;
  // Nothing can be sent before the seller decides, so the service is not tried.
  if (!status.pause || status.nextAttemptAt === null) return null;
  const { trouble, until, isNamed } = status.pause;
  const when = <Countdown to={until} />;
  return <Phrase of={isNamed ? t.namedWait({ when }) : t.paused[trouble]({ when })} />;
}

/** `ms` left: "now", "in 12 s", "in 4 min 5 s", "in 2 h 10 min". */
function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 0) return texts.sync.timeLeft.none;
  if (seconds < 60) return texts.sync.timeLeft.seconds({ seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return texts.sync.timeLeft.minutes({ minutes, seconds: seconds % 60 });
  return texts.sync.timeLeft.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** `to` in ms since 1970. */
export function Countdown({ to }: { readonly to: number }) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useInterval(tick, 1_000, { autoInvoke: true });
  return (
    <time dateTime={new Date(to).toISOString()} title={exactTime(to)}>
      {timeLeft(to - Date.now())}
    </time>
  );
}
