// Why nothing is being sent, and when the next attempt is. Empty when everything works.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Status } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Phrase } from '../../components/parts.tsx';
import { Countdown } from './Countdown.tsx';
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
