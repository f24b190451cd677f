// Which way a service is reached: the proxy that the environment names, else what the system says, never one for this computer.
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import type { Network } from './network.ts';

const words = texts.service;

/** One way to a service. `unusable` is one that is named and cannot be taken; `problem` says why. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly url: URL }
  | { readonly kind: 'unusable'; readonly problem: string };

const DIRECT: readonly Route[] = [{ kind: 'direct' }];

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const USABLE = /^(https?|socks5?):$/;

/** `none` is named, a usable one is (`url`), or one that cannot be used: then nothing may go past it. */
export type NamedProxy = 'none' | 'unusable' | { readonly url: string };

/**
 * Reads HTTPS_PROXY and HTTP_PROXY (lower case counts first; HTTP_PROXY stands in where HTTPS_PROXY is not set). A bare
 * `host:port` is an HTTP proxy, as other programs take it.
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

/** Whether NO_PROXY names the service: `*`, or a name or the end of one, with or without a port. */
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

/** What PAC scripts call the kinds of proxies that can be used. Their `SOCKS` is version 4, which undici does not speak. */
const PAC_SCHEMES = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS5', 'socks5'],
]);

/** Reads what a PAC script answers: ways to try one after the other. Empty where it says nothing. */
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
        return { kind: 'unusable', problem: words.unusableSystemProxy(kind.slice(0, 20)) };
      }
      return { kind: 'proxy', url: new URL(url) };
    });
}

/** The ways to a service, best first, asked for each new connection: the system's answer may be another one by then. */
export function routesTo(
  service: URL,
  network: Network,
  environment: NodeJS.ProcessEnv,
): () => Promise<readonly Route[]> {
  if (isLoopbackHost(service.hostname) || isExcepted(service, environment)) return async () => DIRECT;
  const named = namedProxy(service.protocol, environment);
  if (named === 'none') return async () => routesOfPac(await network.systemProxy(`${service.origin}/`));
  if (named === 'unusable') return async () => [{ kind: 'unusable', problem: words.unusableProxy }];
  return async () => [{ kind: 'proxy', url: new URL(named.url) }];
}
