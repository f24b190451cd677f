// A long list as an accessible table: only the rows on screen are in the document, whatever its length.
import { Skeleton } from '@mantine/core';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import styles from './DataTable.module.css';

const ROW = 40;
const HEAD = 36;
const SKELETONS = 10;

export interface Column<R> {
  readonly key: string;
  readonly header: string;
  /** A grid track: "120px", "minmax(160px, 2fr)". */
  readonly width: string;
  readonly align?: 'left' | 'right';
  /** `tabIndex` is for controls inside the cell: only those of the row that has the keyboard can be tabbed to. */
  cell(row: R, tabIndex: 0 | -1): ReactNode;
}

export interface DataTableProps<R> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  /** `total`, `rowAt` and `show` are those of `usePages`. */
  readonly total: number | undefined;
  rowAt(index: number): R | undefined;
  show?(first: number, last: number): void;
  rowKey(row: R): string;
  /** Click, or Enter on the row. */
  onOpen?(row: R): void;
  /** The key of the row whose details are open. */
  readonly currentKey?: string | null;
  /** Shown under the header when there are no rows. */
  readonly empty?: ReactNode;
  /** When it changes (another search, another filter) the list starts at its top again. */
  readonly resetKey?: string;
  /** Grows with its rows up to this height in px, instead of filling what its parent gives. */
  readonly maxHeight?: number;
}

export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, total, rowAt, show, rowKey, onOpen, currentKey, empty, resetKey, maxHeight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const focusActive = useRef(false);
  const hasKeyboard = useRef(false);
  const count = total ?? SKELETONS;
  const current = Math.max(0, Math.min(active, count - 1));

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    // The row that has the keyboard stays in the document when it is scrolled away, or the focus would be lost.
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
    if (first !== undefined && last !== undefined && total) show?.(first, Math.min(last, total - 1));
  }, [first, last, total, show]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the caller's key changes, and only then
  useEffect(() => {
    setActive(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [resetKey]);

  useEffect(() => {
    // A row's element goes when its record comes in its place, or goes itself; the keyboard then stays in the list.
    const lost = hasKeyboard.current && document.activeElement === document.body;
    if (!focusActive.current && !lost) return;
    focusActive.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, count - 1));
    focusActive.current = true;
    setActive(next);
    virtualizer.scrollToIndex(next);
  };

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const onRow = event.target === event.currentTarget;
    if (event.altKey || event.ctrlKey || event.metaKey || !(onRow || mayLeave(event.target))) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / ROW) - 1);
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    const row = rowAt(index);
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' && onRow && row && onOpen) onOpen(row);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent, index: number) => {
    setActive(index);
    const target = event.target as HTMLElement;
    // Menus and toasts hang elsewhere in the document but their clicks arrive here too; text that is being marked is no click.
    if (!event.currentTarget.contains(target) || target.closest('a,button,input,label')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    const row = rowAt(index);
    if (row) onOpen?.(row);
  };

  const template = columns.map((column) => column.width).join(' ');
  const seen = new Set<string>();
  const isEmpty = total === 0;
  return (
    <div className={styles.wrapper} style={maxHeight ? { flex: 'none', maxHeight } : undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a <table> */}
      <div
        ref={scroller}
        className={styles.scroller}
        data-empty={isEmpty || undefined}
        role="table"
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={total === undefined}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div className={styles.head} role="rowgroup">
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above; a header is not focused */}
          <div className={styles.headRow} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
            {columns.map((column) => (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
              <div key={column.key} className={styles.cell} role="columnheader" data-align={column.align}>
                {column.header}
              </div>
            ))}
          </div>
        </div>
        {!isEmpty && (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div className={styles.rows} role="rowgroup" style={{ height: count * ROW }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rowAt(index);
              const key = row ? rowKey(row) : null;
              // Rows keep their element when they move, so that an open menu stays with its record; while pages of
              // different age meet, a record can be there twice.
              const reactKey = key !== null && !seen.has(key) ? key : `${index}`;
              seen.add(reactKey);
              const tabIndex = index === current ? 0 : -1;
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: it is a row, but while its record is on its way
                <div
                  key={reactKey}
                  data-index={index}
                  {...(row ? { role: 'row', 'aria-rowindex': index + 2 } : ON_ITS_WAY)}
                  aria-current={key !== null && key === currentKey ? 'true' : undefined}
                  tabIndex={row ? tabIndex : -1}
                  className={styles.row}
                  data-opens={onOpen ? true : undefined}
                  style={{ gridTemplateColumns: template, transform: `translateY(${start - HEAD}px)` }}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onClick={(event) => onClick(event, index)}
                  onFocus={() => {
                    hasKeyboard.current = true;
                    setActive(index);
                  }}
                  onBlur={() => {
                    hasKeyboard.current = false;
                  }}
                >
                  {columns.map((column) => (
                    <div
                      key={column.key}
                      className={styles.cell}
                      role={row ? 'cell' : undefined}
                      data-align={column.align}
                    >
                      {row ? column.cell(row, tabIndex) : <Skeleton height={10} width="60%" />}
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        )}
      </div>
      {isEmpty && empty}
    </div>
  );
}

/** A row whose record has not come yet is for the eye alone: nothing can be done with it. */
const ON_ITS_WAY = { 'aria-hidden': true } as const;

/** Whether the arrow keys may leave the control they were pressed on: not where it needs them itself. */
const mayLeave = (target: EventTarget): boolean =>
  target instanceof HTMLElement && !target.closest('input,textarea,select,[aria-haspopup],[role="menu"]');
