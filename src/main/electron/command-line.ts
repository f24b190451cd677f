// Parses the app's command line.
//
// Chromium reads its own switches; unknown ones are ignored here.
import { texts } from '../../shared/texts/main.ts';
import { isLink } from './deep-link.ts';

export interface CommandLine {
  /** As given; null for the default. */
  readonly userDataDir: string | null;
  /** Opens the practice store. */
  readonly practice: boolean;
  /** As given, not validated. */
  readonly link: string | null;
  /** The number of unknown arguments. */
  readonly unknown: number;
}

export type ReadCommandLine =
  | { readonly ok: true; readonly value: CommandLine }
  | { readonly ok: false; readonly problem: string };

const t = texts.shell.commandLine;

const SWITCH = /^--([a-z][a-z-]*)(?:=(.*))?$/s;

/** Validate the values of known switches; null for valid. */
const CHECKS: Readonly<Record<string, (value: string | undefined) => string | null>> = {
  'user-data-dir': (value) => {
    if (value === undefined || value.trim() === '') return t.needsFolder;
    return value.includes('\0') ? t.folderNotTaken : null;
  },
  // Read by Chromium; only validated here.
  'remote-debugging-port': (value) =>
    value !== undefined && /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : t.needsPort,
  // Chromium and language.ts read it; any language is accepted.
  lang: () => null,
  practice: (value) => (value === undefined ? null : t.practiceTakesNoValue),
};

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
    // A link must not add other arguments.
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
