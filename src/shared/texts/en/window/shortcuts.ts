// The keyboard shortcuts, and the names of keys.

export const shortcuts = {
  title: 'Keyboard shortcuts',
  /** In the tooltip of a control. */
  withKeys: (what: string, keys: string) => `${what} (${keys})`,
  anywhere: 'Anywhere',
  inLists: 'In a list',
  inForms: 'In a form',
  or: 'or',

  /** Keys as they are printed on keyboards; all others are shown as they are. */
  keys: {
    mod: 'Ctrl',
    shift: 'Shift',
    enter: 'Enter',
    space: 'Space',
    delete: 'Delete',
    escape: 'Esc',
    contextmenu: 'Menu',
    arrowup: '↑',
    arrowdown: '↓',
  },

  does: {
    search: 'Search this screen',
    create: 'New product or payment link',
    move: 'Move between rows, or between the search field and the list. Open details show the new row.',
    open: 'Open the details',
    commands: 'Show the commands of the row',
    copyLink: 'Copy checkout link',
    remove: 'Delete payment link',
    correct: 'Correct the cell with an error, while importing',
    select: 'Select the row',
    extend: 'Select several rows',
    selectAll: 'Select all rows',
    leave: 'Close the details, or clear the selection',
    save: 'Save',
  },
};
