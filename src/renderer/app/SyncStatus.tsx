// The sync status: icon and text in the sidebar, and its announcement for screen readers.
import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconCloudOff, IconLogin2, IconSend } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Status, statusText } from '../../shared/status.ts';
import { texts } from '../../shared/texts/window.ts';
import styles from './StorePanel.module.css';

/** A status is announced after this many ms without change, so only the last of a burst. */
const SETTLED_MS = 1_000;

export function SyncStatus({ status }: { readonly status: Status | null }) {
  const text = status ? wholeText(status) : '';
  const announced = useAnnounced(status, text);
  return (
    <>
      <a
        className={styles.status}
        href="#/sync"
        aria-label={text}
        title={text}
        data-tone={status ? toneOf(status) : undefined}
      >
        {status && <StatusIcon status={status} />}
        <div className={styles.statusText}>
          {/* Not a live region, for its counts change with each change that is sent. */}
          <div role="status" aria-live="off" aria-label={texts.app.store.syncStatus}>
            {status ? statusText(status) : ''}
          </div>
          {hidesOffline(status) && <span>{texts.app.store.offline}</span>}
        </div>
      </a>
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </>
  );
}

/**
 * The text to announce: the status once it is stable and differs in meaning from the last one announced. Empty as soon as
 * it is outdated, for screen readers also reach the region by reading through the page.
 */
function useAnnounced(status: Status | null, text: string): string {
  const [announced, setAnnounced] = useState('');
  const meaning = status && meaningOf(status);
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

/** The status does not mention "Work offline", because something needs attention first. */
const hidesOffline = (status: Status | null): boolean => status?.workOffline === true && toneOf(status) === 'attention';

const wholeText = (status: Status): string =>
  statusText(status) + (hidesOffline(status) ? `, ${texts.app.store.offline}` : '');

/** Two statuses mean the same when only the number of waiting changes differs, unless one is 0. */
export function meaningOf(status: Status): string {
  const tone = toneOf(status);
  if (tone === 'offline') return `${tone} ${status.waiting > 0}`;
  if (tone === 'attention') return `${tone} ${status.attention} ${status.workOffline}`;
  return tone === 'sending' ? 'waiting' : tone;
}

type Tone = 'saved' | 'sending' | 'waiting' | 'offline' | 'attention' | 'signed-out';

/** The icon; in the order of `statusText`. */
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
