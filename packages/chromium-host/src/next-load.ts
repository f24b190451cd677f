// How `loadURL` settles, with Chromium's error names (net/base/net_error_list.h).
import type { EventEmitter } from 'node:events';

export interface LoadFailure {
  readonly code: number;
  /** Without Chromium's `net::`. */
  readonly name: string;
}

const CODES: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_FILE_NOT_FOUND: -6,
  ERR_TIMED_OUT: -7,
  ERR_ACCESS_DENIED: -10,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_SOCKS_CONNECTION_FAILED: -120,
  ERR_PROXY_CONNECTION_FAILED: -130,
  ERR_INVALID_URL: -300,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_EMPTY_RESPONSE: -324,
};

/** @param text as in Chromium's DevTools protocol, such as `net::ERR_FILE_NOT_FOUND` */
export function loadFailure(text: string): LoadFailure {
  const name = text.replace(/^net::/, '');
  const code = CODES[name];
  if (code === undefined) console.error(`[host] ${name} has no number here (next-load.ts); it counts as ERR_FAILED`);
  return { name, code: code ?? -2 };
}

/**
 * Follows the events of a page to the end of the load that begins now, as lib/browser/api/web-contents.ts does: it fails when the load
 * fails, when another navigation begins, and when the page stops loading or is destroyed first.
 */
export function nextLoad(contents: EventEmitter, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasStarted = false;
    let staysInPage = false;
    let failure: (LoadFailure & { url: string }) | undefined;

    const end = () => {
      for (const [event, listener] of Object.entries(listeners)) contents.removeListener(event, listener);
    };
    const fail = ({ code, name, url }: LoadFailure & { url: string }) => {
      end();
      const error = new Error(`${name} (${code}) loading '${url.slice(0, 2048)}'`);
      reject(Object.assign(error, { errno: code, code: name, url }));
    };
    const finish = () => {
      if (failure) fail(failure);
      else {
        end();
        resolve();
      }
    };
    const stop = () => {
      failure ??= { code: -2, name: 'ERR_FAILED', url: address };
      finish();
    };
    const listeners: Record<string, Parameters<EventEmitter['on']>[1]> = {
      'did-start-navigation': (_event: object, url: string, isInPage: boolean, isMainFrame: boolean) => {
        if (!isMainFrame) return;
        if (hasStarted && !isInPage) {
          fail({ code: -3, name: 'ERR_ABORTED', url });
          return;
        }
        staysInPage = hasStarted && isInPage;
        hasStarted = true;
      },
      'did-fail-load': (_event: object, code: number, name: string, url: string, isMainFrame: boolean) => {
        if (!isMainFrame) return;
        failure ??= { code, name, url };
        if (!hasStarted) finish();
      },
      'did-finish-load': finish,
      'did-navigate-in-page': () => {
        if (!staysInPage) finish();
      },
      'did-stop-loading': stop,
      destroyed: stop,
    };
    for (const [event, listener] of Object.entries(listeners)) contents.on(event, listener);
  });
}
