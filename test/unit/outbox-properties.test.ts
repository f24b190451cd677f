// The outbox's invariants under random changes, faults, crashes, sign-outs, clock jumps and full disks.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { slow } from '../../tools/test/slow.ts';
import { invariantViolations } from '../support/outbox-invariants.ts';
import { ScriptRunner } from '../support/outbox-script.ts';
import { type ScriptStep, scripts } from '../support/outbox-steps.ts';
import { World } from '../support/outbox-world.ts';

/**
 * The same scripts each time, so that a commit fails on its own faults only; RUNS=20000 tries others, as every night. A failure
 * prints its seed, and SEED=… repeats it.
 */
const RUNS = Number(process.env.RUNS ?? 300);
const seed = process.env.SEED ?? (process.env.RUNS === undefined ? '20261129' : undefined);

/** Scripts that once violated an invariant. */
const FOUND: readonly string[] = [
  '[{"do":"go on","picks":[0]},{"do":"next request","meets":"429, back in 20 min"},{"do":"create link","of":0},{"do":"go on","picks":[2]},{"do":"create product"}]',
  '[{"do":"go on","picks":[0,0,0]},{"do":"replace batch","of":21},{"do":"undo replace","of":0},{"do":"create batch","of":0}]',
  '[{"do":"create batch","of":0},{"do":"clock jumps","ms":-500},{"do":"create batch","of":0},{"do":"cancel batch"},{"do":"next request","meets":"refused"}]',
  '[{"do":"go on","picks":[3,0,0]},{"do":"replace batch","of":7},{"do":"cancel batch"},{"do":"work offline","on":false}]',
  '[{"do":"delete link","of":0},{"do":"pause batch"},{"do":"go on","picks":[0]},{"do":"create batch","of":0},{"do":"token expires"},{"do":"discard","of":0},{"do":"crash","luck":0},{"do":"edit product","of":0}]',
  '[{"do":"crash","luck":0},{"do":"create link","of":3},{"do":"go on","picks":[0,0,0,0]},{"do":"delete link","of":0},{"do":"go on","picks":[0,0,0]},{"do":"disk","fails":true},{"do":"go on","picks":[0,0]},{"do":"discard","of":3},{"do":"sign in"},{"do":"go on","picks":[3]}]',
  '[{"do":"save webhook"},{"do":"go on","picks":[0,0]},{"do":"disk","fails":true},{"do":"crash","luck":0},{"do":"go on","picks":[0]},{"do":"save webhook"},{"do":"time passes","ms":3600000},{"do":"disk","fails":false},{"do":"restart"},{"do":"create link","of":0}]',
  '[{"do":"next request","meets":"422"},{"do":"go on","picks":[0]},{"do":"create link","of":0},{"do":"go on","picks":[0,0,0,0,0,0,0]},{"do":"send again","of":0},{"do":"delete link","of":0},{"do":"send again","of":0},{"do":"create product"},{"do":"go on","picks":[0]},{"do":"next request","meets":"lost after it acted"},{"do":"go on","picks":[3]},{"do":"go on","picks":[0,0,9]},{"do":"token expires"}]',
  '[{"do":"create product"},{"do":"crash","luck":61},{"do":"mark as sent","of":3},{"do":"go on","picks":[0,0,4]},{"do":"go on","picks":[0]}]',
  '[{"do":"set price","of":3},{"do":"set price","of":1},{"do":"go on","picks":[0]},{"do":"go on","picks":[0]},{"do":"crash","luck":21},{"do":"set price","of":3},{"do":"edit product","of":0}]',
  '[{"do":"crash","luck":8},{"do":"edit link","of":0},{"do":"delete link","of":0},{"do":"go on","picks":[0,0,0,0,0,0,0]},{"do":"undo"},{"do":"restart"},{"do":"crash","luck":0}]',
  '[{"do":"work offline","on":true},{"do":"service","up":false},{"do":"restart"},{"do":"discard","of":0},{"do":"create product"},{"do":"set price","of":3},{"do":"go on","picks":[0,0,0,0,0]},{"do":"decide many","decision":"discard","of":4},{"do":"go on","picks":[0,0,0,0,0]},{"do":"set price","of":3},{"do":"undo"},{"do":"delete link","of":0}]',
  '[{"do":"next request","meets":"lost before it acts"},{"do":"next request","meets":"lost before it acts"},{"do":"save webhook"},{"do":"next request","meets":"422"},{"do":"go on","picks":[0,0,6,0,0,0,0,1,0,5]},{"do":"save webhook"},{"do":"save webhook with a key"},{"do":"go on","picks":[1,4,0]},{"do":"go on","picks":[0]},{"do":"discard","of":4},{"do":"go on","picks":[0]}]',
  '[{"do":"discard","of":1},{"do":"set price","of":0},{"do":"go on","picks":[0,0,2]},{"do":"go on","picks":[7,0,0,0,0,0,0]},{"do":"set price","of":0},{"do":"go on","picks":[2,2,6,0,0,1,0]},{"do":"go on","picks":[0,0]},{"do":"go on","picks":[2]},{"do":"crash","luck":0},{"do":"discard","of":0},{"do":"next request","meets":"lost before it acts"}]',
  '[{"do":"crash","luck":13},{"do":"delete link","of":0},{"do":"discard","of":3},{"do":"go on","picks":[0,0]},{"do":"crash","luck":0},{"do":"create product"}]',
  '[{"do":"disk","fails":true},{"do":"crash","luck":0},{"do":"disk","fails":false},{"do":"create link","of":0},{"do":"restart"},{"do":"create product"}]',
  '[{"do":"go on","picks":[0]},{"do":"create batch","of":0},{"do":"next request","meets":"refused"},{"do":"keep link","of":0},{"do":"crash","luck":9},{"do":"decide many","decision":"sendAgain","of":0}]',
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // A process that has crashed reports each write that is refused.
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function runScript(script: readonly ScriptStep[]): Promise<{ world: World; runner: ScriptRunner }> {
  vi.clearAllTimers();
  const world = new World();
  const runner = new ScriptRunner(world);
  await runner.begin();
  await runner.run(script);
  await world.settle();
  return { world, runner };
}

test('the invariants hold for scripts that once violated them', async () => {
  for (const text of FOUND) {
    const { world, runner } = await runScript(JSON.parse(text) as ScriptStep[]);
    expect(invariantViolations(world, runner.log), text).toEqual([]);
  }
});

test(
  'whatever happens, an accepted change is sent once, in order, or stands there for the seller to see',
  async () => {
    let applied = 0;
    let doubts = 0;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(scripts(), async (script) => {
        const { world, runner } = await runScript(script);
        expect(invariantViolations(world, runner.log)).toEqual([]);
        applied += world.service.applied.length;
        doubts += world.outbox.status().attention;
        accepted += runner.log.requests.filter(({ status }) => status === 'accepted').length;
      }),
      { numRuns: RUNS, ...(seed === undefined ? {} : { seed: Number(seed) }) },
    );
    // A run without enough activity would prove nothing.
    expect(accepted).toBeGreaterThan(RUNS * 4);
    expect(applied).toBeGreaterThan(RUNS * 3);
    expect(doubts).toBeGreaterThan(RUNS / 4);
  },
  slow(60_000 + RUNS * 400),
);
