// Simulated failures of a service: slow, failing, losing responses, or unreachable.
import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { refuse, type Store, type StoreEnv } from './store.ts';

const WORDS = {
  401: 'Unauthenticated: the practice store was told to answer 401.',
  429: 'Too many requests: the practice store was told to answer 429.',
  500: 'The practice store was told to answer 500.',
} as const;

/** Waits for the configured delay. For every page and every call. */
export function slowness(store: Store): MiddlewareHandler<StoreEnv> {
  return async (_, next) => {
    const { delayMs } = store.troubles();
    // The store may close meanwhile; then nobody waits for the answer.
    if (delayMs > 0) await setTimeout(delayMs, undefined, { signal: store.closing });
    return next();
  };
}

/** Fails calls of the API, or carries them out and loses the response. The login always works, so that one can sign in again. */
export function failures(store: Store): MiddlewareHandler<StoreEnv> {
  let calls = 0;
  return async (c, next) => {
    const { answer, loseOneIn } = store.troubles();
    if (c.req.path.endsWith('/auth/login')) return next();
    if (answer !== null) {
      if (answer === 429) c.header('Retry-After', '3');
      return refuse(c, answer, WORDS[answer]);
    }
    await next();
    if (loseOneIn === null) return;
    calls += 1;
    if (calls % loseOneIn === 0) (c.env as unknown as HttpBindings).incoming.socket.destroy();
  };
}
