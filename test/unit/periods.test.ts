// The periods of the sales screen, and what their totals are compared with.
import { expect, it } from 'vitest';
import { PERIODS, periodOf } from '../../src/renderer/screens/sales/periods.ts';

const day = (text: string) => new Date(`${text}T00:00`).getTime();
const now = new Date('2026-03-31T15:30');

it('begins each period at the start of a day of the local calendar', () => {
  expect(PERIODS.map((period) => periodOf(period, now).sold)).toEqual([
    { from: day('2026-03-31'), to: null },
    { from: day('2026-03-25'), to: null },
    { from: day('2026-03-01'), to: null },
    { from: day('2026-02-01'), to: day('2026-03-01') },
    null,
  ]);
});

it('compares with as many days before; a longer month with the whole one before it', () => {
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
