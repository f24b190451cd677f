// How the process starts and ends. Exits at start on an invalid command line, or if another app uses the same data.
import { app, dialog } from 'electron';
import { texts } from '../../shared/texts/main.ts';
import { atMost } from '../turns.ts';
import { type CommandLine, isLink, LINK_SCHEME, readCommandLine } from './command-line.ts';
import { claimFolder, handedOverLink } from './single-instance.ts';
import { hideWindow, leaveUnsaved, mayLeave } from './window.ts';

/** Exits on an invalid value, because the app could open the wrong data. */
export function commandLineOrExit(): CommandLine {
  // In development the app's folder is the first argument.
  const read = app.isPackaged
    ? readCommandLine(process.argv.slice(1), (name) => app.commandLine.hasSwitch(name))
    : readCommandLine(process.argv.slice(2));
  if (read.ok) return read.value;
  dialog.showErrorBox(texts.shell.notStarted, read.problem.message);
  process.exit(2);
}

/** Call before anything in the data folder is read or written. Exits if another app has received the link. */
export async function claimOrExit(dataFolder: string, link: string | null) {
  const claimed = await claimFolder(dataFolder, () => app.requestSingleInstanceLock({ link }));
  if (claimed.kind !== 'handed-over') return claimed;
  console.log('Storefront Desk is already running with this data folder; its window was brought to the front.');
  process.exit(0);
}

/**
 * `open` gets a link that the system hands over, or that of another start. If this app is ending, it starts again
 * afterwards with the link. A packaged app registers itself for links. Call before the app is ready.
 */
export function onLink(open: (link: string | null) => void): void {
  // On macOS; elsewhere a link is an argument of a start.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(link);
  });
  if (app.isPackaged) void app.whenReady().then(() => app.setAsDefaultProtocolClient(LINK_SCHEME));
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const link = handedOverLink(data);
    if (isEnding()) nextStart = { link };
    else open(link);
  });
}

/** How long the app may take to end, in ms. The next start settles changes that are still in flight then. */
const END_LIMIT_MS = 15_000;

let phase: 'running' | 'ending' | 'ended' = 'running';
let nextStart: { readonly link: string | null } | null = null;

export const isEnding = (): boolean => phase !== 'running';

export function quitNow(): void {
  leaveUnsaved();
  app.quit();
}

/** Ends the app, asking about unsaved text first, and starts it again. */
export function restart(): void {
  if (!mayLeave(restart)) return;
  nextStart ??= { link: null };
  app.quit();
}

/** When the app quits, asks about unsaved input, and lets `end` finish within a limit. */
export function endInOrder(end: () => Promise<void>): void {
  app.on('before-quit', (event) => {
    if (phase === 'ended') return;
    event.preventDefault();
    if (phase === 'ending' || !mayLeave(() => app.quit())) return;
    phase = 'ending';
    // Unsaved input must no longer keep the window open, because nothing could save it.
    leaveUnsaved();
    hideWindow();
    atMost(END_LIMIT_MS, end())
      .catch((error: unknown) => console.error('The app did not end in order', error))
      .finally(() => {
        phase = 'ended';
        if (nextStart) {
          const args = process.argv.slice(1).filter((arg) => !isLink(arg));
          app.relaunch({ args: nextStart.link === null ? args : [...args, nextStart.link] });
        }
        app.quit();
      });
  });
}

/** Quits on a signal, without asking. Call once the app is ready, because Electron replaces earlier handlers. */
export function quitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // Node takes a signal back from Electron only with its first listener, so listeners of dependencies have to be removed.
    process.removeAllListeners(signal);
    process.on(signal, quitNow);
  }
}
