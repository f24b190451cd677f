// Deliveries of a team's relay in the inbox: once each, with the position in the same transaction, verified when the key is known.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Inbox, InboxDeps } from '../../src/main/webhook/inbox/inbox.ts';
import { KEY_GRACE_MS, type KnownKey } from '../../src/main/webhook/inbox/verify.ts';
import { temporaryFolder } from '../support/folder.ts';
import { DeliveryStore, KEY, newInbox, positionAt, relayed } from '../support/inbox.ts';

let folder: string;
let store: DeliveryStore;
let inbox: Inbox;

const open = (parts: Partial<InboxDeps> = {}) => {
  store = new DeliveryStore(folder);
  inbox = newInbox(folder, [store], parts);
};
beforeEach(() => {
  folder = temporaryFolder();
  open();
});
afterEach(() => store.close());
const reopen = async (parts: Partial<InboxDeps> = {}) => {
  await store.close();
  open(parts);
};
const states = () => store.kept().map(({ record }) => record.verification);

it('keeps a delivery once, however often the stream is read', async () => {
  await inbox.keepRelayed(relayed(0, 3), 'team', positionAt(3));
  await reopen();
  expect(await inbox.relayPosition('team')).toEqual(positionAt(3));
  await inbox.keepRelayed(relayed(1, 4), 'team', positionAt(5), true);
  await inbox.keepRelayed(relayed(0, 5), 'team', { ...positionAt(2), created: 'another stream' });
  expect(store.indexes()).toEqual([4, 3, 2, 1, 0]);
  expect(await inbox.relayPosition('team')).toEqual({ ...positionAt(2), created: 'another stream' });
  expect(await inbox.relayPosition('another team')).toBeUndefined();
});

it('reads the stream again for a store that has not got all of it', async () => {
  const [a, b] = [store, new DeliveryStore(folder, 'store-2')];
  inbox = newInbox(folder, [a, b]);
  await inbox.keepRelayed(relayed(0, 2), 'team', positionAt(2));
  b.isClosed = true;
  expect(await inbox.keepRelayed(relayed(2, 2), 'team', positionAt(4), true)).toBe(true);
  b.isClosed = false;
  expect(await inbox.keepRelayed(relayed(4, 1), 'team', positionAt(5), true)).toBe(false);
  expect(await inbox.relayPosition('team')).toBeUndefined();
  const unverified = relayed(5, 1, []);
  await inbox.keepRelayed([...relayed(0, 5), ...unverified], 'team', positionAt(6));
  expect(await inbox.relayPosition('team')).toEqual(positionAt(6));
  expect([a.indexes(), b.indexes()]).toEqual([[5, 4, 3, 2, 1, 0], [5]]);
  await b.close();
});

it('acknowledges nothing that the only store missed while it was closed', async () => {
  await inbox.keepRelayed(relayed(0, 1), 'team', positionAt(1));
  store.isClosed = true;
  await inbox.keepRelayed(relayed(1, 1), 'team', positionAt(2), true);
  store.isClosed = false;
  expect(await inbox.keepRelayed(relayed(2, 1), 'team', positionAt(3), true)).toBe(false);
  expect(await inbox.relayPosition('team')).toBeUndefined();
  // The reader starts again.
  expect(await inbox.relayPosition('team')).toEqual(positionAt(1));
});

it('moves a delivery to the store whose key becomes known', async () => {
  const other = new DeliveryStore(folder, 'store-2');
  let known: KnownKey[] = [];
  inbox = newInbox(folder, [store, other], { knownKeys: () => known });
  await inbox.keepRelayed(relayed(0, 1), 'team', positionAt(1));
  known = [{ storeId: 'store-2', key: KEY }];
  await inbox.verifyAgain();
  expect([store.indexes(), other.indexes()]).toEqual([[], [0]]);
  expect(other.kept()[0]?.record).toMatchObject({ verification: 'verified', saleId: expect.any(String) });
  await other.close();
});

it('shows the time at the relay, and its response', async () => {
  const [delivery] = relayed(7, 1);
  await inbox.keepRelayed(relayed(7, 1), 'team', positionAt(1));
  expect(store.kept().map(({ record }) => record)).toMatchObject([
    { at: delivery?.at, answered: 200, path: '/hooks', verification: 'verified' },
  ]);
});

it('verifies a delivery when its key becomes known, and reports it again, once', async () => {
  await reopen({ knownKeys: () => [] });
  await inbox.keepRelayed(relayed(0, 1), 'team', positionAt(1));
  await inbox.keepRelayed(relayed(1, 1, ['Webhook-Key', 'x'.repeat(64)]), 'team', positionAt(2));
  await inbox.keepRelayed(relayed(2, 1, []), 'team', positionAt(3));
  await inbox.keepRelayed(relayed(3, 1, ['Webhook-Key', KEY, 'webhook-key', KEY]), 'team', positionAt(4));
  await inbox.verifyAgain();
  expect(states()).toEqual(['unknown', 'missing', 'unknown', 'unknown']);
  const reported: number[] = [];
  await reopen({ onSales: (_, { counted }) => reported.push(counted.length) });
  await inbox.verifyAgain();
  await inbox.verifyAgain();
  expect(reported).toEqual([1]);
  expect(states()).toEqual(['unknown', 'missing', 'unknown', 'verified']);
});

it('verifies a delivery that arrives while its key becomes known', async () => {
  let known: KnownKey[] = [];
  await reopen({ knownKeys: () => known });
  // Its keys are read before those of the delivery are stored.
  const keeping = inbox.keepRelayed(relayed(1, 1), 'team', positionAt(1));
  known = [{ storeId: 'store-1', key: KEY }];
  await Promise.all([keeping, inbox.verifyAgain()]);
  await inbox.verifyAgain();
  expect(states()).toEqual(['verified']);
});

it('verifies deliveries with a replaced key for some minutes, and no later ones', async () => {
  const [before] = relayed(0, 1);
  if (!before) throw new Error('not there');
  const known = [
    { storeId: 'store-1', key: 'n'.repeat(64) },
    { storeId: 'store-1', key: KEY, until: before.at },
  ];
  await reopen({ knownKeys: () => known });
  // The relay's clock may be ahead of the one that noted the change.
  const later = [KEY_GRACE_MS + 1, KEY_GRACE_MS].map((ms, index) => ({
    ...relayed(index + 1, 1)[0],
    at: before.at + ms,
  }));
  await inbox.keepRelayed([before, ...(later as (typeof before)[])], 'team', positionAt(3));
  await inbox.verifyAgain();
  // The latest first.
  expect(states()).toEqual(['wrong', 'verified', 'verified']);
});
