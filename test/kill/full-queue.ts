// A long queue: an app with thousands of waiting changes is killed repeatedly while it sends them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type MisbehavingService, startMisbehavingService } from '../support/misbehaving-service.ts';
import { App } from './app-process.ts';
import { createChance } from './chance.ts';
import type { Tally } from './messages.ts';

export interface FullQueueFigures {
  readonly queued: number;
  readonly kills: number;
  /** Links created on the service. */
  readonly made: number;
  readonly doubts: number;
  /** Every violation, in words. */
  readonly violations: readonly string[];
}

/** The most requests in flight at a kill. */
const PARALLEL = 6;
/** How long the app keeps trying, in ms; on a slow disk a long queue takes its time. */
const PATIENCE = 600_000;

/** Queues `queued` links offline, kills the app `kills` times while it sends them, then lets it finish. */
export async function killFullQueue(queued: number, kills: number, seed: number): Promise<FullQueueFigures> {
  const chance = createChance(seed);
  const service = await startMisbehavingService();
  service.decide = () => ({ kind: 'slow', before: chance.between(0, 4), after: chance.between(0, 4) });
  const folder = mkdtempSync(join(tmpdir(), 'outbox-full-queue-'));
  const start = async (): Promise<App> => {
    const app = new App(folder, service.url, () => undefined);
    await app.receive();
    return app;
  };
  const violations: string[] = [];
  try {
    let app = await start();
    const filled = await app.tally({ kind: 'fill', links: queued });
    if (waitingIn(filled) !== queued) violations.push(`${waitingIn(filled)} of ${queued} were taken in`);
    app.send({ kind: 'send' });
    for (let kill = 1; kill <= kills; kill += 1) {
      const goal = service.record.count('link.create') + chance.between(1, Math.ceil(queued / (kills * 2)));
      await until(() => service.record.count('link.create') >= goal && service.underWay > 0);
      await app.kill();
      app = await start();
      const tally = await app.tally({ kind: 'tally' });
      violations.push(...wrongsOf(service, tally, queued, kill).map((wrong) => `after kill ${kill}: ${wrong}`));
    }
    let tally = await app.tally({ kind: 'tally' });
    const asked = Date.now();
    while (waitingIn(tally) > 0 && Date.now() - asked < PATIENCE) {
      await pause(200);
      tally = await app.tally({ kind: 'tally' });
    }
    if (waitingIn(tally) > 0) violations.push(`${waitingIn(tally)} still wait`);
    violations.push(...wrongsOf(service, tally, queued, kills).map((wrong) => `at the end: ${wrong}`));
    await app.close();
    const made = service.record.count('link.create');
    return { queued, kills, made, doubts: tally.queued['needs-review']?.length ?? 0, violations };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function until(moment: () => boolean): Promise<void> {
  const asked = Date.now();
  while (!moment()) {
    if (Date.now() - asked > PATIENCE) throw new Error('Nothing moves');
    await pause(1);
  }
}

const waitingIn = ({ queued }: Tally): number =>
  Object.entries(queued).reduce(
    (sum, [state, labels]) => (state === 'needs-review' || state === 'done' ? sum : sum + labels.length),
    0,
  );

/** Each link is queued, in doubt or created; none is duplicated; no more are in doubt than were in flight. */
function wrongsOf(service: MisbehavingService, tally: Tally, queued: number, kills: number): string[] {
  const violations = tally.setAside.map((notice) => `the app reported: ${notice}`);
  const made = new Map<string, number>();
  for (const body of service.record.bodies('link.create')) {
    const label = String((body.metadata as Record<string, unknown>).order);
    made.set(label, (made.get(label) ?? 0) + 1);
  }
  for (const [label, times] of made) if (times > 1) violations.push(`link ${label} was made ${times} times`);
  const known = new Set([...Object.values(tally.queued).flat(), ...tally.made]);
  if (known.size !== queued) violations.push(`${queued - known.size} links are nowhere`);
  const doubts = tally.queued['needs-review']?.length ?? 0;
  if (doubts > PARALLEL * kills) violations.push(`${doubts} doubts are more than can have been under way`);
  const unseen = tally.made.filter((label) => !made.has(label));
  if (unseen.length > 0) violations.push(`${unseen.length} links are reported as created and were not`);
  return violations;
}
