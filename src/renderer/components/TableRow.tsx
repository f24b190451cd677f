// The rows of a table: the head with its sort buttons, and a row, memoized so that typing elsewhere on the page does not render
// the whole list again. Checkboxes are plain inputs: Mantine's cost as much as the rest of a row.
import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useEffect, useId, useRef } from 'react';
import { texts } from '../../shared/texts/window.ts';
import styles from './DataTable.module.css';
import type { Column, DataTableProps } from './table-columns.ts';
import type { TableSelection } from './table-selection.ts';

export function HeadRow<R>({ columns, selection, total, sort }: DataTableProps<R>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a virtual list cannot be a <table>; a header is not focused
    <div className={styles.headRow} role="row" aria-rowindex={1}>
      {columns.map(({ key, header, align, sortsBy, iconOnly, narrowTrack, hideBelow }, place) => {
        const box = place === 0 ? selection : undefined;
        const isSorted = sort !== undefined && sort.order.by === sortsBy;
        const direction = isSorted ? (sort.order.descending ? 'descending' : 'ascending') : 'none';
        const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
        const word = iconOnly ? (
          <VisuallyHidden>{header}</VisuallyHidden>
        ) : (
          <span className={styles.word}>{header}</span>
        );
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
          <div
            key={key}
            className={styles.cell}
            role="columnheader"
            data-align={align}
            data-hide-below={hideBelow}
            data-narrows={narrowTrack !== undefined || undefined}
            // The checkbox is not part of the column's name.
            aria-label={box ? header : undefined}
            aria-sort={sort && sortsBy ? direction : undefined}
          >
            {box && <SelectAll selection={box} total={total} />}
            {sort && sortsBy ? (
              <UnstyledButton
                className={styles.sort ?? ''}
                data-sorted={isSorted || undefined}
                title={texts.parts.sortBy({ column: header.toLowerCase() })}
                onClick={() => sort.by(sortsBy)}
              >
                {word}
                <Arrow size={12} aria-hidden />
              </UnstyledButton>
            ) : (
              word
            )}
          </div>
        );
      })}
    </div>
  );
}

function SelectAll<R>(props: { readonly selection: TableSelection<R>; readonly total: number | undefined }) {
  const { count, isAll, allLabel, selectAll, clear, toggleAll } = props.selection;
  const checked = isAll || (count > 0 && count === props.total);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !checked;
  }, [count, checked]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={allLabel}
      checked={checked}
      disabled={!props.total}
      onChange={toggleAll ?? (checked ? clear : selectAll)}
    />
  );
}

interface TableRowProps<R> {
  readonly index: number;
  /** Px from the first row. */
  readonly top: number;
  readonly columns: readonly Column<R>[];
  /** Undefined while the record loads. */
  readonly row: R | undefined;
  /** 0 for the focused row. */
  readonly tabIndex: 0 | -1;
  /** Its details are open. */
  readonly isCurrent: boolean;
  readonly opens: boolean;
  readonly selects: boolean;
  /** The name of its checkbox; null in a table without selection, and while the record loads. */
  readonly selectLabel: string | null;
  readonly isFixed: boolean;
  readonly isSelected: boolean;
}

function Row<R>(props: TableRowProps<R>) {
  const { index, top, columns, row, tabIndex, isCurrent, opens, selects, selectLabel, isFixed, isSelected } = props;
  const id = useId();
  return (
    <div
      data-index={index}
      // A row whose record loads is hidden from screen readers: nothing can be done with it.
      {...(row ? { role: 'row', 'aria-rowindex': index + 2 } : { 'aria-hidden': true })}
      data-selected={isSelected || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={row ? tabIndex : -1}
      className={styles.row}
      data-opens={opens || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map(({ key, align, cell, hideBelow, narrowTrack }, place) => {
        const hasBox = selects && place === 0;
        const content = row === undefined ? <Skeleton height={10} width="60%" /> : cell(row, tabIndex);
        return (
          // The seller's text has its own direction; the checkbox stays where it is.
          <div
            key={key}
            className={styles.cell}
            dir={hasBox ? undefined : 'auto'}
            role={row === undefined ? undefined : 'cell'}
            data-align={align}
            data-hide-below={hideBelow}
            data-narrows={narrowTrack !== undefined || undefined}
            // The checkbox is not part of the cell's text.
            {...(hasBox && row !== undefined ? { 'aria-labelledby': id } : {})}
          >
            {hasBox && (
              <input
                type="checkbox"
                className={styles.box}
                data-select
                aria-label={selectLabel ?? undefined}
                checked={isSelected}
                disabled={isFixed || selectLabel === null}
                tabIndex={selectLabel === null ? -1 : tabIndex}
                // The table takes the click, with its modifier keys.
                onChange={() => {}}
              />
            )}
            {hasBox ? (
              <span id={id} dir="auto">
                {content}
              </span>
            ) : (
              content
            )}
          </div>
        );
      })}
    </div>
  );
}

export const TableRow = memo(Row) as typeof Row;
