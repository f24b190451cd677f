// Why nothing is being sent, and when the next attempt is. Empty when everything works.
import { Text } from '@mantine/core';
import type { Status } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Phrase } from '../../components/parts.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import styles from './sync.module.css';

const t = texts.sync.status;

export function StatusLine({ status }: { readonly status: Status | null }) {
  const pause = status?.pause;
  // What else holds it is said in the status of the frame, or the seller has to decide first.
  if (!pause || status.workOffline || !status.signedIn || status.nextAttemptAt === null) return null;
  const when = <RelativeTime at={pause.until} />;
  return (
    <Text size="sm" c="dimmed" className={styles.statusLine}>
      <Phrase of={pause.isNamed ? t.namedWait({ when }) : t.paused[pause.trouble]({ when })} />
    </Text>
  );
}
