// The HTTP server of the webhook inbox: accepts POSTs on 127.0.0.1, within strict limits.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type AnswerWith, MAX_DELIVERY_BYTES } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type BodyLimits, type Reading, readBody, waitWhileConnected } from './read-body.ts';

const t = texts.inbox.turnedAway;

export interface Arrived {
  readonly path: string;
  /** Names and values alternate, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Times in ms, sizes in bytes. */
export interface Limits extends BodyLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly slowAnswerMs: number;
  /** When a sender that gets no answer is disconnected. */
  readonly noAnswerMs: number;
  /** How long the rest of a refused request is read and discarded, so that the sender can read the answer. */
  readonly lingerMs: number;
  readonly connections: number;
}

const LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 30_000,
  slowAnswerMs: 5_000,
  noAnswerMs: 60_000,
  lingerMs: 2_000,
  bodyBytes: MAX_DELIVERY_BYTES,
  allBodiesBytes: 64 * MAX_DELIVERY_BYTES,
  connections: 12_000,
};

/** `given`: for tests. */
export const limitsWith = (given: Partial<Limits> = {}): Limits => ({
  ...LIMITS,
  connections: roomForConnections(),
  ...given,
});

/** Half of the process's file limit, so that a burst does not block the app's own files. */
function roomForConnections(): number {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isFinite(soft) && soft > 0 ? Math.min(LIMITS.connections, Math.floor(soft / 2)) : LIMITS.connections;
}

export interface ReceiverDeps {
  readonly limits: Limits;
  readonly answerWith: () => AnswerWith;
  /** Resolves when the delivery is stored. */
  readonly store: (arrived: Arrived, answered: number | null) => Promise<void>;
  /** Called for a request that is no delivery. */
  readonly onRejected: (why: string) => void;
}

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** Rejects with the error of the socket; `code` is `EADDRINUSE` for a port that is taken. */
export async function startReceiver(port: number, deps: ReceiverDeps): Promise<Receiver> {
  const { limits } = deps;
  const reading: Reading = { bytes: 0 };
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => void take(request, response, reading, deps),
  );
  server.maxHeadersCount = 100;
  server.maxConnections = limits.connections;
  // With `Expect: 100-continue`, a body that is too large is refused before it is sent.
  server.on('checkContinue', (request, response) => {
    const isWanted = !isFromPage(request) && Number(request.headers['content-length'] ?? 0) <= limits.bodyBytes;
    if (isWanted) response.writeContinue();
    void take(request, response, reading, deps);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const [status, why] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', () => t.notHttp];
    deps.onRejected(why());
    reported.add(socket);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    setTimeout(() => socket.destroy(), limits.lingerMs).unref();
  });
  server.listen({ port, host: '127.0.0.1', backlog: 4_096 });
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, close: () => end(server) };
}

/** Connections whose malformed request was reported: do not also report that they broke off. */
const reported = new WeakSet<Socket>();

const REFUSALS: Readonly<Record<string, readonly [status: string, why: () => string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', () => t.largeHeaders],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', () => t.tooSlow],
};

/**
 * Whether a web page in a browser makes the request: any page may send to this computer, and could push real
 * deliveries out. Browsers mark such requests with headers that no page can omit; services and tunnels send none of them.
 */
function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none';
}

async function take(request: IncomingMessage, response: ServerResponse, reading: Reading, deps: ReceiverDeps) {
  const { limits } = deps;
  response.on('error', () => request.socket.destroy());
  if (isFromPage(request)) {
    deps.onRejected(t.webPage);
    return refuse(request, response, 403, 'The webhook inbox takes nothing from web pages.', limits);
  }
  if (request.method !== 'POST') {
    deps.onRejected(t.otherMethod({ method: String(request.method) }));
    return refuse(request, response, 405, 'This is the webhook inbox of Storefront Desk. It takes POST only.', limits);
  }
  const body = await readBody(request, reading, limits);
  switch (body.kind) {
    case 'too-large':
      deps.onRejected(t.largeBody);
      return refuse(request, response, 413, 'The body is larger than 1 MB.', limits);
    case 'busy':
      deps.onRejected(t.tooMuchAtOnce);
      return refuse(request, response, 503, 'Too much is being received at once.', limits);
    case 'broken':
      if (!reported.has(request.socket)) deps.onRejected(t.brokenOff);
      return request.socket.destroy();
    case 'whole':
      break;
  }
  const answerWith = deps.answerWith();
  const status = answerWith === 'none' ? null : answerWith === 'slow' ? 200 : Number(answerWith);
  try {
    const arrived = { path: request.url ?? '/', rawHeaders: request.rawHeaders, body: body.bytes };
    await deps.store(arrived, status);
  } catch (error) {
    // A delivery that was not stored has not arrived.
    return refuse(request, response, 507, `The delivery could not be kept: ${(error as Error).message}`, limits);
  }
  if (status === null) return letGo(request, limits.noAnswerMs);
  if (answerWith === 'slow') await waitWhileConnected(request, limits.slowAnswerMs);
  if (!response.destroyed) answer(response, status, status === 200 ? '' : `The inbox was told to answer ${status}.`);
}

function answer(response: ServerResponse, status: number, text: string): void {
  const body = text === '' ? '' : `${JSON.stringify({ message: text })}\n`;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** Answers at once, and closes the connection after the request or a short while. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, text: string, limits: Limits) {
  const body = `${JSON.stringify({ message: text })}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...(status === 405 ? { Allow: 'POST' } : {}),
  });
  // Closing at once, while bytes are still arriving, would lose the answer.
  response.write(body);
  const end = () => response.end();
  if (request.complete) return end();
  request.once('end', end);
  request.resume();
  letGo(request, limits.lingerMs);
}

function letGo({ socket }: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(timer));
}

async function end(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
