// The HTTP server of the webhook inbox: accepts POSTs on 127.0.0.1, within limits of size, time and connections.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type AnswerWith, MAX_DELIVERY_BYTES } from '../../../shared/inbox.ts';

export interface Arrived {
  readonly path: string;
  /** Names and values alternate, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** How long a sender may take to send its headers, and its whole request. */
const LIMITS = { headersMs: 10_000, requestMs: 30_000 };
export type Limits = Readonly<typeof LIMITS>;
const MOST_CONNECTIONS = 100;

export interface ReceiverDeps {
  readonly limits?: Limits | undefined;
  readonly answerWith: () => AnswerWith;
  /** Resolves when the delivery is on disk; rejects if it cannot be stored. */
  readonly store: (arrived: Arrived, answered: number) => Promise<void>;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Rejects with the error of the socket; `code` is `EADDRINUSE` if the port is taken. */
export async function startReceiver(port: number, { limits = LIMITS, answerWith, store }: ReceiverDeps) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(({ req, env: { incoming } }, next) => {
    if (isFromPage(incoming.headers)) return answer(403, 'The webhook inbox takes nothing from web pages.');
    if (req.method !== 'POST') {
      return answer(405, 'This is the webhook inbox of Storefront Desk. It takes POST only.', { allow: 'POST' });
    }
    // Hono's body limit copies a request without a length. That fails for Hono's own request, but not for a clone, which is Node's.
    if (incoming.headers['content-length'] === undefined) req.raw = req.raw.clone();
    return next();
  });
  app.use(bodyLimit({ maxSize: MAX_DELIVERY_BYTES, onError: () => answer(413, 'The body is larger than 1 MB.') }));
  app.all('*', async ({ req, env: { incoming } }) => {
    const body = Buffer.from(await req.arrayBuffer());
    const status = Number(answerWith());
    try {
      await store({ path: incoming.url ?? '/', rawHeaders: incoming.rawHeaders, body }, status);
    } catch (error) {
      // A delivery that was not stored has not arrived: the sender has to try again.
      return answer(503, `The delivery could not be stored: ${(error as Error).message}`);
    }
    return status === 200 ? new Response() : answer(status, `The inbox was told to answer ${status}.`);
  });
  // The sender closed the connection.
  app.onError(() => answer(400, 'The body is incomplete.'));

  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    createServer,
    serverOptions: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: limits.headersMs / 2,
    },
  }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
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

/**
 * Whether a web page in a browser sends the request. Any page may send to this computer, and could push real deliveries
 * out. Browsers mark such requests with headers that no page can omit; services and tunnels send none of them.
 */
const isFromPage = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none';

const answer = async (status: number, message: string, headers: Record<string, string> = {}): Promise<Response> =>
  Response.json({ message }, { status, headers });
