// The changes that have not reached the service: batches, then those that need the seller, then the others by age.
import { Button, Group, Text } from '@mantine/core';
import { type Icon, IconCheck, IconClipboardText, IconCloudCheck, IconSend, IconTrash } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Decision } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { menuOf, type RowCommand, SelectionBar } from '../../kit/commands.tsx';
import { DataTable } from '../../kit/DataTable.tsx';
import { orNotify } from '../../kit/notify.tsx';
import { EmptyState, NothingFound } from '../../kit/page.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import type { TableHandle } from '../../kit/table.ts';
import { useLive, usePages } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import { useSelection } from '../../state/selection.ts';
import { WAITING_COLUMNS } from './change-columns.tsx';
import { batchAddress, batchCommands, changeCommands, isBatch } from './commands.ts';
import { decide } from './decision-questions.tsx';
import { HeldChanges } from './HeldChanges.tsx';
import { openPasteAddresses } from './PasteAddresses.tsx';
import { StorePageButton } from './StorePageButton.tsx';
import styles from './sync.module.css';

const { waiting, decisions } = texts.sync;
const many = texts.manyChanges;

const BUTTONS = [
  { decision: 'sendAgain', Icon: IconSend },
  { decision: 'markAsSent', Icon: IconCheck },
  { decision: 'discard', Icon: IconTrash },
] satisfies readonly { decision: Decision; Icon: Icon }[];

/** The decisions that apply to at least one selected change. Calls `decided` after one was carried out. */
function useDecisions(ids: readonly string[], decided: () => void): readonly RowCommand[] {
  const { data } = useLive(ids.length === 0 ? null : 'sync.selected', { ids: [...ids] }, ['records']);
  return BUTTONS.flatMap(({ decision, Icon }) => {
    const some = data?.can[decision] ?? 0;
    if (some === 0) return [];
    const label = decisions[decision];
    return {
      label: some === ids.length ? label : many.some({ decision: label, can: some, of: ids.length }),
      Icon,
      danger: decision === 'discard',
      run: () => decide(decision, ids, decided),
    };
  });
}

export interface ChangeListProps {
  readonly search: string;
  readonly openId: string | null;
  readonly table: RefObject<TableHandle | null>;
}

export function WaitingList({ search, openId, table }: ChangeListProps) {
  const pages = usePages('sync.list', { search }, ['records']);
  const { problem, head, total } = pages;
  const selection = useSelection(
    {
      key: search,
      topics: ['records'],
      ids: () => call('sync.ids', { search }),
      gone: async (ids) => {
        const answer = await call('sync.selected', { ids });
        return answer.ok ? { ok: true, value: { ids: answer.value.gone } } : answer;
      },
    },
    pages,
  );
  /** The possible decisions depend on each change, so "all" reads all ids at once. */
  const selectAll = async () => {
    selection.selectAll();
    const answer = await orNotify(call('sync.ids', { search }));
    selection.replace(answer?.ids ?? []);
  };
  /** Batches come first, and cannot be selected. */
  const selectable = (total ?? 0) - (head?.rows.filter(isBatch).length ?? 0);
  const commands = useDecisions(selection.listed, () => {
    selection.clear();
    table.current?.focus();
  });
  const isSearched = search.trim() !== '';
  const paste = head !== undefined && head.linksInDoubt > 0 && (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconClipboardText size={14} aria-hidden />}
        onClick={openPasteAddresses}
      >
        {texts.sync.paste.open}
      </Button>
      <StorePageButton />
    </>
  );
  return (
    <>
      <ProblemAlert problem={problem} />
      {head?.held && <HeldChanges held={head.held} />}
      {total !== undefined && (total > 0 || isSearched) && (
        <div className={styles.many}>
          <SelectionBar count={selection.count} clear={selection.clear} {...{ table, commands }} more={paste}>
            {/* Keeps its height, so that the list below does not move when buttons come and go. */}
            <Group gap="8px 12px" mih={30} data-brief>
              <Text span size="sm" c="dimmed" aria-live="polite">
                {many.total({ count: total })}
              </Text>
              {paste}
            </Group>
          </SelectionBar>
        </div>
      )}
      <DataTable
        label={texts.sync.waitingChanges}
        columns={WAITING_COLUMNS}
        {...pages}
        handle={table}
        resetKey={search}
        rowKey={(row) => row.id}
        currentKey={openId}
        onOpen={(row) => go(isBatch(row) ? batchAddress(row) : `#/sync/${row.id}`)}
        onFollow={(row) => goInstead(isBatch(row) ? '#/sync' : `#/sync/${row.id}`)}
        menu={(row) => menuOf(row.title, isBatch(row) ? batchCommands(row) : changeCommands(row))}
        selection={{
          ...selection,
          commands,
          isAll: selection.isAll || (selection.count > 0 && selection.count === selectable),
          selectAll: () => void selectAll(),
          allLabel: many.selectAll,
          isFixed: isBatch,
          rowLabel: (row) => many.select({ change: row.title }),
        }}
        empty={
          isSearched ? (
            <NothingFound />
          ) : (
            <EmptyState icon={<IconCloudCheck size={32} aria-hidden />} title={waiting.none} />
          )
        }
      />
    </>
  );
}
