// Opens connections to a service or a team server: through the proxy of the environment, else the system's, never past a proxy
// that refuses or cannot be used. Reaches a server on this computer directly.
import type { Socket } from 'node:net';
import { unescape as decoded } from 'node:querystring';
import { setTimeout as wait } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { SocksClient } from 'socks';
import { buildConnector, Client } from 'undici';
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';

const t = texts.service;

/** The network settings that the app reads from the system. */
export interface Network {
  /** Returns a PAC script's result: `PROXY a:1;DIRECT`. */
  systemProxy(url: string): Promise<string>;
  /** Undefined means Node's defaults. Never rejects. */
  trust(): Promise<SecureContext | undefined>;
}

type Connect = buildConnector.connector;
type Target = buildConnector.Options;

type Route = URL | 'direct';

/** `isFinal`: the proxy itself refused, so the other routes are not tried. */
export class ProxyError extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
  }
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const USABLE = /^(https?|socks5?):$/;

/**
 * The proxy in HTTPS_PROXY or HTTP_PROXY. The lower-case name wins, and HTTP_PROXY counts if HTTPS_PROXY is not set. A
 * bare `host:port` is an HTTP proxy, as in other programs.
 */
export function namedProxy(protocol: string, environment: NodeJS.ProcessEnv): URL | 'none' | 'unusable' {
  const forHttp = environment.http_proxy ?? environment.HTTP_PROXY;
  const forHttps = environment.https_proxy ?? environment.HTTPS_PROXY;
  const named = ((protocol === 'https:' && forHttps) || forHttp || '').trim();
  if (named === '') return 'none';
  const text = SCHEME.test(named) ? named : `http://${named}`;
  return URL.canParse(text) && USABLE.test(new URL(text).protocol) ? new URL(text) : 'unusable';
}

const portOf = ({ protocol, port }: { readonly protocol: string; readonly port: string }): string =>
  port || (protocol === 'https:' ? '443' : '80');

/** NO_PROXY contains `*`, names, or ends of names, each with or without a port. */
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

/** The supported proxy types of PAC scripts. Their `SOCKS` is version 4. */
const PAC_SCHEMES = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS5', 'socks5'],
]);

/** The usable routes in a PAC script's result, in order. Excludes the direct one if a proxy beside it cannot be used. */
function routesOfPac(answer: string): readonly Route[] {
  const routes: Route[] = [];
  let unusable: string | null = null;
  for (const entry of answer.split(';')) {
    const [kind = '', address = ''] = entry.trim().toUpperCase().split(/\s+/);
    const url = `${PAC_SCHEMES.get(kind)}://${address}`;
    if (kind === 'DIRECT') routes.push('direct');
    else if (PAC_SCHEMES.has(kind) && URL.canParse(url)) routes.push(new URL(url));
    else if (kind !== '') unusable ??= kind.slice(0, 20);
  }
  const usable = unusable === null ? routes : routes.filter((route) => route !== 'direct');
  if (usable.length > 0) return usable;
  throw new ProxyError(unusable === null ? t.noSystemProxy : t.unusableSystemProxy({ kind: unusable }));
}

/** The routes to a service, best first. Asked for each connection, because the system's settings may change. */
async function routesTo(service: URL, network: Network, timeout: number): Promise<readonly Route[]> {
  if (isLoopbackHost(service.hostname) || isExcepted(service, process.env)) return ['direct'];
  const named = namedProxy(service.protocol, process.env);
  if (named === 'unusable') throw new ProxyError(t.unusableProxy);
  if (named !== 'none') return [named];
  const answer = network.systemProxy(`${service.origin}/`).catch(() => '');
  return routesOfPac(await Promise.race([answer, wait(timeout, '', { ref: false })]));
}

/** Any other route would lead to the same service and fail too. */
export const isTlsError = (error: Error): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/.test(codeOf(error));

/** If several addresses were tried, Node gives the code of the first. */
export const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? '';

export function describeError(error: Error): string {
  const code = codeOf(error);
  const message = error.message || (error instanceof AggregateError ? String(error.errors[0]) : error.name);
  return code && !message.includes(code) ? `${message} (${code})` : message;
}

const connectTo = (connect: Connect, to: Target & { httpSocket?: Socket }): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(to, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });

