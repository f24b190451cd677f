// Composition root: builds the parts, starts them and closes them in order. Wiring only.
//
// Over 300 lines, because it alone may know all parts of the app.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, powerMonitor } from 'electron';
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../practice-store/server.ts';
import { DELETION_GRACE_MS } from '../shared/payment-link.ts';
import { switchLanguage } from '../shared/texts/catalog.ts';
import { texts } from '../shared/texts/main.ts';
import { App } from './app/app.ts';
import { createHandlers } from './app/handlers.ts';
import { background } from './electron/background.ts';
import { watchUncaught } from './electron/faults.ts';
import { emit, emitAlsoTo, registerHandlers } from './electron/ipc.ts';
import { describeKeyStore, systemKeyStore, systemSeal } from './electron/key-store.ts';
import { followLanguage, languageFor, systemLanguage } from './electron/language.ts';
import { claimOrExit, commandLineOrExit, onSignals } from './electron/lifecycle.ts';
import { Links } from './electron/links.ts';
import { note, startLog } from './electron/log.ts';
import { installMenu } from './electron/menu.ts';
import { APP_ID } from './electron/names.ts';
import { desktopNotifications } from './electron/notifications.ts';
import { isOwnFrame } from './electron/own-page.ts';
import { createPracticeHandlers } from './electron/practice.ts';
import { screenHandlers } from './electron/screens.ts';
import { handedOverLink } from './electron/single-instance.ts';
import { createSupportHandlers } from './electron/support.ts';
import { askWhatToOpen, askWhereToSave, confirm, openFolder, printWindow, systemClipboard } from './electron/system.ts';
import { createSystemNetwork } from './electron/system-network.ts';
import { iconBadge, trayIcon } from './electron/tray.ts';
import { packagedFeed, watchUpdates } from './electron/updates.ts';
import {
  hideWindow,
  leaveHandlers,
  leaveUnsaved,
  mayLeave,
  openInBrowser,
  openWindow,
  secureApp,
  showLanguage,
  showScreen,
  showWindow,
} from './electron/window.ts';
import { openWindowState } from './electron/window-state.ts';
import { copyIfAsked } from './links/copy-when-ready.ts';
import { ensureFolder } from './storage/folders.ts';

const t = texts.shell;
/** How long the app may take to end, in ms. Changes that are in flight then are settled at the next start. */
const END_LIMIT_MS = 15_000;

// Not translated: the data folder has this name too.
app.setName('Storefront Desk');
// On Windows, only an installed app has a shortcut of this name.
if (process.platform === 'win32' && app.isPackaged) app.setAppUserModelId(APP_ID);
secureApp();
// The setting is not read yet.
await switchLanguage(systemLanguage());
const commandLine = commandLineOrExit();
if (commandLine.userDataDir !== null) app.setPath('userData', resolve(commandLine.userDataDir));
// Chromium reads its own switches; one that came with a link must not choose the data folder.
else if (commandLine.link !== null) app.setPath('userData', join(app.getPath('appData'), app.getName()));
const dataFolder = join(app.getPath('userData'), 'desk');
const logFolder = join(dataFolder, 'logs');
const claim = await claimOrExit(dataFolder, commandLine.link);
// Chromium's own files beside the data are in use by the other process.
if (claim.kind === 'folder-in-use')
  app.setPath('sessionData', mkdtempSync(join(app.getPath('temp'), 'storefront-desk-')));

let practiceStore: PracticeStore | null = null;
let core: App | null = null;
let ending: 'not-yet' | 'under-way' | 'ended' = 'not-yet';
/** Settles when the core is open. */
let opening: Promise<unknown> = Promise.resolve();

const links = new Links();
links.listen();
if (commandLine.link !== null) links.open(commandLine.link);
/** Another start follows at the end: one that came while this app was ending, with its link, or one the seller asked for. */
let nextStart: { readonly link: string | null } | null = null;
app.on('second-instance', (_event, _argv, _folder, data) => {
  const link = handedOverLink(data);
  if (isEnding()) {
    nextStart = { link };
    return;
  }
  showWindow();
  if (link !== null) links.open(link);
});

const isEnding = (): boolean => ending !== 'not-yet';

const trayActions = {
  open: showWindow,
  openSync: () => showScreen('#/sync'),
  async workOffline(storeId: string, on: boolean) {
    try {
      await core?.manager.setWorkOffline(storeId, on);
    } catch (error) {
      const { message } = error as Error;
      core?.notices.add('error', t.workOfflineNotChanged, t.workOfflineNotChangedBecause({ reason: message }));
    }
  },
  quit: () => app.quit(),
};

const notifiesOfSales = (): boolean => core?.settings.value.saleNotifications ?? false;

const practice = {
  async start(port: number | null) {
    practiceStore ??= await startOnPort(port);
    return { url: practiceStore.url, ...PRACTICE_SELLER };
  },
};

