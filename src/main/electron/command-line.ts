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

/** Whether an argument has the scheme of the app's links; the link may still be invalid. */
export const isLink = (arg: string): boolean => arg.toLowerCase().startsWith(`${LINK_SCHEME}:`);

export type ReadCommandLine =
  | { readonly ok: true; readonly value: CommandLine }
  | { readonly ok: false; readonly problem: string };

const t = texts.shell.commandLine;

/**
 * Chromium switches that give whoever starts the app access to its page, or to secrets that the system's key store
 * keeps for this app alone. Fuses turn Node's switches off.
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
 * @param args without the program itself. The last of repeated switches counts, as in Chromium.
 * @param isGiven whether Chromium was given a switch, in any spelling that it takes. For a packaged app, which then
 * refuses to be opened from outside
 */
export function readCommandLine(
  args: readonly string[],
  isGiven: (name: string) => boolean = () => false,
): ReadCommandLine {
  const door = REFUSED_SWITCHES.find(isGiven);
  if (door !== undefined) return { ok: false, problem: t.refused({ name: door }) };
  // Ignores arguments after a link, because the link's author may have written them.
  const first = args.findIndex(isLink);
  const own = first < 0 ? args : args.slice(0, first);
  const folder = own.findLast((arg) => /^--user-data-dir(=|$)/.test(arg))?.slice('--user-data-dir='.length);
  if (folder !== undefined && (folder.trim() === '' || folder.includes('\0')))
    return { ok: false, problem: t.needsFolder };
  const practice = own.includes('--practice');
  return { ok: true, value: { userDataDir: folder ?? null, practice, link: args[first] ?? null } };
}
