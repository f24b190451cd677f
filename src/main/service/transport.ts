// Sends a request over undici and returns its outcome. Never retries, never follows a redirect.
import { Agent, type Dispatcher } from 'undici';
import { texts } from '../../shared/texts/main.ts';
import { decompress } from './decompress.ts';
import { codeOf, connectorTo, describeError, isTlsError, type Network, ProxyError } from './network.ts';
import { type LostCause, type NeverLeftCause, type Outcome, parseRetryAfter } from './outcome.ts';
import type { ServiceRequest } from './wire.ts';

const t = texts.service;

/** Longer answers are truncated. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/** In ms. `total` limits the whole exchange, so that a slow drip of bytes ends too. */
const DEFAULT_TIMEOUTS = { connect: 10_000, headers: 30_000, body: 30_000, total: 90_000 };
export type Timeouts = Readonly<typeof DEFAULT_TIMEOUTS>;

export interface TransportRequest extends ServiceRequest {
  /** Bearer token, or null for the login. */
  readonly token: string | null;
  /** Called when the request reaches a connection. From then on the service may carry it out. */
  readonly onLeft?: () => void;
}

export type Transport = ReturnType<typeof createTransport>;

/** `serviceAddress`: the document's `{base_url}`. */
export function createTransport(serviceAddress: string, network: Network, timeouts: Timeouts = DEFAULT_TIMEOUTS) {
  const base = new URL(serviceAddress);
  const basePath = base.pathname.replace(/\/+$/, '');
  const connect = connectorTo(base, network, timeouts.connect);
  /** Includes replaced agents until their requests end. */
  const agents = new Set<Agent>();
  const newAgent = () => {
    const agent = new Agent({
      connect,
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      // On a bad network a longer idle connection may be dead, which puts a create in doubt.
      keepAliveTimeout: 1_000,
      keepAliveMaxTimeout: 1_000,
      // At most 10 parallel sends and a webhook test. A sign-in has a client of its own.
      connections: 12,
    });
    agents.add(agent);
    return agent;
  };
  let current = newAgent();
  let isClosed = false;

  return {
    /** Never rejects. */
    send({ token, method, path: relative, body, onLeft }: TransportRequest): Promise<Outcome> {
      const headers = {
        accept: 'application/json',
        // Some gateways still compress the answer.
        'accept-encoding': 'identity',
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== null && { 'content-type': 'application/json' }),
      };
      const path = `${basePath}${relative}`;
      const options = { origin: base.origin, path, method, headers, body: body && JSON.stringify(body) };
      return exchange(current, options, timeouts.total, onLeft);
    },
    /** The next requests open new connections; requests in flight go on. After sleep an idle connection may be dead. */
    renew(): void {
      if (isClosed) return;
      const replaced = current;
      current = newAgent();
      const forget = () => agents.delete(replaced);
      // Rejects if `close` has ended it meanwhile.
      replaced.close().then(forget, forget);
    },
    /** Aborts requests in flight. Ends those that have left as `lost`, others as `never-left`. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...agents].map((agent) => agent.destroy(new Error(t.closed))));
    },
  };
}

/** Sends one request and collects its answer. Only the first of the possible ends counts. */
const exchange = (
  agent: Agent,
  options: Dispatcher.DispatchOptions,
  totalMs: number,
  onLeft: (() => void) | undefined,
): Promise<Outcome> =>
  new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let status: number | null = null;
    let headers: Record<string, string | string[] | undefined> = {};
    const chunks: Buffer[] = [];
    let length = 0;
    let isExpired = false;
    const end = (outcome: Outcome): void => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    const endAnswered = (truncated: boolean): void => {
      const header = (name: string) => [headers[name]].flat()[0];
      let bytes: Buffer = Buffer.concat(chunks);
      try {
        bytes = decompress(bytes, [headers['content-encoding'] ?? []].flat(), MAX_ANSWER_BYTES);
      } catch {
        // The body is read as it came.
      }
      // The clocks of the service and of this computer may differ.
      const sentAt = Date.parse(header('date') ?? '');
      end({
        kind: 'answered',
        status: status ?? 0,
        body: new TextDecoder().decode(bytes.subarray(0, MAX_ANSWER_BYTES)),
        truncated,
        retryAfterMs: parseRetryAfter(header('retry-after'), Number.isNaN(sentAt) ? Date.now() : sentAt),
        location: header('location') ?? null,
      });
    };
    const deadline = setTimeout(() => {
      isExpired = true;
      const detail = t.noAnswerWithin({ seconds: Math.round(totalMs / 1000) });
      if (controller === null) end({ kind: 'never-left', cause: 'connect-timeout', detail });
      else end({ kind: 'lost', cause: 'timeout', detail, status });
      controller?.abort(new Error(detail));
    }, totalMs);
    const fail = (error: Error) => end(controller === null ? neverLeft(error) : lost(error, status));
    try {
      agent.dispatch(options, {
        onRequestStart(started) {
          // The app gave the request up while it waited for a connection: undici cannot cancel it earlier.
          if (isExpired) return started.abort(new Error('the request was given up before it left'));
          controller = started;
          onLeft?.();
        },
        onResponseStart(_, code, fields) {
          // Informational responses (103 Early Hints) precede the answer.
          if (code >= 200) [status, headers] = [code, fields];
        },
        onResponseData(_, chunk) {
          chunks.push(chunk);
          length += chunk.length;
          if (length <= MAX_ANSWER_BYTES) return;
          endAnswered(true);
          controller?.abort(new Error('the answer is larger than 1 MB'));
        },
        onResponseEnd: () => endAnswered(false),
        // A 204 has no body, whatever its headers say.
        onResponseError: (_, error) => (status === 204 ? endAnswered(false) : fail(error)),
      });
    } catch (error) {
      // undici throws for an invalid request, before anything leaves.
      fail(error as Error);
    }
  });

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

function neverLeft(error: Error): Outcome {
  if (error instanceof ProxyError) return { kind: 'never-left', cause: 'proxy-refused', detail: error.message };
  return {
    kind: 'never-left',
    cause: isTlsError(error) ? 'tls-refused' : (NEVER_LEFT[codeOf(error)] ?? 'not-connected'),
    detail: describeError(error),
  };
}

function lost(error: Error, status: number | null): Outcome {
  const code = codeOf(error);
  let cause: LostCause = status === null ? 'reset' : 'cut-off';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'ETIMEDOUT') cause = 'timeout';
  else if (error.name === 'HTTPParserError' && status === null) cause = 'not-http';
  return { kind: 'lost', cause, detail: describeError(error), status };
}
