// The relay's addresses: `POST /hooks/<token>` stores a delivery, `GET /healthz` reports whether it can.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { sealDelivery } from '../team-protocol/delivery.ts';
import { DELIVERIES_SUBJECT } from '../team-protocol/names.ts';
import { SenderBuckets, senderOf, TokenBucket } from './bounds.ts';
import type { RelayConfig } from './config.ts';
import { errorFacts, type Log } from './log.ts';
import type { Publisher } from './publisher.ts';

interface Env {
  Bindings: HttpBindings;
  Variables: { facts: { id?: string; bytes?: number } };
}

/** What a request costs besides its body, in bytes. */
const PER_REQUEST = 16 * 1024;

const text = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  new Response(`${message}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export function createApp(config: RelayConfig, publisher: Publisher, log: Log): Hono<Env> {
  const { limits } = config;
  /** The memory of requests that are not acknowledged yet: their bodies, and `PER_REQUEST` for each. */
  let pendingBytes = 0;
  const addresses = config.tokens.map((token) => ({
    hash: hashOf(token),
    bucket: new TokenBucket(limits.perSecond, limits.burst),
    bytes: new TokenBucket(limits.bytesPerSecond, limits.burstBytes),
  }));
  const senders = new SenderBuckets(() => new TokenBucket(limits.senderPerSecond, limits.senderBurst));
  /** Comparing hashes keeps the timing from revealing anything about a token. */
  const addressOf = (token: string) => addresses.find(({ hash }) => timingSafeEqual(hash, hashOf(token)));

  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const started = performance.now();
    const facts = {};
    c.set('facts', facts);
    await next();
    // Load balancers ask every few seconds.
    if (c.req.path === '/healthz' && c.res.status === 200) return;
    const ms = Math.round(performance.now() - started);
    log('request', { method: c.req.method, status: c.res.status, ms, ...facts });
  });

  app.get('/healthz', async () => ((await publisher.isReady()) ? text(200, 'ready') : text(503, 'not ready')));

  app.all('/hooks/:token', async (c) => {
    const senderWait = senders.take(senderOf(c.env.incoming));
    if (senderWait > 0) return tooMany(senderWait);
    const address = addressOf(c.req.param('token'));
    if (!address) return text(404, 'Not found');
    if (c.req.method !== 'POST') return text(405, 'This address receives webhooks, by POST only', { allow: 'POST' });
    const wait = address.bucket.take();
    if (wait > 0) return tooMany(wait);

    const { incoming, outgoing } = c.env;
    const tooLarge = () => text(413, `The body may have ${limits.bodyBytes} bytes`, { connection: 'close' });
    if (Number(incoming.headers['content-length'] ?? 0) > limits.bodyBytes) return tooLarge();
    let reserved = 0;
    const reserve = (bytes: number): boolean => {
      if (pendingBytes + bytes > limits.pendingBytes) return false;
      pendingBytes += bytes;
      reserved += bytes;
      return true;
    };
    try {
      if (!reserve(PER_REQUEST)) return busy();
      // Only now may the sender send its body; see `server.ts`.
      if (incoming.headers.expect !== undefined) outgoing.writeContinue();
      const body = await readBody(incoming, limits.bodyBytes, reserve);
      if (body === 'too-large') return tooLarge();
      if (body === 'no-room') return busy();
      // The sender is gone, so nobody reads this answer.
      if (body === 'incomplete') return text(400, 'The body is incomplete', { connection: 'close' });
      const bytesWait = address.bytes.take(body.length);
      if (bytesWait > 0) return tooMany(bytesWait);

      const id = randomUUID();
      Object.assign(c.get('facts'), { id, bytes: body.length });
      const { rawHeaders } = incoming;
      const data = sealDelivery(config, DELIVERIES_SUBJECT, { id, at: Date.now(), rawHeaders, body });
      if (await publisher.publish(id, data)) return text(200, 'stored');
      return text(503, 'Not stored. Send it again later.', { 'retry-after': '30' });
    } finally {
      pendingBytes -= reserved;
    }
  });

  app.notFound(() => text(404, 'Not found'));
  app.onError((error) => {
    log('request-failed', errorFacts(error));
    return text(500, 'The relay failed');
  });
  return app;
}

const tooMany = (wait: number): Response =>
  text(429, 'Too many requests', { 'retry-after': String(wait), connection: 'close' });

const busy = (): Response => text(503, 'Busy. Send it again later.', { 'retry-after': '5', connection: 'close' });

/** Reads Node's request: Hono's would hold the whole body in memory before its size could be counted. */
async function readBody(
  incoming: IncomingMessage,
  limit: number,
  reserve: (bytes: number) => boolean,
): Promise<Buffer | 'too-large' | 'no-room' | 'incomplete'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Destroying the request would close the connection before the answer is sent.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) return 'too-large';
      if (!reserve(chunk.length)) return 'no-room';
      chunks.push(chunk);
    }
  } catch {
    // The sender disconnected, or was too slow and got 408 from the server.
    return 'incomplete';
  }
  return incoming.complete ? Buffer.concat(chunks, size) : 'incomplete';
}
