// Opens the built app for end-to-end tests, the demo and the benchmark, with the same handle on both hosts.
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { _electron, chromium, type Page } from '@playwright/test';
import type { DriverAnswer, DriverCall } from '@storefront-desk/chromium-host/driver';
import { slow } from '../test/slow.ts';
import { HOST_PROGRAM } from './build.ts';
import { chooseHost } from './choose-host.ts';
import { type Driven, driven } from './driven-process.ts';
import * as main from './main-process.ts';
import { root } from './project.ts';

export interface OpenOptions {
  readonly userDataDir: string;
  /** More switches for the app, such as `--practice`. */
  readonly args?: readonly string[];
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the window if there is a display; by default only Electron does. */
  readonly headed?: boolean;
}

export type OpenedApp = Awaited<ReturnType<typeof openApp>>;

/** Runs a function in the main process. It is sent as text, so it may use only its arguments. */
type Evaluate = <A, R>(run: (electron: main.Main, argument: A) => R | Promise<R>, argument: A) => Promise<R>;

interface Opened {
  readonly page: Page;
  readonly process: ChildProcess;
  readonly app: Driven;
  readonly evaluate: Evaluate;
}

const startLimit = slow(60_000);
const endLimit = slow(30_000);

/** The program of a packed app to open instead of the built one, such as release/linux-unpacked/storefront-desk. */
const packed = process.env.STOREFRONT_PACKED;

/** The app starts in English on any computer; other arguments may name another language. */
const IN_ENGLISH = '--lang=en-US';

/** Opens the app, and returns the handle that drives it. */
export async function openApp(given: OpenOptions) {
  const args = given.args?.some((arg) => arg.startsWith('--lang=')) ? given.args : [IN_ENGLISH, ...(given.args ?? [])];
  const options = { ...given, args };
  const host = chooseHost();
  const { page, process, app, evaluate } = await (host.kind === 'electron'
    ? openInElectron(host.path, options)
    : openInChromium(options));
  // The page is loaded before its texts are, and draws nothing without them.
  await page.waitForFunction(() => document.getElementById('root')?.childElementCount !== 0);
  return {
    ...{ host: host.kind, page, process, evaluate },
    /** Resolves with the exit code, or null after a signal. */
    exited: app.exited,
    /** Everything the app has written to stdout and stderr. */
    output: app.output,
    clipboardText: () => evaluate(main.copiedText, undefined),
    clipboardPicture: async () => Buffer.from(await evaluate(main.copiedPicture, undefined), 'base64'),
    /** Everything the app has opened, shown or asked outside its window, oldest first. */
    outside: () => evaluate(main.recorded, undefined),
    answerDialogs: (answers: main.DialogAnswers) => evaluate(main.setAnswers, answers),
    chooseMenuItem: (id: string) => evaluate(main.chooseMenuItem, id),
    tray: () => evaluate(main.viewTray, undefined),
    clickTray: (label: string) => evaluate(main.clickTray, label),
    openUrl: (url: string) => evaluate(main.openUrl, url),
    isVisible: () => evaluate(main.isVisible, undefined),
    /** Throws an uncaught error with this message in the main process. */
    breakMain: (message: string) => evaluate(main.throwUncaught, message),
    /** Crashes the window's process. Returns the page that comes back. */
    crashPage: async () => {
      // The Chromium host replaces the page, Electron reloads it.
      const back = host.kind === 'electron' ? page : page.context().waitForEvent('page');
      await evaluate(main.crash, undefined);
      return back;
    },
    /** Quits as a person would, and waits for the exit. */
    close: () => app.end(endLimit),
    /** Kills it without warning, like a power cut. */
    kill: app.kill,
  };
}

/** One line for a report: the host of the tests, and why. */
export function describeHost(): string {
  if (packed) return `on the packed app (${packed})`;
  const host = chooseHost();
  return host.kind === 'electron' ? 'on Electron' : `on the Chromium host (${host.why})`;
}

/** A packed program refuses debuggers, so the installed Electron opens the archive of the package. */
async function openInElectron(executablePath: string, { userDataDir, args = [], env }: OpenOptions): Promise<Opened> {
  const electron = await _electron.launch({
    // Playwright turns the sandbox off by default.
    chromiumSandbox: true,
    executablePath,
    args: [packed ? join(dirname(packed), 'resources/app.asar') : root, `--user-data-dir=${userDataDir}`, ...args],
    cwd: root,
    env: { ...process.env, ...env } as Record<string, string>,
    // As on the Chromium host: the app's theme instead of Playwright's default.
    colorScheme: null,
  });
  const app = driven(electron.process());
  const evaluate = electron.evaluate.bind(electron) as Evaluate;
  try {
    // A loader may preserve function names with a helper that Electron does not have.
    await electron.evaluate('globalThis.__name = (target) => target');
    await evaluate(main.record, undefined);
    return { page: await electron.firstWindow(), process: electron.process(), app, evaluate };
  } catch (error) {
    await app.kill();
    throw error;
  }
}

/** A package made with the stand-in runs by itself, and takes its debugging port from the environment only. */
async function openInChromium({ userDataDir, args = [], env, headed = false }: OpenOptions): Promise<Opened> {
  const child = spawn(
    packed ?? process.execPath,
    [
      ...(packed ? [] : [HOST_PROGRAM, root, '--remote-debugging-port=0']),
      `--user-data-dir=${userDataDir}`,
      ...(headed ? [] : ['--headless']),
      ...args,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...(packed ? { STOREFRONT_STAND_IN_PORT: '0' } : {}), ...env },
    },
  );
  const app = driven(child);
  const evaluate = callsTo(child, app);
  try {
    const [address] = await Promise.all([
      app.waitFor(/ is ready: (http:\S+)/, startLimit),
      evaluate(main.record, undefined),
    ]);
    // Without Playwright's defaults the window keeps the theme, downloads and focus of the host.
    const browser = await chromium.connectOverCDP(address, { noDefaults: true, isLocal: true });
    void app.exited.then(() => browser.close().catch(() => {}));
    const [page, ...others] = browser.contexts().flatMap((context) => context.pages());
    if (!page || others.length > 0) throw new Error(`Expected one page, found ${others.length}`);
    return { page, process: child, app, evaluate };
  } catch (error) {
    await app.kill();
    throw error;
  }
}

/** Sends calls over the IPC channel of the Chromium host. */
function callsTo(child: ChildProcess, app: Driven): Evaluate {
  const waiting = new Map<number, (answer: DriverAnswer) => void>();
  let lastId = 0;
  child.on('message', (message) => {
    const answer = message as DriverAnswer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return <A, R>(run: (electron: main.Main, argument: A) => R | Promise<R>, argument: A) =>
    new Promise<R>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, ({ value, error }) => (error === undefined ? resolve(value as R) : reject(new Error(error))));
      void app.exited.then(() => reject(new Error(`The app has ended.\n${app.output()}`)));
      const call: DriverCall = { id: lastId, code: String(run), argument };
      child.send(call, (problem) => {
        if (problem) reject(problem);
      });
    });
}
