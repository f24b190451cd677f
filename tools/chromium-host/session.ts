// session: what a hardened app sets on it. Chromium's own session is the persistent context of this host.
import { EventEmitter } from 'node:events';
import { covered } from './not-covered.ts';
import { defaultProtocol, SessionProtocol } from './own-scheme.ts';
import { isReady } from './readiness.ts';

type RequestFilter = (details: { url: string; method: string; resourceType: string }) => boolean;
type BeforeRequest = (
  details: { url: string; method: string; resourceType: string; webContentsId: number },
  callback: (answer: { cancel?: boolean; redirectURL?: string }) => void,
) => void;

export class Session extends EventEmitter {
  private beforeRequest: BeforeRequest | undefined;

  constructor(readonly protocol: SessionProtocol) {
    super();
  }

  // The handlers are kept but not asked: Chromium asks for permissions in its own way, and only the clipboard is granted.
  setPermissionRequestHandler(_handler: unknown): void {}
  setPermissionCheckHandler(_handler: unknown): void {}
  setDevicePermissionHandler(_handler: unknown): void {}
  setDisplayMediaRequestHandler(_handler: unknown): void {}
  setSpellCheckerEnabled(_enabled: boolean): void {}
  setSpellCheckerLanguages(_languages: string[]): void {}
  setCertificateVerifyProc(_verify: unknown): void {}
  async clearCache(): Promise<void> {}
  async clearStorageData(): Promise<void> {}
  async setProxy(_config: unknown): Promise<void> {}
  getUserAgent(): string {
    return `Chromium host, Node ${process.versions.node}`;
  }
  setUserAgent(_agent: string): void {}
  async closeAllConnections(): Promise<void> {}
  flushStorageData(): void {}

  readonly webRequest = covered('session.webRequest', {
    onBeforeRequest: (filterOrListener: unknown, listener?: BeforeRequest | null) => {
      const given = typeof filterOrListener === 'function' ? (filterOrListener as BeforeRequest) : listener;
      this.beforeRequest = given ?? undefined;
    },
    // Header listeners do nothing: a page loaded by file: has no headers, so a policy must stand in the page itself.
    onHeadersReceived: (..._args: unknown[]) => {},
    onBeforeSendHeaders: (..._args: unknown[]) => {},
  });

  /** True when the app lets the request go. */
  readonly allows: RequestFilter = (details) => {
    let cancelled = false;
    this.beforeRequest?.({ ...details, webContentsId: 1 }, (answer) => {
      cancelled = answer.cancel === true;
    });
    return !cancelled;
  };
}

/** For the parts of the host; the app gets it by `session.defaultSession`, once it is ready. */
export const defaultSession = covered('session', new Session(defaultProtocol));

const others = new Map<string, Session>();

function fromPartition(partition: string): Session {
  if (!isReady()) throw new TypeError('Session can only be received when app is ready');
  if (partition === '') return defaultSession;
  const known = others.get(partition);
  if (known) return known;
  const made = covered('session', new Session(covered('session.protocol', new SessionProtocol())));
  others.set(partition, made);
  return made;
}

export const session = covered('session', {
  get defaultSession() {
    return fromPartition('');
  },
  fromPartition,
});
