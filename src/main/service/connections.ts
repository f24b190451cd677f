// The connections to one service address, replaced when a request could not use them in time.
import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** Opens a connection. The signal ends one that nobody waits for any more. */
export type ConnectorFor = (signal: AbortSignal) => buildConnector.connector;

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
function newDispatcher(timeouts: Timeouts, connect: buildConnector.connector): Dispatcher {
  return new Agent({
    connect,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    pipelining: 1,
    // 10 sends at once at the most, with room for a sign-in and a webhook test beside them.
    connections: 12,
  });
}

/** One dispatcher, and what is under way on it. */
export class Connection {
  readonly dispatcher: Dispatcher;
  readonly #opening = new AbortController();
  readonly #underWay = new Set<UnderWay>();
  /** Why it is not used any more; null while it is. */
  #retiredBecause: string | null = null;

  readonly #onEnd: (connection: Connection) => void;

  constructor(timeouts: Timeouts, connectorFor: ConnectorFor, onEnd: (connection: Connection) => void) {
    this.dispatcher = newDispatcher(timeouts, connectorFor(this.#opening.signal));
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
    this.#opening.abort();
    await this.dispatcher.destroy();
  }
}

export class Connections {
  readonly #timeouts: Timeouts;
  readonly #connectorFor: ConnectorFor;
  /** Those that have not ended, replaced ones among them. */
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
