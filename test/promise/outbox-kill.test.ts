// The short form of `npm run test:kill`: the app is killed 8 times while it works.
import { expect, test } from 'vitest';
import { slow } from '../../tools/test/slow.ts';
import { killRounds } from '../kill/rounds.ts';

test(
  'an app killed 8 times loses nothing, duplicates nothing, and shows every doubt',
  async () => {
    const figures = await killRounds(8, 20_250_101);
    expect(figures.violations).toEqual([]);
    expect(figures.rounds).toBe(8);
    // A run without a kill during a send would prove nothing.
    expect(figures.killedWhileSending).toBeGreaterThan(2);
    expect(figures.accepted).toBeGreaterThan(40);
  },
  slow(120_000),
);
