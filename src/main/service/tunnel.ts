// Opens a connection to a service through a proxy: by CONNECT through HTTP and HTTPS proxies, or by SOCKS 5.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client, errors, Socks5ProxyAgent } from 'undici';
import { texts } from '../../shared/texts/main.ts';

const t = texts.service;

/** `isFinal`: the proxy itself refused, so no other route is tried. */
export class ProxyError extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean, cause?: Error) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

export interface TunnelOptions {
  /** For connecting, and for the proxy's answer; in ms. */
  readonly timeout: number;
  /** For an HTTPS proxy. */
  readonly secureContext: SecureContext | undefined;
  readonly signal: AbortSignal;
}

const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);

/** Timeouts stay as they are. */
function asProxyError(error: NodeJS.ErrnoException): Error {
  if (error instanceof ProxyError || TIMEOUTS.has(error.code ?? '')) return error;
  const code = error.code ?? (error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException).code : '');
  const message = UNREACHABLE.has(code ?? '')
    ? t.proxyUnreachable({ code: code ?? '' })
    : t.proxyBroke({ detail: error.message });
  return new ProxyError(message, false, error);
}

/** Text with an invalid percent escape is taken literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function authorization({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (username === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** By a CONNECT request, whose connection then belongs to the tunnel. */
async function byConnect(proxy: URL, target: string, options: TunnelOptions): Promise<Socket> {
  const { timeout, secureContext, signal } = options;
  const client = new Client(proxy.origin, {
    connect: { timeout, ...(secureContext ? { secureContext } : {}) },
    headersTimeout: timeout,
  });
  try {
    const headers = { host: target, ...authorization(proxy) };
    const { statusCode, socket } = await client.connect({ path: target, headers, signal });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new ProxyError(statusCode === 407 ? t.proxyWantsSignIn : t.proxyRefused({ status: statusCode }), true);
  } catch (error) {
    if (error instanceof errors.HeadersTimeoutError) throw new errors.HeadersTimeoutError(t.proxySilent);
    throw error;
  } finally {
    // It no longer has the connection of an open tunnel.
    void client.destroy();
  }
}

/** undici's agent is used only for its handshake, because connections are pooled elsewhere. */
interface Handshake {
  createSocks5Connection(host: string, port: number): Promise<Socket>;
}

async function bySocks(proxy: URL, host: string, port: number, options: TunnelOptions): Promise<Socket> {
  const connect = buildConnector({ timeout: options.timeout });
  let onClose: (error: Error) => void = () => undefined;
  const end = new Promise<never>((_, reject) => {
    onClose = reject;
  });
  const agent = new Socks5ProxyAgent(proxy, {
    connect: (to, callback) =>
      connect(to, (...[error, socket]) => {
        if (error) return callback(error, null);
        socket.once('close', () => onClose(new ProxyError(t.proxyClosed, false)));
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
    if (/^UND_ERR_SOCKS5_AUTH/.test(code)) throw new ProxyError(t.proxyWantsSignIn, true);
    if (/^UND_ERR_SOCKS5_REPLY/.test(code)) throw new ProxyError(t.proxyBroke({ detail: message }), true);
    throw error;
  }
}

/** Rejects with a `ProxyError`, or with undici's error on a timeout. */
export async function openTunnel(proxy: URL, host: string, port: number, options: TunnelOptions): Promise<Socket> {
  try {
    const isSocks = proxy.protocol.startsWith('socks');
    const target = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return await (isSocks ? bySocks(proxy, host, port, options) : byConnect(proxy, target, options));
  } catch (error) {
    throw asProxyError(error as NodeJS.ErrnoException);
  }
}
