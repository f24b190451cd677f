// The app's own scheme (protocol.handle). Chromium accepts no new scheme from outside, so the pages have web addresses
// that only this host answers; the app and its checks see the original address.
import type { CustomScheme } from 'electron';
import type { Route } from 'playwright';
import { isReady, NotCovered } from './objects.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** A secure origin, as in Electron, whose `.localhost` name never leaves this computer. */
const STAND_IN = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9-]*)\.scheme\.localhost(?=[/?#]|$)/;

const privileged = new Set<string>();
const handlers = new Map<string, Handler>();

const schemeOf = (url: string): string => url.slice(0, url.indexOf(':'));

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]): void {
    if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges = {} } of schemes) {
      const { standard, secure, ...others } = privileges;
      const more = Object.entries(others).find(([, isOn]) => isOn)?.[0];
      if (!standard || !secure || more)
        throw new NotCovered(`a scheme that is not just standard and secure (${scheme})`);
      privileged.add(scheme);
    }
  },
  handle(scheme: string, handler: Handler): void {
    if (!privileged.has(scheme)) throw new NotCovered(`protocol.handle for ${scheme}:, which has no privileges,`);
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
};

/** The address for Chromium. An address of another scheme stays unchanged. */
export const forChromium = (url: string): string =>
  handlers.has(schemeOf(url)) ? url.replace(/^([^:]+):\/\/([^/?#]*)/, 'https://$2.$1.scheme.localhost') : url;

/** The address for the app. */
export const forApp = (url: string): string => url.replace(STAND_IN, '$2://$1');

/** Answers a request to such a scheme; false for any other request. */
export async function answerRoute(route: Route): Promise<boolean> {
  const request = route.request();
  const url = forApp(request.url());
  const handler = handlers.get(schemeOf(url));
  if (!handler || url === request.url()) return false;
  // No scheme here has the privileges for `fetch` and for service workers.
  const isFetch = ['fetch', 'xhr', 'ping'].includes(request.resourceType());
  if (isFetch || request.headers()['service-worker'] === 'script') {
    await route.abort('failed');
    return true;
  }
  try {
    const { status, headers, body } = await read(await handler(new Request(url, { method: request.method() })));
    await route.fulfill({ status, headers, body });
  } catch (error) {
    console.error(`[host] the app could not answer ${url}:`, error);
    // The page may have closed meanwhile.
    await route.abort('failed').catch(() => {});
  }
  return true;
}

const read = async (response: Response) => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
});
