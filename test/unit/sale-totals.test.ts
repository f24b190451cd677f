// Sums and days of sales, in this computer's time zone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOfQuarter, localDayOf, offsetsBetween, startOfLocalDay } from '../../src/main/catalog/local-days.ts';
import { MOST_DAYS, sumUp } from '../../src/main/sales/totals.ts';

const before = process.env.TZ;
beforeEach(() => {
  // Its clocks go back on 1 November 2026.
  process.env.TZ = 'America/New_York';
});
afterEach(() => {
  process.env.TZ = before;
});

const quarter = (at: Date, sales: number, currencyId: number | null = 2, cents = sales * 100) => ({
  ...{ day: localDayOf(at.getTime()), currencyId, sales, cents },
  unverified: 0,
});
const daysOf = (...args: Parameters<typeof sumUp>) =>
  sumUp(...args).days.map(({ at, sales }) => [new Date(at).toDateString().slice(4, 10), sales]);

const iif = (condition: boolean, yes: number, no: number): number => (condition ? yes : no);

describe.each(['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'UTC'])(
  'local days in SQL, in %s',
  (zone) => {
    it('are those of the calendar, also where the clocks change', () => {
      process.env.TZ = zone;
      const [from, to] = [Date.UTC(2023, 0), Date.UTC(2027, 0)];
      const expression = dayOfQuarter('quarter', offsetsBetween(from, to));
      // It is JavaScript too.
      const dayOf = new Function('iif', 'quarter', `return Math.floor(${expression})`).bind(null, iif);
      for (let at = from; at < to; at += 15 * 60_000) {
        if (dayOf(at / 900_000) !== localDayOf(at)) expect.fail(`${new Date(at)} is another day`);
      }
      expect(startOfLocalDay(localDayOf(from))).toBeLessThanOrEqual(from);
    });
  },
);

describe('the days of sales', () => {
  it('are local calendar days without gaps, also where a day has 25 hours', () => {
    const now = new Date(2026, 10, 3, 12).getTime();
    const quarters = [
      quarter(new Date(2026, 9, 30, 0), 1),
      quarter(new Date(2026, 10, 1, 23, 45), 2),
      quarter(new Date(2026, 10, 2, 0), 3),
    ];
    const sold = { from: new Date(2026, 9, 30).getTime(), to: null };
    expect(daysOf(quarters, sold, now)).toEqual([
      ['Oct 30', 1],
      ['Oct 31', 0],
      ['Nov 01', 2],
      ['Nov 02', 3],
      ['Nov 03', 0],
    ]);
    expect(daysOf(quarters, { ...sold, to: new Date(2026, 10, 2).getTime() }, now)).toEqual([
      ['Oct 30', 1],
      ['Oct 31', 0],
      ['Nov 01', 2],
    ]);
  });

  it('are a week at least, and a year at most, which it says', () => {
    const now = new Date(2026, 10, 23, 12).getTime();
    expect(daysOf([quarter(new Date(2026, 10, 23, 9), 1)], null, now)).toHaveLength(7);
    const many = sumUp([quarter(new Date(2020, 0, 1), 4), quarter(new Date(2026, 10, 23), 1)], null, now);
    expect([many.days.length, many.isCut, many.sales]).toEqual([MOST_DAYS, true, 5]);
    expect(sumUp([], { from: now + 86_400_000, to: null }, now).days).toEqual([]);
  });

  it('sum by currency, apart from sales without an amount and those that do not count', () => {
    const day = new Date(2026, 10, 23);
    const quarters = [
      quarter(day, 2, 2, 500),
      quarter(day, 3, 5, 900),
      quarter(day, 1, 2, 100),
      quarter(day, 4, null, 0),
      { ...quarter(day, 0, 2, 0), unverified: 6 },
    ];
    expect(sumUp(quarters, null, day.getTime())).toMatchObject({
      sales: 10,
      unverified: 6,
      withoutAmount: 4,
      sums: [
        { currencyId: 2, cents: 600, sales: 3 },
        { currencyId: 5, cents: 900, sales: 3 },
      ],
    });
  });
});
