// Composes the practice store: checks of every request, then the API and the pages.
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createApi, parseJson } from './api.ts';
import { createCheckout } from './checkout.ts';
import { createSellerPages } from './seller-pages.ts';
import { type ReceivedRequest, refuse, type Store, type StoreEnv, slowness } from './store.ts';

const BODY_LIMIT_BYTES = 1_048_576;
const REQUESTS_KEPT = 1_000;

/** Builds the whole store as one Hono app; it needs a server in front of it (`server.ts`). */
export function createApp(store: Store): Hono<StoreEnv> {
  const app = new Hono<StoreEnv>();

  // Prevents DNS rebinding: a foreign page could point its own name at this computer, and use the store as its own.
  app.use(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    if (hostname !== '127.0.0.1' && hostname !== 'localhost') {
      return refuse(c, 421, 'The practice store answers on 127.0.0.1 only.');
    }
    return next();
  });

  app.use(async (c, next) => {
    const received = note(store, c.req.raw);
    const bytes = await readBody(c.req.raw);
    if (!bytes) return refuse(c, 413, `The body is larger than ${BODY_LIMIT_BYTES} bytes.`);
    c.set('rawBody', bytes);
    if (bytes.length > 0) {
      const json = parseJson(bytes);
      received.body = json ? json.value : new TextDecoder().decode(bytes);
    }
    return next();
  });

  app.use(slowness(store));
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

/** Keeps a request on arrival; its body is added once it has been read. */
function note({ requests }: Store, { method, url, headers }: Request): ReceivedRequest {
  const { pathname, search } = new URL(url);
  const given = Object.fromEntries(headers);
  if (given.authorization !== undefined) given.authorization = '(withheld)';
  const received = { at: new Date().toISOString(), method, path: pathname + search, headers: given, body: undefined };
  requests.push(received);
  if (requests.length > REQUESTS_KEPT) requests.shift();
  return received;
}

/**
 * The whole body, empty when there is none, or undefined once it is over the limit. Not Hono's `bodyLimit`: that one makes a
 * global `Request` out of the server's own, which fails as long as the server leaves the globals alone.
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
