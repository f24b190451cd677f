// The keyboard and the mouse on a table's rows: moving between them, opening, selecting, and their menu. The focus follows its
// record when rows before it are added or removed.
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '../../shared/texts/window.ts';
import { isPressed } from '../state/keys.ts';
import { goToSearch, hasModifier } from '../state/shortcuts.ts';
import { type OpenedMenu, type RowCommand, type RowMenu, setFocusedRow } from './commands.tsx';
import { type DataTableProps, ROW_SHORTCUTS, selectingKey } from './table.ts';

interface Surface {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  scrollTo(index: number): void;
  rowsInView(): number;
}

interface Pressed<R> {
  readonly element: HTMLElement;
  readonly index: number;
  /** The record at that index; undefined while it loads. */
  readonly row: R | undefined;
}

const TOP = { index: 0, key: null } as const;

/** `current` is the index of the focused row, which is always rendered. */
export function useActiveRow<R>({ rowAt, indexOf, rowKey }: DataTableProps<R>, count: number) {
  const [active, setActive] = useState<{ readonly index: number; readonly key: string | null }>(TOP);
  const keyAt = (index: number): string | null => {
    const row = rowAt(index);
    return row === undefined ? null : rowKey(row);
  };
  const isMoved = active.key !== null && keyAt(active.index) !== active.key;
  const index = (isMoved && active.key !== null ? indexOf(active.key) : undefined) ?? active.index;
  return { current: Math.max(0, Math.min(index, count - 1)), keyAt, setActive };
}

