// The deliveries of a store: the newest are kept, and the seller can clear them.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DELIVERIES_KEPT } from '../../src/shared/inbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { DeliveryStore } from '../support/inbox.ts';
import { deliveryOf } from '../support/sale.ts';

let folder: string;
let store: DeliveryStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = new DeliveryStore(folder);
});
afterEach(() => store.close());

it('keeps the newest ten thousand, in whatever order they arrive', async () => {
  const many = Array.from({ length: DELIVERIES_KEPT + 5 }, (_, index) =>
    deliveryOf('', { at: 10 + index, isVerified: false }),
  );
  await store.sales.store([...many.slice(5), ...many.slice(0, 5)]);
  const kept = store.kept();
  expect([kept.length, kept.at(-1)?.record.id]).toEqual([DELIVERIES_KEPT, many[5]?.record.id]);
});

it('clears what had arrived, and keeps what arrives meanwhile', async () => {
  await store.sales.store(Array.from({ length: 250 }, () => deliveryOf('{"index":1}', { at: 1, isVerified: false })));
  await store.sales.store([deliveryOf('{"index":999}', { at: Date.now() + 60_000, isVerified: false })]);
  while (store.catalog.deliveries.clear(Date.now())) {
    // Each call clears one batch.
  }
  expect(store.indexes()).toEqual([999]);
});
