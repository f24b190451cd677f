// A service and a seller for one test, torn down after it whatever happened.
import { afterEach } from 'vitest';
import { type MisbehavingService, startMisbehavingService } from './misbehaving-service.ts';
import { Seller, type SellerOptions } from './outbox-seller.ts';

/** Has something done when the test is over. */
export type Defer = (end: () => void | Promise<void>) => void;

const endings: (() => void | Promise<void>)[] = [];
const later: Defer = (end) => {
  endings.push(end);
};

/** Ends what the test began, newest first; services before sellers, so that nobody waits for an answer. */
export function tearDownAfterEach(): void {
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
}

export async function stageService(defer = later): Promise<MisbehavingService> {
  const service = await startMisbehavingService();
  defer(() => service.close());
  return service;
}

/** A signed-in seller, unless `token` is null. */
export async function stageSeller(
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
