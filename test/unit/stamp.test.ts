// Ids and stamps: time-ordered and unique, whatever the clock does.
import fc from 'fast-check';
import { v7 as uuidv7, validate, version } from 'uuid';
import { expect, it } from 'vitest';
import {
  CLOCK_AHEAD_MS,
  createStamper,
  idSchema,
  LATEST_TIME,
  stampSchema,
  timeOfId,
} from '../../src/main/storage/stamp.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
/** A clock that returns the given times in order and then stands still. */
function clock(times: readonly number[]): () => number {
  let index = 0;
  return () => times[Math.min(index++, times.length - 1)] ?? NOON;
}
const isSorted = (values: readonly string[]) =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? '') < value);

it('an id is a UUIDv7 with its time, and unique among many from the same millisecond and two computers', () => {
  const [one, other] = [createStamper(() => NOON, 'desk'), createStamper(() => NOON, 'laptop')];
  const ids = Array.from({ length: 5_000 }, () => one.id());
  const first = ids[0] ?? '';
  expect([validate(first) && version(first), timeOfId(first)]).toEqual([7, NOON]);
  expect(isSorted(ids)).toBe(true);
  const all = [...ids, ...Array.from({ length: 500 }, () => other.id())];
  expect(new Set(all).size).toBe(all.length);
});

it('an id is greater than every earlier one, even after a restart, if the clock stands still or goes back', () => {
  const times = fc.array(fc.integer({ min: NOON - 100_000, max: NOON + 100_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(times, (shown) => {
      const stamper = createStamper(clock(shown), 'desk');
      const ids = shown.map(() => stamper.id());
      const later = createStamper(() => NOON - 86_400_000, 'desk');
      for (const id of ids) later.seen(id);
      expect(isSorted([...ids, later.id(), later.id()])).toBe(true);
    }),
  );
});

it('an id with an implausible time does not advance the clock, but an id that must follow it is greater', () => {
  const anyTime = fc.oneof(
    fc.integer({ min: NOON - 30 * CLOCK_AHEAD_MS, max: NOON + 2 * CLOCK_AHEAD_MS }),
    fc.constantFrom(0, 2 ** 48 - 1, Date.UTC(2038, 0, 19), LATEST_TIME - 1_000, NOON + CLOCK_AHEAD_MS),
  );
  const anyId = fc.oneof(
    anyTime.map((msecs) => uuidv7({ msecs })),
    fc.constantFrom('', 'webhook', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-7fff-bfff-ffffffffffff'),
  );
  fc.assert(
    fc.property(fc.array(anyId, { maxLength: 20 }), (ids) => {
      const stamper = createStamper(() => NOON, 'desk');
      for (const id of ids) stamper.seen(id);
      const valid = ids.filter((id) => idSchema.safeParse(id).success);
      for (const id of valid) expect(stamper.id(id) > id).toBe(true);
      const made = stamper.id();
      expect(timeOfId(made)).toBeGreaterThanOrEqual(NOON);
      expect(Math.max(timeOfId(made), stamper.stamp().time)).toBeLessThanOrEqual(NOON + CLOCK_AHEAD_MS + 1);
      for (const id of valid) if (timeOfId(id) <= NOON + CLOCK_AHEAD_MS) expect(id < made).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('an invalid id or stamp is rejected', () => {
  for (const id of [
    // An impossible time, all ones, version 4, upper case (which sorts differently), a line break, and ''.
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '1d9e4b5c-0a4b-4d0e-8f6a-2b1c3d4e5f60',
    '0199A1B2-0000-7000-8000-00000000ABCD',
    `${uuidv7({ msecs: NOON })}\n`,
    '',
  ]) {
    expect(idSchema.safeParse(id).success, id).toBe(false);
  }
  const stamp = { time: NOON, counter: 0, device: 'desk' };
  expect(stampSchema.safeParse(stamp).success).toBe(true);
  for (const part of [{ time: -1 }, { time: 1e300 }, { counter: 0.5 }, { device: 'x'.repeat(1_000) }]) {
    expect(stampSchema.safeParse({ ...stamp, ...part }).success, JSON.stringify(part)).toBe(false);
  }
});

it('a stamp names the device, and is newer than earlier stamps even if the clock was set back', () => {
  const stamper = createStamper(clock([NOON, NOON, NOON - 5_000, NOON + 1, NOON + 1]), 'desk');
  const stamps = Array.from({ length: 5 }, () => stamper.stamp());
  expect(stamps.map(({ time, counter }) => [time - NOON, counter])).toEqual([
    ...[0, 1, 2].map((counter) => [0, counter]),
    ...[0, 1].map((counter) => [1, counter]),
  ]);
  expect(stamps.every(({ device }) => device === 'desk')).toBe(true);
  const since = stamps[4] ?? expect.fail();
  const later = createStamper(() => NOON - 3 * CLOCK_AHEAD_MS, 'desk');
  later.follow(since);
  expect(later.stamp()).toEqual({ ...since, counter: since.counter + 1 });
  expect(timeOfId(later.id())).toBe(since.time);
});
