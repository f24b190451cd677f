import { expect, test } from 'vitest';
import { ChunkedMap } from '../../src/main/storage/chunked-map.ts';

test('has what a Map has, for keys added in any order, and iterates in ascending order if they were', () => {
  const COUNT = 20_000;
  const numbered = (number: number) => String(number).padStart(6, '0');
  const ascending = Array.from({ length: COUNT }, (_, at) => at);
  const mixed = ascending.map((at) => (at * 7_919) % COUNT);
  for (const numbers of [ascending, ascending.toReversed(), mixed]) {
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
    if (numbers === ascending) expect([...map.values()]).toEqual([...expected].sort().map(([, value]) => value));
    else expect([...map.values()].sort()).toEqual([...expected.values()].sort());
    expect(map.toArray()).toEqual([...map.values()]);
    expect(ascending.every((number) => map.get(numbered(number)) === expected.get(numbered(number)))).toBe(true);
    for (const number of ascending) map.delete(numbered(number));
    expect([map.size, [...map.values()]]).toEqual([0, []]);
  }
});
