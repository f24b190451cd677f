// The short form of `npm run test:soak`: half an hour of work and outages, in virtual time.
import { expect, test } from 'vitest';
import { slow } from '../../tools/test/slow.ts';
import { simulateDay } from '../soak/day.ts';

test(
  'half an hour of work and all kinds of outages loses nothing and duplicates nothing',
  async () => {
    const figures = await simulateDay({ hours: 0.5, seed: 20_250_101 });
    expect(figures.violations).toEqual([]);
    expect(figures).toMatchObject({ doubled: 0, lost: 0 });
    // A run without enough activity would prove nothing. Uncovered faults are among the `violations`.
    expect(figures.sent).toBeGreaterThan(300);
    expect(figures.doubts).toBeGreaterThan(20);
    expect(figures.restarts).toBeGreaterThan(0);
    expect(figures.crashes).toBeGreaterThan(0);
  },
  slow(240_000),
);
