// Opens a connection to a service through a proxy: by CONNECT through HTTP and HTTPS proxies, or by SOCKS 5.
import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, errors, Socks5ProxyAgent } from 'undici';
import { texts } from '../../shared/texts/main.ts';

const words = texts.service;

/** The way through a proxy failed. `isFinal` where the proxy itself said no: then no other way is tried. */
export class ProxyError extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean, cause?: Error) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

export interface TunnelOptions {
  /** For connecting and for the proxy's answer, in ms. */
  readonly timeout: number;
  /** For a proxy that speaks TLS itself. */
  readonly secureContext: SecureContext | undefined;
  /** Ends an attempt that nobody waits for any more. */
  readonly signal: AbortSignal;
}

const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The proxy is not there, or it hung up. What took too long stays what it is. */
function asProxyError(error: NodeJS.ErrnoException): Error {
  if (error instanceof ProxyError || error instanceof errors.UndiciError) return error;
  const code = error.code ?? (error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException).code : '');
  const message = UNREACHABLE.has(code ?? '') ? words.proxyUnreachable(code ?? '') : words.proxyBroke(error.message);
  return new ProxyError(message, false, error);
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** A percent sign that begins no escape stands for itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name and password of the proxy's address, which the environment may name. */
function authorization({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (username === '') return {};
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function byConnect(proxy: URL, target: string, { timeout, secureContext, signal }: TunnelOptions): Promise<Socket> {
  const isSecure = proxy.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecurely : requestPlainly)({
      host: withoutBrackets(proxy.hostname),
      port: proxy.port || (isSecure ? 443 : 80),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorization(proxy) },
      agent: false,
      signal,
      ...(secureContext ? { secureContext } : {}),
    });
    const deadline = setTimeout(() => request.destroy(new errors.HeadersTimeoutError(words.proxySilent)), timeout);
    request.on('error', (error) => {
      clearTimeout(deadline);
      reject(error);
    });
    // Whatever the status is: all that follows a CONNECT belongs to whoever asked for it.
    request.on('connect', ({ statusCode = 0 }, socket, first) => {
      clearTimeout(deadline);
      if (statusCode >= 200 && statusCode < 300) {
        if (first.length > 0) socket.unshift(first);
        resolve(socket as Socket);
        return;
      }
      socket.on('error', () => undefined).destroy();
      reject(new ProxyError(statusCode === 407 ? words.proxyWantsSignIn : words.proxyRefused(statusCode), true));
    });
    request.end();
  });
}

/** What is used of undici's agent: only its handshake, since the connections are pooled here. */
interface Handshake {
  createSocks5Connection(host: string, port: number): Promise<Socket>;
}

async function bySocks(proxy: URL, host: string, port: number, options: TunnelOptions): Promise<Socket> {
  const connect = buildConnector({ timeout: options.timeout });
  let hungUp: (error: Error) => void = () => undefined;
  const end = new Promise<never>((_, reject) => {
    hungUp = reject;
  });
  const agent = new Socks5ProxyAgent(proxy, {
    connect: (to, callback) =>
      connect(to, (...[error, socket]) => {
        if (error) return callback(error, null);
        socket.once('close', () => hungUp(new ProxyError(words.proxyClosed, false)));
        const end = () => socket.destroy();
        options.signal.addEventListener('abort', end);
        socket.once('close', () => options.signal.removeEventListener('abort', end));
        callback(null, socket);
      }),
  });
  try {
    return await Promise.race([(agent as unknown as Handshake).createSocks5Connection(host, port), end]);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (/^UND_ERR_SOCKS5_AUTH/.test(code)) throw new ProxyError(words.proxyWantsSignIn, true);
    if (/^UND_ERR_SOCKS5_REPLY/.test(code)) throw new ProxyError(words.proxyBroke(message), true);
    throw error;
  }
}

/** A connection through the proxy to `host:port`. Rejects with a `ProxyError`, or when it takes too long. */
export async function openTunnel(proxy: URL, host: string, port: number, options: TunnelOptions): Promise<Socket> {
  try {
    const isSocks = proxy.protocol.startsWith('socks');
    const target = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return await (isSocks ? bySocks(proxy, host, port, options) : byConnect(proxy, target, options));
  } catch (error) {
    throw asProxyError(error as NodeJS.ErrnoException);
  }
}
