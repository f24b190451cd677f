// How the process starts and ends: exits at start on an invalid command line, or if another app uses the same data; ends on signals.
import { app, dialog } from 'electron';
import { texts } from '../../shared/texts/main.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { type Claim, claimFolder } from './single-instance.ts';

/** Exits on an invalid value, because the app could open the wrong data. */
export function commandLineOrExit(): CommandLine {
  // In development the app's folder is the first argument.
  const read = app.isPackaged
    ? readCommandLine(process.argv.slice(1), (name) => app.commandLine.hasSwitch(name))
    : readCommandLine(process.argv.slice(2));
  if (read.ok) return read.value;
  dialog.showErrorBox(texts.shell.notStarted, read.problem);
  process.exit(2);
}

/** Call before anything in the data folder is read or written. Exits where another app has received the link. */
export async function claimOrExit(
  dataFolder: string,
  link: string | null,
): Promise<Exclude<Claim, { kind: 'handed-over' }>> {
  const claimed = await claimFolder(dataFolder, () => app.requestSingleInstanceLock({ link }));
  if (claimed.kind !== 'handed-over') return claimed;
  console.log('Storefront Desk is already running with this data folder; its window was brought to the front.');
  process.exit(0);
}

/** The app quits without asking. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Call once the app is ready, because Electron replaces earlier handlers. */
export function onSignals(end: () => void): void {
  for (const signal of SIGNALS) {
    // Node takes a signal back from Electron only with its first listener, so listeners of dependencies have to be removed.
    process.removeAllListeners(signal);
    process.on(signal, end);
  }
}
