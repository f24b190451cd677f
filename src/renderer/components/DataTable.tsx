// A long list as an accessible, virtual table: only the visible rows are in the document.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import styles from './DataTable.module.css';
import { RowContextMenu } from './row-commands.tsx';
import { HeadRow, TableRow } from './TableRow.tsx';
import { type Column, type DataTableProps, type Sort, type TableHandle, tracksOf } from './table-columns.ts';
import { useActiveRow, useTableRows } from './useTableRows.ts';

const ROW = 40;
const HEAD = 36;
const SKELETONS = 10;

export type { Column, Sort, TableHandle };

export function DataTable<R>(props: DataTableProps<R>) {
  const { label, total, rowAt, show, rowKey, onOpen, currentKey = null, empty, columns } = props;
  const { maxHeight, selection, isExact = true } = props;
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
    // The focused row stays in the document when it is scrolled away, or the focus would be lost.
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
    if (first !== undefined && last !== undefined && total) show?.(first, Math.min(last, total - 1), current);
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
        data-selects={selection !== undefined || undefined}
        {...handlers}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div className={styles.head} role="rowgroup">
          <HeadRow {...props} />
        </div>
        {!isEmpty && (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div className={styles.rows} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rowAt(index);
              const key = row ? rowKey(row) : null;
              // Rows keep their element when they move. While pages of different times are mixed, a record can be there twice.
              const reactKey = key !== null && !seen.has(key) ? key : `${index}`;
              seen.add(reactKey);
              return (
                <TableRow
                  key={reactKey}
                  {...{ index, columns, row }}
                  top={start - HEAD}
                  tabIndex={index === current ? 0 : -1}
                  isCurrent={key !== null && key === currentKey}
                  opens={onOpen !== undefined}
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
