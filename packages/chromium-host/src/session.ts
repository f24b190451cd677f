// session: the permissions and the network of its pages. Only the default session shows pages here.
import { EventEmitter } from 'node:events';
import type { ProxyConfig } from 'electron';
import { covered, NotCovered } from './not-covered.ts';
import { defaultProtocol, SessionProtocol } from './own-scheme.ts';
import { PermissionHandlers } from './permissions.ts';
import { proxySwitches, readProxyConfig, resolve, type SessionProxy } from './proxy-rules.ts';
import { isReady } from './readiness.ts';
import { createWebRequest } from './web-request.ts';

export class Session extends EventEmitter {
  readonly permissions = new PermissionHandlers();
  readonly webRequest = createWebRequest();
  private proxy: SessionProxy = { kind: 'system' };
  private isLaunched = false;

  constructor(readonly protocol: SessionProtocol) {
    super();
  }

  /** The switches for a Chromium that starts now. It keeps them until it has ended. */
  launch(): string[] {
    this.isLaunched = true;
    return proxySwitches(this.proxy);
  }
  ended(): void {
    this.isLaunched = false;
  }

  setPermissionRequestHandler(handler: PermissionHandlers['request'] | null): void {
    this.permissions.request = handler ?? undefined;
  }
  setPermissionCheckHandler(handler: PermissionHandlers['check'] | null): void {
    this.permissions.check = handler ?? undefined;
  }
  /** Never called: Chromium has no devices here, with or without a handler. */
  setDevicePermissionHandler(_handler: ((details: object) => boolean) | null): void {}

  async setProxy(config: ProxyConfig): Promise<void> {
    const proxy = readProxyConfig(config);
    if (this.isLaunched && JSON.stringify(proxy) !== JSON.stringify(this.proxy)) {
      throw new NotCovered('another proxy while a window is open');
    }
    this.proxy = proxy;
  }
  async resolveProxy(url: string): Promise<string> {
    return resolve(this.proxy, url);
  }
  getUserAgent(): string {
    return `Chromium host, Node ${process.versions.node}`;
  }
  async closeAllConnections(): Promise<void> {}
  flushStorageData(): void {}
}

/** For parts of the host; the app gets it by `session.defaultSession`, once it is ready. */
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
