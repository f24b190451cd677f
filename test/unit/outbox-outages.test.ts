// Outages in virtual time: the whole store pauses, probes with one request, and resumes with the service.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { createLink } from '../../src/main/links/handlers.ts';
import { AVAILABLE, afterRequest } from '../../src/main/outbox/availability.ts';
import { createProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import type { Outcome } from '../../src/main/service/outcome.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import type { ChangeKind } from '../../src/shared/change.ts';
import { slow } from '../../tools/test/slow.ts';
import { answered, buildChange } from '../support/outbox-changes.ts';
import { invariantViolations } from '../support/outbox-invariants.ts';
import type { FaultName } from '../support/outbox-model-service.ts';
import { SellerLog } from '../support/outbox-script.ts';
import { createdId, linkDraft, productFields } from '../support/outbox-seller.ts';
import { World } from '../support/outbox-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Without a pause, nearly all creates would be in doubt. */
const A_FEW = 40;
const PRICE = [{ currencyId: 2, priceCents: 1_000, discountCents: null }];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a store that has one product on the service. */
async function openWorld(parallel = 6): Promise<{ world: World; productId: string }> {
  const world = new World();
  world.parallel = parallel;
  const made = createdId(createProduct(world.store, productFields('Coaching hour')));
  await world.live(1_000);
  return { world, productId: await made };
}

async function makeLinks(world: World, productId: string, count: number): Promise<string[]> {
  const orders = Array.from({ length: count }, (_, n) => `L${n}`);
  const making = Promise.all(orders.map((order) => createdId(createLink(world.store, productId, linkDraft(order)))));
  await world.flush();
  return making;
}

const linksMade = (world: World) => world.service.applied.filter(({ kind }) => kind === 'link.create').length;
const doubts = (world: World) => world.outbox.status().attention;
const waiting = (world: World) => world.outbox.status().waiting + world.outbox.status().sending;
const rejected = (world: World) => world.queue.all().filter(({ state }) => state === 'rejected').length;

/** Expects that nothing was rejected, and that all but the doubts arrives once the service works. */
async function expectAllToArrive(world: World): Promise<void> {
  const { attention } = world.outbox.status();
  expect(rejected(world)).toBe(0);
  world.service.always = null;
  await world.live(30 * MINUTE, 10_000);
  expect([waiting(world), doubts(world)]).toEqual([0, attention]);
  expect(invariantViolations(world, new SellerLog())).toEqual([]);
}

/** A simulated hour takes one or two seconds on an idle computer. */
const LONG = { timeout: slow(30_000) };

describe('an hour of an outage', LONG, () => {
  test.each<[FaultName, doubts: number]>([
    ['429', 0],
    ['503, back in 20 min', 0],
    ['refused', 0],
    ['408', 0],
    ['503 without acting', A_FEW],
    ['lost after it acted', A_FEW],
    ['a web page after acting', A_FEW],
  ])('of "%s" leaves at most %i doubts of 150 creates, rejects nothing, and the rest arrives', async (fault, most) => {
    const { world, productId } = await openWorld();
    world.service.always = fault;
    await makeLinks(world, productId, 150);
    await world.live(HOUR, 10_000);
    expect(doubts(world)).toBeLessThanOrEqual(most);
    await expectAllToArrive(world);
  });

  test.each<FaultName>(['503 without acting', 'lost after it acted', 'a web page after acting'])(
    'of "%s" is probed with a repeatable change if possible, so that hardly any create is in doubt',
    async (fault) => {
      const { world, productId } = await openWorld();
      world.service.always = fault;
      void saveWebhook(world.store, { url: 'https://receiver.example/1', isOn: true, key: null });
      await world.flush();
      await makeLinks(world, productId, 100);
      await world.live(HOUR, 10_000);
      // Several creates leave before the pause begins, and then one after every third failed probe.
      expect(doubts(world)).toBeLessThanOrEqual(15);
      await expectAllToArrive(world);
    },
  );

  test('of a block page leaves a few refusals, and the rest arrives by itself', async () => {
    const { world, productId } = await openWorld();
    world.service.always = 'a block page';
    await makeLinks(world, productId, 150);
    await world.live(HOUR, 10_000);
    expect(rejected(world)).toBe(2);
    world.service.always = null;
    await world.live(30 * MINUTE, 10_000);
    expect([waiting(world), linksMade(world)]).toEqual([0, 148]);
  });

  test('leaves at most one more doubt for each start of the app', async () => {
    const { world, productId } = await openWorld();
    world.service.always = '500 after acting';
    await makeLinks(world, productId, 150);
    await world.live(10 * MINUTE, 5_000);
    const previous = doubts(world);
    for (let start = 0; start < 10; start += 1) {
      await world.restart();
      await world.live(10_000);
    }
    expect(doubts(world) - previous).toBeLessThanOrEqual(10);
  });
});

describe('a time named by the service', () => {
  test('applies after a restart although the change that got it was discarded', async () => {
    const { world, productId } = await openWorld(1);
    world.service.faults.push('429, back in 20 min');
    await makeLinks(world, productId, 10);
    await world.live(2_000);
    const met = world.queue.all().find(({ state }) => state === 'retrying');
    const discarding = world.outbox.decideNow('discard', met?.id ?? '');
    await world.live(1_000);
    await discarding;
    await world.crash(0);
    world.outbox.wake();
    await world.live(10 * MINUTE, 5_000);
    // The model records every request that is sent too early.
    expect(world.service.violations).toEqual([]);
    expect(world.outbox.status().pause).toMatchObject({ isNamed: true });
    await world.live(15 * MINUTE, 5_000);
    expect(linksMade(world)).toBe(9);
  });

  test('ends when the clock goes back by more than any wait, and the pause ends with the first success', async () => {
    const { world, productId } = await openWorld();
    world.service.faults.push('429, back in 20 min');
    await makeLinks(world, productId, 50);
    await world.live(2_000);
    world.clock -= 24 * HOUR;
    world.service.quiet = null;
    await world.live(10 * MINUTE, 5_000);
    expect(linksMade(world)).toBe(50);
    expect(world.outbox.status().pause).toBeNull();
  });
});

test('one change that fails alone blocks no others, delays a new create by three probes at most, and is given up after ten attempts', async () => {
  const { world, productId } = await openWorld();
  const [first = ''] = await makeLinks(world, productId, 1);
  await world.live(1_000);
  world.service.decide = ({ kind }) => (kind === 'link.delete' ? '500 without acting' : null);
  void deleteLinks(world.store, [first]);
  await world.flush();
  await makeLinks(world, productId, 100);
  void setDefaultPrice(world.store, productId, PRICE);
  await world.live(20 * MINUTE);
  expect(linksMade(world)).toBe(101);
  expect(world.service.applied.some(({ kind }) => kind === 'product.update')).toBe(true);
  // Failed probes do not count as tries. Each success here ends the pause, so that the next failure counts.
  for (let round = 1; round <= 12; round += 1) {
    await makeLinks(world, productId, 1);
    // The backoff is at its cap of 5 minutes, halved by the random factor.
    await world.live(7.5 * MINUTE + 10_000, 5_000);
    expect(linksMade(world)).toBe(101 + round);
  }
  expect(world.queue.all()).toMatchObject([{ state: 'rejected', reason: 'gave-up', tries: 10 }]);
});

describe('refusals of one change after another', () => {
  const pausedAfter = (ids: readonly string[], outcome: Outcome, kind: ChangeKind = 'link.create') => {
    const ended = { outcome, result: null, at: MINUTE, random: 0.5, failuresAtStart: 0 };
    return ids.reduce((store, id) => afterRequest(store, buildChange(kind, { id }), ended), AVAILABLE).trouble;
  };

  test.each([402, 403, 407, 419, 423, 451])('pause the store when the third is a %i too', (status) => {
    const outcome = answered(status, { body: '{"message":"Your account is suspended."}' });
    expect(pausedAfter(['1', '2'], outcome)).toBeNull();
    expect(pausedAfter(['1', '1', '1'], outcome)).toBeNull();
    expect(pausedAfter(['1', '2', '3'], outcome)).toBe('faulty');
  });

  test.each([400, 404, 409, 410, 422])('pause the store on a %i only if the answer is a web page', (status) => {
    expect(pausedAfter(['1', '2', '3'], answered(status, { body: '{"message":"No"}' }))).toBeNull();
    const page = answered(status, { body: '\n<html>' });
    expect(pausedAfter(['1', '2', '3'], page)).toBe('faulty');
    // A link that is not found says nothing about the store.
    expect(pausedAfter(['1', '2', '3'], page, 'link.delete')).toBe([404, 410].includes(status) ? null : 'faulty');
  });
});

test('a paused store resumes after an answered probe, but not after an older request, a redirect or a web page', () => {
  const ended = { result: null, at: MINUTE, random: 0.5, failuresAtStart: 0 };
  const change = buildChange('link.delete');
  const paused = afterRequest(AVAILABLE, change, { ...ended, outcome: answered(503) });
  expect(paused).toMatchObject({ trouble: 'busy', failures: 1 });
  const outcome = answered(200, { body: '{}' });
  expect(afterRequest(paused, change, { ...ended, outcome })).toEqual(paused);
  expect(afterRequest(paused, change, { ...ended, outcome, failuresAtStart: 1 })).toEqual(AVAILABLE);
  for (const other of [answered(302), answered(307), answered(404, { body: '<html>' })])
    expect(afterRequest(paused, change, { ...ended, outcome: other, failuresAtStart: 1 }).failures).toBe(2);
});

test('a failed read of the catalog delays accepted changes, and rejects none', async () => {
  const { world, productId } = await openWorld();
  const fail = () => {
    throw new StorageError('The catalog', new Error('not read'));
  };
  world.setWorkOffline(true);
  await makeLinks(world, productId, 2);
  // The read for the first change succeeds, and the one for the second fails.
  vi.spyOn(world.catalog.staged, 'has').mockReturnValueOnce(false).mockImplementationOnce(fail);
  world.setWorkOffline(false);
  await world.pass(0);
  vi.spyOn(world.catalog.products, 'get').mockImplementationOnce(fail);
  await world.live(20_000);
  expect(linksMade(world)).toBe(2);
  expect(world.queue.all()).toEqual([]);
});

test('going offline stops what was about to be sent', async () => {
  const { world, productId } = await openWorld();
  world.setWorkOffline(true);
  await makeLinks(world, productId, 2);
  world.setWorkOffline(false);
  // Both are marked as sending; the second waits until the first has left.
  await world.pass(0);
  expect(world.service.underWay).toBe(1);
  world.setWorkOffline(true);
  await world.pass(1_000);
  expect(world.service.underWay).toBe(1);
  await world.live(1_000);
  expect(linksMade(world)).toBe(1);
  expect(world.queue.all().map(({ state }) => state)).toEqual(['ready']);
  expect(world.disk.read().map(({ state }) => state)).toEqual(['ready']);
});

test('a result is on disk before its change leaves the queue', async () => {
  const { world, productId } = await openWorld();
  await makeLinks(world, productId, 1);
  while (world.service.underWay === 0) await world.tick(0);
  world.catalogFails = true;
  for (let turn = 0; turn < 4; turn += 1) await world.tick(0);
  expect(linksMade(world)).toBe(1);
  expect(world.disk.read().map(({ state }) => state)).toEqual(['sending']);
  world.catalogFails = false;
  await world.live(5_000);
  expect(world.disk.read()).toEqual([]);
});

test('a request waits briefly for the previous one to leave', async () => {
  const { world, productId } = await openWorld();
  const departures = vi.spyOn(world.service, 'departing');
  const leaving: (() => void)[] = [];
  vi.spyOn(world.service, 'send').mockImplementation(({ onLeft }) => {
    leaving.push(onLeft ?? (() => undefined));
    return new Promise(() => undefined);
  });
  world.setWorkOffline(true);
  const ids = await makeLinks(world, productId, 3);
  world.setWorkOffline(false);
  await world.pass(0);
  const subjects = () => departures.mock.calls.map(([{ subject }]) => subject);
  expect(subjects()).toEqual(ids.slice(0, 1));
  leaving[0]?.();
  await world.pass(0);
  expect(subjects()).toEqual(ids.slice(0, 2));
  await world.pass(24);
  expect(subjects()).toEqual(ids.slice(0, 2));
  await world.pass(1);
  expect(subjects()).toEqual(ids);
});
