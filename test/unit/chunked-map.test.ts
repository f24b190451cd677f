import { expect, test } from 'vitest';
import { ChunkedMap } from '../../src/main/storage/chunked-map.ts';

const numbered = (number: number) => String(number).padStart(6, '0');
const COUNT = 20_000;
/** Every number below `COUNT` once, in an order without a pattern. */
const mixed = Array.from({ length: COUNT }, (_, at) => (at * 7_919) % COUNT);
const ascending = Array.from({ length: COUNT }, (_, at) => at);

test.for([
  { order: 'ascending', numbers: ascending },
  { order: 'descending', numbers: ascending.toReversed() },
  { order: 'mixed', numbers: mixed },
])('has what a Map has, for keys that are added in $order order', ({ numbers }) => {
  const map = new ChunkedMap<number>();
  const expected = new Map<string, number>();
  for (const number of numbers) {
    map.set(numbered(number), number);
    expected.set(numbered(number), number);
    // Some are replaced, some deleted, some deleted and added again.
    const earlier = numbered(Math.floor(number / 2));
    if (number % 3 === 0 && expected.has(earlier)) {
      map.set(earlier, -number);
      expected.set(earlier, -number);
    }
    if (number % 5 === 0) {
      map.delete(earlier);
      expected.delete(earlier);
    }
  }
  expect(map.size).toBe(expected.size);
  expect([...map.values()].sort()).toEqual([...expected.values()].sort());
  expect(map.toArray()).toEqual([...map.values()]);
  for (const number of ascending) expect(map.get(numbered(number))).toBe(expected.get(numbered(number)));
});

test('iterates in ascending order where keys were added so, also after some are deleted and replaced', () => {
  const map = new ChunkedMap<number>();
  for (const number of ascending) map.set(numbered(number), number);
  for (const number of ascending) if (number % 7 === 0) map.delete(numbered(number));
  map.set(numbered(10_001), 10_001);
  expect([...map.values()]).toEqual(ascending.filter((number) => number % 7 !== 0));
});

test('is empty again once all is deleted', () => {
  const map = new ChunkedMap<number>();
  for (const number of mixed) map.set(numbered(number), number);
  for (const number of ascending) map.delete(numbered(number));
  expect([map.size, [...map.values()]]).toEqual([0, []]);
  map.set('a', 1);
  expect([map.get('a'), map.get('b'), map.size]).toEqual([1, undefined, 1]);
});
