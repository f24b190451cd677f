// The periods of the sales screen and the links filter, and the sort order after a click on a column header.
import { expect, it } from 'vitest';
import { orderAfter } from '../../src/renderer/kit/table.ts';
import { PERIODS as CREATED, createdBetween, startOfPeriod } from '../../src/renderer/screens/links/created.ts';
import { PERIODS, periodOf } from '../../src/renderer/screens/sales/periods.ts';

const day = (text: string) => new Date(`${text}T00:00`).getTime();
const now = new Date('2026-03-31T15:30');

it('each period begins at the start of a local day', () => {
  expect(PERIODS.map((period) => periodOf(period, now).sold)).toEqual([
    { from: day('2026-03-31'), to: null },
    { from: day('2026-03-25'), to: null },
    { from: day('2026-03-01'), to: null },
    { from: day('2026-02-01'), to: day('2026-03-01') },
    null,
  ]);
});

it('a period is compared with as many days before it, or with the whole previous month if that is shorter', () => {
  expect(PERIODS.map((period) => periodOf(period, now).before)).toEqual([
    { from: day('2026-03-30'), to: day('2026-03-31') },
    { from: day('2026-03-18'), to: day('2026-03-25') },
    { from: day('2026-02-01'), to: day('2026-03-01') },
    { from: day('2026-01-01'), to: day('2026-02-01') },
    null,
  ]);
  expect(periodOf('month', new Date('2026-01-12T09:00')).before).toEqual({
    from: day('2025-12-01'),
    to: day('2025-12-13'),
  });
});

it('the creation date filter of links covers whole local days', () => {
  const starts = CREATED.map((period) => startOfPeriod(period, new Date(2026, 2, 3, 14, 30)));
  expect(starts).toEqual(['2026-03-03', '2026-02-25', '2026-02-02', '2026-01-01']);
  for (const [from, to, moments] of [
    ['2026-02-27', '2026-02-28', { from: day('2026-02-27'), to: day('2026-03-01') }],
    ['', '2025-12-31', { from: null, to: day('2026-01-01') }],
    ['2024-02-29', '', { from: day('2024-02-29'), to: null }],
  ] as const)
    expect(createdBetween({ from, to })).toEqual(moments);
});

it('a click on a column header sorts by it, and a second click reverses the order', () => {
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
