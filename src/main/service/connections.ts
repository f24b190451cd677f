// Opens connections to the service, directly or through a proxy, and pools them. The pool is replaced when a request timed
// out before it left.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { texts } from '../../shared/texts/main.ts';
import type { Network, Route } from './proxy.ts';
import { openTunnel, ProxyError } from './tunnel.ts';

const t = texts.service;

type Connect = buildConnector.connector;
type Target = buildConnector.Options;

/** Another route would lead to the same service and fail too. */
export const isTlsError = (error: Error): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  );

const isFinal = (error: Error): boolean => (error instanceof ProxyError ? error.isFinal : isTlsError(error));

const connectTo = (connect: Connect, to: Target & { httpSocket?: Socket }): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(to, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });

/**
 * A connector for undici. It never fails with an error that makes undici reconnect, because it would do so thousands of times
 * a second with a proxy that hangs up.
 * @param signal aborts opening
 */
export function createConnector(
  routes: () => Promise<readonly Route[]>,
  network: Network,
  timeout: number,
  signal: AbortSignal,
): Connect {
  let connecting: Promise<{ secureContext: SecureContext | undefined; connect: Connect }> | null = null;
  /** Lazy, because reading the system's certificates is slow. */
  const trusted = () => {
    connecting ??= network.trust().then((secureContext) => ({
      secureContext,
      connect: buildConnector({ timeout, ...(secureContext ? { secureContext } : {}) }),
    }));
    return connecting;
  };
  const plain = buildConnector({ timeout });

  const throughProxy = async (proxy: URL, to: Target): Promise<Socket> => {
    const isSecure = to.protocol === 'https:';
    const secureContext = isSecure || proxy.protocol === 'https:' ? (await trusted()).secureContext : undefined;
    const port = Number(to.port) || (isSecure ? 443 : 80);
    const socket = await openTunnel(proxy, to.hostname, port, { timeout, secureContext, signal });
    if (!isSecure) {
      if (socket.destroyed) throw new ProxyError(t.proxyClosed, false);
      return socket;
    }
    try {
      return await connectTo((await trusted()).connect, { ...to, httpSocket: socket });
    } catch (error) {
      socket.destroy();
      const { code, message } = error as NodeJS.ErrnoException;
      throw code === 'ECONNRESET' || code === 'EPIPE'
        ? new ProxyError(t.proxyBroke({ detail: message }), false)
        : error;
    }
  };

  const open = async (route: Route, to: Target): Promise<Socket> => {
    if (route.kind === 'unusable') throw new ProxyError(route.problem, false);
    if (route.kind === 'proxy') return throughProxy(route.url, to);
    return connectTo(to.protocol === 'https:' ? (await trusted()).connect : plain, to);
  };

  const answeredRoutes = () =>
    routes().catch((error: Error) => {
      throw new ProxyError(t.noSystemProxy, true, error);
    });

  const openFirst = async (to: Target): Promise<Socket> => {
    let lastError: Error = new ProxyError(t.noSystemProxy, false);
    let mustUseProxy = false;
    for (const route of await answeredRoutes()) {
      if (signal.aborted) break;
      // Never bypass a configured proxy that cannot be used.
      if (route.kind === 'direct' && mustUseProxy) break;
      mustUseProxy ||= route.kind === 'unusable';
      try {
        return await open(route, to);
      } catch (error) {
        lastError = error as Error;
        if (isFinal(lastError)) break;
      }
    }
    throw lastError;
  };

  return (to, callback) => {
    openFirst(to).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

// ---- the pool

/** The signal aborts connections that are being opened. */
export type ConnectorFor = (signal: AbortSignal) => Connect;

/** In ms. `total` limits the whole exchange, so that a slow drip of bytes ends too. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly total: number;
}

export interface InFlight {
  readonly hasLeft: boolean;
  /** Ends it as `lost` where it has left, else as `never-left`. */
  abort(detail: string): void;
}

/** Idle connections are closed after a second: on a bad network an older one may be dead, which puts a create in doubt. */
function newDispatcher(timeouts: Timeouts, connect: Connect): Dispatcher {
  return new Agent({
    connect,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    pipelining: 1,
    // 10 parallel sends at most, a sign-in and a webhook test.
    connections: 12,
  });
}

/** A dispatcher and its requests in flight. */
export class Connection {
  readonly dispatcher: Dispatcher;
  readonly #abort = new AbortController();
  readonly #inFlight = new Set<InFlight>();
  /** Null while it is in use. */
  #retiredReason: string | null = null;

  readonly #onEnd: (connection: Connection) => void;

  constructor(timeouts: Timeouts, connectorFor: ConnectorFor, onEnd: (connection: Connection) => void) {
    this.dispatcher = newDispatcher(timeouts, connectorFor(this.#abort.signal));
    this.#onEnd = onEnd;
  }

  add(request: InFlight): void {
    this.#inFlight.add(request);
  }

  ended(request: InFlight): void {
    this.#inFlight.delete(request);
    if (this.#retiredReason !== null) this.retire(this.#retiredReason);
  }

  /** Destroys it once no request that has left is in flight, because that would be lost. */
  retire(detail: string): void {
    this.#retiredReason = detail;
    if (![...this.#inFlight].some(({ hasLeft }) => hasLeft)) void this.destroy(detail);
  }

  async destroy(detail: string): Promise<void> {
    this.#onEnd(this);
    for (const request of [...this.#inFlight]) request.abort(detail);
    this.#abort.abort();
    await this.dispatcher.destroy();
  }
}

export class Connections {
  readonly #timeouts: Timeouts;
  readonly #connectorFor: ConnectorFor;
  /** Open ones, replaced ones included. */
  readonly #all = new Set<Connection>();
  #current: Connection;
  #isClosed = false;

  constructor(timeouts: Timeouts, connectorFor: ConnectorFor) {
    this.#timeouts = timeouts;
    this.#connectorFor = connectorFor;
    this.#current = this.#open();
  }

  #open(): Connection {
    const connection = new Connection(this.#timeouts, this.#connectorFor, (ended) => this.#all.delete(ended));
    this.#all.add(connection);
    return connection;
  }

  /** For a new request. Refuses every request once closed. */
  get current(): Connection {
    return this.#current;
  }

  /**
   * Call after giving up on a request that has not left. undici cannot cancel it and would keep connecting, so later requests
   * get a new dispatcher and this one is retired.
   */
  replace(connection: Connection, detail: string): void {
    if (this.#isClosed) return;
    if (connection === this.#current) this.#current = this.#open();
    connection.retire(detail);
  }

  /** Gives new requests new connections; those in flight go on. After sleep an idle connection may be dead. */
  renew(detail: string): void {
    this.replace(this.#current, detail);
  }

  /** Aborts all requests in flight. */
  async close(detail: string): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((connection) => connection.destroy(detail)));
  }
}
