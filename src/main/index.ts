// Wiring only: builds the parts, hands them to each other, starts, and ends in order.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, powerMonitor } from 'electron';
import { type KeySeal, PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../practice-store/server.ts';
import { texts } from '../shared/texts/main.ts';
import { Desk } from './desk/desk.ts';
import { createHandlers } from './desk/handlers.ts';
import { noteKeptSales, noteSales, noteTests } from './desk/sales/noting.ts';
import { copyIfAsked } from './desk/share/copy-when-ready.ts';
import { dispatcherTo } from './service/connector.ts';
import { background } from './shell/background.ts';
import { badging } from './shell/badge.ts';
import { systemClipboard } from './shell/clipboard.ts';
import { type CommandLine, readCommandLine } from './shell/command-line.ts';
import { confirm } from './shell/confirm.ts';
import { draftHandlers } from './shell/drafts.ts';
import { watchUncaught } from './shell/faults.ts';
import { registerHandlers } from './shell/ipc.ts';
import { keyStoreInWords, systemKeyStore } from './shell/key-store.ts';
import { Links } from './shell/links.ts';
import { note, startLog } from './shell/log.ts';
import { installMenu } from './shell/menu.ts';
import { APP_ID } from './shell/names.ts';
import { notifying } from './shell/notify.ts';
import { askWhatToOpen } from './shell/open-dialog.ts';
import { openFolder } from './shell/open-folder.ts';
import { isOwnFrame } from './shell/own-page.ts';
import { createPracticeHandlers } from './shell/practice.ts';
import { printWindow } from './shell/print.ts';
import { askWhereToSave } from './shell/save-dialog.ts';
import { screenHandlers } from './shell/screens.ts';
import { onSignals } from './shell/signals.ts';
import { type Claim, claimFolder, handedOverLink } from './shell/single-instance.ts';
import { createSupportHandlers } from './shell/support.ts';
import { createSystemNetwork } from './shell/system-network.ts';
import { traying } from './shell/tray.ts';
import { packagedFeed, watchUpdates } from './shell/updates.ts';
import {
  leaveHandlers,
  leaveUnsaved,
  mayLeave,
  openInBrowser,
  openWindow,
  secureApp,
  showScreen,
  showWindow,
  tell,
} from './shell/window.ts';
import { openWindowState } from './shell/window-state.ts';
import { ensureDataFolder } from './storage/folders.ts';
import { createInboxHandlers } from './webhook-inbox/handlers.ts';
import { Inbox } from './webhook-inbox/inbox.ts';

const words = texts.shell;

// Not a text: the folder of the data has this name too, whatever the language.
app.setName('Storefront Desk');
// Only there on Windows, and only an installed app has a shortcut of this name.
if (process.platform === 'win32' && app.isPackaged) app.setAppUserModelId(APP_ID);
secureApp();
const commandLine = ownCommandLine();
if (commandLine.userDataDir !== null) app.setPath('userData', resolve(commandLine.userDataDir));
// Chromium reads its switches itself; none that came with a link may choose the data.
else if (commandLine.link !== null) app.setPath('userData', join(app.getPath('appData'), app.getName()));
const dataFolder = join(app.getPath('userData'), 'desk');
const logFolder = join(dataFolder, 'logs');
const claim = await ownClaim();
// The app that has the data has Chromium's own files beside it; they belong to one process at a time.
if (claim.kind === 'folder-in-use')
  app.setPath('sessionData', mkdtempSync(join(app.getPath('temp'), 'storefront-desk-')));

let practiceStore: PracticeStore | null = null;
let desk: Desk | null = null;
let inbox: Inbox | null = null;
let ending: 'not-yet' | 'under-way' | 'ended' = 'not-yet';
/** The desk and the inbox are opening, or are open. */
let opening: Promise<unknown> = Promise.resolve();

const links = new Links();
links.listen();
if (commandLine.link !== null) links.open(commandLine.link);
app.on('second-instance', (_event, _argv, _folder, data) => {
  showWindow();
  const link = handedOverLink(data);
  if (link !== null) links.open(link);
});

/** A switch with a value that cannot be used ends the app: it would open other data than was meant. */
function ownCommandLine(): CommandLine {
  // Not packaged, the app's folder is the first argument.
  const read = app.isPackaged
    ? readCommandLine(process.argv.slice(1), (name) => app.commandLine.hasSwitch(name))
    : readCommandLine(process.argv.slice(2));
  if (read.ok) return read.value;
  dialog.showErrorBox(words.notStarted, read.problem);
  process.exit(2);
}

/** Before anything in the data folder is read or written. Ends here where another app was given what this one was started for. */
async function ownClaim(): Promise<Exclude<Claim, { kind: 'handed-over' }>> {
  const claimed = await claimFolder(dataFolder, () => app.requestSingleInstanceLock({ link: commandLine.link }));
  if (claimed.kind !== 'handed-over') return claimed;
  console.log('Storefront Desk is already running with this data folder; its window was brought to the front.');
  process.exit(0);
}

const isEnding = (): boolean => ending !== 'not-yet';

const trayActs = {
  open: showWindow,
  openSync: () => showScreen('#/sync'),
  async workOffline(storeId: string, on: boolean) {
    try {
      await desk?.setWorkOffline(storeId, on);
    } catch (error) {
      const { message } = error as Error;
      desk?.notice('error', words.workOfflineNotChanged, words.workOfflineNotChangedBecause(message));
    }
  },
  quit: () => app.quit(),
};

const practice = {
  async start(port: number | null) {
    practiceStore ??= await startOnPort(port);
    return { url: practiceStore.url, ...PRACTICE_SELLER };
  },
};

/** The practice store keeps its webhook key as the desk keeps its own: encrypted by the system, or in memory only. */
const keySeal: KeySeal = {
  seal: async (key) => ((await systemKeyStore.isAvailable()) ? systemKeyStore.encrypt(key) : null),
  async open(sealed) {
    try {
      return (await systemKeyStore.decrypt(sealed)).text;
    } catch {
      // Sealed by another user or key store: the practice store goes on without a key, as after a reset.
      return null;
    }
  },
};

/** At its old port where that is free, so that addresses that were given out stay good. */
async function startOnPort(port: number | null): Promise<PracticeStore> {
  const options = { dataFolder: join(dataFolder, 'practice-store'), keySeal };
  if (port === null) return startPracticeStore(options);
  try {
    return await startPracticeStore({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startPracticeStore(options);
  }
}

async function start(): Promise<void> {
  // A signal can come before the app is ready.
  if (isEnding()) return;
  if (claim.kind !== 'first') {
    // There is nothing to end in order, and no log to say so in.
    ending = 'ended';
    // Not earlier: before the app is ready, Linux shows no dialogs.
    dialog.showErrorBox(words.notStarted, words.noClaim[claim.kind](dataFolder));
    app.exit(3);
    return;
  }
  ensureDataFolder(dataFolder);
  startLog(logFolder);
  watchUncaught(() => desk?.fault());
  if (claim.problem !== null) note(`The data folder could not be locked (${claim.problem})`);
  if (commandLine.unknown > 0) note(`Arguments that are not the app’s: ${commandLine.unknown}`);
  note(`Started: version ${app.getVersion()}, ${process.platform}`);
  const clipboard = systemClipboard();
  const network = createSystemNetwork(process.env);
  const opened = new Desk({
    dataFolder,
    version: app.getVersion(),
    platform: process.platform,
    keyStore: systemKeyStore,
    network,
    practice,
    tell: traying(badging(notifying(tell)), trayActs),
    newDevice: randomUUID,
    now: Date.now,
    random: Math.random,
    onSettled: (store, action) => {
      note(`Settled: ${action.payload.kind} ${action.id}, ${action.state}`);
      void copyIfAsked(store, action, clipboard, tell);
    },
  });
  desk = opened;
  const openingInbox = Inbox.open({
    folder: join(dataFolder, 'webhook-inbox'),
    now: Date.now,
    knownKeys: () => opened.webhookKeys(),
    onSetAside: (event) => opened.setAside(event),
    onChange: () => opened.inboxChanged(),
    onKept: (deliveries) => {
      void noteTests(opened, deliveries);
      void noteSales(opened, deliveries);
    },
  }).then((whenOpen) => {
    inbox = whenOpen;
    return whenOpen;
  });
  const around = {
    ...clipboard,
    print: printWindow,
    openInBrowser,
    ownPages: () => (practiceStore ? [practiceStore.salesUrl, practiceStore.productsUrl] : []),
    practicePage: () => practiceStore?.productsUrl ?? null,
    confirm,
    askWhereToSave,
    askWhatToOpen,
    openFolder,
  };
  installMenu(tell, showScreen);
  const starting = Promise.all([opened.start({ practice: commandLine.practice }), openingInbox]);
  opening = starting;
  const [, openedInbox] = await starting;
  if (isEnding()) return;
  note(`Key store: ${keyStoreInWords()}`);
  const inboxHandlers = createInboxHandlers(openedInbox, {
    ...around,
    dispatcherFor: (url, signal) => dispatcherTo(url, network, signal),
    knownKeys: () => opened.webhookKeys(),
    eventIn: ({ at, storeIds }, body) => opened.eventIn({ at, storeIds, body }),
    saleIn: ({ at, storeIds }, body) => opened.saleIn({ at, storeIds, body }),
    markSale: ({ at, storeIds }, body, isSale) => opened.markSale({ at, storeIds, body }, isSale),
  });
  const practiceHandlers = createPracticeHandlers(() => practiceStore);
  const supportHandlers = createSupportHandlers({
    ...around,
    logFolder,
    frame: () => opened.frame(),
    keyStore: keyStoreInWords,
    network: network.facts,
  });
  registerHandlers(
    {
      ...createHandlers(opened, around),
      ...inboxHandlers,
      ...practiceHandlers,
      ...supportHandlers,
      ...leaveHandlers,
      ...draftHandlers,
      ...screenHandlers,
    },
    isOwnFrame,
    (channel, input, output) => opened.done(channel, input, output),
  );
  powerMonitor.on('resume', () => opened.wake());
  powerMonitor.on('unlock-screen', () => void opened.unlock());
  const place = openWindowState(dataFolder);
  const whenClosed = background({
    settings: () => opened.settings,
    isEnding,
    place,
    platform: process.platform,
    show: showWindow,
  });
  await openWindow(place, whenClosed);
  if (isEnding()) return;
  app.on('activate', () => void openWindow(place, whenClosed));
  links.begin({
    show: showScreen,
    refused() {
      showWindow();
      opened.notice('warning', words.linkRefused, words.linkRefusedBecause);
    },
  });
  await watchUpdates(packagedFeed(app.isPackaged, app.getAppPath()), process.resourcesPath, {
    onReady: (version) => opened.notice('information', words.updateReady(version), words.updateInstalledLater),
    onAvailable: (version) => opened.notice('information', words.updateAvailable(version), words.updateByHand),
  });
  await noteKeptSales(opened, openedInbox);
}

/** Gives what is under way a moment to end, so that less is left in doubt. */
async function end(): Promise<void> {
  // A desk that is not open cannot be closed. `start` reports why it failed.
  await opening.catch(() => undefined);
  if (desk !== null) note('Ending');
  await inbox?.close();
  await desk?.close();
  await practiceStore?.close();
}

app.on('window-all-closed', () => app.quit());
app.on('before-quit', (event) => {
  if (ending === 'ended') return;
  event.preventDefault();
  if (ending === 'under-way' || !mayLeave(() => app.quit())) return;
  ending = 'under-way';
  // What is typed from now on must not keep the window: nothing could save it any more.
  leaveUnsaved();
  // A start from now on waits until this app has let go of the data folder: its link would be lost here.
  app.releaseSingleInstanceLock();
  end()
    .catch((error: unknown) => console.error('The app did not end in order', error))
    .finally(() => {
      ending = 'ended';
      app.quit();
    });
});

app
  .whenReady()
  .then(() => {
    onSignals(() => {
      leaveUnsaved();
      app.quit();
    });
    return start();
  })
  .catch((error: unknown) => {
    console.error('Storefront Desk could not start', error);
    dialog.showErrorBox(words.notStarted, error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
