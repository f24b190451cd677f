// What has not arrived on the service yet, in the order it was made.
import { Button } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ActionRow, syncStateOf } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { useFrame } from '../../state/frame.ts';
import { usePages } from '../../state/pages.ts';
import { go } from '../../state/route.ts';
import { Countdown } from './Countdown.tsx';
import { RestoredChanges } from './RestoredChanges.tsx';
import { RowTitle } from './RowTitle.tsx';

const { columns, nextAttempt, waiting } = texts.sync;

const NOTHING = {};

const COLUMNS: readonly Column<ActionRow>[] = [
  {
    key: 'change',
    header: columns.change,
    width: 'minmax(160px, 1fr)',
    cell: (row) => <RowTitle title={row.title} />,
  },
  {
    key: 'state',
    header: columns.state,
    width: '120px',
    cell: (row) => <SyncBadge state={syncStateOf(row.state)} title={row.explanation} />,
  },
  { key: 'since', header: columns.since, width: '92px', cell: (row) => <RelativeTime at={row.acceptedAt} /> },
  { key: 'next', header: columns.nextAttempt, width: '144px', cell: (row) => <NextAttempt row={row} /> },
];

/** Beside an opened change there is less room, and the change itself tells since when it waits and for what. */
const NARROW = COLUMNS.filter(({ key }) => key === 'change' || key === 'state');

function NextAttempt({ row }: { readonly row: ActionRow }): ReactNode {
  const { status } = useFrame();
  const next = Math.max(row.nextAttemptAt ?? 0, status?.pause?.until ?? 0) || null;
  switch (row.state) {
    case 'needs-review':
    case 'rejected':
      return nextAttempt.whenYouDecide;
    case 'waiting':
      return nextAttempt.afterAnother;
    case 'sending':
      return nextAttempt.now;
    case 'ready':
    case 'retrying':
      if (status?.workOffline) return nextAttempt.whenOnline;
      if (status && !status.signedIn) return nextAttempt.afterSignIn;
      return next === null ? nextAttempt.soon : <Countdown to={next} />;
    case 'done':
      return '';
  }
}

export function WaitingList({ openId }: { readonly openId: string | null }) {
  const { problem, total, rowAt, show, head } = usePages('sync.list', NOTHING, ['actions']);
  return (
    <>
      <ProblemAlert title={waiting.notRead} problem={problem} />
      {head !== undefined && head.restored > 0 && <RestoredChanges count={head.restored} />}
      <DataTable
        label={texts.sync.waitingChanges}
        columns={openId === null ? COLUMNS : NARROW}
        total={total}
        rowAt={rowAt}
        show={show}
        rowKey={(row) => row.id}
        currentKey={openId}
        onOpen={(row) => go(`#/sync/${row.id}`)}
        empty={
          <EmptyState
            icon={<IconCloudCheck size={32} aria-hidden />}
            title={waiting.none}
            action={
              <Button variant="default" onClick={() => go('#/sync/history')}>
                {waiting.seeSent}
              </Button>
            }
          >
            {waiting.whatIsListed}
          </EmptyState>
        }
      />
    </>
  );
}
