// The only Chromium process of this host. It starts with the first window and runs as long as the app.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { ensureChromium, loadPlaywright } from './find-chromium.ts';
import type { HostSwitches } from './switches.ts';

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Chromium refuses its sandbox to root. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Stop Chromium's own connections beyond this computer. There is no `--disable-features`, because Chromium uses only the
 * last one, and Playwright adds its own; the profile turns off the rest.
 */
const SWITCHES = [
  '--disable-background-networking',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-component-update',
  // Chromium still checks for its own updates, so this address leads to a port where nothing answers.
  '--component-updater=url-source=http://127.0.0.1:9/',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-quic',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-session-crashed-bubble',
  '--hide-crash-restore-bubble',
  '--no-pings',
];

/** The app's forms are not web forms: no password saving, no autofill, no translation, no dictionaries. */
const PREFERENCES = {
  credentials_enable_service: false,
  profile: { password_manager_enabled: false, name: 'Storefront Desk' },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  browser: { enable_spellchecking: false },
};

/** Without these Chromium shows a bar about missing Google API keys. */
const NO_KEYS = { GOOGLE_API_KEY: 'no', GOOGLE_DEFAULT_CLIENT_ID: 'no', GOOGLE_DEFAULT_CLIENT_SECRET: 'no' };

export class Chromium {
  private context: Promise<BrowserContext> | undefined;
  /** Chromium's first page, until a window takes it. */
  private spare: Page | undefined;
  private permissions: CDPSession | undefined;
  private announced = false;
  /** Called with a new Chromium before it loads anything. */
  onStarted: (context: BrowserContext) => Promise<void> = async () => {};

  constructor(
    private readonly switches: HostSwitches,
    private readonly profile: () => string,
    /** The app's switches, read when Chromium starts. */
    private readonly asked: () => readonly string[],
  ) {}

  get headless(): boolean {
    return this.switches.headless;
  }

  /** Whether somebody can see a page: in a window, or through the debugging port. */
  get isSeen(): boolean {
    return !this.headless || this.switches.remoteDebuggingPort !== undefined;
  }

  /** A separate page for a window. Rejects if Chromium cannot start. All pages get the WebRTC policy of the first. */
  async newPage(size: WindowSize, webRTCPolicy = 'default'): Promise<Page> {
    this.context ??= this.launch(size, webRTCPolicy);
    const context = await this.context;
    const spare = this.spare;
    this.spare = undefined;
    if (spare && !spare.isClosed()) return spare;
    const opener = context.pages()[0];
    if (this.headless || !opener) return context.newPage();
    const session = await context.newCDPSession(opener);
    const [page] = await Promise.all([
      context.waitForEvent('page'),
      session.send('Target.createTarget', { url: 'about:blank', newWindow: true }),
    ]);
    await session.detach();
    return page;
  }

  private async launch({ width, height }: WindowSize, webRTCPolicy: string): Promise<BrowserContext> {
    const executablePath = await ensureChromium();
    const profile = this.profile();
    prepareProfile(profile);
    const port = this.switches.remoteDebuggingPort;
    const start = (chromiumSandbox: boolean) =>
      loadPlaywright().chromium.launchPersistentContext(profile, {
        executablePath,
        chromiumSandbox,
        headless: this.headless,
        args: [
          ...SWITCHES,
          `--window-size=${width},${height}`,
          `--webrtc-ip-handling-policy=${webRTCPolicy}`,
          ...this.asked(),
          ...(port === undefined ? [] : [`--remote-debugging-port=${port}`, '--remote-debugging-address=127.0.0.1']),
          // No tab strip and no address bar, like an app. The app's page replaces this one.
          ...(this.headless ? [] : ['--app=data:text/html,<title>Storefront%20Desk</title>']),
          // Otherwise Chromium shows a warning about the missing sandbox.
          ...(chromiumSandbox || this.headless ? [] : ['--test-type']),
        ],
        ignoreDefaultArgs: this.headless ? [] : ['--enable-automation', '--disable-popup-blocking'],
        // The window uses the theme of the system and the app instead of Playwright's default.
        ...{ viewport: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null },
        // The host ends Chromium itself, after the app has quit.
        ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
        timeout: 30_000,
        env: { ...process.env, ...NO_KEYS } as Record<string, string>,
      });
    const context = await start(!isRoot()).catch((error: unknown) => {
      if (isRoot() || !/sandbox/i.test(String(error))) throw error;
      console.error('Chromium has no usable sandbox on this system; the window starts without one.');
      return start(false);
    });
    context.on('close', () => {
      this.context = undefined;
      this.spare = undefined;
    });
    this.permissions = await context.browser()?.newBrowserCDPSession();
    // This refuses all permissions while the session is open.
    await this.permissions?.send('Browser.grantPermissions', { permissions: [] });
    await this.onStarted(context);
    const [first, ...others] = context.pages();
    this.spare = first;
    for (const page of others) await page.close();
    return context;
  }

  /** Runs the host's code while pages may write to the clipboard. */
  async allowingClipboard(run: () => Promise<unknown>): Promise<void> {
    const set = (setting: 'granted' | 'denied') =>
      this.permissions?.send('Browser.setPermission', { permission: { name: 'clipboard-write' }, setting });
    await set('granted');
    try {
      await run();
    } finally {
      await set('denied');
    }
  }

  /** Prints once, in machine-readable lines, the address at which a second client can connect. */
  async announce(appName: string): Promise<void> {
    if (this.announced) return;
    this.announced = true;
    const { remoteDebuggingPort } = this.switches;
    if (remoteDebuggingPort === undefined) {
      if (!this.headless) return;
      console.log(
        `${appName} is ready, with no display to show it on. To look at it: add --remote-debugging-port=9222, ` +
          'then open chrome://inspect in a Chrome on this computer.',
      );
      return;
    }
    const browser = await debuggerAddress(remoteDebuggingPort, this.profile());
    if (!browser) {
      console.error(`[host] port ${remoteDebuggingPort} could not be opened; is it in use?`);
      return;
    }
    console.log(`DevTools listening on ${browser}`);
    console.log(`${appName} is ready: http://127.0.0.1:${new URL(browser).port}`);
  }

  /** Ends Chromium; waits at most 15 s. */
  async close(): Promise<void> {
    const context = await this.context?.catch(() => undefined);
    if (!context) return;
    const limit = new AbortController();
    await Promise.race([context.close(), pause(15_000, undefined, { signal: limit.signal })]).catch(() => {});
    limit.abort();
  }
}

/** Writes the preferences of a new profile only, so that Chromium's later changes stay. */
function prepareProfile(folder: string): void {
  const file = join(folder, 'Default/Preferences');
  if (!existsSync(file)) {
    mkdirSync(join(folder, 'Default'), { recursive: true });
    writeFileSync(file, JSON.stringify(PREFERENCES));
  }
  // A file from an earlier start would name an old port.
  rmSync(join(folder, 'DevToolsActivePort'), { force: true });
}

/** Chromium writes a port of its own choice to a file of the profile; a given port answers over HTTP. */
async function debuggerAddress(port: number, profile: string): Promise<string | undefined> {
  const file = join(profile, 'DevToolsActivePort');
  // A busy computer may show the page before Chromium has written its port.
  for (let tries = 0; port === 0 && !existsSync(file) && tries < 100; tries += 1) await pause(100);
  if (existsSync(file)) {
    const [chosen, path] = readFileSync(file, 'utf8').trim().split('\n');
    return `ws://127.0.0.1:${chosen}${path}`;
  }
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
    return ((await answer.json()) as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
}
