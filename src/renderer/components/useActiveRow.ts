// The focused row of a table: it follows its record while rows are inserted or removed before it, and restores the focus.
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
  /** Whether a row had the focus yet: before that there is no start for a range. */
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
    hasKeyboard,
    wasThere,
    set: (index: number) => setActiveRow({ index, key: keyAt(index) }),
    toTop() {
      setActiveRow(TOP);
      wasThere.current = false;
    },
    /** Focuses it once it is rendered. */
    focus() {
      focusNext.current = true;
      redraw();
    },
    /** The row with this key, where it is loaded. */
    goTo(key: string | null | undefined): number | undefined {
      const index = key ? indexOf?.(key) : undefined;
      if (key && index !== undefined) setActiveRow({ index, key });
      return index;
    },
    focusNext,
  };
}

export type ActiveRow = ReturnType<typeof useActiveRow>;

/** Applies a pending focus after each render. */
export function useFocusOnActive<R>(
  active: ActiveRow,
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>,
  handle: DataTableProps<R>['handle'],
): void {
  const { current, focusNext, hasKeyboard } = active;
  // In a layout effect: a key pressed before a later effect would be lost.
  useLayoutEffect(() => {
    // A row's element is replaced when its record loads or is removed; the focus then stays in the list.
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

/** The keys of the rows that had the focus last, by the label of their list. */
const left = new Map<string, string>();

/**
 * The list of a screen of the navigation that was opened by a key takes the focus from the heading once it has rows: in the row that had it
 * last, else in the first.
 */
export function useFocusFromHeading(
  active: ActiveRow,
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>,
  { label, hasRows }: { readonly label: string; readonly hasRows: boolean },
): void {
  const { current, keyAt, hasKeyboard } = active;
  const key = hasKeyboard.current ? keyAt(current) : null;
  useLayoutEffect(() => {
    if (key !== null) left.set(label, key);
  }, [label, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there are rows
  useLayoutEffect(() => {
    const isAtHeading = document.activeElement?.matches('main h1[data-leads-to-list]') === true;
    if (!hasRows || !isAtHeading || !scroller.current?.closest('[data-body="fill"]')) return;
    const index = active.goTo(left.get(label));
    if (index !== undefined) virtualizer.scrollToIndex(index);
    active.focus();
  }, [hasRows]);
}

export const rowIn = (scroller: HTMLElement | null, index: number): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
