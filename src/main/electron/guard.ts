// What no page may do, whatever it shows: the rules for sessions, for web contents and for addresses that leave the app.
import type { Session, WebContents } from 'electron';
import { APP_SCHEME } from './page-files.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A new e-mail with a subject and a text, to nobody yet: no recipient, no attachment. */
const NEW_MAIL = /^mailto:\?subject=[\w.!~*'()%-]*&body=[\w.!~*'()%-]*$/;

/**
 * Whether an address may be handed to the system: https, http on this computer, without credentials; or a new e-mail to
 * nobody yet.
 */
export function isExternalAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol === 'mailto:') return NEW_MAIL.test(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Whether a page may ask for an address at all: the app's own files, and what the page has made itself. */
export function isLoadAllowed(url: string, devServer: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  if ([`${APP_SCHEME}:`, 'data:', 'blob:', 'devtools:'].includes(protocol)) return true;
  return devServer !== undefined && host === new URL(devServer).host;
}

/**
 * Rules for `--host-resolver-rules`: Chromium resolves no name but these. A page could write what it knows into a name
 * (`<link rel="dns-prefetch">`), which neither its policy nor the rules for requests see, nor the proxy. What the app
 * itself asks for goes through Node.
 */
export const resolverRules = (hosts: readonly string[]): string =>
  ['MAP * ~NOTFOUND', ...hosts.map((host) => `EXCLUDE ${host}`)].join(' , ');

type GuardedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setProxy' | 'on'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> };

/** Where nothing listens: what the page may not ask for anyway, such as a relay of WebRTC, ends here. */
const DEAD_PROXY = 'socks5://127.0.0.1:9';

/** No permission of any kind, no device, no download, and no request that leaves the app. */
export function guardSession(session: GuardedSession, devServer: string | undefined): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !isLoadAllowed(url, devServer) }));
  session.on('will-download', (event) => event.preventDefault());
  // The app's own protocol needs no network, and live development only that of this computer.
  void session.setProxy(devServer === undefined ? { proxyRules: DEAD_PROXY, proxyBypassRules: '<-loopback>' } : {});
}

/** Closed navigation, no new windows (nor does the browser open for one: `browser.open` knows the addresses), no webview. */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>,
  isOwnUrl: (url: string) => boolean,
): void {
  contents.on('will-navigate', (event) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // WebRTC asks no policy of the page and no rule for requests: it may only go by the session's proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
