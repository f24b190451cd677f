// Keyboard and mouse on a table's rows: moving between them, opening, selecting, and their menu.
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { isPressed } from '../../shared/shortcuts.ts';
import { goToSearch, hasModifier } from '../state/shortcuts.ts';
import type { OpenedMenu } from './RowContextMenu.tsx';
import type { DrawnRow, RowActions } from './TableRow.tsx';
import { type DataTableProps, ROW_SHORTCUTS, type RowShortcut } from './table-props.ts';
import { selectingClick } from './table-selection.ts';
import type { ActiveRow } from './useActiveRow.ts';

interface Surface {
  /** How many rows there are. */
  readonly count: number;
  scrollTo(index: number): void;
  rowsInView(): number;
  openMenu(menu: OpenedMenu): void;
}

export function useRowActions<R>(props: DataTableProps<R>, active: ActiveRow, surface: Surface): RowActions<R> {
  const { rowAt, indexOf, rowKey, onOpen, onFollow, currentKey = null, selection, menu, onShortcut } = props;
  const { current, keyAt, wasThere } = active;
  /** Another row got the focus while details are open: they follow once it is loaded. */
  const follows = useRef(false);
  /** Records that were opened from here, by key, until their details are open. */
  const openedHere = useRef<string[]>([]);
  useLayoutEffect(() => {
    const row = follows.current ? rowAt(current) : undefined;
    if (row === undefined) return;
    follows.current = false;
    if (rowKey(row) === currentKey) return;
    openedHere.current.push(rowKey(row));
    onFollow?.(row);
  });

  /** The key whose details were opened elsewhere, for example in the palette, until its row is the active one. */
  const openedElsewhere = useRef<string | null>(null);
  const lastKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (lastKey.current !== currentKey) {
      lastKey.current = currentKey;
      const at = currentKey === null ? -1 : openedHere.current.indexOf(currentKey);
      openedHere.current = openedHere.current.slice(at + 1);
      openedElsewhere.current = at < 0 ? currentKey : null;
    }
    const key = openedElsewhere.current;
    if (key === null) return;
    const index = keyAt(current) === key ? current : active.goTo(key);
    if (index === undefined) return;
    openedElsewhere.current = null;
    if (index === current) return;
    surface.scrollTo(index);
    if (active.hasKeyboard.current) active.focus();
  });

  /** Selects up to a row, from the start of the range, else from the focused row. */
  const extendTo = (index: number) => {
    const key = keyAt(index);
    const from = wasThere.current ? keyAt(current) : key;
    if (from !== null) selection?.extend(from, { index, key });
  };

  /** Pressed while "select all" was still loading: it is for the whole selection. */
  const waits = useRef<RowShortcut | null>(null);
  const isChoosing = selection?.choosingAll ?? false;
  useEffect(() => {
    const shortcut = isChoosing ? null : waits.current;
    if (shortcut === null) return;
    waits.current = null;
    const row = rowAt(current);
    if (!selection || selection.count === 0) return;
    if (shortcut === 'remove') selection.remove?.();
    else if (row) onShortcut?.(shortcut, row);
  });

  const waitForAll = ({ nativeEvent }: KeyboardEvent): boolean => {
    const shortcut = isChoosing && ROW_SHORTCUTS.find((one) => isPressed(one, nativeEvent));
    if (shortcut) waits.current = shortcut;
    return Boolean(shortcut);
  };

  /** The current index of a rendered row: the list may have changed since. */
  const placeOf = ({ index, row }: DrawnRow<R>): number => {
    if (row === undefined || keyAt(index) === rowKey(row)) return index;
    return indexOf?.(rowKey(row)) ?? index;
  };

  const openRow = (row: R) => {
    if (props.currentKey !== undefined && rowKey(row) !== currentKey) openedHere.current.push(rowKey(row));
    onOpen?.(row);
  };

  const moveTo = (index: number, selecting: boolean) => {
    const next = Math.max(0, Math.min(index, surface.count - 1));
    if (selecting) extendTo(next);
    else selection?.endRange();
    follows.current = !selecting && currentKey !== null && next !== current;
    active.set(next);
    active.focus();
    surface.scrollTo(next);
  };

  const openMenu = async (row: R, x: number, y: number) => {
    if (!menu) return;
    const commands = await menu.commands(row);
    // After the key press, which would close the menu that it opened.
    await new Promise((resolve) => setTimeout(resolve));
    if (commands.length > 0) surface.openMenu({ x, y, label: menu.label(row), commands });
  };

  /** A click that selects: on a row with a modifier key, or on its checkbox. */
  const select = (event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>, index: number, key: string) => {
    if (selectingClick(event) === 'extend') {
      extendTo(index);
      active.focus();
    } else selection?.toggle(key);
    wasThere.current = true;
    active.set(index);
  };

  const command = (event: KeyboardEvent, row: R, onRow: boolean): boolean => {
    const { nativeEvent } = event;
    const pressed = (shortcut: Parameters<typeof isPressed>[0]) => isPressed(shortcut, nativeEvent);
    if (menu && pressed('commands')) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      void openMenu(row, left + 16, bottom - 4);
      return true;
    }
    const shortcut = onShortcut && ROW_SHORTCUTS.find(pressed);
    // The details show another record, whose row is not loaded yet, so the key is not for this one.
    if (shortcut && openedElsewhere.current !== null) return true;
    // Selected text is copied instead.
    if (shortcut && !(shortcut === 'copyLink' && hasMarkedText())) onShortcut(shortcut, row);
    else if (!onRow) return false;
    else if (selection && pressed('select')) selection.toggle(rowKey(row));
    else if (onOpen && pressed('open')) openRow(row);
    else return false;
    return true;
  };

  return {
    onKeyDown(event, on) {
      const { row } = on;
      const index = placeOf(on);
      const onRow = event.target === event.currentTarget;
      const keepsArrows = !onRow && !mayLeave(event.target);
      if (keepsArrows && !isClosedMenu(event.target)) return;
      if (onRow && index === 0 && event.key === 'ArrowUp' && !hasModifier(event) && goToSearch()) {
        event.preventDefault();
        return;
      }
      const to =
        keepsArrows || event.altKey || event.ctrlKey || event.metaKey ? undefined : target(event.key, index, surface);
      if (to !== undefined) moveTo(to, event.shiftKey && selection !== undefined);
      else if (!waitForAll(event) && (row === undefined || !command(event, row, onRow))) return;
      event.preventDefault();
    },

    onClick(event, on) {
      const clicked = event.target as HTMLElement;
      const { row } = on;
      const index = placeOf(on);
      // Clicks in the portals of menus and toasts bubble here too.
      const onControl = !event.currentTarget.contains(clicked) || clicked.closest('a,button,input,label') !== null;
      if (selection && row && !onControl && selectingClick(event)) {
        select(event, index, rowKey(row));
        return;
      }
      active.set(index);
      // Selecting text is no click.
      if (onControl || hasMarkedText()) return;
      selection?.endRange();
      if (row) openRow(row);
    },

    onContextMenu(event, on) {
      const { row } = on;
      if (!menu || row === undefined || !event.currentTarget.contains(event.target as Element)) return;
      event.preventDefault();
      active.set(placeOf(on));
      active.focus();
      void openMenu(row, event.clientX, event.clientY);
    },

    onSelect(event, on) {
      if (on.row !== undefined) select(event, placeOf(on), rowKey(on.row));
    },

    onFocus(on) {
      active.hasKeyboard.current = true;
      wasThere.current = true;
      active.set(placeOf(on));
    },

    onBlur() {
      active.hasKeyboard.current = false;
    },
  };
}

/** The row that a key moves to. */
function target(key: string, index: number, { count, rowsInView }: Surface): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + rowsInView(),
    PageUp: index - rowsInView(),
    Home: 0,
    End: count - 1,
  };
  return moves[key];
}

const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

/** Whether the arrow keys may leave the control they were pressed on: not where it uses them itself. */
const mayLeave = (on: EventTarget): boolean =>
  on instanceof HTMLElement &&
  !on.closest('input:not([type="checkbox"]),textarea,select,[aria-haspopup],[role="menu"]');

const isClosedMenu = (on: EventTarget): boolean =>
  on instanceof HTMLElement && on.closest('[aria-haspopup]:not([aria-expanded="true"])') !== null;
