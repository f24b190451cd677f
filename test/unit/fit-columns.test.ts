// Which columns of a table give way first where it does not fit.
import { describe, expect, it } from 'vitest';
import { fitted, type Size } from '../../src/renderer/components/fit-columns.ts';

const title: Size = { least: 68, floor: 130, most: 130 };
const metadata: Size = { least: 44, floor: 160, most: 400 };
const actions: Size = { fixed: '84px', least: 84, floor: 84, most: 84 };
const floors = (lacking: number) => fitted([title, metadata, actions], lacking).map(({ floor }) => floor);

describe('the columns of a table that does not fit', () => {
  it('are as they were while the table fits', () => {
    expect(floors(0)).toEqual([130, 160, 84]);
    expect(floors(-50)).toEqual([130, 160, 84]);
  });

  it('leave a title whole while metadata, which is cut anyway, has room', () => {
    expect(floors(60)).toEqual([130, 100, 84]);
  });

  it('then all give way down to what is never cut', () => {
    const [first = 0, second = 0, fixed] = floors(100);
    expect(first + second).toBeLessThanOrEqual(190);
    expect(first).toBeLessThan(130);
    expect(first).toBeGreaterThanOrEqual(68);
    expect(second).toBeLessThan(96);
    expect(fixed).toBe(84);
  });

  it('at last are narrower than that, and leave a column of one width as it is', () => {
    const [first = 0, second = 0, fixed] = floors(250);
    expect(first + second).toBeLessThanOrEqual(40);
    expect(fixed).toBe(84);
  });
});
