// Fixtures for outbox tests: a service that can misbehave, and a seller's store. Both end after the test.
import { onTestFinished } from 'vitest';
import type { StoreContext } from '../../src/main/store-context.ts';
import { decide, markAsSent, questionAbout } from '../../src/main/sync/decisions.ts';
import type { Decision } from '../../src/shared/change.ts';
import { unwrap } from './computer.ts';
import { Seller, type SellerOptions } from './outbox-seller.ts';
import { RecordingService } from './recording-service.ts';
import { until } from './until.ts';

export { hold } from './recording-service.ts';

export async function startService(): Promise<RecordingService> {
  const service = await RecordingService.strict();
  onTestFinished(() => service.stop());
  return service;
}

/** A signed-in store, unless `token` is null. The service ends first, so that the store does not wait for answers. */
export async function startSeller(service: RecordingService, options: SellerOptions = {}): Promise<Seller> {
  const seller = await Seller.open(service, options);
  onTestFinished(async () => {
    await service.stop();
    await seller.remove();
  });
  return seller;
}

/** A service and a store that is signed in to it, unless `token` is null. */
export async function begin(options: SellerOptions = {}) {
  const service = await startService();
  return { service, seller: await startSeller(service, options) };
}

/** Like `begin`, with a product and a link that exist on the service. */
export async function beginWithLink(options: SellerOptions = {}) {
  const { service, seller } = await begin(options);
  const serverId = service.record.addProduct('Existing');
  const product = await seller.addProduct(serverId);
  const link = await seller.addLink(product, service.record.addLink(serverId));
  return { service, seller, product, link };
}

/** Asks what a decision means, and confirms it. Returns how many changes it applied to, and what "Undo" restores. */
export async function decided(store: StoreContext, decision: Decision, ...ids: readonly string[]) {
  const { changes, along } = questionAbout(store, ids, decision);
  return unwrap(decide(store, { decision, changes, along }));
}

/** "Mark as sent". Resolves to whether the answer was taken. */
export const isMarked = async (store: StoreContext, id: string, answer: string): Promise<boolean> =>
  (await markAsSent(store, { found: [{ id, answer }] })).recorded === 1;

/** The service carries out the request, and its answer is lost. */
export const LOST = { kind: 'reset', when: 'after-acting' } as const;
export const REFUSED = { kind: 'answer', status: 422, body: '{"message":"No"}' } as const;

/** Waits until this many requests have arrived. */
export const arrived = (service: RecordingService, count: number): Promise<void> =>
  until(`${count} requests have arrived`, () => service.changes.length === count);
