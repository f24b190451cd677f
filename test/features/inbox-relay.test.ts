// Deliveries of a team's relay in the inbox: once each, with the position in the same transaction, verified when the key is known.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Inbox, InboxDeps } from '../../src/main/webhook/inbox/inbox.ts';
import type { Kept } from '../../src/main/webhook/inbox/record.ts';
import { KEY_GRACE_MS, type KnownKey } from '../../src/main/webhook/inbox/verify.ts';
import { temporaryFolder } from '../support/folder.ts';
import { allKept, KEY, newInbox, positionAt, relayed } from '../support/inbox.ts';

let folder: string;
let inbox: Inbox;
let reported: Kept[];

const open = async (parts: Partial<InboxDeps> = {}) => {
  inbox = await newInbox(folder, {}, { onKept: (kept) => reported.push(...kept), ...parts });
};
beforeEach(async () => {
  folder = temporaryFolder();
  reported = [];
  await open();
});
afterEach(() => inbox.close());
const reopen = async (parts: Partial<InboxDeps> = {}) => {
  await inbox.close();
  await open(parts);
};
const indexes = (kept: readonly Kept[] = allKept(inbox)) => kept.map(({ body }) => JSON.parse(body).index as number);
const states = () => allKept(inbox).map(({ record }) => record.verification);

it('keeps a delivery once, however often the stream is read, also when it was removed since', async () => {
  await inbox.keepRelayed(relayed(0, 3), 'team', positionAt(3));
  await reopen();
  expect(await inbox.relayPosition('team')).toEqual(positionAt(3));
  await inbox.keepRelayed(relayed(1, 4), 'team', positionAt(5));
  expect(indexes()).toEqual([4, 3, 2, 1, 0]);
  expect(indexes(reported)).toEqual([0, 1, 2, 3, 4]);
  await inbox.clear();
  await inbox.keepRelayed(relayed(0, 5), 'team', { ...positionAt(2), created: 'another stream' });
  expect(indexes()).toEqual([]);
  expect(await inbox.relayPosition('team')).toEqual({ ...positionAt(2), created: 'another stream' });
  expect(await inbox.relayPosition('another team')).toBeUndefined();
});

it('forgets ids only when no stream has their deliveries', async () => {
  const [old, late, later] = relayed(0, 3).map((delivery, index) => ({
    ...delivery,
    at: delivery.at + index * 60 * 24 * 60 * 60_000,
  }));
  if (!old || !late || !later) throw new Error('not there');
  await inbox.keepRelayed([old], 'team', positionAt(1));
  await inbox.keepRelayed([late, old], 'team', positionAt(2));
  expect(indexes()).toEqual([1, 0]);
  await inbox.keepRelayed([later], 'team', positionAt(3));
  await inbox.keepRelayed([old], 'team', positionAt(4));
  expect(indexes()).toEqual([0, 2, 1, 0]);
});

it('shows the time at the relay, and its response', async () => {
  const [delivery] = relayed(7, 1);
  await inbox.keepRelayed(relayed(7, 1), 'team', positionAt(1));
  const { rows } = inbox.list({ search: '', offset: 0, limit: 10 });
  expect(rows).toMatchObject([{ at: delivery?.at, answered: 200, path: '/hooks', verification: 'verified' }]);
});

it('verifies a delivery when its key becomes known, and reports it again, once', async () => {
  await reopen({ knownKeys: () => [] });
  await inbox.keepRelayed(relayed(0, 1), 'team', positionAt(1));
  await inbox.keepRelayed(relayed(1, 1, ['Webhook-Key', 'x'.repeat(64)]), 'team', positionAt(2));
  await inbox.keepRelayed(relayed(2, 1, []), 'team', positionAt(3));
  await inbox.keepRelayed(relayed(3, 1, ['Webhook-Key', KEY, 'webhook-key', KEY]), 'team', positionAt(4));
  await inbox.verifyAgain();
  expect(states()).toEqual(['unknown', 'missing', 'unknown', 'unknown']);
  reported = [];
  await reopen();
  await inbox.verifyAgain();
  await inbox.verifyAgain();
  expect(reported.map(({ record }) => record.storeIds)).toEqual([['store-1']]);
  expect(indexes(reported)).toEqual([0]);
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
  expect(states()).toEqual(['verified', 'wrong', 'verified']);
});
