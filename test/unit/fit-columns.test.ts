// Which columns of a table give way first where it does not fit.
import { describe, expect, it } from 'vitest';
import { fitted, type Size } from '../../src/renderer/components/fit-columns.ts';

const title: Size = { least: 68, floor: 130, enough: 130, most: 130 };
const metadata: Size = { least: 44, floor: 160, enough: 400, most: 400 };
const actions: Size = { fixed: '84px', least: 84, floor: 84, enough: 84, most: 84 };
const floors = (lacking: number) => fitted([title, metadata, actions], lacking).map(({ floor }) => floor);

describe('the columns of a table that does not fit', () => {
  it('are as they were while the table fits', () => {
    expect(floors(0)).toEqual([130, 160, 84]);
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

describe('the columns of a table in which some room is left', () => {
  const long: Size = { least: 68, floor: 130, enough: 230, most: 230 };
  const short: Size = { least: 44, floor: 160, enough: 200, most: 200 };
  const shared = (room: number) => fitted([long, short, actions], -room).map(({ floor }) => floor);

  it('are whole as far as there is room, the one that lacks the least first, and the others get the rest', () => {
    expect(shared(30)).toEqual([145, 175, 84]);
    expect(shared(50)).toEqual([140, 200, 84]);
    expect(shared(139)).toEqual([229, 200, 84]);
    expect(shared(140)).toEqual([230, 200, 84]);
    expect(shared(999)).toEqual([230, 200, 84]);
  });

  it('with one line are whole before titles on two lines', () => {
    const wrapped: Size = { ...long, enough: 150, most: 420, isWrapped: true };
    expect(fitted([wrapped, short, actions], -50).map(({ floor }) => floor)).toEqual([140, 200, 84]);
    expect(fitted([wrapped, short, actions], -30).map(({ floor }) => floor)).toEqual([150, 170, 84]);
  });
});
