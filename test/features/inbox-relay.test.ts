// The inbox keeps each delivery of a team's relay once, in the right store, and verifies it when the key is known.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Inbox, InboxDeps } from '../../src/main/webhook/inbox/inbox.ts';
import { newLink } from '../support/catalog-rows.ts';
import { temporaryFolder } from '../support/folder.ts';
import { DeliveryStore, KEY, newInbox, relayed } from '../support/inbox.ts';

const OTHER_KEY = 'o'.repeat(64);

let folder: string;
let store: DeliveryStore;
let inbox: Inbox;

const open = (parts: Partial<InboxDeps> = {}) => {
  inbox = newInbox(folder, [store], parts);
};
beforeEach(() => {
  folder = temporaryFolder();
  store = new DeliveryStore(folder);
  open();
});
afterEach(() => store.close());
const keep = (...arrivals: Parameters<Inbox['keepRelayed']>[1]) =>
  inbox.keepRelayed('store-1', arrivals, () => undefined);
const states = () => store.kept().map(({ record }) => record.verification);

it('keeps a delivery once, however often the stream is read, with the time at the relay and its response', async () => {
  await keep(...relayed(0, 3));
  await keep(...relayed(1, 4));
  expect(store.indexes()).toEqual([4, 3, 2, 1, 0]);
  const [delivery] = relayed(4, 1);
  expect(store.kept()[0]?.record).toMatchObject({ at: delivery?.at, answered: 200, verification: 'verified' });
});

it('keeps a delivery in the store of its key, or without a key in every store but the practice store', async () => {
  const other = new DeliveryStore(folder, 'store-2');
  const practice = Object.assign(new DeliveryStore(folder, 'practice'), { isPractice: true, key: null });
  other.key = OTHER_KEY;
  const stores = [store, other, practice];
  inbox = newInbox(folder, stores);
  const arrivals = [...relayed(0, 1), ...relayed(1, 1, ['Webhook-Key', OTHER_KEY]), ...relayed(2, 1, [])];
  const ended = vi.fn();
  for (const { id } of stores) await inbox.keepRelayed(id, arrivals, ended);
  expect(ended).toHaveBeenCalledTimes(stores.length);
  expect(stores.map((each) => each.indexes())).toEqual([[2, 0], [2, 1], []]);
  store.takesDeliveries = false;
  await expect(keep(...relayed(3, 1))).rejects.toThrow('not open');
  for (const each of [other, practice]) await each.close();
});

it('moves a delivery to the store whose key becomes known', async () => {
  const other = new DeliveryStore(folder, 'store-2');
  [store.key, other.key] = [null, null];
  inbox = newInbox(folder, [store, other]);
  await keep(...relayed(0, 1));
  other.key = KEY;
  await inbox.verifyAgain();
  expect([store.indexes(), other.indexes()]).toEqual([[], [0]]);
  expect(other.kept()[0]?.record).toMatchObject({ verification: 'verified', saleId: expect.any(String) });
  await other.close();
});

it('moves a delivery to the store with its link if several have the key', async () => {
  const other = new DeliveryStore(folder, 'store-2');
  const paymentLink = 'https://checkout.example/mara/118?uuid=u-1';
  other.catalog.addLink(newLink(other.catalog, 'p', { paymentLink }));
  [store.key, other.key] = [null, null];
  inbox = newInbox(folder, [store, other]);
  await keep(...relayed(0, 1).map((one) => ({ ...one, body: Buffer.from(JSON.stringify({ paymentLink })) })));
  [store.key, other.key] = [KEY, KEY];
  await inbox.verifyAgain();
  expect([store.indexes().length, other.indexes().length]).toEqual([0, 1]);
  await other.close();
});

it('verifies a delivery when its key becomes known, and reports it once more', async () => {
  const reported: number[] = [];
  open({ onSales: (_, sales) => reported.push(sales.length) });
  store.key = null;
  await keep(...relayed(0, 1), ...relayed(1, 1, ['Webhook-Key', 'x'.repeat(64)]), ...relayed(2, 1, []));
  await keep(...relayed(3, 1, ['Webhook-Key', KEY, 'webhook-key', KEY]));
  await inbox.verifyAgain();
  expect(states()).toEqual(['unknown', 'missing', 'unknown', 'unknown']);
  store.key = KEY;
  reported.length = 0;
  await inbox.verifyAgain();
  await inbox.verifyAgain();
  expect(reported).toEqual([1]);
  expect(states()).toEqual(['unknown', 'missing', 'unknown', 'verified']);
});
