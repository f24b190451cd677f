// The connections to one service address, direct or through a proxy, replaced when a request could not use them in time.
import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, errors, Pool } from 'undici';
import type { NamedProxy } from './proxy.ts';

type UsableProxy = Exclude<NamedProxy, 'unusable'>;

/** Limits in ms. `total` is for the whole exchange, so that a slow drip of bytes ends too. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  readonly total: number;
}

/** A request that was dispatched and has not ended. */
export interface UnderWay {
  readonly hasLeft: boolean;
  /** Ends it now: as lost where it has left, as never left otherwise. */
  abort(detail: string): void;
}

/**
 * A connection is reused for a second at most when idle: a longer rest on a bad network is how a request meets a
 * connection that is already dead, and a create that meets one is in doubt.
 */
function newDispatcher(timeouts: Timeouts, proxy: UsableProxy): Dispatcher {
  const options = {
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    pipelining: 1,
    // 10 sends at once at the most, with room for a sign-in and a webhook test beside them.
    connections: 12,
  };
  if (proxy === 'none') return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    proxyTls: { timeout: timeouts.connect },
    // Without it a proxy that accepts a connection and never answers the CONNECT holds it for five minutes.
    clientFactory: (origin, to) => new Pool(origin, { ...to, headersTimeout: timeouts.connect }),
    factory: (origin, to) => new Pool(origin, connectingOnce(to)),
  });
}

/** Errors of undici that make it connect again at once and without end, and those of a proxy that hung up. */
const HUNG_UP = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO', 'ECONNRESET', 'EPIPE']);

const isOfProxy = (error: NodeJS.ErrnoException): boolean =>
  HUNG_UP.has(error.code ?? '') || error instanceof errors.HTTPParserError;

const proxyRefused = (cause: Error) => Object.assign(new errors.RequestAbortedError(cause.message), { cause });

/**
 * Pool options whose `connect` fails once for each request. undici takes UND_ERR_SOCKET for a fault of a running request
 * and connects again for the next one; a proxy that closes each CONNECT gives thousands of those a second.
 */
function connectingOnce(options: Pool.Options): Pool.Options {
  const { connect } = options;
  // EnvHttpProxyAgent builds pools for addresses in NO_PROXY with the same factory; those connect by themselves.
  if (typeof connect !== 'function') return options;
  const once: buildConnector.connector = (to, callback) =>
    connect(to, (...[error, socket]) => {
      if (error) callback(isOfProxy(error) ? proxyRefused(error) : error, null);
      else if (socket.destroyed) callback(proxyRefused(new Error('the proxy closed the tunnel')), null);
      else callback(null, socket);
    });
  return { ...options, connect: once };
}

/** One dispatcher, and what is under way on it. */
export class Connection {
  readonly dispatcher: Dispatcher;
  readonly #underWay = new Set<UnderWay>();
  /** Why it is not used any more; null while it is. */
  #retiredBecause: string | null = null;

  readonly #onEnd: (connection: Connection) => void;

  constructor(dispatcher: Dispatcher, onEnd: (connection: Connection) => void) {
    this.dispatcher = dispatcher;
    this.#onEnd = onEnd;
  }

  add(request: UnderWay): void {
    this.#underWay.add(request);
  }

  ended(request: UnderWay): void {
    this.#underWay.delete(request);
    if (this.#retiredBecause !== null) this.retire(this.#retiredBecause);
  }

  /** Ends as soon as nothing that has left is under way: a request that has left is lost when its connection goes. */
  retire(detail: string): void {
    this.#retiredBecause = detail;
    if (![...this.#underWay].some(({ hasLeft }) => hasLeft)) void this.destroy(detail);
  }

  async destroy(detail: string): Promise<void> {
    this.#onEnd(this);
    for (const request of [...this.#underWay]) request.abort(detail);
    await this.dispatcher.destroy();
  }
}

export class Connections {
  readonly #newDispatcher: () => Dispatcher;
  /** Those that have not ended, replaced ones among them. */
  readonly #all = new Set<Connection>();
  #current: Connection;
  #isClosed = false;

  constructor(timeouts: Timeouts, proxy: UsableProxy) {
    this.#newDispatcher = () => newDispatcher(timeouts, proxy);
    this.#current = this.#open();
  }

  #open(): Connection {
    const connection = new Connection(this.#newDispatcher(), (ended) => this.#all.delete(ended));
    this.#all.add(connection);
    return connection;
  }

  /** The one for a new request. Once closed, it refuses every request. */
  get current(): Connection {
    return this.#current;
  }

  /**
   * A request was given up before it left. undici cannot take it back and would go on connecting for it, so what comes
   * next gets a new dispatcher, and this one ends when what has left on it has ended.
   */
  replace(connection: Connection, detail: string): void {
    if (this.#isClosed) return;
    if (connection === this.#current) this.#current = this.#open();
    connection.retire(detail);
  }

  /** Ends every request that is under way. */
  async close(detail: string): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((connection) => connection.destroy(detail)));
  }
}
