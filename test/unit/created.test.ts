// The creation date filter as timestamps; the sort order after a click on a column header.
import { expect, it } from 'vitest';
import { orderAfter } from '../../src/renderer/kit/table.ts';
import { createdBetween, PERIODS, startOfPeriod } from '../../src/renderer/screens/links/created.ts';

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();

it('the creation date filter of links becomes times of day', () => {
  const now = new Date(2026, 2, 3, 14, 30);
  const starts = PERIODS.map((period) => startOfPeriod(period, now));
  expect(starts).toEqual(['2026-03-03', '2026-02-25', '2026-02-02', '2026-01-01']);
  for (const [from, to, moments] of [
    ['2026-02-27', '2026-02-28', { from: day(2026, 2, 27), to: day(2026, 3, 1) }],
    ['', '2025-12-31', { from: null, to: day(2026, 1, 1) }],
    ['2024-02-29', '', { from: day(2024, 2, 29), to: null }],
  ] as const)
    expect(createdBetween({ from, to })).toEqual(moments);
});

it('a click on a column header sorts by it, then reverses', () => {
  const newest = { by: 'created', descending: true } as const;
  const oldest = { by: 'created', descending: false } as const;
  const rising = { by: 'title', descending: false } as const;
  const falling = { by: 'title', descending: true } as const;
  for (const [before, by, next] of [
    [newest, 'created', oldest],
    [oldest, 'created', newest],
    [newest, 'title', rising],
    [rising, 'title', falling],
    [falling, 'created', newest],
  ] as const) {
    expect(orderAfter(before, by)).toEqual(next);
  }
});
