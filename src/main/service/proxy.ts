// Finds the routes to a service: the environment's proxy, else the system's; always direct on this computer.
import type { SecureContext } from 'node:tls';
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';

const t = texts.service;

/** The network settings that the app reads from the system for the service client. */
export interface Network {
  /** As a PAC script's result: `PROXY a:1;DIRECT`. */
  systemProxy(url: string): Promise<string>;
  /** Undefined for Node's defaults. Never rejects. */
  trust(): Promise<SecureContext | undefined>;
}

/** `unusable`: a configured proxy that is not supported; `problem` is the reason. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly url: URL }
  | { readonly kind: 'unusable'; readonly problem: string };

const DIRECT: readonly Route[] = [{ kind: 'direct' }];

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const USABLE = /^(https?|socks5?):$/;

/** An `unusable` proxy must not be bypassed. */
export type NamedProxy = 'none' | 'unusable' | { readonly url: string };

/**
 * Reads HTTPS_PROXY and HTTP_PROXY: lower case first, and HTTP_PROXY where HTTPS_PROXY is not set. A bare `host:port` is an
 * HTTP proxy, as in other programs.
 */
export function namedProxy(protocol: string, environment: NodeJS.ProcessEnv): NamedProxy {
  const forHttp = environment.http_proxy ?? environment.HTTP_PROXY;
  const forHttps = environment.https_proxy ?? environment.HTTPS_PROXY;
  const named = ((protocol === 'https:' && forHttps) || forHttp || '').trim();
  if (named === '') return 'none';
  const text = SCHEME.test(named) ? named : `http://${named}`;
  return URL.canParse(text) && USABLE.test(new URL(text).protocol) ? { url: text } : 'unusable';
}

const portOf = ({ protocol, port }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** NO_PROXY has `*`, names, or ends of names, each with or without a port. */
function isExcepted(service: URL, environment: NodeJS.ProcessEnv): boolean {
  const exceptions = environment.no_proxy ?? environment.NO_PROXY ?? '';
  return exceptions.split(/[,\s]+/).some((exception) => {
    const [, name = '', port = portOf(service)] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
    if (name === '*') return true;
    const host = name.replace(/^\*?\./, '').toLowerCase();
    if (host === '' || port !== portOf(service)) return false;
    return service.hostname === host || service.hostname.endsWith(`.${host}`);
  });
}

/** The supported proxy types of PAC scripts. Their `SOCKS` is version 4, which undici does not support. */
const PAC_SCHEMES = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS5', 'socks5'],
]);

/** The routes to try, in order, from a PAC script's result. */
export function routesOfPac(answer: string): readonly Route[] {
  return answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry): Route => {
      const [kind = '', address = ''] = entry.split(/\s+/);
      if (kind.toUpperCase() === 'DIRECT') return { kind: 'direct' };
      const scheme = PAC_SCHEMES.get(kind.toUpperCase());
      const url = `${scheme}://${address}`;
      if (scheme === undefined || address === '' || !URL.canParse(url)) {
        return { kind: 'unusable', problem: t.unusableSystemProxy({ kind: kind.slice(0, 20) }) };
      }
      return { kind: 'proxy', url: new URL(url) };
    });
}

/** The routes to a service, best first. Call for each new connection: the system's settings may change. */
export function routesTo(
  service: URL,
  network: Network,
  environment: NodeJS.ProcessEnv,
): () => Promise<readonly Route[]> {
  if (isLoopbackHost(service.hostname) || isExcepted(service, environment)) return async () => DIRECT;
  const named = namedProxy(service.protocol, environment);
  if (named === 'none') return async () => routesOfPac(await network.systemProxy(`${service.origin}/`));
  if (named === 'unusable') return async () => [{ kind: 'unusable', problem: t.unusableProxy }];
  return async () => [{ kind: 'proxy', url: new URL(named.url) }];
}
