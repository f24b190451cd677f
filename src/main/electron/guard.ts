// Restricts what any page may do: rules for sessions, web contents and addresses that leave the app.
import type { Session, WebContents } from 'electron';
import { isLoopbackHost } from '../../shared/web-address.ts';
import { APP_SCHEME } from './page-files.ts';

/** A new e-mail with at most one recipient, in any script, a subject and a text: no copies, no attachment. */
const NEW_MAIL =
  /^mailto:(?:(?:[\w.!~*'-]|%2B|%[89A-F][\dA-F])+%40(?:[\w.-]|%[89A-F][\dA-F])+)?\?subject=[\w.!~*'()%-]*&body=[\w.!~*'()%-]*$/;

/**
 * Whether an address may be handed to the system: https, or http on this computer, without credentials; or a new e-mail
 * to one recipient or none.
 */
export function isExternalAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol === 'mailto:') return NEW_MAIL.test(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Whether the page may load an address: the app's files, data, blobs, DevTools and, in development, the dev server. */
export function isLoadAllowed(url: string, devServer: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  if ([`${APP_SCHEME}:`, 'data:', 'blob:', 'devtools:'].includes(protocol)) return true;
  return devServer !== undefined && host === new URL(devServer).host;
}

/**
 * Rules for `--host-resolver-rules`: Chromium resolves only these names. A page could leak data in a name (`<link
 * rel="dns-prefetch">`), which its policy, the rules for requests and the proxy do not see. The app's own requests go
 * through Node.
 */
export const resolverRules = (hosts: readonly string[]): string =>
  ['MAP * ~NOTFOUND', ...hosts.map((host) => `EXCLUDE ${host}`)].join(' , ');

type GuardedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setProxy' | 'on'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> };

/** Nothing listens there, so that requests that bypass other rules, such as a WebRTC relay, fail. */
const DEAD_PROXY = 'socks5://127.0.0.1:9';

/** Denies all permissions, devices, downloads, and requests that leave the app. */
export function guardSession(session: GuardedSession, devServer: string | undefined): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !isLoadAllowed(url, devServer) }));
  session.on('will-download', (event) => event.preventDefault());
  // The app's own protocol needs no network; development needs only loopback.
  void session.setProxy(devServer === undefined ? { proxyRules: DEAD_PROXY, proxyBypassRules: '<-loopback>' } : {});
}

/** No navigation, no new windows (the browser is opened by `browser.open` only), no webview. */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>,
  isOwnUrl: (url: string) => boolean,
): void {
  const stayOnOwn = (event: { readonly url: string; preventDefault(): void }) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stayOnOwn);
  contents.on('will-frame-navigate', stayOnOwn);
  contents.on('will-redirect', stayOnOwn);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // A page must not keep its window open by itself; the app asks about unsaved input.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  // WebRTC ignores the page's policy and request rules, so it is limited to the session's proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
