// Builds the script that runs first in every new document: it installs the page host and runs the app's preload.
import { createCodec } from './codec.ts';
import { createContextBridge } from './page-bridge.ts';
import { installPageHost, type PageSetup } from './page-electron.ts';
import { installPagePermissions } from './page-permissions.ts';

/** The name of Chromium's binding to the host. Removed before the page's scripts run. */
export const bindingName = '__deskHost';
/** Where the host finds the function that takes its messages; it removes it at once. */
export const deliverSymbol = 'desk.host.deliver';

/** The script for every new document: in the top frame it installs the page host and runs the preload; elsewhere nothing. */
export function initScript(preloadSource: string): string {
  const setup: PageSetup = {
    bindingName,
    deliverSymbol,
    platform: process.platform,
    versions: { ...process.versions } as Record<string, string>,
  };
  // tsx preserves function names with a helper that the page does not have.
  return `(() => {
    if (globalThis.top !== globalThis.self || !globalThis[${JSON.stringify(bindingName)}]) return;
    const __name = (target) => target;
    const host = (${installPageHost.toString()})(${JSON.stringify(setup)}, {
      codec: (${createCodec.toString()})(),
      createContextBridge: ${createContextBridge.toString()},
      installPagePermissions: ${installPagePermissions.toString()},
    });
    try {
      const module = { exports: {} };
      (function (require, module, exports, process, global) {
        ${preloadSource}
      }).call(module.exports, host.require, module, module.exports, host.process, globalThis);
    } catch (error) {
      console.error('Unable to load preload script:', error);
    }
    host.ready();
  })();`;
}
