// Opens the built app under program control, for end-to-end tests, the demo and the benchmark. The same handle on both hosts.
import { dirname, join } from 'node:path';
import { hostForTests } from './choose-host.ts';
import { openInChromium } from './open-in-chromium.ts';
import { openInElectron } from './open-in-electron.ts';
import type { OpenedApp, OpenOptions } from './opened-app.ts';

/** A packed app to open instead of the built one: the path of its program, such as release/linux-unpacked/storefront-desk. */
const packed = process.env.STOREFRONT_PACKED;

/** Whatever the language of this computer is; other arguments may name another one. */
const IN_ENGLISH = '--lang=en-US';

/**
 * A packed program refuses debuggers. On Electron, the archive in the package is therefore opened by the Electron of
 * development; a package made with the stand-in for Electron runs as it is.
 */
export async function openApp(given: OpenOptions): Promise<OpenedApp> {
  const options = {
    ...given,
    args: [...(given.args?.some((arg) => arg.startsWith('--lang=')) ? [] : [IN_ENGLISH]), ...(given.args ?? [])],
  };
  const choice = hostForTests();
  const archive = packed && { bundle: join(dirname(packed), 'resources/app.asar') };
  const opened = await (choice.kind === 'electron'
    ? openInElectron(choice.path, { ...options, ...archive })
    : openInChromium(options, packed));
  // The page is loaded before its texts are, and draws nothing without them. Other bundles have other pages.
  await opened.page.waitForFunction(() => document.getElementById('root')?.childElementCount !== 0);
  return opened;
}

/** One line for a report: the host of the tests, and why. */
export function describeHost(): string {
  if (packed) return `on the packed app (${packed})`;
  const choice = hostForTests();
  return choice.kind === 'electron' ? 'on Electron' : `on the Chromium host (${choice.why})`;
}
