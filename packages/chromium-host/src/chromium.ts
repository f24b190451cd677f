// The only Chromium process of this host: starts with the first window, runs as long as the app.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { chromiumArgs, isRoot, unwantedDefaults } from './chromium-args.ts';
import { ensureChromium, loadPlaywright } from './find-chromium.ts';
import { NotCovered } from './not-covered.ts';
import { prepareProfile } from './profile.ts';
import type { HostSwitches } from './switches.ts';

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export class Chromium {
  private context: Promise<BrowserContext> | undefined;
  private spare: Page | undefined;
  private announced = false;
  private webRTCPolicy: string | undefined;
  /** Decides about requests; set by the module with the windows. */
  onRequest: ((context: BrowserContext) => Promise<void>) | undefined;

  onClosed: (() => void) | undefined;

  /** Called when no window is possible at all. */
  onFailure: ((error: unknown) => void) | undefined;

  constructor(
    private readonly switches: HostSwitches,
    private readonly profileDir: () => string,
    /** The app's switches, read when Chromium starts. */
    private readonly asked: () => readonly string[],
  ) {}

  get headless(): boolean {
    return this.switches.headless;
  }

  /**
   * A separate page for a window: the one that Chromium starts with, then new ones.
   * @param webRTCPolicy may be omitted
   */
  async newPage(size: WindowSize, webRTCPolicy?: string): Promise<Page> {
    if (!this.context) this.webRTCPolicy = webRTCPolicy ?? 'default';
    else if (webRTCPolicy !== undefined && webRTCPolicy !== this.webRTCPolicy) {
      throw new NotCovered('a page with another WebRTC policy than the first one');
    }
    this.context ??= this.launch(size, this.webRTCPolicy ?? 'default').catch((error: unknown) => {
      this.onFailure?.(error);
      throw error;
    });
    const context = await this.context;
    const spare = this.spare;
    this.spare = undefined;
    if (spare && !spare.isClosed()) return spare;
    if (this.headless) return context.newPage();
    return this.newWindow(context);
  }

  private async newWindow(context: BrowserContext): Promise<Page> {
    const opener = context.pages()[0];
    if (!opener) return context.newPage();
    const session = await context.newCDPSession(opener);
    const [page] = await Promise.all([
      context.waitForEvent('page'),
      session.send('Target.createTarget', { url: 'about:blank', newWindow: true }),
    ]);
    await session.detach();
    return page;
  }

  private async launch(size: WindowSize, webRTCPolicy: string): Promise<BrowserContext> {
    const executablePath = await ensureChromium();
    const profile = this.profileDir();
    prepareProfile(profile);
    const start = (sandbox: boolean) =>
      loadPlaywright().chromium.launchPersistentContext(profile, {
        executablePath,
        headless: this.headless,
        chromiumSandbox: sandbox,
        args: chromiumArgs({
          headless: this.headless,
          ...size,
          remoteDebuggingPort: this.switches.remoteDebuggingPort,
          sandbox,
          asked: [`--webrtc-ip-handling-policy=${webRTCPolicy}`, ...this.asked()],
        }),
        ignoreDefaultArgs: this.headless ? [] : unwantedDefaults,
        // The window uses the theme of the system and the app instead of Playwright's default.
        viewport: null,
        colorScheme: null,
        reducedMotion: null,
        forcedColors: null,
        contrast: null,
        // The host ends Chromium itself, after the app has quit.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: 30_000,
        // Otherwise Chromium shows a bar about missing Google API keys, which are not used here.
        env: {
          ...process.env,
          GOOGLE_API_KEY: 'no',
          GOOGLE_DEFAULT_CLIENT_ID: 'no',
          GOOGLE_DEFAULT_CLIENT_SECRET: 'no',
        } as Record<string, string>,
      });
    const context = await start(!isRoot()).catch((error: unknown) => {
      if (isRoot() || !/sandbox/i.test(String(error))) throw error;
      console.error('Chromium has no usable sandbox on this system; the window starts without one.');
      return start(false);
    });
    context.on('close', () => {
      this.context = undefined;
      this.spare = undefined;
      this.onClosed?.();
    });
    await this.onRequest?.(context);
    const [first, ...others] = context.pages();
    this.spare = first;
    for (const page of others) await page.close();
    return context;
  }

  /** Prints once where a second client can connect, in machine-readable lines. */
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
    const browser = await debuggerAddress(remoteDebuggingPort, this.profileDir());
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
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      context.close().catch(() => {}),
      new Promise((resolve) => {
        timer = setTimeout(resolve, 15_000);
      }),
    ]);
    clearTimeout(timer);
  }
}

/** Chromium's port: a file of the profile has one that it chose itself, a given one can be tried. */
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
