// Chromium's switches: the look of an app window, and no connections beyond this computer.

export interface ChromiumLook {
  readonly headless: boolean;
  readonly width: number;
  readonly height: number;
  readonly remoteDebuggingPort: number | undefined;
  readonly sandbox: boolean;
  /** The switches that the app and the person want for Chromium. */
  readonly asked: readonly string[];
}

/** Playwright's default switches that a person would notice in the window. */
export const unwantedDefaults = ['--enable-automation', '--disable-popup-blocking'];

/** The blank first page of the window; the app's page replaces it and removes it from the history. */
export const blankPage = 'data:text/html,<title>Storefront%20Desk</title>';

/**
 * Added to Playwright's own switches. No `--disable-features`: Chromium uses only the last one, which must be Playwright's;
 * the profile turns off the rest.
 */
export function chromiumArgs(look: ChromiumLook): string[] {
  const args = [
    '--disable-background-networking',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-component-update',
    // Chromium still checks for its own updates; Electron has nothing that would.
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
  // No tab strip and no address bar, like an app.
  if (!look.headless) args.push(`--app=${blankPage}`);
  // Otherwise Chromium shows a warning about the missing sandbox.
  if (!look.sandbox && !look.headless) args.push('--test-type');
  return args;
}

/** Chromium refuses its sandbox to root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
