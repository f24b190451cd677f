// The privileges of the app's schemes, as registered before the app is ready. Unregistered schemes have none.
import type { CustomScheme, Privileges } from 'electron';
import { NotCovered } from './not-covered.ts';
import { isReady } from './readiness.ts';

/** These would allow a page more than Chromium can be made to allow here. */
const NOT_MODELLED = ['bypassCSP', 'allowServiceWorkers', 'stream'] as const satisfies readonly (keyof Privileges)[];

const registered = new Map<string, Privileges>();
let wasCalled = false;

export const privilegesOf = (scheme: string): Privileges => registered.get(scheme) ?? {};

function isCustomScheme(value: unknown): value is CustomScheme {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'scheme') === 'string';
}

export function registerSchemesAsPrivileged(schemes: unknown): void {
  if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
  if (!Array.isArray(schemes) || !schemes.every(isCustomScheme)) {
    throw new Error('Argument must be an array of custom schemes.');
  }
  // Electron documents a single call; a second one removes some privileges of the first.
  if (wasCalled) throw new NotCovered('protocol.registerSchemesAsPrivileged, called a second time,');
  wasCalled = true;
  for (const { scheme, privileges = {} } of schemes) {
    for (const name of NOT_MODELLED) {
      if (privileges[name]) throw new NotCovered(`the privilege ${name} of the scheme ${scheme}`);
    }
    registered.set(scheme, privileges);
  }
}
