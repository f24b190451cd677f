// Chooses the host of the app's window: real Electron where it can run, else the Chromium host.
import { hasDisplay } from '@storefront-desk/chromium-host/switches';
import { canSandbox, ensureElectron, howToSandbox, installedElectron } from './electron-binary.ts';

export type HostKind = 'electron' | 'chromium-host';

export type Choice =
  | { readonly kind: 'electron'; readonly path: string }
  | { readonly kind: 'chromium-host'; readonly why: string };

/** The inputs of the choice. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  readonly hasDisplay: boolean;
  /** The path of Electron's binary, if it is installed. */
  readonly electron: string | undefined;
  /** Whether Electron's sandbox can start with this binary. */
  readonly canSandbox: (binary: string) => boolean;
  /** STOREFRONT_HOST. */
  readonly asked: string | undefined;
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  uid: process.getuid?.(),
  hasDisplay: hasDisplay(),
  electron: installedElectron(),
  canSandbox,
  asked: process.env.STOREFRONT_HOST,
});

/** Chromium has no sandbox for root, and `app.enableSandbox()` removes `--no-sandbox` from the command line. */
export const AS_ROOT =
  'Electron cannot run as root, because the app keeps its sandbox on: run this as an ordinary user, ' +
  'or with STOREFRONT_HOST=chromium for the Chromium window.';

const isRootOnLinux = ({ platform, uid }: Machine): boolean => platform === 'linux' && uid === 0;

function forced({ asked }: Machine): 'electron' | 'chromium' | undefined {
  if (!asked) return undefined;
  if (asked === 'electron' || asked === 'chromium') return asked;
  throw new Error(`STOREFRONT_HOST must be "electron" or "chromium", not "${asked}"`);
}

/** For a person: may download Electron. Throws where Electron would run as root. */
export async function chooseHost(
  options: { headless: boolean; fetchElectron: boolean },
  machine = thisMachine(),
  fetch: (asked: boolean) => Promise<string | undefined> = ensureElectron,
): Promise<Choice> {
  const force = forced(machine);
  if (force === 'chromium') return { kind: 'chromium-host', why: 'STOREFRONT_HOST asks for the Chromium window.' };
  if (options.headless) return { kind: 'chromium-host', why: 'Starting without a window, as asked.' };
  if (!machine.hasDisplay && force !== 'electron' && !options.fetchElectron) {
    return { kind: 'chromium-host', why: 'There is no display: starting without a window, in a headless Chromium.' };
  }
  if (isRootOnLinux(machine)) {
    if (machine.electron || force === 'electron' || options.fetchElectron) throw new Error(AS_ROOT);
    return { kind: 'chromium-host', why: 'Electron cannot run as root, so the app opens in a Chromium window.' };
  }
  const path = await fetch(options.fetchElectron);
  if (path)
    return machine.canSandbox(path) ? { kind: 'electron', path } : { kind: 'chromium-host', why: howToSandbox(path) };
  const why =
    'Electron could not be fetched, so the app opens in a Chromium window. ' +
    '("npm start -- --fetch-electron" tries again; by itself it is tried once a day.)';
  if (force === 'electron') throw new Error('Electron could not be fetched, and STOREFRONT_HOST asks for it.');
  return { kind: 'chromium-host', why };
}

/** For live development: installed hosts only. Throws where Electron would run as root. */
export function hostForDevelopment(machine = thisMachine()): Choice {
  const force = forced(machine);
  if (force === 'chromium') return { kind: 'chromium-host', why: 'STOREFRONT_HOST asks for the Chromium window' };
  if (!machine.electron) return { kind: 'chromium-host', why: 'Electron is not installed' };
  if (isRootOnLinux(machine)) throw new Error(AS_ROOT);
  if (!machine.canSandbox(machine.electron)) return { kind: 'chromium-host', why: howToSandbox(machine.electron) };
  return { kind: 'electron', path: machine.electron };
}

/** For tests: installed hosts only, without downloads. */
export function hostForTests(machine = thisMachine()): Choice {
  const force = forced(machine);
  const { electron } = machine;
  if (force === 'electron') {
    if (!electron) throw new Error('STOREFRONT_HOST asks for Electron, whose binary is not installed.');
    if (isRootOnLinux(machine)) throw new Error(AS_ROOT);
    return { kind: 'electron', path: electron };
  }
  if (force === 'chromium') return { kind: 'chromium-host', why: 'STOREFRONT_HOST asks for it' };
  if (!electron) return { kind: 'chromium-host', why: "Electron's binary is not installed" };
  if (!machine.hasDisplay) return { kind: 'chromium-host', why: 'no display' };
  if (isRootOnLinux(machine)) return { kind: 'chromium-host', why: 'Electron cannot run as root' };
  if (!machine.canSandbox(electron)) return { kind: 'chromium-host', why: 'Electron cannot start its sandbox' };
  return { kind: 'electron', path: electron };
}

/** The launcher's own switches; all others go to the app. */
export const launcherSwitches = ['--fetch-electron', '--headless'];
