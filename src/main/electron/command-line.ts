// What the app takes from its command line, read in this one place.
//
// Chromium has switches of its own, which it reads itself; what is not known here is left to it and never acted on.
import { texts } from '../../shared/texts/main.ts';
import { isLink } from './deep-link.ts';

export interface CommandLine {
  /** Where the data lies, as it was given; null for the system's own place. */
  readonly userDataDir: string | null;
  /** Opens the practice store. */
  readonly practice: boolean;
  /** As it was given: still to be checked. */
  readonly link: string | null;
  /** How many arguments are none of the app's. */
  readonly unknown: number;
}

export type ReadCommandLine =
  | { readonly ok: true; readonly value: CommandLine }
  | { readonly ok: false; readonly problem: string };

const words = texts.shell.commandLine;

const SWITCH = /^--([a-z][a-z-]*)(?:=(.*))?$/s;

/** What is wrong with the value of a switch that is known; null where nothing is. */
const CHECKS: Readonly<Record<string, (value: string | undefined) => string | null>> = {
  'user-data-dir': (value) => {
    if (value === undefined || value.trim() === '') return words.needsFolder;
    return value.includes('\0') ? words.folderNotTaken : null;
  },
  // Chromium acts on it; here it is only looked at.
  'remote-debugging-port': (value) =>
    value !== undefined && /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : words.needsPort,
  practice: (value) => (value === undefined ? null : words.practiceTakesNoValue),
};

/**
 * Switches of Chromium that let whoever starts the app into it: to its page and so to all that it may ask for, or to
 * secrets that the system's key store keeps for this app alone. Those of Node are off by the fuses.
 */
const REFUSED_SWITCHES = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-io-pipes', 'remote-debugging-address'],
  // They run another program in place of a part of the app, or around it.
  ...['renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher', 'browser-subprocess-path'],
  ...['js-flags', 'load-extension', 'disable-web-security'],
  // Secrets would be encrypted with a key that everybody knows.
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
  if (door !== undefined) return { ok: false, problem: words.refused(door) };
  const found: { -readonly [K in keyof CommandLine]: CommandLine[K] } = {
    userDataDir: null,
    practice: false,
    link: null,
    unknown: 0,
  };
  for (const arg of args) {
    if (isLink(arg)) {
      found.link ??= arg;
      continue;
    }
    const [, name = '', value] = SWITCH.exec(arg) ?? [];
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    // Whoever made a link must not choose what else the app is started with.
    if (!check || found.link !== null) {
      found.unknown += 1;
      continue;
    }
    const wrong = check(value);
    if (wrong !== null) return { ok: false, problem: wrong };
    if (name === 'user-data-dir') found.userDataDir = value ?? null;
    if (name === 'practice') found.practice = true;
  }
  return { ok: true, value: found };
}
