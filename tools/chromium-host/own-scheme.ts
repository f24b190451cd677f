// Schemes of the app's own (protocol.handle). Chromium takes none from outside, so their pages stand under https
// addresses that nobody but this host answers; the app and its checks see the address that they know.
import type { Route } from 'playwright';
import { covered } from './not-covered.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, Handler>();
const STAND_IN = /^https:\/\/([^./]+)\.([a-z][a-z0-9-]*)\.scheme\.localhost(?=[/?#]|$)/;

/** The address for Chromium. An address of no scheme of the app's stays as it is. */
export function forChromium(url: string): string {
  const scheme = url.slice(0, url.indexOf(':'));
  return handlers.has(scheme) ? url.replace(/^[^:]+:\/\/([^/?#]*)/, `https://$1.${scheme}.scheme.localhost`) : url;
}

/** The address as the app knows it. */
export const forApp = (url: string): string => url.replace(STAND_IN, '$2://$1');

/** What may be loaded by `loadURL` beside what Chromium knows. */
export const isHandled = (scheme: string): boolean => handlers.has(scheme);

/** Answers a request for a page of such a scheme; false when it is for none. */
export async function answerRoute(route: Route): Promise<boolean> {
  const request = route.request();
  const url = forApp(request.url());
  const handler = handlers.get(url.slice(0, url.indexOf(':')));
  if (!handler || url === request.url()) return false;
  try {
    const { status, headers, body } = await toParts(await handler(new Request(url, { method: request.method() })));
    await route.fulfill({ status, headers, body });
  } catch (error) {
    console.error(`[host] the app could not answer ${url}:`, error);
    await route.abort('failed').catch(() => {});
  }
  return true;
}

async function toParts(response: Response) {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

export const protocol = covered('protocol', {
  registerSchemesAsPrivileged: (_schemes: unknown) => {},
  isProtocolHandled: isHandled,
  unhandle: (scheme: string) => void handlers.delete(scheme),
  handle: (scheme: string, handler: Handler) => {
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} has a handler already`);
    handlers.set(scheme, handler);
  },
});
