// How the store stands with the service: icon and words at the foot of the side bar, and what a screen reader is told of it.
import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconCloudOff, IconLogin2, IconSend } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Status, statusText } from '../../shared/status.ts';
import { texts } from '../../shared/texts/window.ts';
import styles from './Frame.module.css';

/** A status that stays as it is for so many ms is announced: of a burst the last. The toast of what was done tells the rest. */
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
      {hidesOffline(status) && <span className={styles.offline}>{texts.app.store.offline}</span>}
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </div>
  );
}

/**
 * The status in words once it has come to rest with another meaning than the one announced last. Empty as soon as it is
 * not true any more: the region is also found by those who read through the page.
 */
function useAnnounced(status: Status | null): string {
  const [announced, setAnnounced] = useState('');
  const meaning = status && meaningOf(status);
  const text = status ? statusText(status) + (hidesOffline(status) ? `, ${texts.app.store.offline}` : '') : '';
  const known = useRef(meaning);
  useLayoutEffect(() => {
    setAnnounced('');
    if (meaning === known.current) return;
    const timer = setTimeout(() => {
      known.current = meaning;
      setAnnounced(text);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [meaning, text]);
  return announced;
}

/** The status has no word about "Work offline", because something needs the seller first. */
const hidesOffline = (status: Status | null): boolean => status?.workOffline === true && toneOf(status) === 'attention';

/** Two statuses mean the same when only the count of what waits differs, unless one of them is none. */
export function meaningOf(status: Status): string {
  const tone = toneOf(status);
  if (tone === 'offline') return `${tone} ${status.waiting > 0}`;
  if (tone === 'attention') return `${tone} ${status.attention} ${status.workOffline}`;
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
