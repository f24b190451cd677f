// A long list as an accessible table: only the rows on screen are in the document, whatever its length.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import styles from './DataTable.module.css';
import { type RowActions, TableRow } from './TableRow.tsx';
import { type Column, HeadCells, type Sort } from './table-cells.tsx';
import type { DataTableProps, TableHandle } from './table-props.ts';
import { selectingClick, selectingKey } from './table-selection.ts';

const ROW = 40;
const HEAD = 36;
const SKELETONS = 10;

export type { Column, Sort, TableHandle };

export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, total, rowAt, indexOf, moved = 0, show, rowKey, onOpen, currentKey, empty } = props;
  const { resetKey, maxHeight, selection, handle, sort, isExact = true } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActiveRow] = useState<{ readonly index: number; readonly key: string | null }>(TOP);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const focusActive = useRef(false);
  const hasKeyboard = useRef(false);
  /** Whether the seller has been on a row: before that, none is where a range could begin. */
  const wasThere = useRef(false);
  const count = total ?? SKELETONS;
  const keyAt = (index: number): string | null => {
    const row = rowAt(index);
    return row === undefined ? null : rowKey(row);
  };
  const setActive = (index: number) => setActiveRow({ index, key: keyAt(index) });
  // The keyboard stays with its record while rows come and go before it.
  const strayed = active.key !== null && keyAt(active.index) !== active.key;
  const activeIndex = (strayed && active.key !== null ? indexOf?.(active.key) : undefined) ?? active.index;
  const current = Math.max(0, Math.min(activeIndex, count - 1));

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
    // At the very top new rows are to be seen; anywhere else the rows that are being looked at stay where they are.
    const holds = () => (scroller.current?.scrollTop ?? 0) > 0;
    if (first !== undefined && last !== undefined && total) show?.(first, Math.min(last, total - 1), current, holds);
  }, [first, last, total, current, show]);

  const movedBefore = useRef(moved);
  useLayoutEffect(() => {
    const by = moved - movedBefore.current;
    movedBefore.current = moved;
    if (by === 0 || !scroller.current) return;
    scroller.current.scrollTop += by * ROW;
    // The virtualizer would hear of it a frame later, and show other rows until then.
    virtualizer.scrollOffset = scroller.current.scrollTop;
    redraw();
  }, [moved, virtualizer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the caller's key changes, and only then
  useEffect(() => {
    setActiveRow(TOP);
    wasThere.current = false;
    scroller.current?.scrollTo({ top: 0 });
  }, [resetKey]);

  // Before anything else is heard of the keyboard: a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    // A row's element goes when its record comes in its place, or goes itself; the keyboard then stays in the list.
    const lost = hasKeyboard.current && document.activeElement === document.body;
    if (!focusActive.current && !lost) return;
    focusActive.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  });

  useImperativeHandle(handle, () => ({
    focus(key) {
      const index = key ? indexOf?.(key) : undefined;
      if (key && index !== undefined) {
        setActiveRow({ index, key });
        virtualizer.scrollToIndex(index);
      }
      focusActive.current = true;
      redraw();
    },
  }));

  const moveTo = (index: number, selecting: boolean) => {
    const next = Math.max(0, Math.min(index, count - 1));
    if (selecting) extendTo(next);
    else selection?.endRange();
    focusActive.current = true;
    setActive(next);
    virtualizer.scrollToIndex(next);
  };

  /** Selects up to a row, from the one that has the keyboard unless a range has begun already. */
  const extendTo = (index: number) => {
    const key = keyAt(index);
    const from = wasThere.current ? keyAt(current) : key;
    if (from !== null) selection?.extend(from, { index, key });
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
    if (to !== undefined) moveTo(to, event.shiftKey && selection !== undefined);
    else if (event.key === ' ' && onRow && row && selection) selection.toggle(rowKey(row));
    else if (event.key === 'Enter' && onRow && row && onOpen) onOpen(row);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent, index: number) => {
    const target = event.target as HTMLElement;
    const row = rowAt(index);
    // Menus and toasts hang elsewhere in the document but their clicks arrive here too.
    const onControl = !event.currentTarget.contains(target) || target.closest('a,button,input,label') !== null;
    if (selection && row && !onControl && selectingClick(event)) {
      select(event, index, rowKey(row));
      return;
    }
    setActive(index);
    // Text that is being marked is no click.
    if (onControl || window.getSelection()?.isCollapsed === false) return;
    selection?.endRange();
    if (row) onOpen?.(row);
  };

  /** A click that selects: on a row with a key held, or on its checkbox. */
  const select = (event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>, index: number, key: string) => {
    if (selectingClick(event) === 'extend') {
      extendTo(index);
      focusActive.current = true;
    } else selection?.toggle(key);
    wasThere.current = true;
    setActive(index);
  };

  const actions = useRef<RowActions>(null as never);
  actions.current = {
    onKeyDown,
    onClick,
    onSelect: select,
    onFocus(index) {
      hasKeyboard.current = true;
      wasThere.current = true;
      setActive(index);
    },
    onBlur() {
      hasKeyboard.current = false;
    },
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
        aria-rowcount={total === undefined || !isExact ? -1 : total + 1}
        aria-busy={total === undefined}
        data-selects={selection !== undefined || undefined}
        onKeyDown={selection && ((event) => selectingKey(event, selection))}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div className={styles.head} role="rowgroup">
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above; a header is not focused */}
          <div className={styles.headRow} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
            <HeadCells {...{ columns, selection, total, sort }} />
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
              return (
                <TableRow
                  key={reactKey}
                  {...{ index, template, columns, row, actions }}
                  top={start - HEAD}
                  rowKey={key}
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
    </div>
  );
}

/** Whether the arrow keys may leave the control they were pressed on: not where it needs them itself. */
const mayLeave = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  !target.closest('input:not([type="checkbox"]),textarea,select,[aria-haspopup],[role="menu"]');

const TOP = { index: 0, key: null } as const;
