// Above the waiting changes: select all with one reason, and decide about the selection.
import { Button, Menu, Text } from '@mantine/core';
import { type Icon, IconCheck, IconChevronDown, IconClipboardText, IconSend, IconTrash } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Decision } from '../../../shared/action.ts';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import { notify } from '../../components/notify.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { SelectionBar } from '../../components/SelectionBar.tsx';
import { useLive } from '../../state/live.ts';
import type { Selection } from '../../state/selection.ts';
import { askAboutMany } from './decide-many.tsx';
import { openPasteAddresses } from './PasteAddresses.tsx';
import { StorePageButton } from './StorePageButton.tsx';
import styles from './sync.module.css';

const { decisions } = texts.sync;
const many = texts.manyChanges;

const BUTTONS = [
  { decision: 'sendAgain', label: decisions.sendAgain, Icon: IconSend },
  { decision: 'markAsSent', label: decisions.markAsSent, Icon: IconCheck },
  { decision: 'discard', label: decisions.discard, Icon: IconTrash },
] satisfies readonly { decision: Decision; label: string; Icon: Icon }[];

interface ManyDecisionsProps {
  readonly selection: Selection;
  readonly table: RefObject<TableHandle | null>;
  readonly head: Output<'sync.list'>;
  readonly search: string;
  /** The commands for the selection. */
  readonly commands: readonly RowCommand[];
}

export function ManyDecisions({ selection, table, head, search, commands }: ManyDecisionsProps) {
  const looking = (
    <>
      {head.linksInDoubt > 0 && <PasteButton />}
      {head.reasons.length > 0 && <StorePageButton />}
    </>
  );
  return (
    <div className={styles.many}>
      <SelectionBar count={selection.count} clear={selection.clear} {...{ table, commands }} more={looking}>
        <div className={styles.choose} data-brief>
          <Text span size="sm" c="dimmed">
            {many.total({ count: head.total })}
          </Text>
          {head.reasons.length > 0 && <ByReason {...{ selection, table, search }} reasons={head.reasons} />}
          {looking}
        </div>
      </SelectionBar>
    </div>
  );
}

function ByReason(props: {
  readonly selection: Selection;
  readonly table: RefObject<TableHandle | null>;
  readonly reasons: Output<'sync.list'>['reasons'];
  readonly search: string;
}) {
  const select = async (reason: string) => {
    const answer = await call('sync.ids', { reason, between: null, search: props.search });
    if (!answer.ok) return notify('error', answer.problem.message);
    props.selection.replace(answer.value.ids);
    // The menu button disappears with the selection, so the focus moves there.
    props.table.current?.focus();
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {many.byReason}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.reasons.map(({ reason, label, count }) => (
          <Menu.Item key={reason} onClick={() => void select(reason)}>
            {many.reason({ reason: label, count })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PasteButton() {
  const { open } = texts.sync.paste;
  return (
    <Button
      size="xs"
      variant="default"
      title={open}
      leftSection={<IconClipboardText size={14} aria-hidden />}
      onClick={openPasteAddresses}
    >
      {open}
    </Button>
  );
}

/** The decisions available for some of the selected changes. `decided` is called with them after one was carried out. */
export function useDecisions(ids: readonly string[], decided: (ids: readonly string[]) => void): readonly RowCommand[] {
  const { data } = useLive(ids.length === 0 ? null : 'sync.selected', { ids: [...ids] }, ['actions']);
  return BUTTONS.flatMap(({ decision, label, Icon }) => {
    const some = data?.can[decision] ?? 0;
    if (some === 0) return [];
    return {
      label: some === ids.length ? label : many[decision].some({ can: some, of: ids.length }),
      Icon,
      danger: decision === 'discard',
      run: () => askAboutMany(decision, [...ids], () => decided(ids)),
    };
  });
}
