// Races too narrow for a real disk and network: the test steps both.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activeProducts, allHistory } from '../support/catalog-rows.ts';
import { invariantViolations } from '../support/outbox-invariants.ts';
import { ScriptRunner } from '../support/outbox-script.ts';
import type { ScriptStep } from '../support/outbox-steps.ts';
import { World } from '../support/outbox-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const goOn = (...picks: number[]): ScriptStep => ({ do: 'go on', picks });
/** Completes every write and every request. */
const home = goOn(...Array.from({ length: 16 }, () => 0));

async function runScript(...script: ScriptStep[]): Promise<{ world: World; runner: ScriptRunner }> {
  const world = new World();
  const runner = new ScriptRunner(world);
  await runner.run(script);
  return { world, runner };
}

test('going offline stops everything unsent, even changes about to be sent', async () => {
  const { world, runner } = await runScript(
    { do: 'work offline', on: true },
    { do: 'create product' },
    { do: 'create product' },
    home,
    { do: 'work offline', on: false },
  );
  world.disk.endWrite(); // both are marked as sending; the second waits until the first was sent
  await world.pass(0);
  await world.pass(0);
  expect(world.service.underWay).toBe(1);
  await runner.run([{ do: 'work offline', on: true }]);
  await world.pass(1_000);
  expect(world.service.underWay).toBe(1);
  await runner.run([home]);
  expect(world.service.applied).toHaveLength(1);
  expect(world.queue.all().map(({ state }) => state)).toEqual(['ready']);
  expect(world.disk.read().map(({ state }) => state)).toEqual(['ready']);
});

test('a change is on disk before it counts as accepted, and marked as sending before it is sent', async () => {
  const { world, runner } = await runScript({ do: 'create product' });
  expect(runner.log.requests[0]?.status).toBe('asked');
  expect(world.queue.all()).toEqual([]);
  await runner.run([goOn(0)]);
  expect(world.disk.read().map(({ state }) => state)).toEqual(['ready']);
  await runner.run([goOn(0)]);
  expect(runner.log.requests[0]?.status).toBe('accepted');
  while (world.service.underWay === 0) await runner.run([goOn(0)]);
  expect(world.disk.read().map(({ state }) => state)).toEqual(['sending']);
  expect(world.service.applied).toEqual([]);
});

test('a result is on disk before it is shown', async () => {
  const { world, runner } = await runScript({ do: 'create product' }, goOn(0, 0, 0));
  world.catalogFails = true;
  world.service.move(0);
  world.service.move(0);
  await world.pass(0);
  expect(world.service.applied).toHaveLength(1);
  expect(world.queue.all().map(({ state }) => state)).toEqual(['sending']);
  expect(world.disk.read().map(({ state }) => state)).toEqual(['sending']);
  world.catalogFails = false;
  await world.pass(2_000);
  await runner.run([home]);
  expect(world.queue.all()).toEqual([]);
  expect(activeProducts(world)[0]?.serverId).toBe(101);
});

test('a crash between a result and its removal from the queue sends nothing again, and leaves no doubt', async () => {
  const { world, runner } = await runScript({ do: 'create product' }, goOn(0, 0, 0));
  world.service.move(0);
  world.service.move(0);
  await world.pass(0);
  // The result is in the catalog, and the queue still has the change.
  await runner.run([{ do: 'crash', luck: 0 }]);
  expect(world.disk.read().map(({ state }) => state)).toEqual(['sending']);
  expect(allHistory(world).map(({ ending }) => ending)).toEqual(['sent']);
  await runner.run([home]);
  expect(world.queue.all()).toEqual([]);
  expect(world.disk.read()).toEqual([]);
  await world.settle();
  expect(activeProducts(world)[0]?.serverId).toBe(101);
  expect(world.service.applied).toHaveLength(1);
  expect(invariantViolations(world, runner.log)).toEqual([]);
});
