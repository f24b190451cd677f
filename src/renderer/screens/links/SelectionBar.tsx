// What can be done with the selected links, in the place of what stands above the list otherwise.
import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconFileExport, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import { WorkButton } from '../../components/WorkButton.tsx';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import type { LinkQuery, LinkSelection } from '../../state/selection.ts';
import { openDeleteLinks } from './DeleteLinks.tsx';
import styles from './Links.module.css';
import { copyCheckoutLinks, exportCsv } from './many-links.ts';

const words = texts.links.selection;

export interface SelectionBarProps {
  readonly selection: LinkSelection;
  readonly query: LinkQuery;
  /** Gets the keyboard when the selection is cleared, as the buttons go then. */
  readonly table: RefObject<TableHandle | null>;
  /** What stands here while nothing is selected. */
  readonly children: ReactNode;
}

export function SelectionBar({ selection, query, table, children }: SelectionBarProps) {
  const { ids } = selection;
  const some = ids.size > 0;
  const clear = () => {
    selection.clear();
    table.current?.focus();
  };
  return (
    <div className={styles.either}>
      <div className={some ? styles.setAside : undefined}>{children}</div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape works on the buttons inside */}
      <div
        className={styles.selection}
        data-empty={!some || undefined}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && some) clear();
        }}
      >
        {/* Always there, so that the count is announced when it comes. */}
        <span aria-live="polite" className={some ? styles.selected : undefined}>
          {some && words.count(ids.size)}
        </span>
        {some && <Actions {...{ ids, query, clear }} />}
      </div>
    </div>
  );
}

function Actions(props: { readonly ids: ReadonlySet<string>; readonly query: LinkQuery; clear(): void }) {
  const { ids, query, clear } = props;
  const copying = useOneAtATime();
  const exporting = useOneAtATime();
  return (
    <>
      <WorkButton
        size="xs"
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        busy={copying.slow}
        onClick={() => copying.run(() => copyCheckoutLinks(ids))}
      >
        {words.copy}
      </WorkButton>
      <WorkButton
        size="xs"
        variant="default"
        leftSection={<IconFileExport size={14} aria-hidden />}
        busy={exporting.slow}
        onClick={() => exporting.run(() => exportCsv(query, ids))}
      >
        {words.export}
      </WorkButton>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => openDeleteLinks([...ids], clear)}
      >
        {words.delete}
      </Button>
      <ActionIcon aria-label={words.clear} title={words.clear} onClick={clear}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