export function useTableRows<R>(
  props: DataTableProps<R>,
  { current, keyAt, setActive }: ReturnType<typeof useActiveRow<R>>,
  { scroller, count, scrollTo, rowsInView }: Surface,
) {
  const { rowAt, indexOf, rowKey, onOpen, onFollow, currentKey = null, selection } = props;
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const hasKeyboard = useRef(false);
  /** Whether a row was used: until then, a range has no start. */
  const wasUsed = useRef(false);
  const takesFocus = useRef(false);
  const activate = (index: number) => setActive({ index, key: keyAt(index) });
  const focusRow = () =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  const focus = (index = current) => {
    takesFocus.current = true;
    activate(index);
  };
  // A layout effect: a key pressed before a later effect would be lost.
  useLayoutEffect(() => {
    // Loading or removing a record replaces its row's element; the focus then stays in the list.
    const isLost = hasKeyboard.current && document.activeElement === document.body;
    if (!takesFocus.current && !isLost) return;
    takesFocus.current = false;
    focusRow();
  });
  useImperativeHandle(props.handle, () => ({
    focus(key) {
      const index = (key ? indexOf(key) : undefined) ?? current;
      scrollTo(index);
      focus(index);
    },
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the caller's key changes, and only then
  useLayoutEffect(() => {
    setActive(TOP);
    wasUsed.current = false;
    scroller.current?.scrollTo({ top: 0 });
  }, [props.resetKey]);
  const hasRows = count > 0 && props.total !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there are rows
  useLayoutEffect(() => {
    // A screen opened by a key focuses its heading, which passes the focus on to the list.
    const isAtHeading = document.activeElement?.matches('main h1[data-leads-to-list]') === true;
    if (hasRows && isAtHeading && scroller.current?.closest('[data-body="fill"]')) focus();
  }, [hasRows]);

  /** Another row got the focus while details are open, so they follow once it has loaded. */
  const follows = useRef(false);
  /** Keys of the details that this table has asked for and that are not open yet. If others open, the list moves to their row. */
  const requestedKeys = useRef<string[]>([]);
  const openKey = useRef<string | null>(null);
  const soughtKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    const row = follows.current ? rowAt(current) : undefined;
    if (row !== undefined) {
      follows.current = false;
      if (rowKey(row) !== currentKey) {
        requestedKeys.current.push(rowKey(row));
        onFollow?.(row);
      }
    }
    if (openKey.current !== currentKey) {
      openKey.current = currentKey;
      const place = currentKey === null ? -1 : requestedKeys.current.indexOf(currentKey);
      requestedKeys.current = requestedKeys.current.slice(place + 1);
      soughtKey.current = place < 0 ? currentKey : null;
    }
    const index = soughtKey.current === null ? undefined : indexOf(soughtKey.current);
    if (index === undefined) return;
    soughtKey.current = null;
    scrollTo(index);
    if (hasKeyboard.current) focus(index);
    else activate(index);
  });

  const pressed = (event: SyntheticEvent): Pressed<R> | null => {
    // Events in the portals of menus and toasts bubble here too, but belong to no row.
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    if (!element || !event.currentTarget.contains(element)) return null;
    const index = Number(element.dataset.index);
    return { element, index, row: rowAt(index) };
  };
  const open = (row: R) => {
    if (props.currentKey !== undefined && rowKey(row) !== currentKey) requestedKeys.current.push(rowKey(row));
    onOpen?.(row);
  };
  /** Selects up to a row from the start of the range, else from the focused row. */
  const extendTo = (index: number) => {
    const key = keyAt(index);
    const from = wasUsed.current ? keyAt(current) : key;
    if (from !== null) selection?.extend(from, { index, key });
  };
  const moveTo = (index: number, isSelecting: boolean) => {
    const next = Math.max(0, Math.min(index, count - 1));
    if (isSelecting) extendTo(next);
    else selection?.endRange();
    follows.current = !isSelecting && currentKey !== null && next !== current;
    focus(next);
    scrollTo(next);
  };
  /** The menu of the selection for a selected row, else the row's own. */
  const menuFor = (row: R): RowMenu | undefined =>
    selection?.commands && selection.count > 1 && selection.has(rowKey(row))
      ? { label: texts.parts.selection.count({ count: selection.count }), commands: selection.commands }
      : props.menu?.(row);
  const openMenu = async (row: R, x: number, y: number) => {
    const own = menuFor(row);
    const commands = (await own?.commands) ?? [];
    // Waits until the key press is over, which would close the menu that it opened.
    await new Promise((resolve) => setTimeout(resolve));
    if (own && commands.length > 0) setMenu({ x, y, label: own.label, commands });
  };

  /** Runs the command of a shortcut. The open row, which the seller looks at, comes before a selection without it. */
  const runShortcut = (event: KeyboardEvent, row: R | undefined): boolean => {
    const shortcut = ROW_SHORTCUTS.find((one) => isPressed(one, event.nativeEvent));
    if (!shortcut) return false;
    // The details already show another record whose row is still loading, so the key is not meant for this one.
    if (soughtKey.current !== null) return true;
    // Ctrl+C copies selected text instead.
    if (shortcut === 'copyLink' && hasMarkedText()) return false;
    const isOpenAlone = row !== undefined && rowKey(row) === currentKey && !selection?.has(currentKey);
    const isForAll = selection?.commands && selection.count > 0 && !isOpenAlone;
    const commands = isForAll ? selection.commands : row && props.menu?.(row).commands;
    const command = Array.isArray(commands) ? commands.find((one: RowCommand) => one.shortcut === shortcut) : undefined;
    if (command && !command.disabled) command.run();
    return command !== undefined;
  };

  /** Returns whether the row used the key. */
  const rowKeyDown = (event: KeyboardEvent, { element, index, row }: Pressed<R>): boolean => {
    const { nativeEvent, key } = event;
    const isOnRow = event.target === element;
    // The arrows belong to a field in the row.
    if (!isOnRow && (event.target as Element).closest('input:not([type="checkbox"]),textarea,select')) return false;
    if (isOnRow && index === 0 && key === 'ArrowUp' && !hasModifier(event) && goToSearch()) return true;
    const to = event.altKey || event.ctrlKey || event.metaKey ? undefined : target(key, index, count, rowsInView());
    if (to !== undefined) {
      moveTo(to, event.shiftKey && selection !== undefined);
      return true;
    }
    if (row === undefined) return false;
    if (props.menu && isPressed('commands', nativeEvent)) {
      const { left, bottom } = element.getBoundingClientRect();
      void openMenu(row, left + 16, bottom - 4);
      return true;
    }
    if (runShortcut(event, row)) return true;
    if (!isOnRow) return false;
    if (selection && isPressed('select', nativeEvent)) selection.toggle(rowKey(row));
    else if (onOpen && isPressed('open', nativeEvent)) open(row);
    else return false;
    return true;
  };

  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const row = pressed(event);
      if (menu) return;
      const isUsed = row ? rowKeyDown(event, row) : runShortcut(event, undefined);
      if (isUsed || (selection && selectingKey(event, selection))) event.preventDefault();
    },
    onClick(event: MouseEvent) {
      const on = pressed(event);
      if (!on) return;
      const { index, row } = on;
      const control = (event.target as Element).closest<HTMLElement>('a,button,input,label');
      const isBox = control?.matches('[data-select]') === true;
      if (selection && row && (isBox || (!control && (event.shiftKey || event.ctrlKey || event.metaKey)))) {
        if (event.shiftKey) extendTo(index);
        else selection.toggle(rowKey(row));
        wasUsed.current = true;
        if (isBox && !event.shiftKey) activate(index);
        else focus(index);
        return;
      }
      activate(index);
      if (control?.matches('[data-row-menu]') && row) {
        const { left, bottom } = control.getBoundingClientRect();
        void openMenu(row, left, bottom);
      }
      // Selecting text is not a click.
      if (control || hasMarkedText()) return;
      selection?.endRange();
      if (row) open(row);
    },
    onContextMenu(event: MouseEvent) {
      const on = pressed(event);
      if (!props.menu || !on?.row) return;
      event.preventDefault();
      focus(on.index);
      void openMenu(on.row, event.clientX, event.clientY);
    },
    onMouseDown(event: MouseEvent) {
      // With Shift, the browser would select the text in between.
      if (selection && event.shiftKey) event.preventDefault();
    },
    onFocus(event: SyntheticEvent) {
      const on = pressed(event);
      if (!on) return;
      hasKeyboard.current = true;
      wasUsed.current = true;
      activate(on.index);
      const { row } = on;
      setFocusedRow(row === undefined ? null : () => menuFor(row) ?? null);
    },
    onBlur() {
      hasKeyboard.current = false;
      setFocusedRow(null);
    },
  };
  const closeMenu = () => {
    setMenu(null);
    focus();
  };
  return { handlers, menu, closeMenu, focusRow };
}

function target(key: string, index: number, count: number, page: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  };
  return moves[key];
}

const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;
