// Ids and stamps: time-ordered and unique, whatever the clock does.
import fc from 'fast-check';
import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createStamper, timeOfId } from '../../src/main/storage/stamp.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
/** A clock that shows the given times one after the other and then stands still. */
function clock(times: readonly number[]): () => number {
  let index = 0;
  return () => times[Math.min(index++, times.length - 1)] ?? NOON;
}
const isSorted = (values: readonly string[]) =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? '') < value);

describe('an id', () => {
  it('is a UUIDv7 that tells its time', () => {
    const id = createStamper(() => NOON, 'desk').id();
    expect(validate(id) && version(id)).toBe(7);
    expect(timeOfId(id)).toBe(NOON);
  });

  it('comes after every id before it, also when the clock stands still or goes back', () => {
    const times = fc.array(fc.integer({ min: NOON - 100_000, max: NOON + 100_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, (shown) => {
        const stamper = createStamper(clock(shown), 'desk');
        const ids = shown.map(() => stamper.id());
        expect(isSorted(ids)).toBe(true);
      }),
    );
  });

  it('is in order and unique for 100,000 made within the same millisecond', () => {
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

  it('comes after the ids of earlier runs, even when the clock was set back since', () => {
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

  it('is not disturbed by a text that is no id, or by an id long ago', () => {
    const stamper = createStamper(() => NOON, 'desk');
    const first = stamper.id();
    for (const text of ['', 'webhook', 'not-an-id', createStamper(() => 5, 'desk').id()]) stamper.seen(text);
    const second = stamper.id();
    expect(timeOfId(second)).toBe(NOON);
    expect(first < second).toBe(true);
  });
});

describe('a stamp', () => {
  it('names the device, and rises in time or within it in its counter', () => {
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
});
