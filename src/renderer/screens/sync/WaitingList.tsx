// What has not arrived on the service yet, in the order it was made.
import { Button } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ActionRow, syncStateOf } from '../../../shared/action.ts';
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

const NOTHING = {};

const COLUMNS: readonly Column<ActionRow>[] = [
  {
    key: 'change',
    header: 'Change',
    width: 'minmax(160px, 1fr)',
    cell: (row) => <RowTitle title={row.title} />,
  },
  {
    key: 'state',
    header: 'State',
    width: '120px',
    cell: (row) => <SyncBadge state={syncStateOf(row.state)} title={row.explanation} />,
  },
  { key: 'since', header: 'Since', width: '92px', cell: (row) => <RelativeTime at={row.acceptedAt} /> },
  { key: 'next', header: 'Next attempt', width: '144px', cell: (row) => <NextAttempt row={row} /> },
];

/** Beside an opened change there is less room, and the change itself tells since when it waits and for what. */
const NARROW = COLUMNS.filter(({ key }) => key === 'change' || key === 'state');

function NextAttempt({ row }: { readonly row: ActionRow }): ReactNode {
  const { status } = useFrame();
  switch (row.state) {
    case 'needs-review':
    case 'rejected':
      return 'When you decide';
    case 'waiting':
      return 'After another change';
    case 'sending':
      return 'Now';
    case 'ready':
    case 'retrying':
      if (status?.workOffline) return 'When back online';
      if (status && !status.signedIn) return 'After sign-in';
      return row.nextAttemptAt === null ? 'Soon' : <Countdown to={row.nextAttemptAt} />;
    case 'done':
      return '';
  }
}

export function WaitingList({ openId }: { readonly openId: string | null }) {
  const { problem, total, rowAt, show, head } = usePages('sync.list', NOTHING, ['actions']);
  return (
    <>
      <ProblemAlert title="The waiting changes could not be read" problem={problem} />
      {head !== undefined && head.restored > 0 && <RestoredChanges count={head.restored} />}
      <DataTable
        label="Waiting changes"
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
            title="Nothing waits. Every change is on the service."
            action={
              <Button variant="default" onClick={() => go('#/sync/history')}>
                See what was sent
              </Button>
            }
          >
            Go on with your products and payment links: what you make offline, or what needs your decision, is listed
            here.
          </EmptyState>
        }
      />
    </>
  );
}
