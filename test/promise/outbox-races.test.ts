// Races too narrow for a real disk and network: the test steps both.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deletionOf } from '../../src/main/links/deletions.ts';
import { discard, undo } from '../../src/main/sync/sync.ts';
import { activeLinks, activeProducts, allHistory } from '../support/catalog-rows.ts';
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

test('a change that finds the service unreachable is retried, although another is answered before that is written', async () => {
  const { world, runner } = await runScript({ do: 'create product' }, { do: 'create product' });
  await world.write();
  expect(world.service.underWay).toBe(2);
  world.service.faults.push('refused');
  world.service.move(0); // the first finds nobody
  world.service.move(1); // the second arrives
  world.service.move(0); // the first gets its failure, and begins to write it
  await world.pass(0);
  world.service.move(0); // now the second is answered: the service is reachable
  await world.pass(0);
  await runner.run([home]);
  // Without an event from the seller or the network, time alone must suffice.
  for (let turn = 0; turn < 20; turn += 1) {
    await world.pass(1_000);
    await runner.run([home]);
  }
  expect(world.outbox.all()).toEqual([]);
  expect(world.service.applied).toHaveLength(2);
  expect(invariantViolations(world, runner.log)).toEqual([]);
});

test('a write that failed at the start does not undo a later change of the seller', async () => {
  const { world, runner } = await runScript(
    { do: 'save webhook' },
    goOn(0, 0),
    { do: 'disk', fails: true },
    { do: 'crash', luck: 0 },
    goOn(0),
  );
  expect(world.outbox.all().map(({ state }) => state)).toEqual(['ready']);
  // The disk works again before the start retries its write; the seller discards the change in between.
  await runner.run([{ do: 'disk', fails: false }, { do: 'discard', of: 0 }, home]);
  expect(world.outbox.all()).toEqual([]);
  await world.pass(2_000);
  await runner.run([home, { do: 'crash', luck: 0 }, home]);
  await world.settle();
  expect(world.service.applied).toEqual([]);
  expect(world.outbox.all()).toEqual([]);
});

test('"Send again" pressed twice does not settle a doubt caused by the first press', async () => {
  const { world, runner } = await runScript({ do: 'next request', meets: '422' }, { do: 'create product' }, home);
  expect(world.outbox.all().map(({ state }) => state)).toEqual(['rejected']);
  await runner.run([{ do: 'create product' }, { do: 'create link', of: 0 }, home]);
  // A slow command runs between the two presses: deleting the link is not settled yet.
  world.service.faults.push('lost after it acted');
  await runner.run([
    { do: 'send again', of: 0 },
    { do: 'delete link', of: 0 },
    { do: 'send again', of: 0 },
  ]);
  world.queue.endWrite();
  await world.pass(0);
  world.queue.endWrite();
  for (let turn = 0; turn < 12; turn += 1) {
    world.queue.endWrite();
    world.service.move(0);
    await world.pass(10);
  }
  await runner.run([home, home]);
  expect(world.service.applied.filter(({ body }) => body?.product_title === 'P1')).toHaveLength(1);
  expect(world.outbox.all().map(({ state }) => state)).toContain('needs-review');
  expect(invariantViolations(world, runner.log)).toEqual([]);
});

test('a change that could not be discarded because the disk failed continues as before', async () => {
  const { world, runner } = await runScript({ do: 'work offline', on: true }, { do: 'create product' }, home);
  world.setDiskFails(true);
  await runner.run([{ do: 'discard', of: 0 }]);
  // It is skipped while the seller's command runs.
  await runner.run([{ do: 'work offline', on: false }]);
  world.queue.endWrite();
  await world.pass(0);
  world.setDiskFails(false);
  await world.pass(2_000);
  await world.write();
  await runner.run([home]);
  expect(world.outbox.all()).toEqual([]);
  expect(world.service.applied).toHaveLength(1);
});

test('going offline stops everything unsent, even changes about to be sent', async () => {
  const { world, runner } = await runScript(
    { do: 'work offline', on: true },
    { do: 'create product' },
    { do: 'create product' },
    home,
    { do: 'work offline', on: false },
  );
  world.queue.endWrite(); // both are marked as sending; the second waits until the first was sent
  await world.pass(0);
  await world.pass(0);
  expect(world.service.underWay).toBe(1);
  await runner.run([{ do: 'work offline', on: true }]);
  await world.pass(1_000);
  expect(world.service.underWay).toBe(1);
  await runner.run([home]);
  expect(world.service.applied).toHaveLength(1);
  expect(world.outbox.all().map(({ state }) => state)).toEqual(['ready']);
  expect(world.queue.read().map(({ state }) => state)).toEqual(['ready']);
});

test('a change is on disk before it counts as accepted, and marked as sending before it is sent', async () => {
  const { world, runner } = await runScript({ do: 'create product' });
  expect(runner.log.requests[0]?.status).toBe('asked');
  expect(world.outbox.all()).toEqual([]);
  await runner.run([goOn(0)]);
  expect(world.queue.read().map(({ state }) => state)).toEqual(['ready']);
  await runner.run([goOn(0)]);
  expect(runner.log.requests[0]?.status).toBe('accepted');
  while (world.service.underWay === 0) await runner.run([goOn(0)]);
  expect(world.queue.read().map(({ state }) => state)).toEqual(['sending']);
  expect(world.service.applied).toEqual([]);
});

