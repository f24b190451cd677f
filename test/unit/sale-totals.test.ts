// Sums and days of sales in a time zone whose clocks change.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_DAYS, sumUp } from '../../src/main/sales/view.ts';

// Clocks go back there on 1 November 2026.
beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));
afterEach(() => void vi.unstubAllEnvs());

const total = (at: Date, sales: number, currencyId: number | null = 2, cents = sales * 100) => ({
  ...{ day: at.toLocaleDateString('sv'), currencyId, sales, cents },
  questions: 0,
});
const daysOf = (...args: Parameters<typeof sumUp>) =>
  sumUp(...args).days.map(({ at, sales }) => [new Date(at).toDateString().slice(4, 10), sales]);

describe('the days of sales', () => {
  it('are local calendar days without gaps, even if a day has 25 hours', () => {
    const now = new Date(2026, 10, 3, 12).getTime();
    const totals = [
      total(new Date(2026, 9, 30, 0), 1),
      total(new Date(2026, 10, 1, 23, 45), 2),
      total(new Date(2026, 10, 2, 0), 3),
    ];
    const sold = { from: new Date(2026, 9, 30).getTime(), to: null };
    expect(daysOf(totals, sold, now)).toEqual([
      ['Oct 30', 1],
      ['Oct 31', 0],
      ['Nov 01', 2],
      ['Nov 02', 3],
      ['Nov 03', 0],
    ]);
    expect(daysOf(totals, { ...sold, to: new Date(2026, 10, 2).getTime() }, now)).toEqual([
      ['Oct 30', 1],
      ['Oct 31', 0],
      ['Nov 01', 2],
    ]);
  });

  it('span at least a week and at most a year', () => {
    const now = new Date(2026, 10, 23, 12).getTime();
    expect(daysOf([total(new Date(2026, 10, 23, 9), 1)], null, now)).toHaveLength(7);
    const many = sumUp([total(new Date(2020, 0, 1), 4), total(new Date(2026, 10, 23), 1)], null, now);
    expect([many.days.length, many.sales]).toEqual([MOST_DAYS, 5]);
    expect(sumUp([], { from: now + 86_400_000, to: null }, now).days).toEqual([]);
  });

  it('sum by currency, and count questions and sales without an amount separately', () => {
    const day = new Date(2026, 10, 23);
    const totals = [
      total(day, 2, 2, 500),
      total(day, 3, 5, 900),
      total(day, 1, 2, 100),
      total(day, 4, null, 0),
      { ...total(day, 0, 2, 0), questions: 6 },
    ];
    expect(sumUp(totals, null, day.getTime())).toMatchObject({
      sales: 10,
      questions: 6,
      withoutAmount: 4,
      sums: [
        { currencyId: 2, cents: 600, sales: 3 },
        { currencyId: 5, cents: 900, sales: 3 },
      ],
    });
  });
});
