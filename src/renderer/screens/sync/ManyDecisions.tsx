// Above the waiting changes: select all with one reason, and decide about the selection.
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { type Icon, IconCheck, IconChevronDown, IconClipboardText, IconSend, IconTrash } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Decision } from '../../../shared/action.ts';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { SelectionBar } from '../../components/SelectionBar.tsx';
import { textWidth } from '../../components/text-width.ts';
import { toast } from '../../components/toast.tsx';
import { useWidth } from '../../components/useWidth.ts';
import { WorkButton } from '../../components/WorkButton.tsx';
import { useLive } from '../../state/live.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import type { Selection } from '../../state/selection.ts';
import { askAboutMany } from './decide-many.tsx';
import { openPasteAddresses } from './open-mark-as-sent.tsx';
import { StorePageButton } from './StorePageButton.tsx';
import styles from './sync.module.css';

const { many, decisions } = texts.sync;

const BUTTONS = [
  { decision: 'sendAgain', label: decisions.sendAgain, Icon: IconSend },
  { decision: 'markAsSent', label: decisions.markAsSent, Icon: IconCheck },
  { decision: 'discard', label: decisions.discard, Icon: IconTrash },
] satisfies readonly { decision: Decision; label: string; Icon: Icon }[];

interface ManyDecisionsProps {
  readonly selection: Selection;
  readonly table: RefObject<TableHandle | null>;
  readonly head: Output<'sync.list'>;
  /** Called with the selected ids after a decision was carried out. */
  decided(ids: ReadonlySet<string>): void;
}

/** The decisions available for all or some of these changes, for the context menu of a selected one. */
export async function decisionMenu(ids: ReadonlySet<string>, decided: () => void): Promise<readonly RowCommand[]> {
  const answer = await call('sync.selected', { ids: [...ids] });
  if (!answer.ok) {
    toast('error', answer.problem.message);
    return [];
  }
  return decisionsAmong(answer.value.can, ids.size).map(({ decision, name, Icon }) => ({
    label: name,
    Icon,
    danger: decision === 'discard',
    isOfSelection: true,
    run: () => void askAboutMany(decision, [...ids], decided),
  }));
}

export function ManyDecisions({ selection, table, head, decided }: ManyDecisionsProps) {
  const { ids, clear } = selection;
  return (
    <div className={styles.many}>
      <SelectionBar count={ids.size} {...{ clear, table }} actions={<Actions {...{ ids, head, decided }} />}>
        <div className={styles.choose} data-brief>
          <Text span size="sm" c="dimmed">
            {many.total({ count: head.total })}
          </Text>
          {head.reasons.length > 0 && <ByReason {...{ selection, table }} reasons={head.reasons} />}
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
}) {
  const select = async (reason: string) => {
    await props.selection.select(() => call('sync.ids', { reason, between: null }));
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

function PasteButton({ isIcon = false }: { readonly isIcon?: boolean }) {
  const { open } = texts.sync.paste;
  if (isIcon) {
    return (
      <ActionIcon variant="default" aria-label={open} title={open} onClick={openPasteAddresses}>
        <IconClipboardText size={14} aria-hidden />
      </ActionIcon>
    );
  }
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
}

/** Px of the bar without its buttons: the count and the button that clears the selection. */
const BAR = 132;
/** Px of a button besides its words: its edges, its icon, and the gap to the next one. */
const BUTTON = 56;
/** Px of a button without words, with its gap. */
const ICON = 36;
const wordsTake = (label: string): number => textWidth(label, 12) + BUTTON;

/** Where space runs out, buttons become icons: those that change nothing first, for a decision is read before it is pressed. */
function Actions({ ids, head, decided }: ActionsProps) {
  const decisionsNow = useDecisions(ids, decided);
  const mark = useRef<HTMLSpanElement>(null);
  const room = useBarWidth(mark);
  const buttons = [
    ...(head.reasons.length > 0 ? [texts.sync.storePage.open] : []),
    ...(head.linksInDoubt > 0 ? [texts.sync.paste.open] : []),
    ...decisionsNow.map(({ name }) => name),
  ];
  const icons = iconsAmong(buttons, room);
  return (
    <>
      <span ref={mark} hidden />
      {head.linksInDoubt > 0 && <PasteButton isIcon={icons.has(texts.sync.paste.open)} />}
      {head.reasons.length > 0 && <StorePageButton isIcon={icons.has(texts.sync.storePage.open)} />}
      <Buttons decisions={decisionsNow} icons={icons} />
    </>
  );
}

/** The labels of the buttons that lose their words, the first ones first. */
function iconsAmong(labels: readonly string[], room: number | null): ReadonlySet<string> {
  let takes = BAR + labels.reduce((sum, label) => sum + wordsTake(label), 0);
  const icons = new Set<string>();
  for (const label of labels) {
    if (room === null || takes <= room) break;
    takes -= wordsTake(label) - ICON;
    icons.add(label);
  }
  return icons;
}

/** The width of the bar around the marker, px; null until it is measured. */
function useBarWidth(mark: RefObject<HTMLElement | null>): number | null {
  const bar = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    bar.current = mark.current?.parentElement ?? null;
  }, [mark]);
  return useWidth(bar);
}

interface DecisionNow {
  readonly decision: Decision;
  readonly name: string;
  readonly Icon: Icon;
  readonly isSlow: boolean;
  run(): void;
}

/** The decisions available for some of these changes. */
function useDecisions(ids: ReadonlySet<string>, decided: ActionsProps['decided']): readonly DecisionNow[] {
  const { data, asked } = useLive('sync.selected', { ids: [...ids] }, ['actions']);
  const asking = useOneAtATime();
  return decisionsAmong(data?.can, asked?.ids.length ?? 0).map((one) => ({
    ...one,
    isSlow: asking.slow,
    run: () => asking.run(() => askAboutMany(one.decision, [...ids], () => decided(ids))),
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

interface ButtonsProps {
  readonly decisions: readonly DecisionNow[];
  /** The names of those whose words do not fit. */
  readonly icons: ReadonlySet<string>;
}

function Buttons({ decisions, icons }: ButtonsProps) {
  return decisions.map(({ decision, name, Icon, isSlow, run }) =>
    icons.has(name) ? (
      <ActionIcon key={decision} variant="default" aria-label={name} title={name} loading={isSlow} onClick={run}>
        <Icon size={14} aria-hidden />
      </ActionIcon>
    ) : (
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
    ),
  );
}
