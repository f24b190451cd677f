// Fixtures of a test: a misbehaving service and a seller's store. Closed after the test.
import { afterEach } from 'vitest';
import { type MisbehavingService, startMisbehavingService } from './misbehaving-service.ts';
import { Seller, type SellerOptions } from './outbox-seller.ts';

/** Registers a cleanup. */
export type Defer = (end: () => void | Promise<void>) => void;

const endings: (() => void | Promise<void>)[] = [];
const later: Defer = (end) => {
  endings.push(end);
};

/** Runs cleanups newest first; services before sellers, so that nothing waits for a response. */
export function cleanUpAfterEach(): void {
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
}

export async function startService(defer = later): Promise<MisbehavingService> {
  const service = await startMisbehavingService();
  defer(() => service.close());
  return service;
}

/** A signed-in store, unless `token` is null. */
export async function startSeller(
  service: MisbehavingService,
  options: Partial<SellerOptions> = {},
  defer = later,
): Promise<Seller> {
  const token = service.record.issue('seller');
  const seller = await Seller.open({ address: service.url, token, ...options });
  defer(async () => {
    await service.close();
    await seller.close();
  });
  return seller;
}
