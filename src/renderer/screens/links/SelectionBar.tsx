// What can be done with the selected links.
import { Button } from '@mantine/core';
import { IconCopy, IconFileExport, IconTrash } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import { SelectionBar as Bar } from '../../components/SelectionBar.tsx';
import { WorkButton } from '../../components/WorkButton.tsx';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import type { LinkQuery, LinkSelection } from '../../state/selection.ts';
import { openDeleteLinks } from './editors.tsx';
import { copyCheckoutLinks, exportCsv } from './many-links.ts';

const words = texts.links.selection;

export interface SelectionBarProps {
  readonly selection: LinkSelection;
  readonly query: LinkQuery;
  readonly table: RefObject<TableHandle | null>;
  /** What stands here while nothing is selected. */
  readonly children: ReactNode;
}

export function SelectionBar({ selection, query, table, children }: SelectionBarProps) {
  const { ids, clear } = selection;
  const deleted = () => {
    clear();
    table.current?.focus();
  };
  return (
    <Bar count={ids.size} {...{ clear, table }} actions={<Actions {...{ ids, query, deleted }} />}>
      {children}
    </Bar>
  );
}

function Actions(props: { readonly ids: ReadonlySet<string>; readonly query: LinkQuery; deleted(): void }) {
  const { ids, query, deleted } = props;
  const copying = useOneAtATime();
  const exporting = useOneAtATime();
  return (
    <>
      <WorkButton
        size="xs"
        variant="default"
        title={words.copy}
        leftSection={<IconCopy size={14} aria-hidden />}
        busy={copying.slow}
        onClick={() => copying.run(() => copyCheckoutLinks(ids))}
      >
        {words.copy}
      </WorkButton>
      <WorkButton
        size="xs"
        variant="default"
        title={words.export}
        leftSection={<IconFileExport size={14} aria-hidden />}
        busy={exporting.slow}
        onClick={() => exporting.run(() => exportCsv(query, ids))}
      >
        {words.export}
      </WorkButton>
      <Button
        size="xs"
        variant="default"
        title={words.delete}
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => openDeleteLinks([...ids], deleted)}
      >
        {words.delete}
      </Button>
    </>
  );
}
