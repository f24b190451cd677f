// The bar of actions for the selected links.
import type { ReactNode, RefObject } from 'react';
import type { TableHandle } from '../../components/DataTable.tsx';
import { SelectionBar as Bar } from '../../components/SelectionBar.tsx';
import type { Selection } from '../../state/selection.ts';
import { openDeleteLinks } from './DeleteLinks.tsx';
import type { LinkQuery } from './link-selection.ts';
import { SelectionActions } from './SelectionActions.tsx';

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
