// A session's proxy: `setProxy` options as Chromium switches and as results of `resolveProxy`.
import type { ProxyConfig } from 'electron';
import { NotCovered } from './not-covered.ts';

/** How a session reaches the network: as the system says, directly, or by given rules. */
export type SessionProxy =
  | { readonly kind: 'system' }
  | { readonly kind: 'direct' }
  | { readonly kind: 'fixed'; readonly rules: string; readonly bypass: string };

/** The system's result for every address in the form of a PAC script, set by a test. */
const systemAnswer = (): string => process.env.STOREFRONT_STAND_IN_SYSTEM_PROXY || 'DIRECT';

/** Proxy types: the scheme of a rule, the keyword of a PAC script and the default port. */
const KINDS: Readonly<Record<string, { readonly word: string; readonly port: number }>> = {
  http: { word: 'PROXY', port: 80 },
  https: { word: 'HTTPS', port: 443 },
  socks: { word: 'SOCKS', port: 1080 },
  socks4: { word: 'SOCKS', port: 1080 },
  socks5: { word: 'SOCKS5', port: 1080 },
};

export function readProxyConfig(config: ProxyConfig): SessionProxy {
  const mode = config.mode ?? (config.pacScript ? 'pac_script' : 'fixed_servers');
  switch (mode) {
    case 'direct':
    case 'system':
      return { kind: mode };
    case 'fixed_servers':
      // Without rules nothing is fixed, and the system decides.
      if (!config.proxyRules) return { kind: 'system' };
      return { kind: 'fixed', rules: config.proxyRules, bypass: config.proxyBypassRules ?? '' };
    case 'auto_detect':
    case 'pac_script':
      throw new NotCovered(`setProxy with mode ${mode}`);
    default:
      throw new Error('Invalid mode'); // Electron rejects with another message.
  }
}

/** The switches that make Chromium use the result of {@link resolve}. */
export function proxySwitches(proxy: SessionProxy): string[] {
  if (proxy.kind === 'fixed') {
    return [`--proxy-server=${proxy.rules}`, ...(proxy.bypass ? [`--proxy-bypass-list=${proxy.bypass}`] : [])];
  }
  const system = proxy.kind === 'system' ? systemAnswer() : 'DIRECT';
  if (system === 'DIRECT') return ['--no-proxy-server'];
  const servers = system.split(';').map((entry) => {
    const [word = '', address = ''] = entry.trim().split(/\s+/);
    const kind = Object.entries(KINDS).find(([, known]) => known.word === word)?.[0];
    return kind ? `${kind}://${address}` : 'direct://';
  });
  return [`--proxy-server=${servers.join(',')}`, '--proxy-bypass-list=<-loopback>'];
}

/** The proxies for an address, in the form of a PAC script. */
export function resolve(proxy: SessionProxy, address: string): string {
  if (proxy.kind === 'direct') return 'DIRECT';
  if (proxy.kind === 'system') return systemAnswer();
  const url = new URL(address);
  return isBypassed(proxy.bypass, url) ? 'DIRECT' : rulesFor(proxy.rules, url.protocol.slice(0, -1));
}

/** `host:80,direct://` for all addresses, or `http=one;socks=two` by scheme. */
function rulesFor(rules: string, scheme: string): string {
  const lists = rules.split(';').map((list) => list.trim().split('='));
  const byScheme = lists.some((list) => list.length > 1);
  const named = (name: string) => lists.find(([key, value]) => key === name && value !== undefined)?.[1];
  if (!byScheme) return servers(rules, 'http');
  const own = named(scheme);
  if (own !== undefined) return servers(own, 'http');
  const socks = named('socks');
  return socks === undefined ? 'DIRECT' : servers(socks, 'socks4');
}

function servers(list: string, usualKind: string): string {
  return list
    .split(',')
    .map((server) => {
      const [, scheme = usualKind, host = ''] = /^(?:([a-z0-9]+):\/\/)?(.*)$/.exec(server.trim()) ?? [];
      if (scheme === 'direct') return 'DIRECT';
      const kind = KINDS[scheme];
      if (!kind || host === '') throw new NotCovered(`the proxy rule ${server}`);
      return `${kind.word} ${/:\d+$/.test(host) ? host : `${host}:${kind.port}`}`;
    })
    .join(';');
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|169\.254(\.\d+){2}|\[fe[89ab][0-9a-f]:.*\])$/;

function isBypassed(bypass: string, url: URL): boolean {
  const rules = bypass.split(/[,;]/).map((rule) => rule.trim().toLowerCase());
  // Loopback is direct, whatever the rules, unless they say otherwise.
  if (!rules.includes('<-loopback>') && LOOPBACK.test(url.hostname)) return true;
  return rules.some((rule) => matches(rule, url));
}

function matches(rule: string, url: URL): boolean {
  if (rule === '' || rule === '<-loopback>') return false;
  if (rule === '<local>') return !url.hostname.includes('.') && !url.hostname.startsWith('[');
  if (rule.includes('/') && !rule.includes('://')) throw new NotCovered(`the bypass rule ${rule}`);
  const [, scheme, pattern = '', port] = /^(?:([a-z]+):\/\/)?(.*?)(?::(\d+))?$/.exec(rule) ?? [];
  const usualPort = url.protocol === 'https:' ? '443' : '80';
  if (scheme !== undefined && `${scheme}:` !== url.protocol) return false;
  if (port !== undefined && port !== (url.port || usualPort)) return false;
  const host = pattern.startsWith('.') ? `*${pattern}` : pattern;
  const source = host.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`).test(url.hostname);
}
