// The HTTP server of the webhook inbox: accepts POSTs on 127.0.0.1, within limits of size, time and connections.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AnswerWith, MAX_DELIVERY_BYTES } from '../../../shared/inbox.ts';

export interface Arrived {
  readonly path: string;
  /** Names and values alternate, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Times in ms, sizes in bytes. */
export interface Limits {
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long the rest of a refused request is read and dropped, so that the sender can read the answer. */
  readonly lingerMs: number;
  readonly bodyBytes: number;
  readonly connections: number;
}

const LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 30_000,
  lingerMs: 2_000,
  bodyBytes: MAX_DELIVERY_BYTES,
  connections: 100,
};

export interface ReceiverDeps {
  readonly limits?: Partial<Limits> | undefined;
  readonly answerWith: () => AnswerWith;
  /** Resolves when the delivery is on disk; rejects if it cannot be stored. */
  readonly store: (arrived: Arrived, answered: number) => Promise<void>;
}

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** Rejects with the error of the socket; `code` is `EADDRINUSE` if the port is taken. */
export async function startReceiver(port: number, deps: ReceiverDeps): Promise<Receiver> {
  const limits = { ...LIMITS, ...deps.limits };
  const options = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    keepAliveTimeout: 5_000,
  };
  const server = createServer(options, (request, response) => void take(request, response, limits, deps));
  server.maxConnections = limits.connections;
  // Asks only for bodies that will not be refused.
  server.on('checkContinue', (request, response) => {
    if (!refusalOf(request, limits)) response.writeContinue();
    void take(request, response, limits, deps);
  });
  server.listen({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Refusal = readonly [status: number, why: string];

const TOO_LARGE: Refusal = [413, 'The body is larger than 1 MB.'];

/** Why a request is refused before its body is read. */
function refusalOf(request: IncomingMessage, { bodyBytes }: Limits): Refusal | null {
  if (isFromPage(request)) return [403, 'The webhook inbox takes nothing from web pages.'];
  if (request.method !== 'POST') return [405, 'This is the webhook inbox of Storefront Desk. It takes POST only.'];
  return Number(request.headers['content-length'] ?? 0) > bodyBytes ? TOO_LARGE : null;
}

/**
 * Whether a web page in a browser sends the request. Any page may send to this computer, and could push real deliveries
 * out. Browsers mark such requests with headers that no page can omit; services and tunnels send none of them.
 */
function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none';
}

async function take(request: IncomingMessage, response: ServerResponse, limits: Limits, deps: ReceiverDeps) {
  response.on('error', () => request.socket.destroy());
  try {
    const refusal = refusalOf(request, limits);
    if (refusal) return refuse(request, response, refusal, limits);
    const body = await readBody(request, limits.bodyBytes);
    if (body === null) return refuse(request, response, TOO_LARGE, limits);
    const status = Number(deps.answerWith());
    try {
      await deps.store({ path: request.url ?? '/', rawHeaders: request.rawHeaders, body }, status);
    } catch (error) {
      // A delivery that was not stored has not arrived: the sender has to try again.
      return refuse(request, response, [503, `The delivery could not be stored: ${(error as Error).message}`], limits);
    }
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(status === 200 ? '' : messageOf(`The inbox was told to answer ${status}.`));
  } catch {
    // The sender closed the connection.
    request.socket.destroy();
  }
}

/** Resolves to null, and stops reading, if the body is larger than the limit. Rejects if the sender closes the connection. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const messageOf = (text: string): string => `${JSON.stringify({ message: text })}\n`;

/**
 * Answers at once, but closes the connection only after the request or a short while, because closing while bytes
 * arrive loses the answer.
 */
function refuse(request: IncomingMessage, response: ServerResponse, [status, why]: Refusal, { lingerMs }: Limits) {
  const body = messageOf(why);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...(status === 405 ? { Allow: 'POST' } : {}),
  });
  response.write(body);
  if (request.complete) return response.end();
  request.once('end', () => response.end());
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), lingerMs);
  request.socket.once('close', () => clearTimeout(timer));
}
