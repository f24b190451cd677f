// The window, the menus, the tray, the command line, and faults of the app.
import { names } from '../names.ts';
import { number } from './counting.ts';

const needAttention = (changes: number): string => `${number(changes)} ${changes === 1 ? 'needs' : 'need'} attention`;

export const shell = {
  notStarted: `${names.app} could not start`,
  noClaim: {
    'folder-in-use': (folder: string) =>
      `Another ${names.app} has this data open, possibly on another computer:\n${folder}\nNothing was changed. Quit it there, then start again here.`,
    'no-lock': (folder: string) =>
      `The system could not tell whether another ${names.app} has this data open:\n${folder}\nNothing was changed. Check that this folder and the one for temporary files can be written to, then start again.`,
  },
  workOfflineNotChanged: `“${names.workOffline}” was not changed`,
  workOfflineNotChangedBecause: (reason: string) => `${reason}. Nothing else was changed.`,
  updateReady: (version: string) => `Version ${version} is ready`,
  updateInstalledLater: 'It is installed when you quit the app.',
  updateAvailable: (version: string) => `Version ${version} is available`,
  updateByHand: 'This package does not update itself. Install the new version the way you installed this one.',
  needsAttention: `${names.app} needs your attention`,
  linkRefused: 'A link was not opened',
  linkRefusedBecause:
    'It does not lead to a screen of this app. Nothing was changed. Do not open links from sources you do not know.',
  addressRefused: 'Only addresses that begin with https:// are opened, or http:// on this computer.',
  addressNotOpened: 'The system could not open the address. Copy it, and open it in your browser.',
  folderNotOpened: (folder: string) => `The system could not open this folder. Open it yourself: ${folder}`,
  notPrinted: (reason: string) =>
    `The printer did not accept it (${reason}). Save the code as PNG and print that instead.`,
  notPrintedWithoutReason:
    'The printer did not accept it (no reason given). Save the code as PNG and print that instead.',
  showDiagnosticsFirst: 'Show the diagnostics first.',

  /** Messages to the person who starts the app. */
  commandLine: {
    needsFolder: '--user-data-dir needs a folder, as in --user-data-dir=/home/mara/desk.',
    folderNotTaken: '--user-data-dir needs a folder whose name the system can take.',
    needsPort: '--remote-debugging-port needs a port number from 0 to 65535, as in --remote-debugging-port=9222.',
    refused: (name: string) => `--${name} is not taken: it would let another program into this app.`,
    practiceTakesNoValue: '--practice takes no value.',
  },

  /** Questions in a dialog of the system. */
  confirm: { cancel: 'Cancel' },

  /** Errors of calls. */
  calls: {
    notOwn: 'This call did not come from the app itself.',
    somethingWrong: 'Some of what was entered is not valid.',
    notAccepted: (reason: string) => `${reason}. The change was not accepted; what you typed is still here.`,
    fault: 'Something went wrong inside the app. Nothing that was accepted is lost.',
  },

  /** The window was closed, and the app keeps running. */
  background: {
    title: `${names.app} is still running`,
    about:
      'Changes are still sent while the window is closed. To reopen the window, start the app again. To exit, choose Quit.',
    aboutWithTray:
      'Changes are still sent while the window is closed. To reopen the window, click the icon in the tray or start the app again. To exit, choose Quit.',
  },

  /** How many changes of all stores wait, and how many need the seller. */
  count: {
    nothing: 'Nothing is waiting',
    waiting: (changes: number) => `${number(changes)} waiting`,
    needAttention,
    both: (waiting: number, attention: number) => `${number(waiting)} waiting, ${needAttention(attention)}`,
  },

  /** Questions about a window that is broken. */
  faults: {
    keepsBreaking: 'The window keeps crashing',
    doesNotAnswer: 'The window is not responding',
    about:
      'Nothing that was saved is lost: it is on this computer, and waiting changes are still sent. What happened is in the log.',
    openAgain: 'Open it again',
    quit: 'Quit',
    wait: 'Wait',
  },

  menu: {
    file: 'File',
    go: 'Go',
    view: 'View',
    window: 'Window',
    closeWindow: 'Close window',
    openSettings: 'Settings…',
    palette: 'Command palette',
    search: 'Search',
    create: 'New…',
    help: 'Help',
    shortcuts: 'Keyboard shortcuts',
  },

  tray: {
    open: `Open ${names.app}`,
    quit: 'Quit',
    workOfflineIn: (store: string) => `${names.workOffline}: ${store}`,
    tip: (count: string) => `${names.app}: ${count}`,
    tipNothing: `${names.app}: nothing is waiting`,
  },

  practice: {
    notRunning: 'The practice store is not running.',
    notDone: (reason: string) => `The practice store could not do this: ${reason}. Nothing was changed.`,
    portTaken: 'another program took its port meanwhile',
  },
};
