// Composes the practice store: checks of every request, then the API and the pages.
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createApi } from './api.ts';
import { createCheckout } from './checkout.ts';
import { createSellerPages } from './seller-pages.ts';
import { refuse, type Store, type StoreEnv } from './store.ts';

const BODY_LIMIT_BYTES = 1_048_576;

/** Builds the whole store as one Hono app; it needs a server in front of it (`server.ts`). */
export function createApp(store: Store): Hono<StoreEnv> {
  const app = new Hono<StoreEnv>();

  // Prevents DNS rebinding: a foreign page could point its own name at this computer and use the store.
  app.use(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    if (hostname !== '127.0.0.1' && hostname !== 'localhost') {
      return refuse(c, 421, 'The practice store answers on 127.0.0.1 only.');
    }
    return next();
  });

  app.use(async (c, next) => {
    const bytes = await readBody(c.req.raw);
    if (!bytes) return refuse(c, 413, `The body is larger than ${BODY_LIMIT_BYTES} bytes.`);
    c.set('rawBody', bytes);
    return next();
  });

  app.use(async (_, next) => {
    const { delayMs } = store.troubles();
    // Rejects if the store closes during the pause; nobody waits for that answer.
    if (delayMs > 0) await pause(delayMs, undefined, { signal: store.closing });
    return next();
  });

  app.route('/api/shop', createApi(store));
  app.route('/checkout', createCheckout(store));
  app.route('/practice', createSellerPages(store));

  app.notFound((c) => refuse(c, 404, `There is no ${c.req.method} ${c.req.path} here.`));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return refuse(c, error.status, error.message || 'Refused.');
    return refuse(c, 500, `The practice store failed: ${error.message}`);
  });
  return app;
}

/**
 * Returns the whole body, or undefined once it exceeds the limit. Hono's `bodyLimit` would fail: it makes a global
 * `Request` from the server's own, but the server does not replace the globals.
 */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
