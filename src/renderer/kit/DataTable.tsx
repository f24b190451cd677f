// A long list as an accessible, virtual table: the document contains only the visible rows.

import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { RowContextMenu } from './commands.tsx';
import styles from './DataTable.module.css';
import { type Column, type DataTableProps, type TableSelection, tracksOf } from './table.ts';
import { useActiveRow, useTableRows } from './useTableRows.ts';

const ROW = 40;
const HEAD = 36;
const SKELETONS = 10;

export function DataTable<R>(props: DataTableProps<R>) {
  const { label, total, rowAt, show, rowKey, currentKey = null, empty, columns } = props;
  const { maxHeight, selection, isExact } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const tracks = useMemo(() => tracksOf(columns), [columns]);
  const count = total ?? SKELETONS;
  const active = useActiveRow(props, count);
  const { current } = active;

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    // The focused row stays in the document while it is scrolled away, so that it keeps the focus.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        if (current >= range.count || indexes.includes(current)) return indexes;
        return [...indexes, current].sort((a, b) => a - b);
      },
      [current],
    ),
  });
  const first = virtualizer.range?.startIndex;
  const last = virtualizer.range?.endIndex;
  useEffect(() => {
    if (first !== undefined && last !== undefined && total) show(first, Math.min(last, total - 1), current);
  }, [first, last, total, current, show]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when rows were added, which may be at the top
  useLayoutEffect(() => {
    const { scrollTop = 0 } = scroller.current ?? {};
    if (scrollTop < ROW) scroller.current?.scrollTo({ top: 0 });
  }, [total]);

  const { handlers, menu, closeMenu, focusRow } = useTableRows(props, active, {
    scroller,
    count,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    rowsInView: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / ROW) - 1),
  });

  const seen = new Set<string>();
  const isEmpty = total === 0;
  return (
    <div className={styles.wrapper} style={{ ...tracks, ...(maxHeight && { flex: 'none', maxHeight }) }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a <table> */}
      <div
        ref={scroller}
        className={styles.scroller}
        data-empty={isEmpty || undefined}
        role="table"
        aria-label={label}
        aria-rowcount={total === undefined || !isExact ? -1 : total + 1}
        aria-busy={total === undefined}
        {...handlers}
      >
        {!isEmpty && (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div className={styles.head} role="rowgroup">
            <HeadRow {...props} />
          </div>
        )}
        {!isEmpty && (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div className={styles.rows} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rowAt(index);
              const key = row ? rowKey(row) : null;
              // A row keeps its element when it moves. Pages loaded at different times can contain the same record twice.
              const reactKey = key !== null && !seen.has(key) ? key : `${index}`;
              seen.add(reactKey);
              return (
                <TableRow
                  key={reactKey}
                  {...{ index, columns, row }}
                  top={start - HEAD}
                  tabIndex={index === current ? 0 : -1}
                  isCurrent={key !== null && key === currentKey}
                  selects={selection !== undefined}
                  selectLabel={(row && selection?.rowLabel(row)) ?? null}
                  isFixed={row !== undefined && (selection?.isFixed?.(row) ?? false)}
                  isSelected={key !== null && (selection?.has(key) ?? false)}
                />
              );
            })}
          </div>
        )}
      </div>
      {isEmpty && empty}
      {menu && <RowContextMenu menu={menu} home={focusRow} close={closeMenu} />}
    </div>
  );
}

function HeadRow<R>({ columns, selection, total, sort }: DataTableProps<R>) {
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
            // Leaves the checkbox out of the column's name.
            aria-label={box ? header : undefined}
            aria-sort={sort && sortsBy ? direction : undefined}
          >
            {box && <SelectAll selection={box} total={total} />}
            {sort && sortsBy ? (
              <UnstyledButton
                className={styles.sort ?? ''}
                data-sorted={isSorted || undefined}
                title={texts.parts.sortBy({ column: header })}
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
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !checked;
      }}
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
  /** In px, from the first row. */
  readonly top: number;
  readonly columns: readonly Column<R>[];
  /** Undefined while the record loads. */
  readonly row: R | undefined;
  /** 0 for the focused row, so that Tab reaches only this one. */
  readonly tabIndex: 0 | -1;
  readonly isCurrent: boolean;
  readonly selects: boolean;
  /** The name of its checkbox; null in a table without selection, and while the record loads. */
  readonly selectLabel: string | null;
  readonly isFixed: boolean;
  readonly isSelected: boolean;
}

function Row<R>(props: TableRowProps<R>) {
  const { index, top, columns, row, tabIndex, isCurrent, selects, selectLabel, isFixed, isSelected } = props;
  const id = useId();
  return (
    <div
      data-index={index}
      // Hides a row from screen readers while its record loads, because it cannot be used yet.
      {...(row ? { role: 'row', 'aria-rowindex': index + 2 } : { 'aria-hidden': true })}
      data-selected={isSelected || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={row ? tabIndex : -1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map(({ key, align, cell, hideBelow, narrowTrack }, place) => {
        const hasBox = selects && place === 0;
        const content = row === undefined ? <Skeleton height={10} width="60%" /> : cell(row, tabIndex);
        return (
          // The seller's text has a direction of its own; the checkbox stays at the start.
          <div
            key={key}
            className={styles.cell}
            dir={hasBox ? undefined : 'auto'}
            role={row === undefined ? undefined : 'cell'}
            data-align={align}
            data-hide-below={hideBelow}
            data-narrows={narrowTrack !== undefined || undefined}
            // Leaves the checkbox out of the cell's name.
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
                // The table handles the click, together with its modifier keys.
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

const TableRow = memo(Row) as typeof Row;
