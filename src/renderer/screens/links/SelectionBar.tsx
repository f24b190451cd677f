// The bar of actions for the selected links, and the same actions as a menu.

import { IconCopy, IconFileExport, IconForms, IconQrcode, IconReplace, IconTrash } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, type RefObject, useState } from 'react';
import { MOST_AT_ONCE } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import { notify } from '../../components/notify.tsx';
import { WorkButton } from '../../components/parts.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { SelectionBar as Bar } from '../../components/SelectionBar.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import type { Selection } from '../../state/selection.ts';
import { CustomiseMany } from '../share/CustomiseMany.tsx';
import { QrSheet } from '../share/QrSheet.tsx';
import { openDeleteLinks } from './DeleteLinks.tsx';
import styles from './Links.module.css';
import { NotShown } from './LinksToDelete.tsx';
import type { LinkQuery } from './link-selection.ts';
import { copyCheckoutLinks, exportCsv, without } from './many-links.ts';
import { ReplaceLinks } from './ReplaceLinks.tsx';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly query: LinkQuery;
  readonly table: RefObject<TableHandle | null>;
  /** Shown while nothing is selected. */
  readonly children: ReactNode;
}

export function SelectionBar({ selection, query, table, children }: SelectionBarProps) {
  const { ids, hidden, clear, leaveOut } = selection;
  const ended = () => {
    clear();
    table.current?.focus();
  };
  return (
    <Bar
      count={ids.size}
      {...{ hidden, clear, table }}
      remove={() => openDeleteLinks([...ids], hidden, ended)}
      actions={<SelectionActions {...{ ids, hidden, query, ended, leaveOut }} />}
    >
      {children}
    </Bar>
  );
}

const t = texts.links.selection;

/** The keys that act on the selection. */
const KEYS = { copy: 'copyLink', delete: 'remove' } as const;

/** Selected links, and what becomes of the selection. */
interface SelectedLinks {
  readonly ids: ReadonlySet<string>;
  /** How many of them the list does not show. */
  readonly hidden: number;
  readonly query: LinkQuery;
  ended(): void;
  /** Removes these from the selection. */
  leaveOut(ids: readonly string[]): void;
}

interface SelectionCommand {
  readonly of: keyof typeof t.short;
  readonly Icon: RowCommand['Icon'];
  run(): Promise<unknown>;
}

function commandsOf({ ids, hidden, query, ended, leaveOut }: SelectedLinks): readonly SelectionCommand[] {
  /** Acts on the ids, unless they exceed the limit. */
  const upTo = (most: number, act: (ids: readonly string[]) => unknown) => async () => {
    if (ids.size > most) notify('attention', t.tooMany({ selected: ids.size, most }));
    else await act([...ids]);
  };
  const replace = (some: readonly string[]) =>
    openDialog(t.replace, 600, (close) => (
      <>
        <NotShown count={ids.size} hidden={hidden} />
        <ReplaceLinks ids={some} close={close} replaced={ended} />
      </>
    ));
  const customise = (some: readonly string[]) =>
    openDialog(texts.share.customiseMany.title, 600, (close) => (
      <Selected ids={some} {...{ hidden, query, leaveOut, close }} content={CustomiseMany} />
    ));
  const print = (some: readonly string[]) =>
    openDialog(t.printQrCodes, 680, (close) => (
      <Selected ids={some} {...{ hidden, query, leaveOut, close }} content={QrSheet} />
    ));
  return [
    { of: 'copy', Icon: IconCopy, run: () => copyCheckoutLinks({ ...query, ids: [...ids] }, leaveOut) },
    { of: 'export', Icon: IconFileExport, run: () => exportCsv(query, ids) },
    { of: 'replace', Icon: IconReplace, run: upTo(MOST_AT_ONCE.replacements, replace) },
    { of: 'customise', Icon: IconForms, run: upTo(MOST_AT_ONCE.addresses, customise) },
    { of: 'printQrCodes', Icon: IconQrcode, run: upTo(MOST_AT_ONCE.qrCodes, print) },
    { of: 'delete', Icon: IconTrash, run: async () => openDeleteLinks([...ids], hidden, ended) },
  ];
}

/** The buttons for selected links. */
function SelectionActions(selected: SelectedLinks) {
  return (
    <div className={styles.selected}>
      {commandsOf(selected).map((command) => (
        <Command key={command.of} {...command} />
      ))}
    </div>
  );
}

/** The same in the context menu of a selected row. */
export const selectionMenu = (selected: SelectedLinks): readonly RowCommand[] =>
  commandsOf(selected).map(({ of, Icon, run }) => ({
    label: t[of],
    Icon,
    danger: of === 'delete',
    ...(of in KEYS && { shortcut: KEYS[of as keyof typeof KEYS] }),
    isOfSelection: true,
    run: () => void run(),
  }));

interface SelectedProps extends Omit<SelectedLinks, 'ids' | 'ended'> {
  readonly ids: readonly string[];
  close(): void;
  readonly content: ComponentType<{
    readonly links: LinkQuery & { ids: string[] };
    leaveOut(ids: readonly string[]): void;
  }>;
}

/** The content of a dialog for selected links, of which the seller may leave some out there. */
function Selected({ ids, hidden, query, leaveOut, close, content: Content }: SelectedProps) {
  const [now, setNow] = useState({ ids, hidden });
  const leaveOutHere = async (some: readonly string[]) => {
    leaveOut(some);
    const left = without(now.ids, some);
    if (left.length === 0) return close();
    const gone = now.hidden > 0 ? await call('links.gone', { ...query, ids: left }) : null;
    setNow({ ids: left, hidden: gone?.ok ? gone.value.ids.length : 0 });
  };
  return (
    <>
      <NotShown count={now.ids.length} hidden={now.hidden} />
      <Content links={{ ...query, ids: [...now.ids] }} leaveOut={(some) => void leaveOutHere(some)} />
    </>
  );
}

function Command({ of, Icon, run }: SelectionCommand) {
  const work = useOneAtATime();
  return (
    <WorkButton
      size="xs"
      variant="default"
      aria-label={t[of]}
      title={t[of]}
      leftSection={<Icon size={14} aria-hidden />}
      busy={work.slow}
      onClick={() => work.run(run)}
    >
      {t.short[of]}
    </WorkButton>
  );
}
