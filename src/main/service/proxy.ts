// Which proxy the environment names for a service.

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const USABLE = /^(https?|socks5?):$/;

/** `none` is named, a usable one is (`url`), or one that cannot be used: then nothing may go past it. */
export type NamedProxy = 'none' | 'unusable' | { readonly url: string };

/**
 * Reads HTTPS_PROXY and HTTP_PROXY (lower case counts first; HTTP_PROXY stands in where HTTPS_PROXY is not set). A bare
 * `host:port` is an HTTP proxy, as other programs take it. NO_PROXY is left to undici.
 */
export function namedProxy(protocol: string, environment: NodeJS.ProcessEnv): NamedProxy {
  const forHttp = environment.http_proxy ?? environment.HTTP_PROXY;
  const forHttps = environment.https_proxy ?? environment.HTTPS_PROXY;
  const named = ((protocol === 'https:' && forHttps) || forHttp || '').trim();
  if (named === '') return 'none';
  const text = SCHEME.test(named) ? named : `http://${named}`;
  return URL.canParse(text) && USABLE.test(new URL(text).protocol) ? { url: text } : 'unusable';
}
