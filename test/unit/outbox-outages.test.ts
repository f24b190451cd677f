// Irregular outages: alternating faults, restarts, a clock that goes back, one change that fails alone.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { attemptCount } from '../../src/main/sync/outbox/action.ts';
import { AVAILABLE, afterRequest, probeAt, probeNow } from '../../src/main/sync/outbox/availability.ts';
import { answered } from '../support/outbox-actions.ts';
import type { FaultName } from '../support/outbox-model-service.ts';
import { linkDraft, productFields } from '../support/outbox-seller.ts';
import { World } from '../support/outbox-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A handful of doubts instead of a thousand. */
const A_FEW = 40;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openWorld(parallel = 6): Promise<{ world: World; productId: string }> {
  const world = new World();
  world.parallel = parallel;
  world.outbox.setParallel(parallel);
  const made = createProduct(world.store, productFields('Coaching hour'));
  await world.live(1_000);
  const product = await made;
  if (!product.ok) throw new Error(product.problem.message);
  return { world, productId: product.value.id };
}

async function makeLinks(world: World, productId: string, count: number): Promise<void> {
  const making = Promise.all(
    Array.from({ length: count }, (_, n) => createLink(world.store, productId, linkDraft(`L${n}`))),
  );
  await world.write();
  await making;
}

const linksMade = (world: World) => world.service.applied.filter(({ kind }) => kind === 'link.create').length;
const doubts = (world: World) => world.outbox.status().attention;

describe('an hour of an outage leaves a few doubts', () => {
  test.each<[FaultName, number]>([
    ['lost after it acted', 4],
    ['lost after it acted', 8],
    ['503 after acting', 4],
    ['2xx that says nothing', 1_000],
  ])('of "%s", with every %ith request refused', async (fault, nth) => {
    const { world, productId } = await openWorld();
    let requests = 0;
    world.service.decide = () => {
      requests += 1;
      return requests % nth === 0 ? 'refused' : fault;
    };
    await makeLinks(world, productId, 300);
    await world.live(HOUR, 10_000);
    expect(doubts(world)).toBeLessThanOrEqual(A_FEW);
  });

  test('of a service that alternately refuses and resets, like one that keeps restarting', async () => {
    const { world, productId } = await openWorld();
    const begin = world.clock;
    world.service.decide = () =>
      Math.floor((world.clock - begin) / 20_000) % 2 === 0 ? 'refused' : 'lost after it acted';
    await makeLinks(world, productId, 300);
    await world.live(HOUR, 5_000);
    expect(doubts(world)).toBeLessThanOrEqual(A_FEW);
  });

  test('also if the app starts ten times meanwhile: at most one more each time', async () => {
    const { world, productId } = await openWorld();
    world.service.always = '500 after acting';
    await makeLinks(world, productId, 150);
    await world.live(10 * MINUTE, 5_000);
    const before = doubts(world);
    for (let start = 0; start < 10; start += 1) {
      await world.restart();
      await world.live(10_000);
    }
    expect(doubts(world) - before).toBeLessThanOrEqual(10);
  });
});

describe('a time named by the service', () => {
  test('applies after a restart although the change that got it was discarded', async () => {
    const { world, productId } = await openWorld(1);
    world.service.faults.push('429, back in 20 min');
    await makeLinks(world, productId, 10);
    await world.live(2_000);
    const met = world.outbox.unfinished().find(({ state }) => state === 'retrying');
    const discarding = world.outbox.discard(met?.id ?? '');
    await world.live(1_000);
    await discarding;
    await world.crash(0);
    await world.live(10 * MINUTE, 5_000);
    // The model records every request that is sent too early.
    expect(world.service.violations).toEqual([]);
    expect(world.outbox.status().pause).toMatchObject({ isNamed: true });
    await world.live(15 * MINUTE, 5_000);
    expect(linksMade(world)).toBe(9);
  });

  test.each([1, 2, 5, 8, 12])(
    'is not brought forward after %i answers that named one, however long the backoff',
    (count) => {
      let store = AVAILABLE;
      let at = Date.UTC(2025, 0, 1);
      for (let n = 0; n < count; n += 1) {
        at = Math.max(at + 1, probeAt(store, at));
        const outcome = answered(429, { retryAfterMs: 30_000 });
        const ended = { id: `${n}`, outcome, isCreate: true, isUnderstood: false, at, random: 0.99 };
        store = afterRequest(store, { ...ended, failuresAtStart: store.failures });
      }
      expect(probeAt(probeNow(store, at + 1), at + 1)).toBe(at + 30_000);
    },
  );

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

describe('one change that fails alone', () => {
  test('delays a new create by three probes at most', async () => {
    const { world, productId } = await openWorld();
    world.service.decide = ({ kind }) => (kind === 'product.update' ? '500 without acting' : null);
    void setDefaultPrice(world.store, productId, [{ currencyId: 2, priceCents: 1_000, discountCents: null }]);
    await world.live(4 * HOUR, 10_000);
    for (let n = 1; n <= 4; n += 1) {
      await makeLinks(world, productId, 1);
      // The backoff is at its cap of 5 minutes, halved by the random factor.
      await world.live(7.5 * MINUTE + 10_000, 5_000);
      expect(linksMade(world)).toBe(n);
      await world.live(HOUR, 10_000);
    }
  });

  test('is given up after ten 408 responses, even if nothing else is sent', async () => {
    const { world, productId } = await openWorld();
    world.service.always = '408';
    await makeLinks(world, productId, 1);
    await world.live(HOUR, 5_000);
    const [link] = world.outbox.unfinished();
    expect(link).toMatchObject({ state: 'rejected', reason: 'gave-up', tries: 10 });
    expect(link && attemptCount(link)).toBe(10);
  });
});
