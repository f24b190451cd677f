// Shared by all parts of the practice store: its names, its state, its refusals, and its simulated failures.
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Records } from './records.ts';
import type { PaymentLink, Product } from './store-data.ts';

export type Troubles = {
  /** The delay before each answer, in ms. */
  readonly delayMs: number;
  /** The store carries out one of this many calls but loses the response; null for none. */
  readonly loseOneIn: number | null;
  /** Refuses every call except the login with this status, without carrying it out; null for none. */
  readonly answer: 401 | 429 | 500 | null;
  /** The store releases its port, so connections are refused. */
  readonly unreachable: boolean;
};

export const NO_TROUBLES: Troubles = { delayMs: 0, loseOneIn: null, answer: null, unreachable: false };

export const STORE_NAME = 'Practice store';
export const SELLER_SLUG = 'practice-store';

/** The sign-in of the practice seller. */
export const PRACTICE_SELLER = { email: 'seller@practice.example', password: 'practice' };

/** Available to every request. The body stays bytes, because only the route knows what to expect. */
export type StoreEnv = { Variables: { rawBody: Uint8Array } };

export type Store = {
  readonly records: Records;
  /** The valid access tokens. They last until the process ends or they are revoked. */
  readonly tokens: Set<string>;
  /** `http://127.0.0.1:PORT`, known once the store listens. */
  readonly baseUrl: () => string;
  readonly webhookTimeoutMs: number;
  readonly troubles: () => Troubles;
  /** Aborted when the store closes. */
  readonly closing: AbortSignal;
};

/** Section 1: `{checkout_url}/<seller_slug>/<product_number>`, with `uuid` selecting a payment link. */
export function checkoutPath(product: Product, link: PaymentLink | undefined): string {
  const path = `/checkout/${SELLER_SLUG}/${product.product_number}`;
  return link ? `${path}?uuid=${link.uuid}` : path;
}

/** The document shows no error bodies (section 7). This store always answers `{message}`, with `errors` by field. */
export function refuse(
  c: Context,
  status: ContentfulStatusCode,
  message: string,
  errors?: Record<string, string[]>,
): Response {
  return c.json(errors ? { message, errors } : { message }, status);
}

/** Refuses API calls, or carries them out and loses the response. The login always works. */
export function failures(store: Store): MiddlewareHandler<StoreEnv> {
  let calls = 0;
  return async (c, next) => {
    const { answer, loseOneIn } = store.troubles();
    if (c.req.path.endsWith('/auth/login')) return next();
    if (answer !== null) {
      if (answer === 429) c.header('Retry-After', '3');
      return refuse(c, answer, `The practice store was told to answer ${answer}.`);
    }
    await next();
    if (loseOneIn === null) return;
    calls += 1;
    if (calls % loseOneIn === 0) (c.env as unknown as HttpBindings).incoming.socket.destroy();
  };
}
