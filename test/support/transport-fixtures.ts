// Fixtures for transport tests: timeouts, a request, proxies, and an environment without proxies.
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import type { Timeouts, TransportRequest } from '../../src/main/service/transport.ts';
import type { OfficeProxy } from './office-proxy.ts';

/** Too long to end a request in a test about something else. */
export const LONG_TIMEOUTS: Timeouts = { connect: 15_000, headers: 15_000, body: 15_000, total: 15_000 };
export const REQUEST: TransportRequest = { method: 'POST', path: '/api/shop/products', body: {}, token: 'secret' };
/** Does not resolve, so that nothing is reachable without the proxy. */
export const SERVICE = 'https://storefront.invalid';

const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'];

/** Removes the proxy variables before each test. */
export function withoutProxyVariables(): void {
  beforeEach(() => {
    for (const name of VARIABLES) for (const spelling of [name, name.toLowerCase()]) vi.stubEnv(spelling, undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
}

/** A proxy that ends after the test. */
export async function keep(starting: Promise<OfficeProxy>): Promise<OfficeProxy> {
  const proxy = await starting;
  onTestFinished(() => proxy.close());
  return proxy;
}
