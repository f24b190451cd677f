// Wiring only: builds the parts, hands them to each other, starts, and ends in order.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { app, dialog, powerMonitor, shell } from 'electron';
import { type KeySeal, PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../practice-store/server.ts';
import { Desk } from './desk/desk.ts';
import { createHandlers } from './desk/handlers.ts';
import { copyIfAsked } from './desk/share/copy-when-ready.ts';
import { badging } from './shell/badge.ts';
import { systemClipboard } from './shell/clipboard.ts';
import { draftHandlers } from './shell/drafts.ts';
import { watchUncaught } from './shell/faults.ts';
import { registerHandlers } from './shell/ipc.ts';
import { keyStoreInWords, systemKeyStore } from './shell/key-store.ts';
import { note, startLog } from './shell/log.ts';
import { installMenu } from './shell/menu.ts';
import { notifying } from './shell/notify.ts';
import { askWhatToOpen } from './shell/open-dialog.ts';
import { isOwnFrame } from './shell/own-page.ts';
import { createPracticeHandlers } from './shell/practice.ts';
import { printWindow } from './shell/print.ts';
import { askWhereToSave } from './shell/save-dialog.ts';
import { claimFolder } from './shell/single.ts';
import { createSupportHandlers } from './shell/support.ts';
import { hasFeed, lookForUpdates } from './shell/updates.ts';
import {
  leaveHandlers,
  leaveUnsaved,
  mayLeave,
  openInBrowser,
  openWindow,
  secureApp,
  showWindow,
  tell,
} from './shell/window.ts';
import { openWindowState } from './shell/window-state.ts';
import type { Kept } from './webhook-inbox/deliveries.ts';
import { createInboxHandlers } from './webhook-inbox/handlers.ts';
import { Inbox } from './webhook-inbox/inbox.ts';

app.setName('Storefront Desk');
secureApp();
const userData = app.commandLine.getSwitchValue('user-data-dir');
if (userData !== '') app.setPath('userData', resolve(userData));
const dataFolder = join(app.getPath('userData'), 'desk');
const logFolder = join(dataFolder, 'logs');

let practiceStore: PracticeStore | null = null;
let desk: Desk | null = null;
let inbox: Inbox | null = null;
let ending: 'not yet' | 'under way' | 'ended' = 'not yet';

const practice = {
  async start(port: number | null) {
    practiceStore ??= await startOnPort(port);
    return { url: practiceStore.url, ...PRACTICE_SELLER };
  },
};

/** The practice store keeps its webhook key as the desk keeps its own: encrypted by the system, or in memory only. */
const keySeal: KeySeal = {
  seal: (key) => (systemKeyStore.isAvailable() ? systemKeyStore.encrypt(key) : null),
  open(sealed) {
    try {
      return systemKeyStore.decrypt(sealed);
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
  mkdirSync(dataFolder, { recursive: true });
  startLog(logFolder);
  watchUncaught(() => desk?.fault());
  const claim = await claimFolder(dataFolder, showWindow);
  if (claim.kind === 'second') {
    console.log('Storefront Desk is already running with this data folder; its window was brought to the front.');
    app.exit(0);
    return;
  }
  note(`Started: version ${app.getVersion()}, ${process.platform}, key store ${keyStoreInWords()}`);
  const clipboard = systemClipboard();
  const opened = new Desk({
    dataFolder,
    version: app.getVersion(),
    platform: process.platform,
    keyStore: systemKeyStore,
    practice,
    tell: badging(notifying(tell)),
    newDevice: randomUUID,
    now: Date.now,
    random: Math.random,
    onSettled: (store, action) => {
      note(`Settled: ${action.payload.kind} ${action.id}, ${action.state}`);
      void copyIfAsked(store, action, clipboard, tell);
    },
  });
  desk = opened;
  const openedInbox = new Inbox({
    folder: join(dataFolder, 'webhook-inbox'),
    now: Date.now,
    knownKeys: () => opened.webhookKeys(),
    onSetAside: (event) => opened.setAside(event),
    onChange: () => opened.inboxChanged(),
    onKept: (deliveries) => void noteSales(opened, deliveries),
  });
  inbox = openedInbox;
  const around = {
    ...clipboard,
    print: printWindow,
    openInBrowser,
    askWhereToSave,
    askWhatToOpen,
    openFolder: async (path: string) => {
      const problem = await shell.openPath(path);
      if (problem !== '') console.error(`The folder could not be opened: ${problem}`);
    },
  };
  installMenu(tell);
  await opened.start({ practice: app.commandLine.hasSwitch('practice') });
  const inboxHandlers = createInboxHandlers(openedInbox, {
    ...around,
    knownKeys: () => opened.webhookKeys(),
    saleIn: ({ storeIds }, body) => opened.saleIn({ storeIds, body }),
  });
  const practiceHandlers = createPracticeHandlers(() => practiceStore);
  const supportHandlers = createSupportHandlers({
    ...around,
    logFolder,
    frame: () => opened.frame(),
    keyStore: keyStoreInWords,
  });
  registerHandlers(
    {
      ...createHandlers(opened, around),
      ...inboxHandlers,
      ...practiceHandlers,
      ...supportHandlers,
      ...leaveHandlers,
      ...draftHandlers,
    },
    isOwnFrame,
    (channel, input, output) => opened.done(channel, input, output),
  );
  powerMonitor.on('resume', () => opened.wake());
  const place = openWindowState(dataFolder);
  await openWindow(place);
  app.on('activate', () => void openWindow(place));
  await updates(opened);
  await noteKeptSales(opened, openedInbox);
}

async function updates(opened: Desk): Promise<void> {
  if (!hasFeed(app.isPackaged, process.resourcesPath)) return;
  const { default: updater } = await import('electron-updater');
  lookForUpdates(updater.autoUpdater, (version) =>
    opened.notice('information', `Version ${version} is ready`, 'It is installed when you quit the app.'),
  );
}

/** Notes the sales in deliveries that have just arrived. */
function noteSales(opened: Desk, deliveries: readonly Kept[]): Promise<void> {
  const verified = deliveries.filter(({ record }) => record.verification === 'verified');
  return opened
    .tookDeliveries(verified.map(({ record: { at, storeIds }, body }) => ({ at, storeIds, body })))
    .catch((error: unknown) => console.error('Sales could not be noted; the next start tries again', error));
}

/** What the last run kept in its last moment may not have been noted. Some at a time: others get their turn between. */
async function noteKeptSales(opened: Desk, from: Inbox): Promise<void> {
  const kept = from.kept();
  for (let at = 0; at < kept.length; at += 50) {
    await noteSales(
      opened,
      kept.slice(at, at + 50).map((record) => ({ record, body: from.bodyOf(record) })),
    );
    await setImmediate();
  }
}

/** Gives what is under way a moment to end, so that less is left in doubt. */
async function end(): Promise<void> {
  note('Ending');
  await inbox?.close();
  await desk?.close();
  await practiceStore?.close();
}

app.on('window-all-closed', () => app.quit());
app.on('before-quit', (event) => {
  if (ending === 'ended') return;
  event.preventDefault();
  if (ending === 'under way' || !mayLeave(() => app.quit())) return;
  ending = 'under way';
  end()
    .catch((error: unknown) => console.error('The app did not end in order', error))
    .finally(() => {
      ending = 'ended';
      app.quit();
    });
});

// The system ends the app: there is nobody to ask.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.prependListener(signal, () => {
    leaveUnsaved();
    app.quit();
  });
}

app
  .whenReady()
  .then(start)
  .catch((error: unknown) => {
    console.error('Storefront Desk could not start', error);
    dialog.showErrorBox('Storefront Desk could not start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
