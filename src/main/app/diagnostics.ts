// What support needs to know of the app: versions, counts and states. No names, addresses, texts or ids of the seller's.
import type { Frame } from '../../shared/contract.ts';

/** Which proxy and certificates are used: kinds and counts, no addresses. */
export interface NetworkFacts {
  readonly inEnvironment: boolean;
  /** The kinds that the system named, best first; null while it was not asked. */
  readonly ofSystem: readonly string[] | null;
  /** How many there are beside Node's own; null while they are not read. */
  readonly certificates: { readonly system: number; readonly extra: number } | null;
}

export interface Machine {
  /** Name to version, as "electron" to "45.4.1". */
  readonly versions: Readonly<Record<string, string>>;
  readonly system: string;
  readonly keyStore: string;
  readonly network: NetworkFacts;
  readonly home: string;
  /** Of the log, oldest first, with no secrets in them. */
  readonly lines: readonly string[];
}

const ADDRESS = /\bhttps?:\/\/[^\s"'<>)]+/g;
/** On any system, also in an address of a file, where a space is a code. */
const USER_FOLDER = /([\\/](?:Users|home)[\\/]+)[^\\/\s"')]+/gi;
/** An apostrophe in a word is no quotation mark. */
const QUOTED = /“[^”]*”|"(?:[^"\\]|\\.)*"|(?<![\p{L}\d])'[^'\n]*'(?![\p{L}\d])/gu;
const EMAIL = /[^\s"'<>@:/]+@[^\s"'<>@:/]+\.[a-z]+/gi;

/** A line without what may be the seller's or a customer's: addresses, e-mails, texts in quotes, the user's name in a path. */
export function withoutNames(line: string, home: string): string {
  const slashed = home.replaceAll('\\', '/');
  const spellings = home === '' ? [] : [home, slashed, encodeURI(slashed)];
  return spellings
    .reduce((text, spelling) => text.replaceAll(spelling, '~'), line)
    .replace(ADDRESS, '(address)')
    .replace(EMAIL, '(email)')
    .replace(USER_FOLDER, '$1(user)')
    .replace(QUOTED, '“…”');
}

function networkText({ inEnvironment, ofSystem, certificates }: NetworkFacts): string {
  const system =
    ofSystem === null ? 'of nobody: the system was not asked' : `of the system: ${ofSystem.join(', ') || 'no answer'}`;
  const proxy = inEnvironment ? 'of the environment' : system;
  const read = certificates && `${certificates.system} of the system, ${certificates.extra} of NODE_EXTRA_CA_CERTS`;
  return `proxy ${proxy}; more certificates: ${read ?? 'not read'}`;
}

export function diagnosticsText(frame: Frame, machine: Machine, at: Date): string {
  const stores = frame.stores.map((store, index) => {
    const { waiting, attention } = store;
    const kind = store.practice ? 'practice store' : 'store';
    const states = [store.signedIn ? 'signed in' : 'signed out', ...(store.workOffline ? ['works offline'] : [])];
    return `${kind} ${index + 1}: ${states.join(', ')}; ${waiting} waiting, ${attention} need attention`;
  });
  const { parallelSends, appearance, currencies, keepSending, tray } = frame.settings;
  const more = [...(keepSending ? [', goes on without a window'] : []), ...(tray ? [', icon in the tray'] : [])].join(
    '',
  );
  return [
    `Storefront Desk ${frame.version}`,
    `made ${at.toISOString()}`,
    `system: ${machine.system}`,
    `versions: ${Object.entries(machine.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    `key store: ${machine.keyStore}`,
    `network: ${networkText(machine.network)}`,
    `settings: ${parallelSends} parallel sends, ${appearance} look, currencies ${currencies.map(({ id }) => id).join(' ')}${more}`,
    `notices shown: ${frame.notices.length}`,
    ...stores,
    '',
    'last lines of the log:',
    ...machine.lines.map((line) => withoutNames(line, machine.home)),
    '',
  ].join('\n');
}
