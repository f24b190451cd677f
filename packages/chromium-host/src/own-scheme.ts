// Schemes of the app (protocol.handle). Chromium accepts none from outside, so their pages have web addresses that only
// this host answers; the app and its checks see the original address.
import type { Request as PageRequest, Route } from 'playwright';
import { covered, NotCovered } from './not-covered.ts';
import { privilegesOf } from './scheme-privileges.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Chromium treats `.localhost` origins as secure, unlike plain HTTP elsewhere. */
const STAND_IN = /^https?:\/\/([^/?#]+)\.([a-z][a-z0-9-]*)\.scheme\.(?:localhost|invalid)(?=[/?#]|$)/;
const BUILT_IN = ['http', 'https', 'file'];

const schemeOf = (url: string): string => url.slice(0, url.indexOf(':'));

/** `session.protocol`: the handlers of one session. */
export class SessionProtocol {
  private readonly handlers = new Map<string, Handler>();

  /** Arrow functions, because Electron's module `protocol` passes them on without their object. */
  readonly isProtocolHandled = (scheme: string): boolean => this.handlers.has(scheme);

  readonly handle = (scheme: string, handler: Handler): void => {
    if (BUILT_IN.includes(scheme)) throw new NotCovered(`protocol.handle for ${scheme}:`);
    if (!/^[a-z][a-z0-9-]*$/.test(scheme)) throw new NotCovered(`protocol.handle for a scheme named ${scheme}`);
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.handlers.set(scheme, handler);
  };

  readonly unhandle = (scheme: string): void => {
    if (!this.handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  };

  handlerFor(url: string): Handler | undefined {
    return this.handlers.get(schemeOf(url));
  }
}

/** The default session's; only it shows pages here. */
export const defaultProtocol = covered('session.protocol', new SessionProtocol());

/** The address for Chromium. An address of another scheme stays as it is. */
export function forChromium(url: string): string {
  const scheme = schemeOf(url);
  if (!defaultProtocol.isProtocolHandled(scheme)) return url;
  const { standard, secure } = privilegesOf(scheme);
  if (!standard) throw new NotCovered(`a page of ${scheme}:, which is not registered as a standard scheme,`);
  const [web, domain] = secure ? ['https', 'localhost'] : ['http', 'invalid'];
  return url.replace(/^[^:]+:\/\/([^/?#]*)/, `${web}://$1.${scheme}.scheme.${domain}`);
}

/** The address for the app. */
export const forApp = (url: string): string => url.replace(STAND_IN, '$2://$1');

/** Answers a request to such a scheme; false for any other request. */
export async function answerRoute(route: Route): Promise<boolean> {
  const request = route.request();
  const url = forApp(request.url());
  const handler = defaultProtocol.handlerFor(url);
  if (!handler || url === request.url()) return false;
  const headers = forAppHeaders(request.headers());
  if (!isPrivileged(request, url, headers)) {
    await route.abort('failed').catch(() => {});
    return true;
  }
  const asked = headers.get('origin');
  // As in Electron for a page with an opaque origin.
  if (asked === 'null') headers.delete('origin');
  try {
    const body = request.postDataBuffer();
    const response = await handler(
      new Request(url, {
        method: request.method(),
        headers,
        ...(body === null ? {} : { body: new Uint8Array(body) }),
      }),
    );
    await fulfill(route, response, asked !== null);
  } catch (error) {
    console.error(`[host] the app could not answer ${url}:`, error);
    await route.abort('failed').catch(() => {});
  }
  return true;
}

function forAppHeaders(headers: Record<string, string>): Headers {
  const found = new Headers(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  for (const name of ['origin', 'referer']) {
    const value = found.get(name);
    if (value !== null) found.set(name, forApp(value));
  }
  return found;
}

/** Whether the page may request this at all, by the privileges of the scheme. */
function isPrivileged(request: PageRequest, url: string, headers: Headers): boolean {
  const { supportFetchAPI, corsEnabled } = privilegesOf(schemeOf(url));
  // No scheme here is registered for service workers.
  if (headers.get('service-worker') === 'script') return false;
  // `fetch` and `sendBeacon` accept web schemes, and others registered for them.
  if (['fetch', 'ping'].includes(request.resourceType()) && !supportFetchAPI) return false;
  return corsEnabled === true || !isCrossOrigin(url, headers);
}

/** Whether it is a CORS request: only those send their origin with GET and HEAD. */
function isCrossOrigin(url: string, headers: Headers): boolean {
  const origin = headers.get('origin');
  return origin !== null && !`${url}/`.startsWith(`${origin}/`);
}

async function fulfill(route: Route, response: Response, namesOrigin: boolean): Promise<void> {
  // Electron fails the request for any other result.
  if (typeof response !== 'object' || response === null) throw new TypeError('The handler gave no response');
  if (response.type === 'error') {
    await route.abort('failed');
    return;
  }
  const headers = Object.fromEntries(response.headers);
  // Without this header Playwright adds one that lets the page read the response.
  if (namesOrigin) headers['access-control-allow-origin'] ??= 'https://nobody.invalid';
  await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
}