/** Reuses its last port if possible, so that shared addresses stay valid. */
async function startOnPort(port: number | null): Promise<PracticeStore> {
  const options = { dataFolder: join(dataFolder, 'practice-store'), keySeal: systemSeal };
  if (port === null) return startPracticeStore(options);
  try {
    return await startPracticeStore({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startPracticeStore(options);
  }
}

async function start(): Promise<void> {
  // A signal can arrive before the app is ready.
  if (isEnding()) return;
  if (claim.kind !== 'first') {
    ending = 'ended';
    // Linux shows no dialogs before the app is ready.
    dialog.showErrorBox(t.notStarted, t.noClaim[claim.kind]({ folder: dataFolder }));
    app.exit(3);
    return;
  }
  ensureFolder(dataFolder);
  startLog(logFolder);
  watchUncaught(() => core?.fault());
  if (claim.problem !== null) note(`The data folder could not be locked (${claim.problem})`);
  note(`Started: version ${app.getVersion()}, ${process.platform}`);
  const clipboard = systemClipboard();
  const network = createSystemNetwork(process.env);
  const languageChanged = (earlierMessage: string) => {
    installMenu(emit, showScreen);
    // The icon in the tray and the badge.
    core?.frame.send();
    showLanguage();
    core?.settings
      .languageChanged(earlierMessage)
      .catch((error: unknown) => console.error('The message for customers stays in its language', error));
  };
  const opened = new App({
    dataFolder,
    version: app.getVersion(),
    platform: process.platform,
    isStandIn: process.versions.electron === undefined,
    keyStore: systemKeyStore,
    network,
    practice,
    emit: emitAlsoTo([
      followLanguage(languageChanged),
      desktopNotifications(notifiesOfSales, showScreen),
      iconBadge(),
      trayIcon(trayActions),
    ]),
    newDevice: randomUUID,
    now: Date.now,
    random: Math.random,
    deletionGraceMs: DELETION_GRACE_MS,
    onSettled: (store, change) => {
      note(`Settled: ${change.payload.kind} ${change.id}, ${change.state}`);
      void copyIfAsked(store, change, clipboard, emit);
    },
  });
  core = opened;
  await switchLanguage(languageFor(opened.settings.value.language));
  const platform = {
    ...clipboard,
    print: printWindow,
    openInBrowser,
    ownPages: () => (practiceStore ? [practiceStore.salesUrl, practiceStore.productsUrl] : []),
    practicePage: () => practiceStore?.productsUrl ?? null,
    confirm,
    askWhereToSave,
    askWhatToOpen,
    openFolder,
    restart,
  };
  installMenu(emit, showScreen);
  opening = opened.start({ practice: commandLine.practice });
  await opening;
  if (isEnding()) return;
  void opened.team.start(opened.inbox);
  note(`Key store: ${describeKeyStore()}`);
  const practiceHandlers = createPracticeHandlers(() => practiceStore);
  const supportHandlers = createSupportHandlers({
    ...platform,
    logFolder,
    frame: () => opened.frame.value(),
    keyStore: describeKeyStore,
    network: network.facts,
  });
  registerHandlers(
    {
      ...createHandlers(opened, platform),
      ...practiceHandlers,
      ...supportHandlers,
      ...leaveHandlers,
      ...screenHandlers,
    },
    isOwnFrame,
    (channel, input, output) => opened.callSucceeded(channel, input, output),
  );
  powerMonitor.on('suspend', () => opened.suspend());
  powerMonitor.on('resume', () => opened.resume());
  // Linux and macOS; Windows tells the window.
  (powerMonitor as NodeJS.EventEmitter).on('shutdown', endWithSystem);
  const place = openWindowState(dataFolder);
  const whenClosed = background({
    settings: () => opened.settings.value,
    isEnding,
    place,
    platform: process.platform,
    show: showWindow,
  });
  await openWindow(place, whenClosed, endWithSystem);
  if (isEnding()) return;
  app.on('activate', () => void openWindow(place, whenClosed, endWithSystem));
  links.begin({
    show: showScreen,
    refused() {
      showWindow();
      opened.notices.add('warning', t.linkRefused, t.linkRefusedBecause);
    },
  });
  await told('Updates', () =>
    watchUpdates(packagedFeed(app.isPackaged, app.getAppPath()), process.resourcesPath, {
      onReady: (version) => opened.notices.add('information', t.updateReady({ version }), t.updateInstalledLater),
      onAvailable: (version) => opened.notices.add('information', t.updateAvailable({ version }), t.updateByHand),
    }),
  );
}

/** Once the window is shown, nothing ends the app: what fails is told and logged. */
async function told(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`${what} could not be started`, error);
    core?.notices.add('warning', t.notAllStarted, t.notAllStartedBecause({ reason: (error as Error).message }));
  }
}

/** The system shuts down, or the seller logs off: requests in flight get the seconds that the system gives. */
function endWithSystem(event: { preventDefault(): void }): void {
  event.preventDefault();
  leaveUnsaved();
  app.quit();
}

/** Gives requests in flight a moment to end, so that fewer changes are left in doubt. */
async function end(): Promise<void> {
  // `start` reports a failure to open.
  await opening.catch(() => undefined);
  if (core !== null) note('Ending');
  await core?.close();
  await practiceStore?.close();
}

function restart(): void {
  if (!mayLeave(restart)) return;
  nextStart ??= { link: null };
  app.quit();
}

function startAgainIfAsked(): void {
  if (nextStart === null) return;
  const args = process.argv.slice(1).filter((arg) => arg !== commandLine.link);
  app.relaunch({ args: [...args, ...(nextStart.link === null ? [] : [nextStart.link])] });
}

app.on('window-all-closed', () => app.quit());
app.on('before-quit', (event) => {
  if (ending === 'ended') return;
  event.preventDefault();
  if (ending === 'under-way' || !mayLeave(() => app.quit())) return;
  ending = 'under-way';
  // Unsaved input must no longer keep the window open, because nothing could save it.
  leaveUnsaved();
  hideWindow();
  const limit = setTimeout(() => {
    note('The end took too long; unanswered requests count as lost');
    startAgainIfAsked();
    app.exit(0);
  }, END_LIMIT_MS);
  end()
    .catch((error: unknown) => console.error('The app did not end in order', error))
    .finally(() => {
      clearTimeout(limit);
      ending = 'ended';
      startAgainIfAsked();
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
    dialog.showErrorBox(t.notStarted, error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
