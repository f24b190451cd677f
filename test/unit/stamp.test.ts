// Ids and stamps: time-ordered and unique, whatever the clock does.
import fc from 'fast-check';
import { v7 as uuidv7, validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
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

describe('an id', () => {
  it('is a UUIDv7 with its time', () => {
    const id = createStamper(() => NOON, 'desk').id();
    expect(validate(id) && version(id)).toBe(7);
    expect(timeOfId(id)).toBe(NOON);
  });

  it('follows every earlier id, also if the clock stands still or goes back', () => {
    const times = fc.array(fc.integer({ min: NOON - 100_000, max: NOON + 100_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, (shown) => {
        const stamper = createStamper(clock(shown), 'desk');
        const ids = shown.map(() => stamper.id());
        expect(isSorted(ids)).toBe(true);
      }),
    );
  });

  it('is ordered and unique for 100,000 created in the same millisecond', () => {
    const stamper = createStamper(() => NOON, 'desk');
    const ids = Array.from({ length: 100_000 }, () => stamper.id());
    expect(isSorted(ids)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('differs from those of another computer at the same moment', () => {
    const [one, other] = [createStamper(() => NOON, 'desk'), createStamper(() => NOON, 'laptop')];
    const ids = Array.from({ length: 500 }, () => [one.id(), other.id()]).flat();
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('follows the ids of earlier runs, even if the clock was set back since', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 20 }), (offsets) => {
        const earlier = offsets.map((offset) => createStamper(() => NOON + offset, 'desk').id());
        const now = createStamper(() => NOON - 86_400_000, 'desk');
        for (const id of earlier) now.seen(id);
        const made = [now.id(), now.id()];
        expect(isSorted([...[...earlier].sort().slice(-1), ...made])).toBe(true);
      }),
    );
  });

  it('is unaffected by a text that is no id, or by an old id', () => {
    const stamper = createStamper(() => NOON, 'desk');
    const first = stamper.id();
    for (const text of ['', 'webhook', 'not-an-id', createStamper(() => 5, 'desk').id()]) stamper.seen(text);
    const second = stamper.id();
    expect(timeOfId(second)).toBe(NOON);
    expect(first < second).toBe(true);
  });
});

describe('an id with an implausible time', () => {
  const FAR = Date.UTC(2038, 0, 19);
  const anyTime = fc.oneof(
    fc.integer({ min: NOON - 30 * CLOCK_AHEAD_MS, max: NOON + 2 * CLOCK_AHEAD_MS }),
    fc.integer({ min: 0, max: 2 ** 48 - 1 }),
    fc.constantFrom(2 ** 48 - 1, FAR, LATEST_TIME, NOON + CLOCK_AHEAD_MS),
  );
  const anyId = fc.oneof(
    fc.record({ msecs: anyTime, seq: fc.integer({ min: 0, max: 2 ** 32 - 1 }) }).map((time) => uuidv7(time)),
    fc.uuid(),
    fc.constantFrom('ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-7fff-bfff-ffffffffffff'),
  );

  it('does not advance the clock of the following ids', () => {
    fc.assert(
      fc.property(fc.array(anyId, { maxLength: 20 }), (ids) => {
        const stamper = createStamper(() => NOON, 'desk');
        for (const id of ids) stamper.seen(id);
        const made = [stamper.id(), stamper.id()];
        expect(isSorted(made)).toBe(true);
        for (const id of made) {
          expect(timeOfId(id)).toBeGreaterThanOrEqual(NOON);
          expect(timeOfId(id)).toBeLessThanOrEqual(NOON + CLOCK_AHEAD_MS + 1);
        }
        expect(stamper.stamp().time).toBeLessThanOrEqual(NOON + CLOCK_AHEAD_MS + 1);
        const plausible = ids.filter((id) => idSchema.safeParse(id).success && timeOfId(id) <= NOON + CLOCK_AHEAD_MS);
        for (const id of plausible) expect(id < (made[0] ?? '')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('precedes the ids that must follow it, and changes no others', () => {
    fc.assert(
      fc.property(fc.integer({ min: NOON, max: LATEST_TIME - 1_000 }), (msecs) => {
        const stamper = createStamper(() => NOON, 'desk');
        const queue = [uuidv7({ msecs })];
        for (let count = 0; count < 5; count += 1) queue.push(stamper.id(queue.at(-1)));
        expect(isSorted(queue)).toBe(true);
        expect(queue.every((id) => idSchema.safeParse(id).success)).toBe(true);
        expect(timeOfId(stamper.id())).toBe(NOON);
        expect(stamper.stamp().time).toBe(NOON);
      }),
    );
  });
});

describe('an invalid id or stamp', () => {
  it.each([
    ['of no time that a clock can show', 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
    ['all ones', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['of version 4', '1d9e4b5c-0a4b-4d0e-8f6a-2b1c3d4e5f60'],
    ['in upper case, which sorts elsewhere', '0199A1B2-0000-7000-8000-00000000ABCD'],
    ['with a line break behind it', `${uuidv7({ msecs: NOON })}\n`],
    ['a word', 'webhook'],
    ['empty', ''],
  ])('is rejected: an id %s', (_, id) => {
    expect(idSchema.safeParse(id).success).toBe(false);
  });

  it.each([
    { time: Number.NaN },
    { time: -1 },
    { time: 1e300 },
    { time: Number.POSITIVE_INFINITY },
    { counter: -1 },
    { counter: 1e12 },
    { counter: 0.5 },
    { device: 'x'.repeat(1_000) },
  ])('is rejected: a stamp with %o', (part) => {
    expect(stampSchema.safeParse({ time: NOON, counter: 0, device: 'desk' }).success).toBe(true);
    expect(stampSchema.safeParse({ time: NOON, counter: 0, device: 'desk', ...part }).success).toBe(false);
  });
});

describe('a stamp', () => {
  it('names the device, and increases in time or, within it, in its counter', () => {
    const stamper = createStamper(clock([NOON, NOON, NOON - 5_000, NOON + 1, NOON + 1]), 'desk');
    const stamps = Array.from({ length: 5 }, () => stamper.stamp());
    expect(stamps.map(({ time, counter }) => [time - NOON, counter])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
    ]);
    expect(stamps.every(({ device }) => device === 'desk')).toBe(true);
  });

  it('follows a given one, also if the clock was set back', () => {
    const before = createStamper(() => NOON, 'desk');
    before.stamp();
    const since = before.stamp();
    const stamper = createStamper(() => NOON - 3 * CLOCK_AHEAD_MS, 'desk');
    stamper.follow(since);
    expect(stamper.stamp()).toEqual({ ...since, counter: since.counter + 1 });
    expect(timeOfId(stamper.id())).toBe(NOON);
  });
});
