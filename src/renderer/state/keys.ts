// Which key presses mean a shortcut, and how a screen reader hears of them.
import { SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts';

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function isPressed(shortcut: Shortcut, event: Keys): boolean {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  return SHORTCUTS[shortcut].some((keys) => {
    const parts: readonly string[] = keys.split('+');
    const wanted = parts.at(-1) ?? '';
    if (event.altKey || (event.ctrlKey || event.metaKey) !== parts.includes('mod')) return false;
    // Some keyboards need Shift for a symbol.
    const isSign = /^[^a-z0-9]$/.test(wanted);
    if (!isSign && event.shiftKey !== parts.includes('shift')) return false;
    // Keyboards for other scripts have other letters on the key.
    const isOtherScript = /^[^\p{ASCII}]$/u.test(key) && event.code === `Key${wanted.toUpperCase()}`;
    return key === wanted || isOtherScript;
  });
}

/** For the attribute `aria-keyshortcuts`: "Control+N Meta+N". */
export const ariaKeysOf = (shortcut: Shortcut): string =>
  SHORTCUTS[shortcut]
    .flatMap((keys) =>
      keys.startsWith('mod+') ? [keys.replace('mod+', 'Control+'), keys.replace('mod+', 'Meta+')] : keys,
    )
    .map((keys) => keys.replace(/(^|\+)([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase()))
    .join(' ');
