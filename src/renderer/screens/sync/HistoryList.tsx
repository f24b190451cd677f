// Sent, discarded and withdrawn changes, newest first.
import { IconHistory } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { menuOf } from '../../kit/commands.tsx';
import { DataTable } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/page.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { usePages } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import { HISTORY_COLUMNS } from './change-columns.tsx';
import { changeCommands } from './commands.ts';
import type { ChangeListProps } from './WaitingList.tsx';

export function HistoryList({ search, openId, table }: ChangeListProps) {
  const pages = usePages('sync.history', { search }, ['records']);
  return (
    <>
      <ProblemAlert problem={pages.problem} />
      <DataTable
        label={texts.sync.history}
        columns={HISTORY_COLUMNS}
        {...pages}
        handle={table}
        rowKey={(row) => row.id}
        currentKey={openId}
        resetKey={search}
        onOpen={(row) => go(`#/sync/${row.id}`)}
        onFollow={(row) => goInstead(`#/sync/${row.id}`)}
        menu={(row) => menuOf(row.title, changeCommands(row))}
        empty={
          <EmptyState
            icon={<IconHistory size={32} aria-hidden />}
            title={search.trim() === '' ? texts.sync.ended.none : texts.common.nothingFound}
          />
        }
      />
    </>
  );
}
