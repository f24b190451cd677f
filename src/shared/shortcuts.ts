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

/** For the application menu: "CmdOrCtrl+N". */
export const acceleratorOf = (shortcut: Shortcut): string =>
  SHORTCUTS[shortcut][0].replace('mod', 'CmdOrCtrl').replace(/[a-z]$/, (letter) => letter.toUpperCase());
