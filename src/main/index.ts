// Composition root: builds the parts, starts them and closes them in order. Wiring only.
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { app, dialog, powerMonitor } from 'electron';
import { DELETION_GRACE_MS } from '../shared/payment-link.ts';
import { switchLanguage } from '../shared/texts/catalog.ts';
import { texts } from '../shared/texts/main.ts';
import { App } from './app/app.ts';
import { createHandlers } from './app/handlers.ts';
import { APP_ID, screenOf } from './electron/command-line.ts';
import { showOnDesktop } from './electron/desktop.ts';
import { emit, registerHandlers } from './electron/ipc.ts';
import { describeKeyStore, systemKeyStore, systemSeal } from './electron/key-store.ts';
import { applyLanguage, followLanguage, systemLanguage } from './electron/language.ts';
import {
  claimOrExit,
  commandLineOrExit,
  endInOrder,
  isEnding,
  onLink,
  quitNow,
  quitOnSignals,
  restart,
} from './electron/lifecycle.ts';
import { note, startLog, watchUncaught } from './electron/log.ts';
import { installMenu } from './electron/menu.ts';
import { createPracticeHandlers, Practice } from './electron/practice.ts';
import { createSupportHandlers } from './electron/support.ts';
import { systemPlatform } from './electron/system.ts';
import { createSystemNetwork } from './electron/system-network.ts';
import { packagedFeed, watchUpdates } from './electron/updates.ts';
import {
  isOwnFrame,
  openInBrowser,
  openLastScreen,
  openWindow,
  secureApp,
  showLanguage,
  showScreen,
  showWindow,
  windowHandlers,
} from './electron/window.ts';
import { copyIfAsked } from './links/copy-when-ready.ts';

const t = texts.shell;

// Not translated: the data folder has this name too.
app.setName('Storefront Desk');
// On Windows, only an installed app has a shortcut of this name.
if (process.platform === 'win32' && app.isPackaged) app.setAppUserModelId(APP_ID);
secureApp();
// The chosen language is not read yet.
await switchLanguage(systemLanguage());
const commandLine = commandLineOrExit();
if (commandLine.userDataDir !== null) app.setPath('userData', resolve(commandLine.userDataDir));
// Chromium reads its own switches, but a switch that came with a link must not choose the data folder.
else if (commandLine.link !== null) app.setPath('userData', join(app.getPath('appData'), app.getName()));
const dataFolder = join(app.getPath('userData'), 'desk');
const logFolder = join(dataFolder, 'logs');
const claim = await claimOrExit(dataFolder, commandLine.link);

const practice = new Practice({ dataFolder: join(dataFolder, 'practice-store'), keySeal: systemSeal });
let core: App | null = null;
/** Settles when the core is open. */
let opening: Promise<unknown> = Promise.resolve();

/** Without a window yet, the window opens with the link's screen. */
function openLink(link: string | null): void {
  const to = link === null ? null : screenOf(link);
  if (to === null) showWindow();
  else showScreen(to);
  if (link === null || to !== null) return;
  // A link may contain anything, so its text is not logged.
  note(`A link was refused, of ${link.length} characters`);
  core?.notices.add('warning', t.linkRefused, t.linkRefusedBecause);
}
onLink(openLink);

function createApp(): App {
  const follow = followLanguage(() => {
    installMenu();
    // Updates the icon in the tray.
    core?.changed();
    showLanguage();
  });
  const platform = {
    ...systemPlatform,
    restart,
    openInBrowser,
    practicePages: () => practice.running,
  };
  const opened = new App({
    dataFolder,
    version: app.getVersion(),
    keyStore: systemKeyStore,
    network: createSystemNetwork(),
    practice,
    emit: (event, payload) => {
      for (const send of [emit, follow, showOnDesktop]) send(event, payload);
    },
    newDevice: randomUUID,
    now: Date.now,
    random: Math.random,
    deletionGraceMs: DELETION_GRACE_MS,
    onSettled: (store, change) => {
      note(`Settled: ${change.payload.kind} ${change.id}, ${change.state}`);
      void copyIfAsked(store, change, systemPlatform, emit);
    },
  });
  const handlers = {
    ...createHandlers(opened, platform),
    ...createPracticeHandlers(() => practice.running),
    ...createSupportHandlers(logFolder, () => opened.frame()),
    ...windowHandlers,
  };
  registerHandlers(handlers, isOwnFrame, (channel, input, output) => opened.callSucceeded(channel, input, output));
  return opened;
}

async function start(): Promise<void> {
  // A signal can arrive before the app is ready.
  if (isEnding()) return;
  if (claim.kind !== 'first') {
    // Linux shows no dialogs before the app is ready.
    dialog.showErrorBox(t.notStarted, t.noClaim[claim.kind]({ folder: dataFolder }));
    app.exit(3);
    return;
  }
  startLog(logFolder);
  watchUncaught(() => core?.fault());
  if (claim.problem !== null) note(`The data folder could not be locked (${claim.problem})`);
  note(`Started: version ${app.getVersion()}, ${process.platform}`);
  const opened = createApp();
  core = opened;
  await applyLanguage(opened.settings.value.language);
  installMenu();
  opening = opened.start({ practice: commandLine.practice });
  await opening;
  if (isEnding()) return;
  note(`Key store: ${describeKeyStore()}`);
  powerMonitor.on('suspend', () => opened.suspend());
  powerMonitor.on('resume', () => opened.resume());
  /** When the system shuts down or the seller logs off, requests in flight get the seconds that the system gives. */
  const endWithSystem = (event: { preventDefault(): void }) => {
    event.preventDefault();
    quitNow();
  };
  // Linux and macOS; Windows tells the window.
  (powerMonitor as NodeJS.EventEmitter).on('shutdown', endWithSystem);
  const lastScreen = openLastScreen(dataFolder);
  // Apps on macOS keep running without a window.
  const staysOpen = () => !isEnding() && (process.platform === 'darwin' || opened.settings.value.keepSending);
  const open = () => openWindow(lastScreen, staysOpen, endWithSystem);
  if (commandLine.link !== null) openLink(commandLine.link);
  await open();
  if (isEnding()) return;
  app.on('activate', () => void open());
  watchUpdates(packagedFeed(app.isPackaged, app.getAppPath()), (version, isReady) => {
    if (isReady) opened.notices.add('information', t.updateReady({ version }), t.updateInstalledLater);
    else opened.notices.add('information', t.updateAvailable({ version }), t.updateByHand);
  }).catch((error: Error) => {
    console.error('Updates could not be started', error);
    opened.notices.add('warning', t.notAllStarted, t.notAllStartedBecause({ reason: error.message }));
  });
}

app.on('window-all-closed', () => app.quit());
// Requests in flight get a moment to end, so that fewer changes are left in doubt.
endInOrder(async () => {
  // `start` reports a failure to open.
  await opening.catch(() => undefined);
  if (core !== null) note('Ending');
  await core?.close();
  await practice.running?.close();
});

app
  .whenReady()
  .then(() => {
    quitOnSignals();
    return start();
  })
  .catch((error: unknown) => {
    console.error('Storefront Desk could not start', error);
    dialog.showErrorBox(t.notStarted, error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
