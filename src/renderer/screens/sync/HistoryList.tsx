// Sent, discarded and withdrawn changes, newest first.
import { Button } from '@mantine/core';
import { type Icon, IconBan, IconCheck, IconHistory, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { ActionRow } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { type Column, DataTable, type TableHandle } from '../../components/DataTable.tsx';
import { MatchCount } from '../../components/MatchCount.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { EmptyState } from '../../components/parts.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StateWord } from '../../components/SyncBadge.tsx';
import { STATE, TIME } from '../../components/table-columns.ts';
import { usePages } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import { CHANGE_MENU } from './change-commands.tsx';
import { CHANGE_COLUMN } from './RowTitle.tsx';
import { Split } from './Split.tsx';

const { columns, ended } = texts.sync;

const ICONS: Readonly<Record<NonNullable<ActionRow['ending']>, Icon>> = {
  sent: IconCheck,
  recorded: IconUserCheck,
  discarded: IconBan,
  withdrawn: IconBan,
};

export const endingOf = ({ ending }: ActionRow): string => ended.endings[ending ?? 'sent'];

/** The ending of a settled change, as icon and word. */
export function Ending({ row }: { readonly row: ActionRow }) {
  const ending = row.ending ?? 'sent';
  const Icon = ICONS[ending];
  return (
    <StateWord
      tone={ending === 'sent' ? 'synced' : 'waiting'}
      title={row.explanation}
      icon={<Icon size={15} aria-hidden />}
    >
      {endingOf(row)}
    </StateWord>
  );
}

const COLUMNS: readonly Column<ActionRow>[] = [
  CHANGE_COLUMN,
  { key: 'ending', header: columns.ending, ...STATE, cell: (row) => <Ending row={row} /> },
  {
    key: 'ended',
    header: columns.when,
    hideBelow: 480,
    track: TIME,
    cell: (row) => row.endedAt !== null && <RelativeTime at={row.endedAt} />,
  },
];

interface HistoryListProps {
  readonly search: string;
  /** Where it shows the number of results. */
  readonly found: HTMLElement | null;
  readonly openId: string | null;
  readonly table: RefObject<TableHandle | null>;
  readonly panel: ReactNode;
  /** Focuses the open change. */
  enterPanel(): void;
}

export function HistoryList({ search, found, openId, table, panel, enterPanel }: HistoryListProps) {
  const { problem, total, isCurrent, rowAt, indexOf, show } = usePages('sync.history', { search }, ['actions']);
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
        handle={table}
        show={show}
        rowKey={(row) => row.id}
        currentKey={openId}
        resetKey={search}
        onOpen={(row) => (row.id === openId ? enterPanel() : go(`#/sync/${row.id}`))}
        onFollow={(row) => goInstead(`#/sync/${row.id}`)}
        menu={CHANGE_MENU}
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
