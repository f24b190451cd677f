// Parses the app's command line and its links. Chromium reads its own switches; unknown ones are ignored here.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';

/** Windows shows notifications only of an app whose shortcut has this id. The installers use both names too. */
export const APP_ID = 'com.storefront.desk';
export const LINK_SCHEME = 'storefront-desk';

export interface CommandLine {
  /** As given; null for the default. */
  readonly userDataDir: string | null;
  readonly practice: boolean;
  /** As given, not validated. */
  readonly link: string | null;
}

/** Whether an argument has the scheme of the app's links; the link may still be invalid. */
export const isLink = (arg: string): boolean => arg.toLowerCase().startsWith(`${LINK_SCHEME}:`);

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
): Result<CommandLine> {
  const door = REFUSED_SWITCHES.find(isGiven);
  if (door !== undefined) return refuse('invalid', t.refused({ name: door }));
  // Ignores arguments after a link, because the link's author may have written them.
  const first = args.findIndex(isLink);
  const own = first < 0 ? args : args.slice(0, first);
  const folder = own.findLast((arg) => /^--user-data-dir(=|$)/.test(arg))?.slice('--user-data-dir='.length);
  if (folder !== undefined && (folder.trim() === '' || folder.includes('\0'))) return refuse('invalid', t.needsFolder);
  const practice = own.includes('--practice');
  return ok({ userDataDir: folder ?? null, practice, link: args[first] ?? null });
}

/** A local id (UUIDv7). */
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PLACES = [
  ...['products', 'links', 'sales', 'webhook', 'sync', 'settings', 'sync/history', 'links/import'],
  ...['products', 'links', 'sync', 'links/import'].map((screen) => `${screen}/${ID}`),
];
/** Nothing is decoded, so any other spelling is invalid. Some systems add a slash after the host. */
const LINK = new RegExp(`^${LINK_SCHEME}://(${PLACES.join('|')})/?$`);

/**
 * Returns the screen of a link, such as "#/sync/history"; null for an invalid link. Links come from any program and any
 * web page, so they show a screen and can do nothing else.
 */
export function screenOf(link: string): string | null {
  const place = LINK.exec(link)?.[1];
  return place === undefined ? null : `#/${place}`;
}
