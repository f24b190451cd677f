// Keyboard shortcuts: mounted components register their handlers here.
import { useEffect, useRef } from 'react';
import { ASKED_BY_MENU, SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/window.ts';
import { listen } from '../bridge.ts';
import { useFrameState } from './frame.ts';
import { ariaKeysOf, isPressed } from './keys.ts';

type Modifiers = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;
/** The menu's own "Undo" is for the text in a field, so only the key undoes here. */
const HANDLED = [...ASKED_BY_MENU, 'undo'] as const;
type Registered = (typeof HANDLED)[number];

const actions = new Map<Registered, (() => void)[]>();

/** Registers a handler while the component is mounted. The newest one wins; a fallback runs only if there is no other. */
export function useShortcut(shortcut: Registered, run: () => void, isFallback = false): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const handler = () => latest.current();
    const existing = actions.get(shortcut) ?? [];
    actions.set(shortcut, isFallback ? [handler, ...existing] : [...existing, handler]);
    return () => {
      const others = (actions.get(shortcut) ?? []).filter((each) => each !== handler);
      actions.set(shortcut, others);
    };
  }, [shortcut, isFallback]);
}

/** Returns false without a handler. */
function run(shortcut: Registered): boolean {
  const action = actions.get(shortcut)?.at(-1);
  action?.();
  return action !== undefined;
}

/** Focuses the screen's search; returns false if it has none. */
export const goToSearch = (): boolean => run('search');

export const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/** A screen without a search of its own opens the palette. */
const runOrPalette = (shortcut: Registered): boolean => run(shortcut) || (shortcut === 'search' && run('palette'));

const EDITABLE =
  'input:not([type="checkbox"],[type="radio"],[type="button"]),textarea,select,[contenteditable="true"],[role="combobox"]';

const LISTS = '[role="menu"],[role="listbox"]';

const isIn = (selector: string, { target }: Pick<Event, 'target'>): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * Whether the key belongs to the focused field, menu or dialog. A field keeps the keys that type or move in it, but not those
 * with Ctrl, or with Cmd on macOS, where Ctrl moves the cursor.
 */
const isTaken = ({ defaultPrevented, target, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  defaultPrevented ||
  isIn(metaKey || (ctrlKey && !isMac()) ? LISTS : `${EDITABLE},${LISTS}`, { target }) ||
  document.querySelector('[role="menu"]') !== null ||
  isBehindDialog();

export const isBehindDialog = (): boolean => document.getElementById('root')?.hasAttribute('aria-hidden') === true;

/** Listens for the keys, and for the application menu, which has the same commands. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const pressed = HANDLED.find((shortcut) => isPressed(shortcut, event));
      // The palette opens even from fields.
      if (!pressed || (pressed !== 'palette' && isTaken(event))) return;
      // Holding the key down would undo one thing after another.
      if (pressed === 'undo' && (event.repeat || isIn(EDITABLE, event))) return;
      if (runOrPalette(pressed)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    const off = listen('shortcut', ({ shortcut }) => {
      if (!isBehindDialog()) runOrPalette(shortcut);
    });
    return () => {
      window.removeEventListener('keydown', onKey);
      off();
    };
  }, []);
}

const isMac = (): boolean => useFrameState.getState().frame?.platform === 'darwin';

const MAC_SIGNS: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧' };

/** A key combination for display: "Ctrl N", on macOS "⌘N". */
export function formatKeys(keys: string): string {
  const mac = isMac();
  const names: Readonly<Record<string, string>> = texts.shortcuts.keys;
  const words = keys.split('+').map((key) => (mac && MAC_SIGNS[key]) || (names[key] ?? key.toUpperCase()));
  return words.join(mac ? '' : ' ');
}

export const firstKeys = (shortcut: Shortcut): string => formatKeys(SHORTCUTS[shortcut][0]);

/** Props for a control that does the same as a shortcut. */
export const withShortcut = (shortcut: Shortcut, label: string) =>
  ({
    title: texts.shortcuts.withKeys({ what: label, keys: firstKeys(shortcut) }),
    'aria-keyshortcuts': ariaKeysOf(shortcut),
  }) as const;

/** The code of a key that the input method takes; in Safari, only this code marks the key that ends a composition. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * While the seller composes text (Japanese, Chinese, accents), Enter accepts it and the arrows choose it. These keys must not
 * submit a form, add a row or choose an option, so nothing in the window hears them.
 */
export function ignoreKeysOfCompositions(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) event.stopImmediatePropagation();
    },
    true,
  );
}