test('a result is on disk before it is shown', async () => {
  const { world, runner } = await runScript({ do: 'create product' }, goOn(0, 0, 0));
  world.catalogFails = true;
  world.service.move(0);
  world.service.move(0);
  await world.pass(0);
  expect(world.service.applied).toHaveLength(1);
  expect(world.outbox.all().map(({ state }) => state)).toEqual(['sending']);
  expect(world.queue.read().map(({ state }) => state)).toEqual(['sending']);
  world.catalogFails = false;
  await world.pass(2_000);
  await runner.run([home]);
  expect(world.outbox.all()).toEqual([]);
  expect(activeProducts(world)[0]?.serverId).toBe(1);
});

test('a crash between a result and its removal from the queue sends nothing again, and leaves no doubt', async () => {
  const { world, runner } = await runScript({ do: 'create product' }, goOn(0, 0, 0));
  world.service.move(0);
  world.service.move(0);
  await world.pass(0);
  // The result is in the catalog, and the queue still has the change.
  await runner.run([{ do: 'crash', luck: 0 }]);
  expect(world.queue.read().map(({ state }) => state)).toEqual(['sending']);
  expect(allHistory(world).map(({ ending }) => ending)).toEqual(['sent']);
  await runner.run([home]);
  expect(world.outbox.all()).toEqual([]);
  expect(world.queue.read()).toEqual([]);
  await world.settle();
  expect(activeProducts(world)[0]?.serverId).toBe(1);
  expect(world.service.applied).toHaveLength(1);
  expect(invariantViolations(world, runner.log)).toEqual([]);
});

test('of two changes to one record the later one wins, although the disk rejected the first one’s settling and the app crashed', async () => {
  const { world, runner } = await runScript({ do: 'save webhook' }, goOn(0, 0, 0));
  world.catalogFails = true;
  await runner.run([home]);
  world.catalogFails = false;
  const first = world.webhook.saved?.url;
  // The first is still to be settled, on the next attempt; the second waits for it.
  await runner.run([{ do: 'save webhook' }, home]);
  await world.write();
  await runner.run([{ do: 'crash', luck: 0 }]);
  await world.settle();
  // The result of the first was in memory only, so it is sent again, before the second.
  expect(world.service.applied).toHaveLength(3);
  expect(world.webhook.saved?.url).toBe(world.service.applied.at(-1)?.body?.after_sell_webhook_url);
  expect(world.webhook.saved?.url).not.toBe(first);
  expect(invariantViolations(world, runner.log)).toEqual([]);
});

const titleOf = (world: World) => activeProducts(world)[0]?.fields.productTitle;

test('an edit is shown after a crash that kept it from the catalog, and stays if a later edit reached it first', async () => {
  const offline = [{ do: 'work offline', on: true }, { do: 'create product' }, home] as const;
  const edit = { do: 'edit product', of: 0 } as const;
  for (const next of [{ do: 'crash', luck: 0 } as const, edit]) {
    const { world, runner } = await runScript(...offline);
    world.catalogFails = true;
    await runner.run([edit, home]);
    expect(titleOf(world)).not.toContain(' as ');
    world.catalogFails = false;
    await runner.run([next, home]);
    const edited = titleOf(world);
    expect(edited).toContain(' as ');
    await world.pass(2_000);
    await runner.run([home]);
    expect(titleOf(world)).toBe(edited);
  }
});

test('a link whose deletion is done, but not in the catalog yet, is not deleted again', async () => {
  const { world, runner } = await runScript({ do: 'create product' }, home, { do: 'create link', of: 0 }, home, home);
  const link = activeLinks(world)[0]?.id ?? '';
  await runner.run([{ do: 'delete link', of: 0 }, home]);
  // Until then it could be undone.
  await world.pass(3_000);
  await world.write();
  world.catalogFails = true;
  await runner.run([home, home]);
  expect(world.service.applied.at(-1)?.kind).toBe('link.delete');
  expect(activeLinks(world).map(({ id }) => id)).toEqual([link]);
  expect(deletionOf(world.store, link)).toBe('leaving');
  world.catalogFails = false;
  await world.pass(2_000);
  await runner.run([home]);
  expect(activeLinks(world)).toEqual([]);
});

test('a discarded price does not return while a newer sent one is still being written', async () => {
  const { world, runner } = await runScript({ do: 'create product' }, home);
  world.signOut();
  await runner.run([{ do: 'set price', of: 0 }, goOn(0)]);
  const discarded = discard(world.store, world.outbox.all()[0]?.id ?? '', true);
  await world.write();
  const { value } = (await discarded) as { value: { undo: string[] } };
  await runner.run([{ do: 'create product' }, { do: 'set price', of: 0 }]);
  await world.write();
  world.signIn();
  await world.write();
  expect(world.service.underWay).toBe(2);
  const flush = () => world.pass(0);
  // Both are answered, and the catalog's disk rejects the results.
  world.catalogFails = true;
  for (let move = 0; move < 4; move += 1) world.service.move(0);
  await flush();
  const undone = undo(world.store, value.undo).then(
    () => 'undone',
    (error: Error) => error.message,
  );
  await flush();
  world.catalogFails = false;
  await world.write();
  expect(await undone).toContain('can no longer be undone');
  await world.settle();
  expect(invariantViolations(world, runner.log)).toEqual([]);
});
