// The columns of the two lists of changes.
import { Progress } from '@mantine/core';
import {
  type Icon,
  IconBan,
  IconCheck,
  IconCoin,
  IconLinkPlus,
  IconPackage,
  IconTrash,
  IconUserCheck,
  IconWebhook,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ChangeKind, type ChangeRow, syncStateOf } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { RowMenu } from '../../kit/commands.tsx';
import { StateWord, SyncBadge } from '../../kit/SyncBadge.tsx';
import { type Column, STATE, TIME } from '../../kit/table.ts';
import { RelativeTime } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import styles from './sync.module.css';

const { columns, kinds, ended } = texts.sync;

const KINDS: Readonly<Record<ChangeKind, Icon>> = {
  'product.create': IconPackage,
  'product.update': IconCoin,
  'link.create': IconLinkPlus,
  'link.delete': IconTrash,
  'settings.update': IconWebhook,
};

const CHANGE: Column<ChangeRow> = {
  key: 'change',
  header: columns.change,
  track: 'minmax(9rem, 1fr)',
  cell: (row) => <RowTitle row={row} />,
};

/** What a change does: its kind, and what tells it from others of its kind. */
function RowTitle({ row: { kind, title, brief, batch } }: { readonly row: ChangeRow }) {
  const KindIcon = KINDS[kind];
  return (
    <span className={styles.rowTitle} title={title}>
      <KindIcon size={16} aria-hidden />
      {batch === null && <span className={styles.kind}>{kinds[kind]}</span>}
      <span>{brief.name}</span>
      <span className={styles.facts}>{brief.facts}</span>
      {batch !== null && (
        <Progress w={64} size="sm" value={(100 * (batch.total - batch.waiting)) / batch.total} aria-hidden />
      )}
    </span>
  );
}

export const WAITING_COLUMNS: readonly Column<ChangeRow>[] = [
  CHANGE,
  {
    key: 'state',
    header: texts.links.facts.state,
    // The word stays beside open details, because it says what to decide.
    track: STATE.track,
    cell: (row) => <SyncBadge state={syncStateOf(row.state)} title={row.explanation} />,
  },
  {
    key: 'since',
    header: columns.since,
    hideBelow: 900,
    track: TIME,
    cell: (row) => <RelativeTime at={row.acceptedAt} />,
  },
  {
    key: 'next',
    header: columns.nextAttempt,
    hideBelow: 900,
    track: 'minmax(8rem, 0.4fr)',
    cell: (row) => <NextAttempt row={row} />,
  },
  {
    key: 'actions',
    header: texts.palette.groups.do,
    track: '28px',
    align: 'right',
    iconOnly: true,
    cell: ({ title }, tabIndex) => <RowMenu of={title} tabIndex={tabIndex} />,
  },
];

/** When the change is sent again, or what it waits for. */
function NextAttempt({ row: { state, batch, nextAttemptAt, explanation } }: { readonly row: ChangeRow }): ReactNode {
  const { status } = useFrame();
  if (syncStateOf(state) !== 'waiting') return '';
  const isHeld = state === 'waiting' || batch?.isPaused || status?.workOffline || status?.signedIn === false;
  const next = Math.max(nextAttemptAt ?? 0, status?.pause?.until ?? 0);
  return isHeld || next <= Date.now() ? <span title={explanation}>{explanation}</span> : <RelativeTime at={next} />;
}

export const HISTORY_COLUMNS: readonly Column<ChangeRow>[] = [
  CHANGE,
  { key: 'ending', header: columns.ending, track: STATE.track, cell: (row) => <Ending row={row} /> },
  {
    key: 'ended',
    header: columns.when,
    hideBelow: 640,
    track: TIME,
    cell: (row) => row.endedAt !== null && <RelativeTime at={row.endedAt} />,
  },
];

const ENDINGS: Readonly<Record<NonNullable<ChangeRow['ending']>, Icon>> = {
  sent: IconCheck,
  recorded: IconUserCheck,
  discarded: IconBan,
  withdrawn: IconBan,
};

/** How a settled change ended, as an icon and a word. */
export function Ending({ row: { ending, explanation } }: { readonly row: ChangeRow }) {
  const EndingIcon = ENDINGS[ending ?? 'sent'];
  return (
    <StateWord
      Icon={EndingIcon}
      tone={ending === 'sent' ? 'synced' : 'waiting'}
      word={ended.endings[ending ?? 'sent']}
      title={explanation}
    />
  );
}
