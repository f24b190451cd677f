// Decides what shows the app's window: real Electron where it can run, else the Chromium host.
import { hasDisplay } from '../chromium-host/switches.ts';
import { ensureElectron, installedElectron } from './electron-binary.ts';

export type HostKind = 'electron' | 'chromium-host';

export type Choice =
  | { readonly kind: 'electron'; readonly path: string }
  | { readonly kind: 'chromium-host'; readonly why: string };

function forced(): 'electron' | 'chromium' | undefined {
  const value = process.env.STOREFRONT_HOST;
  if (!value) return undefined;
  if (value === 'electron' || value === 'chromium') return value;
  throw new Error(`STOREFRONT_HOST must be "electron" or "chromium", not "${value}"`);
}

/** For a person: may fetch Electron. */
export async function chooseHost(options: { headless: boolean; fetchElectron: boolean }): Promise<Choice> {
  const force = forced();
  if (force === 'chromium') return { kind: 'chromium-host', why: 'STOREFRONT_HOST asks for the Chromium window.' };
  if (options.headless) return { kind: 'chromium-host', why: 'Starting without a window, as asked.' };
  if (!hasDisplay() && force !== 'electron' && !options.fetchElectron) {
    return { kind: 'chromium-host', why: 'There is no display: starting without a window, in a headless Chromium.' };
  }
  const path = await ensureElectron(options.fetchElectron);
  if (path) return { kind: 'electron', path };
  const why =
    'Electron could not be fetched, so the app opens in a Chromium window. ' +
    '("npm start -- --fetch-electron" tries again; by itself it is tried once a day.)';
  if (force === 'electron') throw new Error('Electron could not be fetched, and STOREFRONT_HOST asks for it.');
  return { kind: 'chromium-host', why };
}

/** For tests: what is there already, without fetching anything. */
export function hostForTests(): Choice {
  const force = forced();
  const path = installedElectron();
  if (force !== 'chromium' && path && (hasDisplay() || force === 'electron')) return { kind: 'electron', path };
  if (force === 'electron') throw new Error('STOREFRONT_HOST asks for Electron, whose binary is not installed.');
  return { kind: 'chromium-host', why: path ? 'no display' : "Electron's binary is not installed" };
}

/** What the launcher itself takes; all else goes to the app. */
export const launcherSwitches = ['--fetch-electron', '--headless'];

/** The switches that Electron needs on this system, beside the app's. */
export function electronSwitches(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
