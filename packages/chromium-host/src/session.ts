// session: the network and the permissions of its pages. Only the default session shows pages here.
import { EventEmitter } from 'node:events';
import type { ProxyConfig } from 'electron';
import { covered, coveredClass, mustBeReady, NotCovered } from './objects.ts';

type BeforeRequest = (details: { readonly url: string }, callback: (answer: { cancel?: boolean }) => void) => void;

class CoveredSession extends EventEmitter {
  private beforeRequest: BeforeRequest | null = null;
  private proxy: ProxyConfig = { mode: 'system' };

  readonly webRequest = covered('session.webRequest', {
    onBeforeRequest: (listener: BeforeRequest | null) => {
      this.beforeRequest = listener;
    },
  });

  /** Whether the app allows a request, which may take time. */
  async allows(url: string): Promise<boolean> {
    const ask = this.beforeRequest;
    if (!ask) return true;
    const answer = await new Promise<{ cancel?: boolean }>((resolve) => ask({ url }, resolve));
    return !answer.cancel;
  }

  // No page gets a permission or a device here, whatever the app's handlers say: see chromium.ts.
  setPermissionRequestHandler(_handler: unknown): void {}
  setPermissionCheckHandler(_handler: unknown): void {}
  setDevicePermissionHandler(_handler: unknown): void {}

  /** Chromium reads the proxy when it starts, which is after the app is ready. */
  async setProxy(config: ProxyConfig): Promise<void> {
    if (config.pacScript || (config.mode && config.mode !== 'system'))
      throw new NotCovered('session.setProxy with a mode');
    this.proxy = config;
  }

  /** The proxy switches for a Chromium that starts now. */
  proxySwitches(): string[] {
    const { proxyRules, proxyBypassRules } = this.proxy;
    if (!proxyRules) return ['--no-proxy-server'];
    return [`--proxy-server=${proxyRules}`, ...(proxyBypassRules ? [`--proxy-bypass-list=${proxyBypassRules}`] : [])];
  }

  /** The system's proxies in the form of a PAC script's answer; a test sets them. */
  async resolveProxy(_url: string): Promise<string> {
    if (this.proxy.proxyRules) throw new NotCovered('session.resolveProxy by rules of its own');
    return process.env.STOREFRONT_STAND_IN_SYSTEM_PROXY || 'DIRECT';
  }
}
const Session = coveredClass('session', CoveredSession);

export const defaultSession = new Session();
const others = new Map<string, CoveredSession>();

export const session = {
  get defaultSession() {
    mustBeReady('Session cannot be received');
    return defaultSession;
  },
  fromPartition(partition: string): CoveredSession {
    mustBeReady('Session cannot be received');
    const known = others.get(partition) ?? new Session();
    others.set(partition, known);
    return known;
  },
};
