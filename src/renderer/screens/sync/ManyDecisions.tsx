// Above the waiting changes: select all with one reason, and decide about those that are selected.
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { type Icon, IconCheck, IconChevronDown, IconClipboardText, IconSend, IconTrash } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Decision } from '../../../shared/action.ts';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import { SelectionBar } from '../../components/SelectionBar.tsx';
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
  /** Called with the selected ids when a decision about them was carried out. */
  decided(ids: ReadonlySet<string>): void;
}

export function ManyDecisions({ selection, table, head, decided }: ManyDecisionsProps) {
  const { ids, clear } = selection;
  return (
    <div className={styles.many}>
      <SelectionBar count={ids.size} {...{ clear, table }} actions={<Actions {...{ ids, head, decided }} />}>
        <div className={styles.choose}>
          <Text span size="sm" c="dimmed">
            {many.total(head.total)}
          </Text>
          {head.reasons.length > 0 && <ByReason {...{ selection, table }} reasons={head.reasons} />}
          {head.linksInDoubt > 0 && (
            <Button size="xs" variant="default" leftSection={PASTE_ICON} onClick={openPasteAddresses}>
              {texts.sync.paste.open}
            </Button>
          )}
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
    // The button of the menu gives way to the selection.
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
            {many.reason(label, count)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const PASTE_ICON = <IconClipboardText size={14} aria-hidden />;

interface ActionsProps extends Pick<ManyDecisionsProps, 'head' | 'decided'> {
  readonly ids: ReadonlySet<string>;
}

/** What finds addresses stays at hand, as icons: there is little room beside the decisions. */
function Actions({ ids, head, decided }: ActionsProps) {
  const { open } = texts.sync.paste;
  return (
    <>
      <Buttons {...{ ids, decided }} />
      {head.linksInDoubt > 0 && (
        <ActionIcon variant="default" aria-label={open} title={open} onClick={openPasteAddresses}>
          {PASTE_ICON}
        </ActionIcon>
      )}
      {head.reasons.length > 0 && <StorePageButton iconOnly />}
    </>
  );
}

function Buttons(props: { readonly ids: ReadonlySet<string>; decided(ids: ReadonlySet<string>): void }) {
  const { ids, decided } = props;
  const { data, asked } = useLive('sync.selected', { ids: [...ids] }, ['actions']);
  const asking = useOneAtATime();
  const all = asked?.ids.length ?? 0;
  return BUTTONS.map(({ decision, label, Icon }) => {
    const can = data?.can[decision] ?? 0;
    const name = can === all ? label : many[decision].some(can, all);
    return can === 0 ? null : (
      <WorkButton
        key={decision}
        size="xs"
        variant="default"
        title={name}
        leftSection={<Icon size={14} aria-hidden />}
        busy={asking.slow}
        onClick={() => asking.run(() => askAboutMany(decision, [...ids], () => decided(ids)))}
      >
        {name}
      </WorkButton>
    );
  });
}
