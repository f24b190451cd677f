// The changes that have not reached the service yet, in the order they were made.
import { Button } from '@mantine/core';
import { IconCloudCheck, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { type ActionRow, syncStateOf } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { type Column, DataTable, type TableHandle } from '../../components/DataTable.tsx';
import { MatchCount } from '../../components/MatchCount.tsx';
import { notify } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { EmptyState } from '../../components/parts.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { STATE, TIME } from '../../components/table-columns.ts';
import { useFrame } from '../../state/frame.ts';
import { usePages } from '../../state/live.ts';
import { go, goInstead, shownChange } from '../../state/route.ts';
import { useSelection } from '../../state/selection.ts';
import { batchCommands, isBatch, openBatch } from './batch-commands.ts';
import { CHANGE_MENU } from './change-commands.tsx';
import { HeldChanges } from './HeldChanges.tsx';
import { ManyDecisions, useDecisions } from './ManyDecisions.tsx';
import { CHANGE_COLUMN } from './RowTitle.tsx';
import { Split } from './Split.tsx';
import { Countdown } from './StatusLine.tsx';
import { addressOf } from './tab.ts';

const { columns, ended, nextAttempt, waiting } = texts.sync;
const many = texts.manyChanges;

const COLUMNS: readonly Column<ActionRow>[] = [
  CHANGE_COLUMN,
  {
    key: 'state',
    header: columns.state,
    ...STATE,
    cell: (row) => <SyncBadge state={syncStateOf(row.state)} title={row.explanation} />,
  },
  {
    key: 'since',
    header: columns.since,
    hideBelow: 760,
    track: TIME,
    cell: (row) => <RelativeTime at={row.acceptedAt} />,
  },
  {
    key: 'next',
    header: columns.nextAttempt,
    hideBelow: 760,
    track: 'minmax(8rem, 0.4fr)',
    cell: (row) => <NextAttempt row={row} />,
  },
];

function NextAttempt({ row }: { readonly row: ActionRow }): ReactNode {
  const { status } = useFrame();
  if (row.batch?.isPaused) return nextAttempt.paused;
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
  readonly search: string;
  /** Where it shows the number of results. */
  readonly found: HTMLElement | null;
  readonly openId: string | null;
  readonly table: RefObject<TableHandle | null>;
  readonly panel: ReactNode;
  /** Focuses the open change. */
  enterPanel(): void;
}

export function WaitingList({ search, found, openId, table, panel, enterPanel }: WaitingListProps) {
  const pages = usePages('sync.list', { search }, ['actions']);
  const { problem, head, isCurrent, total, rowAt, indexOf, show } = pages;
  const selection = useSelection(
    {
      key: search,
      topics: ['actions'],
      ids: (between) => call('sync.ids', { reason: null, between, search }),
      gone: async (ids) => {
        const answer = await call('sync.selected', { ids, search });
        return answer.ok ? { ok: true, value: { ids: answer.value.gone } } : answer;
      },
    },
    pages,
  );
  /** What can be decided depends on each of them, so that "all" are read at once. */
  const selectAll = async () => {
    selection.selectAll();
    const answer = await call('sync.ids', { reason: null, between: null, search });
    selection.replace(answer.ok ? answer.value.ids : []);
    if (!answer.ok) notify('error', answer.problem.message);
  };
  /** Batches stand first, and cannot be selected. */
  const selectable = (total ?? 0) - (head?.rows.filter(isBatch).length ?? 0);
  const commands = useDecisions(selection.listed, (ids) => {
    selection.clear();
    if (openId !== null && ids.includes(openId) && shownChange() === openId) go(addressOf('waiting'));
    table.current?.focus();
  });
  const isSearched = search.trim() !== '';
  const isAmongSelected = ({ id }: ActionRow) => selection.count > 1 && selection.has(id);
  return (
    <>
      {found && createPortal(<MatchCount {...{ search, total: head?.total, isCurrent }} />, found)}
      <ProblemAlert title={waiting.notRead} problem={problem} />
      {head?.held && <HeldChanges held={head.held} />}
      {head !== undefined && total !== undefined && (total > 0 || isSearched) && (
        <ManyDecisions {...{ selection, table, head, search, commands }} />
      )}
      <Split panel={panel}>
        <DataTable
          label={texts.sync.waitingChanges}
          columns={COLUMNS}
          total={total}
          rowAt={rowAt}
          indexOf={indexOf}
          handle={table}
          resetKey={search}
          show={show}
          rowKey={(row) => row.id}
          currentKey={openId}
          onOpen={(row) => {
            if (isBatch(row)) openBatch(row);
            else if (row.id === openId) enterPanel();
            else go(`#/sync/${row.id}`);
          }}
          onFollow={(row) => goInstead(isBatch(row) ? '#/sync' : `#/sync/${row.id}`)}
          menu={{
            label: (row) =>
              isAmongSelected(row) ? texts.parts.selection.count({ count: selection.count }) : CHANGE_MENU.label(row),
            commands: async (row) => {
              if (isBatch(row)) return batchCommands(row);
              return isAmongSelected(row) ? commands : CHANGE_MENU.commands(row);
            },
          }}
          selection={{
            ...selection,
            isAll: selection.isAll || (selection.count > 0 && selection.count === selectable),
            selectAll: () => void selectAll(),
            allLabel: many.selectAll,
            isFixed: isBatch,
            rowLabel: (row) => many.select({ change: row.title }),
          }}
          empty={
            isSearched ? (
              <EmptyState icon={<IconSearchOff size={32} aria-hidden />} title={ended.noneMatches}>
                {ended.whatToSearch}
              </EmptyState>
            ) : (
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
            )
          }
        />
      </Split>
    </>
  );
}
