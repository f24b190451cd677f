// Parses the app's command line.
//
// Chromium reads its own switches; unknown ones are ignored here.
import { texts } from '../../shared/texts/main.ts';
import { LINK_SCHEME } from './names.ts';

export interface CommandLine {
  /** As given; null for the default. */
  readonly userDataDir: string | null;
  /** Opens the practice store. */
  readonly practice: boolean;
  /** As given, not validated. */
  readonly link: string | null;
}

/** Whether an argument has the scheme of such a link; it may still be invalid. */
export const isLink = (arg: string): boolean => arg.toLowerCase().startsWith(`${LINK_SCHEME}:`);

export type ReadCommandLine =
  | { readonly ok: true; readonly value: CommandLine }
  | { readonly ok: false; readonly problem: string };

const t = texts.shell.commandLine;

/**
 * Switches of Chromium that let whoever starts the app into it: to its page and so to all that it may ask for, or to
 * secrets that the system's key store keeps for this app alone. Those of Node are off by the fuses.
 */
const REFUSED_SWITCHES = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-io-pipes', 'remote-debugging-address'],
  // Run another program instead of or around a part of the app.
  ...['renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher', 'browser-subprocess-path'],
  ...['js-flags', 'load-extension', 'disable-web-security'],
  // Encrypts secrets with a well-known key.
  'use-mock-keychain',
];

/**
 * @param args without the program itself. Of a switch that comes twice the last one holds, as in Chromium.
 * @param isGiven whether Chromium was given a switch, which it takes in more spellings than these; for a packaged app,
 * which then refuses to be opened from outside
 */
export function readCommandLine(
  args: readonly string[],
  isGiven: (name: string) => boolean = () => false,
): ReadCommandLine {
  const door = REFUSED_SWITCHES.find(isGiven);
  if (door !== undefined) return { ok: false, problem: t.refused({ name: door }) };
  // A link must not add other arguments: its author may have written what follows it.
  const first = args.findIndex(isLink);
  const own = first < 0 ? args : args.slice(0, first);
  const folder = own.findLast((arg) => /^--user-data-dir(=|$)/.test(arg))?.slice('--user-data-dir='.length);
  if (folder !== undefined && (folder.trim() === '' || folder.includes('\0')))
    return { ok: false, problem: t.needsFolder };
  const practice = own.includes('--practice');
  return { ok: true, value: { userDataDir: folder ?? null, practice, link: args[first] ?? null } };
}
