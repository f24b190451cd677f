// Sends a request over undici and returns its outcome. Never retries, never follows a redirect.
import type { Dispatcher } from 'undici';
import { Bytes } from '../../shared/bytes.ts';
import { texts } from '../../shared/texts/main.ts';
import {
  type Connection,
  Connections,
  createConnector,
  type InFlight,
  isTlsError,
  type Timeouts,
} from './connections.ts';
import { type LostCause, type NeverLeftCause, type Outcome, parseRetryAfter } from './outcome.ts';
import type { Network } from './proxy.ts';
import { routesTo } from './proxy.ts';
import { ProxyError } from './tunnel.ts';
import type { ServiceRequest } from './wire.ts';

export type { Timeouts } from './connections.ts';

const t = texts.service;

/** Longer answers are truncated. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

const DEFAULT_TIMEOUTS: Timeouts = { connect: 10_000, headers: 30_000, body: 30_000, total: 90_000 };

export interface TransportRequest extends ServiceRequest {
  /** Bearer token, or null for the login. */
  readonly token: string | null;
  /** Called when the request is handed to a connection: from here on the service may carry it out. */
  readonly onLeft?: () => void;
}

export interface Transport {
  /** Never rejects. */
  send(request: TransportRequest): Promise<Outcome>;
  /** The next requests open new connections. */
  renew(): void;
  /** Aborts requests in flight: as `lost` where they have left, else as `never-left`. */
  close(): Promise<void>;
}

/** `serviceAddress`: the document's `{base_url}`. */
export function createTransport(
  serviceAddress: string,
  network: Network,
  timeouts: Timeouts = DEFAULT_TIMEOUTS,
): Transport {
  const base = new URL(serviceAddress);
  const basePath = base.pathname.replace(/\/+$/, '');
  const routes = routesTo(base, network, process.env);
  const connections = new Connections(timeouts, (signal) => createConnector(routes, network, timeouts.connect, signal));
  return {
    send: (request) => exchange(connections, base.origin, `${basePath}${request.path}`, request, timeouts),
    renew: () => connections.renew(t.closed),
    close: () => connections.close(t.closed),
  };
}

function exchange(
  connections: Connections,
  origin: string,
  path: string,
  request: TransportRequest,
  timeouts: Timeouts,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (request.token !== null) headers.authorization = `Bearer ${request.token}`;
    if (request.body !== null) headers['content-type'] = 'application/json';
    const connection = connections.current;
    const answer = new Answer(connections, connection, request.onLeft, timeouts.total, resolve);
    try {
      connection.dispatcher.dispatch(
        {
          origin,
          path,
          method: request.method,
          headers,
          body: request.body && JSON.stringify(request.body),
          headersTimeout: timeouts.headers,
          bodyTimeout: timeouts.body,
        },
        answer,
      );
    } catch (error) {
      // undici throws for an invalid request before anything leaves.
      answer.onResponseError(null, error as Error);
    }
  });
}

/** Collects the answer of one request and ends it in exactly one outcome. */
class Answer implements Dispatcher.DispatchHandler, InFlight {
  #controller: Dispatcher.DispatchController | null = null;
  #status: number | null = null;
  #headers: Record<string, string | string[] | undefined> = {};
  #body = new Bytes();
  #ended = false;
  readonly #deadline: NodeJS.Timeout;

  constructor(
    private readonly connections: Connections,
    private readonly connection: Connection,
    private readonly onLeft: (() => void) | undefined,
    totalMs: number,
    private readonly resolve: (outcome: Outcome) => void,
  ) {
    this.#deadline = setTimeout(() => this.#expire(totalMs), totalMs);
    connection.add(this);
  }

  get hasLeft(): boolean {
    return this.#controller !== null;
  }

  abort(detail: string): void {
    if (this.#controller === null) this.#end({ kind: 'never-left', cause: 'not-connected', detail });
    else {
      this.#end({ kind: 'lost', cause: 'reset', detail, status: this.#status });
      this.#controller.abort(new Error(detail));
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) {
      // The request was given up while waiting for a connection. Aborting here prevents undici from writing it.
      controller.abort(new Error('the request was given up before it left'));
      return;
    }
    this.#controller = controller;
    this.onLeft?.();
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    // Informational responses (103 Early Hints) precede the answer.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    this.#body.add(chunk);
    if (this.#body.length <= MAX_ANSWER_BYTES) return;
    this.#answered(true);
    controller.abort(new Error('the answer is larger than 1 MB'));
  }

  onResponseEnd(): void {
    this.#answered(false);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(this.#controller === null ? neverLeft(error) : lost(error, this.#status));
  }

  #expire(total: number): void {
    const detail = t.noAnswerWithin({ seconds: Math.round(total / 1000) });
    if (this.#controller === null) {
      this.#end({ kind: 'never-left', cause: 'connect-timeout', detail });
      this.connections.replace(this.connection, detail);
      return;
    }
    this.#end({ kind: 'lost', cause: 'timeout', detail, status: this.#status });
    this.#controller.abort(new Error(detail));
  }

  #answered(truncated: boolean): void {
    const header = (name: string): string | undefined => {
      const value = this.#headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    // The clocks of the service and of this computer may differ.
    const sentAt = Date.parse(header('date') ?? '');
    this.#end({
      kind: 'answered',
      status: this.#status ?? 0,
      body: new TextDecoder().decode(this.#body.whole.subarray(0, MAX_ANSWER_BYTES)),
      truncated,
      retryAfterMs: parseRetryAfter(header('retry-after'), Number.isNaN(sentAt) ? Date.now() : sentAt),
      location: header('location') ?? null,
    });
  }

  #end(outcome: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#deadline);
    this.#body = new Bytes();
    this.connection.ended(this);
    this.resolve(outcome);
  }
}

const NEVER_LEFT: Readonly<Record<string, NeverLeftCause>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EAI_FAIL: 'name-not-found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  // A proxy did not answer.
  UND_ERR_HEADERS_TIMEOUT: 'connect-timeout',
  ETIMEDOUT: 'connect-timeout',
};

const codeOf = (error: Error): string => {
  const own = (error as NodeJS.ErrnoException).code;
  if (own) return own;
  // Where several addresses were tried, use the first error.
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException | undefined) : undefined;
  return first?.code ?? '';
};

const describe = (error: Error): string => {
  const code = codeOf(error);
  const message = error.message || (error instanceof AggregateError ? String(error.errors[0]) : error.name);
  return code && !message.includes(code) ? `${message} (${code})` : message;
};

function neverLeft(error: Error): Outcome {
  if (error instanceof ProxyError) return { kind: 'never-left', cause: 'proxy-refused', detail: error.message };
  return {
    kind: 'never-left',
    cause: isTlsError(error) ? 'tls-refused' : (NEVER_LEFT[codeOf(error)] ?? 'not-connected'),
    detail: describe(error),
  };
}

function lost(error: Error, status: number | null): Outcome {
  const code = codeOf(error);
  let cause: LostCause = status === null ? 'reset' : 'cut-off';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'ETIMEDOUT') cause = 'timeout';
  else if (error.name === 'HTTPParserError' && status === null) cause = 'not-http';
  return { kind: 'lost', cause, detail: describe(error), status };
}
