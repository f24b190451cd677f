// The log in the data folder: two files of at most 1 MB, without secrets. What is printed with console is logged too.
import { join } from 'node:path';
import { format } from 'node:util';
import log from 'electron-log/node';
import { hideAllSecrets } from '../service/outcome.ts';
import { orLog } from '../storage/durable-file.ts';
import { ensureFolder } from '../storage/folders.ts';
import { knownSecrets } from '../storage/vault.ts';

/** In bytes; a longer file replaces `main.old.log`. */
const FILE_LIMIT = 1024 * 1024;
/** In characters. */
const ENTRY_LIMIT = 8_000;

/** Makes console write to the log too. Creates `folder` if necessary. */
export function startLog(folder: string): void {
  orLog('Nothing can be logged', () => ensureFolder(folder));
  const { file, console: printed } = log.transports;
  file.resolvePathFn = () => join(folder, 'main.log');
  file.maxSize = FILE_LIMIT;
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  file.format = ({ data, level, message }) => [`${message.date.toISOString()} ${level} ${data.join(' ')}`];
  printed.format = ({ data }) => data;
  printed.useStyles = false;
  for (const transport of [log.transports.ipc, log.transports.remote]) if (transport) transport.level = false;
  log.hooks.push((message) => ({
    ...message,
    // Cut first, so that a long line costs no more than a short one. What the cut leaves of a secret is hidden too.
    data: [hideAllSecrets(format(...message.data).slice(0, ENTRY_LIMIT), knownSecrets())],
  }));
  Object.assign(console, log.functions);
}

/** Writes to the file only: ids, kinds and numbers, nothing that the seller or a buyer typed. */
export function note(text: string): void {
  log.processMessage({ data: [text], level: 'info', date: new Date() }, { transports: [log.transports.file] });
}

/** Keeps the app running after uncaught errors, and calls `onFault`. */
export function watchUncaught(onFault: () => void): void {
  const report = (what: string) => (error: unknown) => {
    console.error(`${what} in the main process`, error);
    onFault();
  };
  process.on('uncaughtException', report('Uncaught exception'));
  process.on('unhandledRejection', report('Unhandled rejection'));
}
