// The sync status: icon and text in the sidebar, and its announcement for screen readers.
import { NavLink, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconCloudOff, IconLogin2, IconSend } from '@tabler/icons-react';
import { type Status, statusText } from '../../shared/status.ts';
import { texts } from '../../shared/texts/window.ts';
import { RichText } from '../kit/parts.tsx';
import { RelativeTime } from '../kit/values.tsx';

/** Ms without change before a status is announced, so that of a burst only the last one is. */
const SETTLED_MS = 1_000;

export function SyncStatus({ status }: { readonly status: Status | null }) {
  const text = status ? wholeText(status) : '';
  const [announced] = useDebouncedValue(text, SETTLED_MS);
  return (
    <>
      <NavLink
        href="#/sync"
        aria-label={text}
        title={text}
        mih={{ base: 26, xs: 38 }}
        leftSection={status && <StatusIcon status={status} />}
        label={
          // Not a live region, because its counts change with every sent change.
          <div role="status" aria-live="off" aria-label={texts.app.store.syncStatus}>
            {status ? statusText(status) : ''}
          </div>
        }
        description={status && (hidesOffline(status) ? texts.app.store.offline : <WhyItWaits status={status} />)}
      />
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </>
  );
}

/** Says why nothing is sent, and when the next attempt is. */
function WhyItWaits({ status: { pause, workOffline, signedIn, nextAttemptAt } }: { readonly status: Status }) {
  // The status already names any other reason, or the seller has to decide first.
  if (!pause || workOffline || !signedIn || nextAttemptAt === null) return null;
  const t = texts.sync.status;
  const when = <RelativeTime at={pause.until} />;
  return <RichText of={pause.isNamed ? t.namedWait({ when }) : t.paused[pause.trouble]({ when })} />;
}

/** Whether something that needs attention keeps "Work offline" out of the status. */
const hidesOffline = (status: Status): boolean => status.workOffline && toneOf(status) === 'attention';

const wholeText = (status: Status): string =>
  statusText(status) + (hidesOffline(status) ? `, ${texts.app.store.offline}` : '');

type Tone = 'saved' | 'sending' | 'waiting' | 'offline' | 'attention' | 'signed-out';

/** In the order of `statusText`; a disk problem, which that tests before sending, has no tone of its own. */
function toneOf(status: Status): Tone {
  const unsent = status.waiting + status.sending;
  if (!status.signedIn && unsent > 0) return 'signed-out';
  if (status.attention > 0) return 'attention';
  if (status.sending > 0) return 'sending';
  if (status.offline) return 'offline';
  return unsent > 0 ? 'waiting' : 'saved';
}

const LOOKS: Readonly<Record<Tone, readonly [typeof IconClock, color?: string]>> = {
  saved: [IconCircleCheck, 'var(--desk-good)'],
  sending: [IconSend],
  waiting: [IconClock],
  offline: [IconCloudOff],
  attention: [IconAlertTriangle, 'var(--desk-warn)'],
  'signed-out': [IconLogin2, 'var(--desk-warn)'],
};

function StatusIcon({ status }: { readonly status: Status }) {
  const [Icon, color] = LOOKS[toneOf(status)];
  return <Icon size={16} {...(color && { color })} aria-hidden />;
}
