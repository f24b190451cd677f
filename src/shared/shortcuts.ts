// The window's keyboard shortcuts: the one table behind the handlers, the list of shortcuts, the tooltips and the menu.

/** The keys of each shortcut, of which tooltips show the first. "mod" is Cmd on macOS, Ctrl elsewhere. */
export const SHORTCUTS = {
  palette: ['mod+k'],
  search: ['mod+f', '/'],
  create: ['mod+n'],
  shortcuts: ['?'],
  undo: ['mod+z'],
  products: ['mod+1'],
  links: ['mod+2'],
  sales: ['mod+3'],
  webhook: ['mod+4'],
  sync: ['mod+5'],
  settings: ['mod+6'],
  move: ['arrowdown', 'arrowup'],
  open: ['enter'],
  commands: ['shift+f10', 'contextmenu'],
  copyLink: ['mod+c'],
  remove: ['delete'],
  select: ['space'],
  extend: ['shift+arrowdown', 'shift+arrowup'],
  selectAll: ['mod+a'],
  leave: ['escape'],
  save: ['mod+enter'],
  saveAndNew: ['mod+shift+enter'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Shortcut = keyof typeof SHORTCUTS;

/** Shortcuts that the application menu triggers. */
export const ASKED_BY_MENU = ['palette', 'search', 'create', 'shortcuts'] as const satisfies readonly Shortcut[];

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

/** For the application menu: "CmdOrCtrl+N". */
export const acceleratorOf = (shortcut: Shortcut): string =>
  SHORTCUTS[shortcut][0].replace('mod', 'CmdOrCtrl').replace(/[a-z]$/, (letter) => letter.toUpperCase());

/** For the attribute `aria-keyshortcuts`: "Control+N Meta+N". */
export const ariaKeysOf = (shortcut: Shortcut): string =>
  SHORTCUTS[shortcut]
    .flatMap((keys) =>
      keys.startsWith('mod+') ? [keys.replace('mod+', 'Control+'), keys.replace('mod+', 'Meta+')] : keys,
    )
    .map((keys) => keys.replace(/(^|\+)([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase()))
    .join(' ');
