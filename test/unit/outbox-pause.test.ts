// Outages in virtual time: the whole store pauses, probes with one request, and resumes with the service.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLink, deleteLink } from '../../src/main/links/links.ts';
import { createProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { AVAILABLE, afterRequest } from '../../src/main/sync/outbox/availability.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import { invariantViolations } from '../support/outbox-invariants.ts';
import type { FaultName } from '../support/outbox-model-service.ts';
import { SellerLog } from '../support/outbox-script.ts';
import { linkDraft, productFields } from '../support/outbox-seller.ts';
import { World } from '../support/outbox-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store with a published product, for any number of links. */
async function openWorld(): Promise<{ world: World; productId: string }> {
  const world = new World();
  const made = createProduct(world.store, productFields('Coaching hour'));
  await world.live(1_000);
  const product = await made;
  if (!product.ok) throw new Error(product.problem.message);
  return { world, productId: product.value.id };
}

async function makeLinks(world: World, productId: string, count: number): Promise<string[]> {
  const making = Promise.all(
    Array.from({ length: count }, (_, n) => createLink(world.store, productId, linkDraft(`L${n}`))),
  );
  await world.write();
  return (await making).map((made) => (made.ok ? made.value.id : ''));
}

const linksMade = (world: World) => world.service.applied.filter(({ kind }) => kind === 'link.create').length;
const states = (world: World) => {
  const { waiting, sending, attention } = world.outbox.status();
  return { waiting: waiting + sending, attention };
};
const rejected = (world: World) => world.outbox.unfinished().filter(({ state }) => state === 'rejected').length;

test('1,000 creates wait through ten minutes of 429, and all arrive', async () => {
  const { world, productId } = await openWorld();
  world.service.always = '429';
  await makeLinks(world, productId, 1_000);
  await world.live(10 * MINUTE);
  expect(states(world)).toEqual({ waiting: 1_000, attention: 0 });
  expect(world.outbox.status().pause).toMatchObject({ trouble: 'busy', isNamed: false });
  world.service.always = null;
  await world.live(10 * MINUTE);
  expect(states(world)).toEqual({ waiting: 0, attention: 0 });
  expect(linksMade(world)).toBe(1_000);
  expect(invariantViolations(world, new SellerLog())).toEqual([]);
});

const OUTAGES: readonly [FaultName, doubtsUpTo: number][] = [
  ['429', 0],
  ['429, back in 20 min', 0],
  ['503, back in 20 min', 0],
  ['refused', 0],
  ['503 without acting', 40],
  ['503 after acting', 40],
  ['500 without acting', 40],
  ['500 after acting', 40],
  ['408', 0],
  ['lost before it acts', 40],
  ['lost after it acted', 40],
  ['a web page without acting', 40],
  ['a web page after acting', 40],
  ['303 after acting', 40],
];

describe.each(OUTAGES)('an hour of "%s"', (fault, doubtsUpTo) => {
  test(`leaves at most ${doubtsUpTo} doubts of 150 creates, rejects nothing, and the rest arrives`, async () => {
    const { world, productId } = await openWorld();
    world.service.always = fault;
    await makeLinks(world, productId, 150);
    await world.live(HOUR, 10_000);
    const { attention } = states(world);
    expect(attention).toBeLessThanOrEqual(doubtsUpTo);
    expect(rejected(world)).toBe(0);
    world.service.always = null;
    await world.live(30 * MINUTE, 10_000);
    expect(states(world)).toEqual({ waiting: 0, attention });
    expect(invariantViolations(world, new SellerLog())).toEqual([]);
  });

  test('is probed with a repeatable change if possible, so that hardly any create is in doubt', async () => {
    const { world, productId } = await openWorld();
    world.service.always = fault;
    void saveWebhook(world.store, { url: 'https://receiver.example/1', isOn: true, key: null });
    await world.write();
    await makeLinks(world, productId, 150);
    await world.live(HOUR, 10_000);
    // At first several are sent at once, and every third failed probe is followed by a create.
    const isRefusal = fault === '303 after acting';
    expect(states(world).attention).toBeLessThanOrEqual(isRefusal ? 41 : Math.min(doubtsUpTo, 15));
    world.service.always = null;
    await world.live(30 * MINUTE, 10_000);
    expect(states(world).waiting).toBe(0);
    expect(invariantViolations(world, new SellerLog())).toEqual([]);
  });
});

test('a change that always fails blocks no others, and is given up after ten attempts', async () => {
  const { world, productId } = await openWorld();
  const [first = ''] = await makeLinks(world, productId, 1);
  await world.live(1_000);
  world.service.decide = ({ kind }) => (kind === 'link.delete' ? '500 without acting' : null);
  void deleteLink(world.store, first);
  await world.write();
  await makeLinks(world, productId, 100);
  const price = [{ currencyId: 2, priceCents: 1_000, discountCents: null }];
  void setDefaultPrice(world.store, productId, price);
  await world.live(20 * MINUTE);
  expect(linksMade(world)).toBe(101);
  expect(world.service.applied.some(({ kind }) => kind === 'product.update')).toBe(true);
  // Alone it waits for the service; successes beside it show that the failure is its own.
  for (let round = 0; round < 12; round += 1) {
    await makeLinks(world, productId, 1);
    await world.live(10 * MINUTE);
  }
  const [deletion] = world.outbox.unfinished();
  expect(deletion).toMatchObject({ state: 'rejected', reason: 'gave-up', tries: 10 });
});

test('a paused store sends one request at a time, and none that was about to be sent', async () => {
  const { world, productId } = await openWorld();
  world.parallel = 6;
  world.service.always = '429, back in 20 min';
  await makeLinks(world, productId, 50);
  await world.live(HOUR, 10_000);
  // The model records every request that is sent too early, or beside another.
  expect(world.service.violations).toEqual([]);
  expect(world.outbox.unfinished().reduce((sum, { attempts }) => sum + attempts.length, 0)).toBeLessThan(12);
});

test('a request waits for the one before to leave, for a moment at most', async () => {
  const { world, productId } = await openWorld();
  const departures = vi.spyOn(world.service, 'departing');
  const leaving: (() => void)[] = [];
  vi.spyOn(world.service, 'send').mockImplementation(({ onLeft }) => {
    leaving.push(onLeft ?? (() => undefined));
    return new Promise(() => undefined);
  });
  world.outbox.setWorkOffline(true);
  const ids = await makeLinks(world, productId, 3);
  world.outbox.setWorkOffline(false);
  await world.pass(0);
  world.queue.endWrite();
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

test('a pause ends with the answer to its probe, not to a request from before it', () => {
  const answered = (status: number) =>
    ({ kind: 'answered', status, body: '{}', truncated: false, retryAfterMs: null, location: null }) as const;
  const ended = { id: '1', isCreate: false, isUnderstood: true, at: MINUTE, random: 0.5, failuresAtStart: 0 };
  const paused = afterRequest(AVAILABLE, { ...ended, outcome: answered(503) });
  expect(paused).toMatchObject({ trouble: 'busy', failures: 1 });
  expect(afterRequest(paused, { ...ended, outcome: answered(200) })).toEqual(paused);
  expect(afterRequest(paused, { ...ended, outcome: answered(200), failuresAtStart: 1 })).toEqual(AVAILABLE);
});

test('a paused store names no next attempt while only the seller can go on', async () => {
  const world = new World();
  world.service.always = '500 without acting';
  const made = createProduct(world.store, productFields('Coaching hour'));
  await world.live(1_000);
  const product = await made;
  if (!product.ok) throw new Error(product.problem.message);
  await makeLinks(world, product.value.id, 1);
  expect(states(world)).toEqual({ waiting: 1, attention: 1 });
  expect(world.outbox.status()).toMatchObject({ pause: { trouble: 'faulty' }, nextAttemptAt: null });
  const other = createProduct(world.store, productFields('Logo design'));
  await world.write();
  await other;
  expect(world.outbox.status().nextAttemptAt).not.toBeNull();
});
