// What was sent, discarded or withdrawn, newest first.
import { Button } from '@mantine/core';
import { type Icon, IconBan, IconCheck, IconHistory, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { ActionRow } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { MatchCount } from '../../components/MatchCount.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StateWord } from '../../components/SyncBadge.tsx';
import { usePages } from '../../state/pages.ts';
import { go } from '../../state/route.ts';
import { RowTitle } from './RowTitle.tsx';
import { Split } from './Split.tsx';

const { columns, ended } = texts.sync;

const ICONS: Readonly<Record<NonNullable<ActionRow['ending']>, Icon>> = {
  sent: IconCheck,
  recorded: IconUserCheck,
  discarded: IconBan,
  withdrawn: IconBan,
};

/** How a settled change ended, as icon and word. */
export function Ending({ row }: { readonly row: ActionRow }) {
  const ending = row.ending ?? 'sent';
  const Icon = ICONS[ending];
  return (
    <StateWord
      tone={ending === 'sent' ? 'synced' : 'waiting'}
      title={row.explanation}
      icon={<Icon size={15} aria-hidden />}
    >
      {ended.endings[ending]}
    </StateWord>
  );
}

const COLUMNS: readonly Column<ActionRow>[] = [
  {
    key: 'change',
    header: columns.change,
    width: 'minmax(180px, 1fr)',
    cell: (row) => <RowTitle title={row.title} />,
  },
  { key: 'ending', header: columns.ending, width: '144px', cell: (row) => <Ending row={row} /> },
  {
    key: 'ended',
    header: columns.when,
    width: '96px',
    cell: (row) => row.endedAt !== null && <RelativeTime at={row.endedAt} />,
  },
];

interface HistoryListProps {
  readonly search: string;
  /** Where it shows how many rows the search finds. */
  readonly found: HTMLElement | null;
  readonly openId: string | null;
  /** The change that is open. */
  readonly panel: ReactNode;
}

export function HistoryList({ search, found, openId, panel }: HistoryListProps) {
  const { problem, total, isCurrent, rowAt, indexOf, moved, show } = usePages('sync.history', { search }, ['actions']);
  return (
    <Split panel={panel}>
      {found && createPortal(<MatchCount {...{ search, total, isCurrent }} />, found)}
      <ProblemAlert title={ended.notRead} problem={problem} />
      <DataTable
        label={texts.sync.history}
        columns={COLUMNS}
        total={total}
        rowAt={rowAt}
        indexOf={indexOf}
        moved={moved}
        show={show}
        rowKey={(row) => row.id}
        currentKey={openId}
        resetKey={search}
        onOpen={(row) => go(`#/sync/${row.id}`)}
        empty={
          search.trim() === '' ? (
            <EmptyState
              icon={<IconHistory size={32} aria-hidden />}
              title={ended.none}
              action={
                <Button variant="default" onClick={() => go('#/products')}>
                  {ended.goToProducts}
                </Button>
              }
            >
              {ended.whatIsKept}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconHistory size={32} aria-hidden />} title={ended.noneMatches}>
              {ended.whatToSearch}
            </EmptyState>
          )
        }
      />
    </Split>
  );
}
