// The buttons for selected links. Loaded with the first selection, or earlier while the window is idle.
import {
  IconCopy,
  IconFileExport,
  IconForms,
  type IconProps,
  IconQrcode,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { MOST_AT_ONCE } from '../../../shared/many-links.ts';
import { texts } from '../../../shared/texts/window.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { toast } from '../../components/toast.tsx';
import { WorkButton } from '../../components/WorkButton.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { openDeleteLinks } from './editors.tsx';
import styles from './Links.module.css';
import type { LinkQuery } from './link-selection.ts';
import { copyCheckoutLinks, exportCsv } from './many-links.ts';
import { NotShown } from './NotShown.tsx';

const words = texts.links.selection;

const ReplaceLinks = lazyPart(async () => (await import('./ReplaceLinks.tsx')).ReplaceLinks);
const CustomiseMany = lazyPart(async () => (await import('../share/CustomiseMany.tsx')).CustomiseMany);
const QrSheet = lazyPart(async () => (await import('../share/QrSheet.tsx')).QrSheet);

export interface SelectionActionsProps {
  readonly ids: ReadonlySet<string>;
  /** How many of them the list does not show. */
  readonly hidden: number;
  readonly query: LinkQuery;
  ended(): void;
}

export function SelectionActions({ ids, hidden, query, ended }: SelectionActionsProps) {
  /** Acts on the ids, unless they exceed the limit. */
  const upTo = (most: number, act: (ids: readonly string[]) => unknown) => async () => {
    if (ids.size > most) toast('attention', words.tooMany(ids.size, most));
    else await act([...ids]);
  };
  const notShown = <NotShown count={ids.size} hidden={hidden} />;
  const replace = (some: readonly string[]) =>
    openDialog(words.replace, 600, (close) => (
      <>
        {notShown}
        <ReplaceLinks ids={some} close={close} replaced={ended} />
      </>
    ));
  const customise = (some: readonly string[]) =>
    openDialog(texts.share.customiseMany.title, 600, () => (
      <>
        {notShown}
        <CustomiseMany links={{ ...query, ids: [...some] }} />
      </>
    ));
  const print = (some: readonly string[]) =>
    openDialog(words.printQrCodes, 680, () => (
      <>
        {notShown}
        <QrSheet links={{ ...query, ids: [...some] }} />
      </>
    ));
  return (
    <div className={styles.selected}>
      <Command of="copy" Icon={IconCopy} run={() => copyCheckoutLinks({ ...query, ids: [...ids] })} />
      <Command of="export" Icon={IconFileExport} run={() => exportCsv(query, ids)} />
      <Command of="replace" Icon={IconReplace} run={upTo(MOST_AT_ONCE.replacements, replace)} />
      <Command of="customise" Icon={IconForms} run={upTo(MOST_AT_ONCE.addresses, customise)} />
      <Command of="printQrCodes" Icon={IconQrcode} run={upTo(MOST_AT_ONCE.qrCodes, print)} />
      <Command of="delete" Icon={IconTrash} run={async () => openDeleteLinks([...ids], hidden, ended)} />
    </div>
  );
}

interface CommandProps {
  readonly of: keyof typeof words.short;
  readonly Icon: ComponentType<IconProps>;
  run(): Promise<unknown>;
}

function Command({ of, Icon, run }: CommandProps) {
  const work = useOneAtATime();
  return (
    <WorkButton
      size="xs"
      variant="default"
      aria-label={words[of]}
      title={words[of]}
      leftSection={<Icon size={14} aria-hidden />}
      busy={work.slow}
      onClick={() => work.run(run)}
    >
      {words.short[of]}
    </WorkButton>
  );
}
