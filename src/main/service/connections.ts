// The connection pool of one service address, replaced when a request timed out before it left.
import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** The signal aborts connections that are being opened. */
export type ConnectorFor = (signal: AbortSignal) => buildConnector.connector;

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
function newDispatcher(timeouts: Timeouts, connect: buildConnector.connector): Dispatcher {
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

  /** Aborts all requests in flight. */
  async close(detail: string): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((connection) => connection.destroy(detail)));
  }
}
