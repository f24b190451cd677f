// The cells of a table's rows, with the checkboxes where rows can be selected.
import { Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './DataTable.module.css';
import { TableCheckbox } from './TableCheckbox.tsx';
import type { TableSelection } from './table-selection.ts';
import type { SharedWidth } from './table-widths.ts';

export interface Column<R> {
  readonly key: string;
  readonly header: string;
  /** A grid track ("120px", "minmax(160px, 2fr)"), or what the rows need where the table has room for it. */
  readonly width: string | SharedWidth<R>;
  /** In tables from this width on, and below that one, in px; left out, in all. */
  readonly from?: number;
  readonly below?: number;
  readonly align?: 'left' | 'right';
  /** `tabIndex` is for controls inside the cell: only those of the row that has the keyboard can be tabbed to. */
  cell(row: R, tabIndex: 0 | -1): ReactNode;
}

export function HeadCells<R>(props: {
  readonly columns: readonly Column<R>[];
  readonly selection: TableSelection<R> | undefined;
  readonly total: number | undefined;
}) {
  const { columns, selection, total } = props;
  return columns.map(({ key, header, align }, place) => {
    const selects = selection !== undefined && place === 0;
    // The checkbox is no part of the column's name.
    const name = selects ? { 'aria-label': header } : {};
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as in the table; a header is not focused
      <div key={key} className={styles.cell} role="columnheader" data-align={align} {...name}>
        {selects ? (
          <span className={styles.withBox}>
            <SelectAll selection={selection} total={total} />
            <span>{header}</span>
          </span>
        ) : (
          header
        )}
      </div>
    );
  });
}

function SelectAll<R>(props: { readonly selection: TableSelection<R>; readonly total: number | undefined }) {
  const { count, choosingAll, allLabel, selectAll, clear } = props.selection;
  const isAll = choosingAll || (count > 0 && count === props.total);
  return (
    <TableCheckbox
      label={allLabel}
      checked={isAll}
      partly={count > 0 && !isAll}
      disabled={!props.total}
      onChange={isAll ? clear : selectAll}
    />
  );
}

export function RowCells<R>(props: {
  readonly columns: readonly Column<R>[];
  /** Undefined while it is on its way. */
  readonly row: R | undefined;
  readonly tabIndex: 0 | -1;
  readonly selects: boolean;
  readonly selectLabel: string | null;
  /** It can never be selected. */
  readonly fixed: boolean;
  readonly selected: boolean;
  /** The checkbox was clicked, with the keys that were held. */
  onSelect(event: Event): void;
}) {
  const { columns, row, tabIndex, selectLabel, fixed, selected, onSelect } = props;
  const id = useId();
  return columns.map(({ key, align, cell }, place) => {
    const selects = props.selects && place === 0;
    // The checkbox is no part of what the cell says.
    const name = selects && row !== undefined ? { 'aria-labelledby': id } : {};
    const content = row === undefined ? <Skeleton height={10} width="60%" /> : cell(row, tabIndex);
    return (
      <div key={key} className={styles.cell} role={row === undefined ? undefined : 'cell'} data-align={align} {...name}>
        {selects ? (
          <span className={styles.withBox}>
            <TableCheckbox
              label={selectLabel ?? undefined}
              checked={selected}
              disabled={fixed || selectLabel === null}
              tabIndex={selectLabel === null ? -1 : tabIndex}
              onChange={onSelect}
            />
            <span id={id}>{content}</span>
          </span>
        ) : (
          content
        )}
      </div>
    );
  });
}
