// What has not arrived on the service yet, in the order it was made.
import { Button } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { type ActionRow, syncStateOf } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { type Column, DataTable, type TableHandle } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { useFrame } from '../../state/frame.ts';
import { usePages } from '../../state/pages.ts';
import { go } from '../../state/route.ts';
import { useSelection } from '../../state/selection.ts';
import { Countdown } from './Countdown.tsx';
import { ManyDecisions } from './ManyDecisions.tsx';
import { RestoredChanges } from './RestoredChanges.tsx';
import { RowTitle } from './RowTitle.tsx';
import { Split } from './Split.tsx';
import { addressOf } from './tab.ts';

const { columns, many, nextAttempt, waiting } = texts.sync;

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

interface WaitingListProps {
  readonly openId: string | null;
  readonly table: RefObject<TableHandle | null>;
  /** The change that is open. */
  readonly panel: ReactNode;
  /** Gives the keyboard to the change that is open. */
  enterPanel(): void;
}

export function WaitingList({ openId, table, panel, enterPanel }: WaitingListProps) {
  const pages = usePages('sync.list', NOTHING, ['actions']);
  const { problem, total, rowAt, indexOf, moved, show, head } = pages;
  const selection = useSelection(
    {
      key: '',
      topics: ['actions'],
      failed: many.notSelected,
      ids: (between) => call('sync.ids', { reason: null, between }),
      gone: async (ids) => {
        const answer = await call('sync.selected', { ids });
        return answer.ok ? { ok: true, value: { ids: answer.value.gone } } : answer;
      },
    },
    pages,
  );
  const decided = (ids: ReadonlySet<string>) => {
    selection.clear();
    if (openId !== null && ids.has(openId)) go(addressOf('waiting'));
    table.current?.focus();
  };
  const { ids: selected, ...selecting } = selection;
  return (
    <>
      <ProblemAlert title={waiting.notRead} problem={problem} />
      {head !== undefined && head.restored > 0 && <RestoredChanges count={head.restored} />}
      {head !== undefined && head.total > 0 && <ManyDecisions {...{ selection, table, head, decided }} />}
      <Split panel={panel}>
        <DataTable
          label={texts.sync.waitingChanges}
          columns={openId === null ? COLUMNS : NARROW}
          total={total}
          rowAt={rowAt}
          indexOf={indexOf}
          moved={moved}
          handle={table}
          show={show}
          rowKey={(row) => row.id}
          currentKey={openId}
          onOpen={(row) => (row.id === openId ? enterPanel() : go(`#/sync/${row.id}`))}
          selection={{
            ...selecting,
            count: selected.size,
            has: (id) => selected.has(id),
            allLabel: many.selectAll,
            rowLabel: (row) => many.select(row.title),
          }}
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
      </Split>
    </>
  );
}
