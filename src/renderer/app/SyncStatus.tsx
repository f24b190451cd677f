// How the store stands with the service: icon and words at the foot of the side bar, and what a screen reader is told of it.
import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconCloudOff, IconLogin2, IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Status, statusText } from '../../shared/status.ts';
import { texts } from '../../shared/texts/window.ts';
import styles from './Frame.module.css';

/** A meaning that lasts this long (ms) is announced; what passes by sooner is told by the toast of what was done. */
const SETTLED_MS = 1_000;

export function SyncStatus({ status }: { readonly status: Status | null }) {
  const announced = useAnnounced(status);
  return (
    <div className={styles.status} data-tone={status ? toneOf(status) : undefined}>
      {status && <StatusIcon status={status} />}
      {/* Its counts change with each change that is sent: they are read when they are asked for. */}
      <div role="status" aria-live="off" aria-label={texts.app.store.syncStatus}>
        {status ? statusText(status) : ''}
      </div>
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </div>
  );
}

/** The status in words as it was when its meaning changed last; empty before the first change. */
function useAnnounced(status: Status | null): string {
  const [announced, setAnnounced] = useState('');
  const meaning = status && meaningOf(status);
  const known = useRef(meaning);
  const latest = useRef(status);
  latest.current = status;
  useEffect(() => {
    if (meaning === known.current) return;
    const timer = setTimeout(() => {
      known.current = meaning;
      setAnnounced(latest.current ? statusText(latest.current) : '');
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [meaning]);
  return announced;
}

/** Two statuses mean the same when only the count of what waits differs. */
export function meaningOf(status: Status): string {
  const tone = toneOf(status);
  if (tone === 'attention') return `${tone} ${status.attention}`;
  return tone === 'sending' ? 'waiting' : tone;
}

type Tone = 'saved' | 'sending' | 'waiting' | 'offline' | 'attention' | 'signed-out';

/** What the icon tells; decided in the order of `statusText`. */
function toneOf(status: Status): Tone {
  const unsent = status.waiting + status.sending;
  if (!status.signedIn && unsent > 0) return 'signed-out';
  if (status.attention > 0) return 'attention';
  if (status.sending > 0) return 'sending';
  if (status.offline) return 'offline';
  return unsent > 0 ? 'waiting' : 'saved';
}

const ICONS: Readonly<Record<Tone, typeof IconClock>> = {
  saved: IconCircleCheck,
  sending: IconSend,
  waiting: IconClock,
  offline: IconCloudOff,
  attention: IconAlertTriangle,
  'signed-out': IconLogin2,
};

function StatusIcon({ status }: { readonly status: Status }) {
  const Icon = ICONS[toneOf(status)];
  return <Icon size={16} aria-hidden />;
}
