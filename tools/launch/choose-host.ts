// Chooses the host of the app's window: Electron if it is installed and can run, otherwise the Chromium host.
import { hasDisplay } from '@storefront-desk/chromium-host/switches';
import { canSandbox, howToSandbox, installedElectron } from './electron-binary.ts';

export type Host =
  | { readonly kind: 'electron'; readonly path: string }
  | { readonly kind: 'chromium-host'; readonly why: string };

/** The inputs of the choice. */
const thisMachine = () => ({
  platform: process.platform,
  /** Undefined on Windows. */
  uid: process.getuid?.(),
  hasDisplay: hasDisplay(),
  electron: installedElectron(),
  canSandbox,
  /** "electron" or "chromium". */
  asked: process.env.STOREFRONT_HOST,
});
export type Machine = ReturnType<typeof thisMachine>;

/** Throws if STOREFRONT_HOST asks for an Electron that cannot run. */
export function chooseHost(machine: Machine = thisMachine()): Host {
  const { asked, electron } = machine;
  if (asked && asked !== 'electron' && asked !== 'chromium') {
    throw new Error(`STOREFRONT_HOST must be "electron" or "chromium", not "${asked}"`);
  }
  if (asked === 'chromium') return { kind: 'chromium-host', why: 'STOREFRONT_HOST asks for it.' };
  const problem = problemOf(machine);
  if (problem !== null && asked === 'electron') throw new Error(problem);
  if (problem !== null || !electron) return { kind: 'chromium-host', why: problem ?? '' };
  return { kind: 'electron', path: electron };
}

/** Why Electron cannot run here; null if it can. */
function problemOf({ platform, uid, electron, canSandbox, hasDisplay, asked }: Machine): string | null {
  // Chromium has no sandbox for root, and `app.enableSandbox()` removes `--no-sandbox` from the command line.
  if (platform === 'linux' && uid === 0) return 'Electron cannot run as root, because the app keeps its sandbox on.';
  if (!electron) return 'Electron is not installed. ("npm start -- --fetch-electron" tries to fetch it.)';
  if (!hasDisplay && asked !== 'electron') return 'There is no display, so the app runs headless.';
  return canSandbox(electron) ? null : howToSandbox(electron);
}
