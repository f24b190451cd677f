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
import { WorkButton } from '../../components/parts.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { SelectionBar } from '../../components/SelectionBar.tsx';
import { useLive } from '../../state/live.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
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
  /** Called with the selected ids after a decision was carried out. */
  decided(ids: ReadonlySet<string>): void;
}

/** The decisions available for all or some of these changes, for the context menu of a selected one. */
export async function decisionMenu(
  { ids, hidden }: Pick<Selection, 'ids' | 'hidden'>,
  decided: () => void,
): Promise<readonly RowCommand[]> {
  const answer = await call('sync.selected', { ids: [...ids] });
  if (!answer.ok) {
    notify('error', answer.problem.message);
    return [];
  }
  return decisionsAmong(answer.value.can, ids.size).map(({ decision, name, Icon }) => ({
    label: name,
    Icon,
    danger: decision === 'discard',
    isOfSelection: true,
    run: () => void askAboutMany(decision, [...ids], hidden, decided),
  }));
}

export function ManyDecisions({ selection, table, head, search, decided }: ManyDecisionsProps) {
  const { ids, hidden, clear } = selection;
  return (
    <div className={styles.many}>
      <SelectionBar
        count={ids.size}
        {...{ hidden, clear, table }}
        actions={<Actions {...{ ids, hidden, head, decided }} />}
      >
        <div className={styles.choose} data-brief>
          <Text span size="sm" c="dimmed">
            {many.total({ count: head.total })}
          </Text>
          {head.reasons.length > 0 && <ByReason {...{ selection, table, search }} reasons={head.reasons} />}
          {head.linksInDoubt > 0 && <PasteButton />}
          {head.reasons.length > 0 && <StorePageButton />}
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
    await props.selection.select(() => call('sync.ids', { reason, between: null, search: props.search }));
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

interface ActionsProps extends Pick<ManyDecisionsProps, 'head' | 'decided'> {
  readonly ids: ReadonlySet<string>;
  /** How many of them the list does not show. */
  readonly hidden: number;
}

/** Where space runs out, buttons that change nothing become icons first, for a decision is read before it is pressed. */
function Actions({ ids, hidden, head, decided }: ActionsProps) {
  const decisionsNow = useDecisions(ids, hidden, decided);
  return (
    <>
      {head.linksInDoubt > 0 && <PasteButton />}
      {head.reasons.length > 0 && <StorePageButton />}
      {decisionsNow.map(({ decision, name, Icon, isSlow, run }) => (
        <WorkButton
          key={decision}
          size="xs"
          variant="default"
          title={name}
          leftSection={<Icon size={14} aria-hidden />}
          busy={isSlow}
          onClick={run}
        >
          {name}
        </WorkButton>
      ))}
    </>
  );
}

interface DecisionNow {
  readonly decision: Decision;
  readonly name: string;
  readonly Icon: Icon;
  readonly isSlow: boolean;
  run(): void;
}

/** The decisions available for some of these changes. */
function useDecisions(
  ids: ReadonlySet<string>,
  hidden: number,
  decided: ActionsProps['decided'],
): readonly DecisionNow[] {
  const { data, asked } = useLive('sync.selected', { ids: [...ids] }, ['actions']);
  const asking = useOneAtATime();
  return decisionsAmong(data?.can, asked?.ids.length ?? 0).map((one) => ({
    ...one,
    isSlow: asking.slow,
    run: () => asking.run(() => askAboutMany(one.decision, [...ids], hidden, () => decided(ids))),
  }));
}

/** `can`: how many of `all` selected changes each decision is for. */
function decisionsAmong(can: Output<'sync.selected'>['can'] | undefined, all: number) {
  return BUTTONS.flatMap(({ decision, label, Icon }) => {
    const some = can?.[decision] ?? 0;
    const name = some === all ? label : many[decision].some({ can: some, of: all });
    return some === 0 ? [] : [{ decision, name, Icon }];
  });
}
