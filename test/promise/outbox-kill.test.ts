// The short form of `npm run test:kill`: the app is killed 20 times while it works.
import { expect, test } from 'vitest';
import { killFullQueue } from '../kill/full-queue.ts';
import { killRounds } from '../kill/rounds.ts';

test('an app killed 20 times loses nothing, duplicates nothing, and shows every doubt', async () => {
  const figures = await killRounds(20, 20_250_101);
  expect(figures.violations).toEqual([]);
  expect(figures.rounds).toBe(20);
  // A run without a kill during a send would prove nothing.
  expect(figures.killedWhileSending).toBeGreaterThan(5);
  expect(figures.accepted).toBeGreaterThan(100);
}, 600_000);

test('a long queue survives kills during sending: each link is created once, in doubt or still waiting', async () => {
  const { violations, made, doubts } = await killFullQueue(600, 3, 20_250_101);
  expect(violations).toEqual([]);
  expect(made + doubts).toBeGreaterThanOrEqual(600);
}, 600_000);
