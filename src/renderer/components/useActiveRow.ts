// Which row of a table has the keyboard: it stays with its record while rows come and go before it, and gets the focus back.
import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useImperativeHandle, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { DataTableProps } from './table-props.ts';

type Rows<R> = Pick<DataTableProps<R>, 'rowAt' | 'indexOf' | 'rowKey'>;

const TOP = { index: 0, key: null } as const;

export function useActiveRow<R>({ rowAt, indexOf, rowKey }: Rows<R>, count: number) {
  const [active, setActiveRow] = useState<{ readonly index: number; readonly key: string | null }>(TOP);
  const [, redraw] = useReducer((drawings: number) => drawings + 1, 0);
  const focusNext = useRef(false);
  const hasKeyboard = useRef(false);
  /** Whether the seller has been on a row: before that, none is where a range could begin. */
  const wasThere = useRef(false);
  const keyAt = (index: number): string | null => {
    const row = rowAt(index);
    return row === undefined ? null : rowKey(row);
  };
  const strayed = active.key !== null && keyAt(active.index) !== active.key;
  const activeIndex = (strayed && active.key !== null ? indexOf?.(active.key) : undefined) ?? active.index;
  const current = Math.max(0, Math.min(activeIndex, count - 1));
  return {
    current,
    keyAt,
    redraw,
    hasKeyboard,
    wasThere,
    set: (index: number) => setActiveRow({ index, key: keyAt(index) }),
    toTop() {
      setActiveRow(TOP);
      wasThere.current = false;
    },
    /** Gives it the focus once it is drawn. */
    focus() {
      focusNext.current = true;
      redraw();
    },
    /** On the row with this key, where it is loaded. */
    goTo(key: string | null | undefined): number | undefined {
      const index = key ? indexOf?.(key) : undefined;
      if (key && index !== undefined) setActiveRow({ index, key });
      return index;
    },
    focusNext,
  };
}

export type ActiveRow = ReturnType<typeof useActiveRow>;

/** Carries out what was asked of the row, after each drawing. */
export function useFocusOnActive<R>(
  active: ActiveRow,
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>,
  handle: DataTableProps<R>['handle'],
): void {
  const { current, focusNext, hasKeyboard } = active;
  // Before anything else is heard of the keyboard: a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    // A row's element goes when its record comes in its place, or goes itself; the keyboard then stays in the list.
    const lost = hasKeyboard.current && document.activeElement === document.body;
    if (!focusNext.current && !lost) return;
    focusNext.current = false;
    rowIn(scroller.current, current)?.focus({ preventScroll: true });
  });
  useImperativeHandle(handle, () => ({
    focus(key) {
      const index = active.goTo(key);
      if (index !== undefined) virtualizer.scrollToIndex(index);
      active.focus();
    },
  }));
}

export const rowIn = (scroller: HTMLElement | null, index: number): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
