// The cells of a table's rows, and their checkboxes.
import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { ListOrder } from '../../shared/contract/parts.ts';
import { texts } from '../../shared/texts/window.ts';
import styles from './DataTable.module.css';
import { TableCheckbox } from './TableCheckbox.tsx';
import type { Column } from './table-columns.ts';
import type { TableSelection } from './table-selection.ts';

/** The sort order, and the click handler of column headers. */
export interface Sort {
  readonly order: ListOrder;
  by(column: ListOrder['by']): void;
}

export function HeadCells<R>(props: {
  readonly columns: readonly Column<R>[];
  readonly selection: TableSelection<R> | undefined;
  readonly total: number | undefined;
  readonly isExact: boolean;
  readonly sort: Sort | undefined;
}) {
  const { columns, selection, total, isExact, sort } = props;
  return columns.map(({ key, header, align, sortsBy, iconOnly, narrowTrack, hideBelow }, place) => {
    const selects = selection !== undefined && place === 0;
    // The checkbox is no part of the column's name.
    const name = selects ? { 'aria-label': header } : {};
    const sorts = sort && sortsBy !== undefined;
    const direction =
      sorts && sort.order.by === sortsBy ? (sort.order.descending ? 'descending' : 'ascending') : 'none';
    const word = iconOnly ? <VisuallyHidden>{header}</VisuallyHidden> : <span className={styles.word}>{header}</span>;
    const head = sorts ? (
      <SortButton {...{ header, direction }} onClick={() => sort.by(sortsBy)}>
        {word}
      </SortButton>
    ) : (
      word
    );
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as in the table; a header is not focused
      <div
        key={key}
        className={styles.cell}
        role="columnheader"
        data-align={align}
        data-hide-below={hideBelow}
        data-narrows={narrowTrack !== undefined || undefined}
        {...name}
        aria-sort={sorts ? direction : undefined}
      >
        {selects ? (
          <span className={styles.withBox}>
            <SelectAll selection={selection} total={total} isExact={isExact} />
            <span>{head}</span>
          </span>
        ) : (
          head
        )}
      </div>
    );
  });
}

interface SortButtonProps {
  readonly header: string;
  readonly direction: 'ascending' | 'descending' | 'none';
  onClick(): void;
  readonly children: ReactNode;
}

/** Its arrow always takes its room, so that nothing moves on a click. */
function SortButton({ header, direction, onClick, children }: SortButtonProps) {
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton
      className={styles.sort ?? ''}
      data-sorted={direction !== 'none' || undefined}
      title={texts.parts.sortBy({ column: header.toLowerCase() })}
      onClick={onClick}
    >
      {children}
      <Arrow size={12} aria-hidden />
    </UnstyledButton>
  );
}

function SelectAll<R>(props: {
  readonly selection: TableSelection<R>;
  readonly total: number | undefined;
  readonly isExact: boolean;
}) {
  const { count, hidden = 0, choosingAll, areAllChosen = false, allLabel } = props.selection;
  const { selectAll, clear, toggleAll } = props.selection;
  const isAll = choosingAll || (props.isExact ? count > hidden && count - hidden === props.total : areAllChosen);
  return (
    <TableCheckbox
      label={allLabel}
      checked={isAll}
      partly={count > 0 && !isAll}
      disabled={!props.total}
      onChange={toggleAll ?? (isAll ? clear : selectAll)}
    />
  );
}

export function RowCells<R>(props: {
  readonly columns: readonly Column<R>[];
  /** Undefined while it loads. */
  readonly row: R | undefined;
  readonly tabIndex: 0 | -1;
  readonly selects: boolean;
  readonly selectLabel: string | null;
  /** It can never be selected. */
  readonly fixed: boolean;
  readonly selected: boolean;
  /** A click on the checkbox, with its modifier keys. */
  onSelect(event: Event): void;
}) {
  const { columns, row, tabIndex, selectLabel, fixed, selected, onSelect } = props;
  const id = useId();
  return columns.map(({ key, align, cell, hideBelow, narrowTrack }, place) => {
    const selects = props.selects && place === 0;
    // The checkbox is no part of the cell's text.
    const name = selects && row !== undefined ? { 'aria-labelledby': id } : {};
    const content = row === undefined ? <Skeleton height={10} width="60%" /> : cell(row, tabIndex);
    return (
      // The seller's text has its own direction; the checkbox stays where it is.
      <div
        key={key}
        className={styles.cell}
        dir={selects ? undefined : 'auto'}
        role={row === undefined ? undefined : 'cell'}
        data-align={align}
        data-hide-below={hideBelow}
        data-narrows={narrowTrack !== undefined || undefined}
        {...name}
      >
        {selects ? (
          <span className={styles.withBox}>
            <TableCheckbox
              label={selectLabel ?? undefined}
              checked={selected}
              disabled={fixed || selectLabel === null}
              tabIndex={selectLabel === null ? -1 : tabIndex}
              onChange={onSelect}
            />
            <span id={id} dir="auto">
              {content}
            </span>
          </span>
        ) : (
          content
        )}
      </div>
    );
  });
}
