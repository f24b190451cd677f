// How Chromium is started so that it looks and behaves like an app window and keeps to this computer.

export interface ChromiumLook {
  readonly headless: boolean;
  readonly width: number;
  readonly height: number;
  readonly remoteDebuggingPort: number | undefined;
  readonly sandbox: boolean;
  /** What the app and the person who started it ask of Chromium. */
  readonly asked: readonly string[];
}

/** The Playwright default switches that a person at the window would notice. */
export const unwantedDefaults = ['--enable-automation', '--disable-popup-blocking'];

/** The blank page that the window starts with; it is replaced by the app's page and removed from the history. */
export const blankPage = 'data:text/html,<title>Storefront%20Desk</title>';

/**
 * What is added to Playwright's own switches. No `--disable-features`: Chromium takes only the last one, and
 * Playwright's has to stay; what it leaves on is turned off in the profile.
 */
export function chromiumArgs(look: ChromiumLook): string[] {
  const args = [
    '--disable-background-networking',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-component-update',
    // Chromium asks for updates of its own all the same; Electron has nothing that would.
    '--component-updater=url-source=http://127.0.0.1:9/',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-quic',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--disable-session-crashed-bubble',
    '--hide-crash-restore-bubble',
    '--no-pings',
    // A built renderer is an ES module loaded by file:, which Electron allows and Chromium does not without this.
    '--allow-file-access-from-files',
    `--window-size=${look.width},${look.height}`,
  ];
  args.push(...look.asked);
  if (look.remoteDebuggingPort !== undefined) {
    args.push(`--remote-debugging-port=${look.remoteDebuggingPort}`, '--remote-debugging-address=127.0.0.1');
  }
  // No tab strip and no address bar: the look of an app.
  if (!look.headless) args.push(`--app=${blankPage}`);
  // Otherwise Chromium shows a bar that warns of the missing sandbox.
  if (!look.sandbox && !look.headless) args.push('--test-type');
  return args;
}

/** Chromium refuses its sandbox to root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
