// The text of "Copy diagnostics": versions, counts and states, without names, addresses, texts or ids of the seller.
import type { Frame } from '../../shared/contract/app.ts';

/** Kinds and counts, no addresses. */
export interface NetworkFacts {
  readonly inEnvironment: boolean;
  /** The kinds that the system returned, in order; null where it was not asked. */
  readonly ofSystem: readonly string[] | null;
  /** Those besides Node's own; null where they were not read. */
  readonly certificates: { readonly system: number; readonly extra: number } | null;
}

export interface Machine {
  /** Name to version, as "electron" to "45.4.1". */
  readonly versions: Readonly<Record<string, string>>;
  readonly system: string;
  readonly keyStore: string;
  readonly network: NetworkFacts;
  readonly home: string;
  /** Lines of the log without secrets, oldest first. */
  readonly lines: readonly string[];
}

const ADDRESS = /\bhttps?:\/\/[^\s"'<>)]+/g;
/** On any system, also in file URLs. */
const USER_FOLDER = /([\\/](?:Users|home)[\\/]+)[^\\/\s"')]+/gi;
/** Not an apostrophe inside a word. */
const QUOTED = /“[^”]*”|"(?:[^"\\]|\\.)*"|(?<![\p{L}\d])'[^'\n]*'(?![\p{L}\d])/gu;
const EMAIL = /[^\s"'<>@:/]+@[^\s"'<>@:/]+\.[a-z]+/gi;

/** Removes addresses, e-mail addresses, quoted texts, and the user's name in paths. */
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
  const more = [...(keepSending ? [', runs in background'] : []), ...(tray ? [', icon in the tray'] : [])].join('');
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
