// What the tests of the transport share: limits, a request, an environment without proxies, and cleaning up.
import { afterEach, beforeEach, vi } from 'vitest';
import type { Timeouts, TransportRequest } from '../../src/main/service/transport.ts';

/** So long that they never end a test that is about something else. */
export const PATIENT: Timeouts = { connect: 15_000, headers: 15_000, body: 15_000, total: 15_000 };
export const REQUEST: TransportRequest = { method: 'POST', path: '/api/shop/products', body: '{}', token: 'secret' };
/** Nobody has this name, so that nothing can be reached without the proxy. */
export const SERVICE = 'https://storefront.invalid';

const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'];

/** Removes the proxy variables before each test. What the returned list holds is called after it, the last one first. */
export function stageTransports(): (() => unknown)[] {
  const cleanups: (() => unknown)[] = [];
  beforeEach(() => {
    for (const name of VARIABLES) for (const spelling of [name, name.toLowerCase()]) vi.stubEnv(spelling, undefined);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    for (const clean of cleanups.splice(0).reverse()) await clean();
  });
  return cleanups;
}