/** Opens a tunnel by a CONNECT request; the connection then belongs to the tunnel. */
async function byConnect(proxy: URL, host: string, port: string, connect: Connect, timeout: number): Promise<Socket> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const client = new Client(proxy.origin, { connect, headersTimeout: timeout });
  const pair = Buffer.from(`${decoded(proxy.username)}:${decoded(proxy.password)}`).toString('base64');
  const authorization = proxy.username === '' ? {} : { 'proxy-authorization': `Basic ${pair}` };
  try {
    const { statusCode, socket } = await client.connect({ path: target, headers: { host: target, ...authorization } });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    const message = statusCode === 407 ? t.proxyWantsSignIn : t.proxyBroke({ detail: `HTTP ${statusCode}` });
    throw new ProxyError(message, true);
  } finally {
    // The connection of an open tunnel does not belong to the client any more.
    void client.destroy();
  }
}

/** Opens a tunnel by SOCKS 5, with a name and a password if the proxy asks for them. The proxy resolves the host's name. */
async function bySocks(proxy: URL, host: string, port: string, connect: Connect, timeout: number): Promise<Socket> {
  const [userId, password] = [decoded(proxy.username), decoded(proxy.password)];
  // Without the brackets of an IPv6 address.
  const hostname = proxy.hostname.replace(/^\[|\]$/g, '');
  // `socks` would throw inside a listener, so that the error is uncaught.
  if ([userId, password].some((text) => Buffer.byteLength(text) > 255)) throw new ProxyError(t.proxyWantsSignIn, true);
  const to = { protocol: 'http:', hostname, host: hostname, port: proxy.port || '1080' };
  const connection = await connectTo(connect, to);
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { host: hostname, port: Number(to.port), type: 5, ...(userId !== '' && { userId, password }) },
      command: 'connect',
      destination: { host, port: Number(port) },
      existing_socket: connection,
      timeout,
    });
    return socket;
  } catch (error) {
    connection.destroy();
    const { message } = error as Error;
    if (/authentication/i.test(message)) throw new ProxyError(t.proxyWantsSignIn, true);
    throw /rejected/i.test(message) ? new ProxyError(t.proxyBroke({ detail: message }), true) : error;
  }
}

const CONTINUE = /^(?:HTTP\/1\.[01] 100\b[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)+/;

/** Some gateways send 100 without being asked, which is allowed, but undici takes it for an error. */
function skippingContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const bytes: Buffer | null = read(size);
    const [interim] = CONTINUE.exec(bytes?.toString('latin1', 0, 1_024) ?? '') ?? [];
    if (bytes === null || interim === undefined) return bytes;
    return bytes.length > interim.length ? bytes.subarray(interim.length) : socket.read(size);
  };
  return socket;
}

/**
 * A connector for undici. Its errors never make undici reconnect, which it would do thousands of times a second with a
 * proxy that hangs up.
 */
export function connectorTo(service: URL, network: Network, timeout: number): Connect {
  const plain = buildConnector({ timeout });
  let secure: Promise<Connect> | null = null;
  /** Lazy, because reading the system's certificates is slow. */
  const connectorFor = async (protocol: string): Promise<Connect> => {
    if (protocol !== 'https:') return plain;
    secure ??= network.trust().then((secureContext) => buildConnector({ timeout, secureContext }));
    return secure;
  };

  const openThrough = async (proxy: URL, to: Target): Promise<Socket> => {
    const connectToProxy = await connectorFor(proxy.protocol);
    const openTunnel = proxy.protocol.startsWith('socks') ? bySocks : byConnect;
    let tunnel: Socket | null = null;
    try {
      tunnel = await openTunnel(proxy, to.hostname, portOf(to), connectToProxy, timeout);
      // undici would reconnect again and again.
      if (tunnel.destroyed) throw new Error('closed');
      if (to.protocol !== 'https:') return tunnel;
      return await connectTo(await connectorFor(to.protocol), { ...to, httpSocket: tunnel });
    } catch (failed) {
      const error = failed as Error;
      tunnel?.destroy();
      if (error instanceof ProxyError || (tunnel && isTlsError(error))) throw error;
      throw new ProxyError(t.proxyBroke({ detail: describeError(error) }));
    }
  };

  const openFirst = async (to: Target): Promise<Socket> => {
    let lastError: Error | null = null;
    for (const route of await routesTo(service, network, timeout)) {
      try {
        return await (route === 'direct' ? connectTo(await connectorFor(to.protocol), to) : openThrough(route, to));
      } catch (error) {
        lastError = error as Error;
        if (lastError instanceof ProxyError ? lastError.isFinal : isTlsError(lastError)) break;
      }
    }
    throw lastError;
  };

  return (to, callback) => {
    openFirst(to).then(
      (socket) => callback(null, skippingContinue(socket)),
      (error: Error) => callback(error, null),
    );
  };
}
