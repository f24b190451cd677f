// The changes that have not reached the service yet: those that need the seller first, the rest in the order they were made.
import { Button, Text } from '@mantine/core';
import { type Icon, IconCheck, IconClipboardText, IconCloudCheck, IconSend, IconTrash } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { type ChangeRow, type Decision, syncStateOf } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { type RowCommand, SelectionBar } from '../../kit/commands.tsx';
import { DataTable } from '../../kit/DataTable.tsx';
import { notify } from '../../kit/notify.tsx';
import { EmptyState, MatchCount, NothingFound } from '../../kit/page.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { SyncBadge } from '../../kit/SyncBadge.tsx';
import { type Column, STATE, type TableHandle, TIME } from '../../kit/table.ts';
import { RelativeTime } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive, usePages } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import { useSelection } from '../../state/selection.ts';
import { batchCommands, isBatch, openBatch } from './batch-commands.ts';
import { CHANGE_MENU } from './change-commands.ts';
import { askAboutMany } from './decisions.tsx';
import { HeldChanges } from './HeldChanges.tsx';
import { openPasteAddresses } from './PasteAddresses.tsx';
import { CHANGE_COLUMN } from './RowTitle.tsx';
import { StorePageButton } from './StorePageButton.tsx';
import styles from './sync.module.css';

const { columns, waiting, decisions } = texts.sync;
const many = texts.manyChanges;

const COLUMNS: readonly Column<ChangeRow>[] = [
  CHANGE_COLUMN,
  {
    key: 'state',
    header: texts.links.facts.state,
    ...STATE,
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
];

/** When it is tried again, or what it waits for. */
function NextAttempt({ row: { state, batch, nextAttemptAt, explanation } }: { readonly row: ChangeRow }): ReactNode {
  const { status } = useFrame();
  if (syncStateOf(state) !== 'waiting') return '';
  const isHeld = state === 'waiting' || batch?.isPaused || status?.workOffline || status?.signedIn === false;
  const next = Math.max(nextAttemptAt ?? 0, status?.pause?.until ?? 0);
  return isHeld || next <= Date.now() ? <span title={explanation}>{explanation}</span> : <RelativeTime at={next} />;
}

const BUTTONS = [
  { decision: 'sendAgain', Icon: IconSend },
  { decision: 'markAsSent', Icon: IconCheck },
  { decision: 'discard', Icon: IconTrash },
] satisfies readonly { decision: Decision; Icon: Icon }[];

/** The decisions available for some of the selected changes. `decided` is called after one was carried out. */
function useDecisions(ids: readonly string[], decided: () => void): readonly RowCommand[] {
  const { data } = useLive(ids.length === 0 ? null : 'sync.selected', { ids: [...ids] }, ['changes']);
  return BUTTONS.flatMap(({ decision, Icon }) => {
    const some = data?.can[decision] ?? 0;
    if (some === 0) return [];
    const label = decisions[decision];
    return {
      label: some === ids.length ? label : many.some({ decision: label, can: some, of: ids.length }),
      Icon,
      danger: decision === 'discard',
      run: () => askAboutMany(decision, ids, decided),
    };
  });
}

export interface ChangeListProps {
  readonly search: string;
  /** Where it shows the number of results. */
  readonly found: HTMLElement | null;
  readonly openId: string | null;
  readonly table: RefObject<TableHandle | null>;
}

export function WaitingList({ search, found, openId, table }: ChangeListProps) {
  const pages = usePages('sync.list', { search }, ['changes']);
  const { problem, head, isCurrent, total, rowAt, indexOf, show } = pages;
  const selection = useSelection(
    {
      key: search,
      topics: ['changes'],
      ids: (between) => call('sync.ids', { between, search }),
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
    const answer = await call('sync.ids', { between: null, search });
    selection.replace(answer.ok ? answer.value.ids : []);
    if (!answer.ok) notify('error', answer.problem.message);
  };
  /** Batches stand first, and cannot be selected. */
  const selectable = (total ?? 0) - (head?.rows.filter(isBatch).length ?? 0);
  const commands = useDecisions(selection.listed, () => {
    selection.clear();
    table.current?.focus();
  });
  const isSearched = search.trim() !== '';
  const isAmongSelected = ({ id }: ChangeRow) => selection.count > 1 && selection.has(id);
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
      {found && createPortal(<MatchCount {...{ search, total, isCurrent }} />, found)}
      <ProblemAlert problem={problem} />
      {head?.held && <HeldChanges held={head.held} />}
      {total !== undefined && (total > 0 || isSearched) && (
        <div className={styles.many}>
          <SelectionBar count={selection.count} clear={selection.clear} {...{ table, commands }} more={paste}>
            <div className={styles.choose} data-brief>
              <Text span size="sm" c="dimmed">
                {many.total({ count: total })}
              </Text>
              {paste}
            </div>
          </SelectionBar>
        </div>
      )}
      <DataTable
        label={texts.sync.waitingChanges}
        columns={COLUMNS}
        {...{ total, rowAt, indexOf, show }}
        handle={table}
        resetKey={search}
        rowKey={(row) => row.id}
        currentKey={openId}
        onOpen={(row) => (isBatch(row) ? openBatch(row) : go(`#/sync/${row.id}`))}
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
            <NothingFound />
          ) : (
            <EmptyState
              icon={<IconCloudCheck size={32} aria-hidden />}
              title={waiting.none}
              action={
                <Button variant="default" onClick={() => go('#/sync/history')}>
                  {texts.sync.history}
                </Button>
              }
            />
          )
        }
      />
    </>
  );
}
