// Fixtures of a test: a misbehaving service and a seller's store. Closed after the test.
import { onTestFinished } from 'vitest';
import { type MisbehavingService, startMisbehavingService } from './misbehaving-service.ts';
import { Seller, type SellerOptions } from './outbox-seller.ts';

/** Registers a cleanup. */
export type Defer = (end: () => void | Promise<void>) => void;

export async function startService(defer: Defer = onTestFinished): Promise<MisbehavingService> {
  const service = await startMisbehavingService();
  defer(() => service.close());
  return service;
}

/** A signed-in store, unless `token` is null. Closes the service first, so that the store does not wait for a response. */
export async function startSeller(
  service: MisbehavingService,
  options: Partial<SellerOptions> = {},
  defer: Defer = onTestFinished,
): Promise<Seller> {
  const token = service.record.issue('seller');
  const seller = await Seller.open({ address: service.url, token, ...options });
  defer(async () => {
    await service.close();
    await seller.close();
  });
  return seller;
}
