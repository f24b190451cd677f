// A service and a seller for one test, torn down after it whatever happened.
import { afterEach } from 'vitest';
import { type MisbehavingService, startMisbehavingService } from './misbehaving-service.ts';
import { Seller, type SellerOptions } from './outbox-seller.ts';

const endings: (() => Promise<void>)[] = [];

/** Ends what the test began, newest first; services before sellers, so that nobody waits for an answer. */
export function tearDownAfterEach(): void {
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
}

export async function stageService(): Promise<MisbehavingService> {
  const service = await startMisbehavingService();
  endings.push(() => service.close());
  return service;
}

/** A signed-in seller, unless `token` is null. */
export async function stageSeller(service: MisbehavingService, options: Partial<SellerOptions> = {}): Promise<Seller> {
  const token = service.record.issue('seller');
  const seller = await Seller.open({ address: service.url, token, ...options });
  endings.push(async () => {
    await service.close();
    await seller.close();
  });
  return seller;
}
