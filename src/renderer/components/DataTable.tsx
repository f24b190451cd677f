// A long list as an accessible, virtual table: only the visible rows are in the document.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import styles from './DataTable.module.css';
import { type OpenedMenu, RowContextMenu } from './RowContextMenu.tsx';
import { SelectedRows } from './row-commands.tsx';
import { type RowActions, TableRow } from './TableRow.tsx';
import { HeadCells, type Sort } from './table-cells.tsx';
import { type Column, tracksOf } from './table-columns.ts';
import type { DataTableProps, TableHandle } from './table-props.ts';
import { selectingKey } from './table-selection.ts';
import { rowIn, useActiveRow, useFocusFromHeading, useFocusOnActive } from './useActiveRow.ts';
import { useOpenRowInSight } from './useOpenRowInSight.ts';
import { useRowActions } from './useRowActions.ts';

const ROW = 40;
const HEAD = 36;
const SKELETONS = 10;

export type { Column, Sort, TableHandle };

export function DataTable<R>(props: DataTableProps<R>) {
  const { label, total, rowAt, indexOf, show, rowKey, onOpen, currentKey = null, empty } = props;
  const { columns, resetKey, maxHeight, selection, handle, sort, isExact = true } = props;
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

  // Before the rows are painted: scrolling begins as soon as they are seen, and must not be undone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the caller's key changes, and only then
  useLayoutEffect(() => {
    active.toTop();
    scroller.current?.scrollTo({ top: 0 });
  }, [resetKey]);

  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  useOpenRowInSight(scroller, currentKey, currentKey === null ? undefined : indexOf?.(currentKey), scrollTo);
  useFocusOnActive(active, scroller, virtualizer, handle);
  useFocusFromHeading(active, scroller, virtualizer, { label, hasRows: count > 0 && total !== undefined });

  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const closeMenu = () => {
    setMenu(null);
    active.focus();
  };
  const actions = useRef<RowActions<R>>(null as never);
  actions.current = useRowActions(props, active, {
    count,
    scrollTo,
    rowsInView: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / ROW) - 1),
    openMenu: setMenu,
  });

  const items = virtualizer.getVirtualItems();
  const seen = new Set<string>();
  const isEmpty = total === 0;
  return (
    <SelectedRows value={selection?.count ?? 0}>
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
          onKeyDown={(event) => {
            // Until the menu has the focus, its Escape arrives here.
            if (menu && event.key === 'Escape') closeMenu();
            else if (selection && !menu) selectingKey(event, selection);
          }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div className={styles.head} role="rowgroup">
            {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above; a header is not focused */}
            <div className={styles.headRow} role="row" aria-rowindex={1}>
              <HeadCells {...{ columns, selection, total, isExact, sort }} />
            </div>
          </div>
          {!isEmpty && (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div className={styles.rows} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
              {items.map(({ index, start }) => {
                const row = rowAt(index);
                const key = row ? rowKey(row) : null;
                // Rows keep their element when they move, so that an open menu stays with its record. While old and new
                // pages are mixed, a record can be there twice.
                const reactKey = key !== null && !seen.has(key) ? key : `${index}`;
                seen.add(reactKey);
                return (
                  <TableRow
                    key={reactKey}
                    {...{ index, columns, row, actions }}
                    top={start - HEAD}
                    tabIndex={index === current ? 0 : -1}
                    current={key !== null && key === currentKey}
                    opens={onOpen !== undefined}
                    selects={selection !== undefined}
                    selectLabel={(row && selection?.rowLabel(row)) ?? null}
                    fixed={row !== undefined && (selection?.isFixed?.(row) ?? false)}
                    selected={key !== null && (selection?.has(key) ?? false)}
                  />
                );
              })}
            </div>
          )}
        </div>
        {isEmpty && empty}
        {menu && (
          <RowContextMenu
            menu={menu}
            home={() => rowIn(scroller.current, current)?.focus({ preventScroll: true })}
            close={closeMenu}
          />
        )}
      </div>
    </SelectedRows>
  );
}
