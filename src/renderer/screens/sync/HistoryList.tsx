// Sent, discarded and withdrawn changes, newest first.
import { type Icon, IconBan, IconCheck, IconHistory, IconUserCheck } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import type { ChangeRow } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { DataTable } from '../../kit/DataTable.tsx';
import { EmptyState, MatchCount } from '../../kit/page.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { StateWord } from '../../kit/SyncBadge.tsx';
import { type Column, STATE, TIME } from '../../kit/table.ts';
import { RelativeTime } from '../../kit/values.tsx';
import { usePages } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import { CHANGE_MENU } from './change-commands.ts';
import { CHANGE_COLUMN } from './RowTitle.tsx';
import type { ChangeListProps } from './WaitingList.tsx';

const { columns, ended } = texts.sync;

const ICONS: Readonly<Record<NonNullable<ChangeRow['ending']>, Icon>> = {
  sent: IconCheck,
  recorded: IconUserCheck,
  discarded: IconBan,
  withdrawn: IconBan,
};

/** The ending of a settled change, as icon and word. */
export function Ending({ row }: { readonly row: ChangeRow }) {
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

const COLUMNS: readonly Column<ChangeRow>[] = [
  CHANGE_COLUMN,
  { key: 'ending', header: columns.ending, ...STATE, cell: (row) => <Ending row={row} /> },
  {
    key: 'ended',
    header: columns.when,
    hideBelow: 640,
    track: TIME,
    cell: (row) => row.endedAt !== null && <RelativeTime at={row.endedAt} />,
  },
];

export function HistoryList({ search, found, openId, table }: ChangeListProps) {
  const { problem, total, isCurrent, rowAt, indexOf, show } = usePages('sync.history', { search }, ['changes']);
  return (
    <>
      {found && createPortal(<MatchCount {...{ search, total, isCurrent }} />, found)}
      <ProblemAlert problem={problem} />
      <DataTable
        label={texts.sync.history}
        columns={COLUMNS}
        {...{ total, rowAt, indexOf, show }}
        handle={table}
        rowKey={(row) => row.id}
        currentKey={openId}
        resetKey={search}
        onOpen={(row) => go(`#/sync/${row.id}`)}
        onFollow={(row) => goInstead(`#/sync/${row.id}`)}
        menu={CHANGE_MENU}
        empty={
          <EmptyState
            icon={<IconHistory size={32} aria-hidden />}
            title={search.trim() === '' ? ended.none : texts.common.nothingFound}
          />
        }
      />
    </>
  );
}
