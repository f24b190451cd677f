// A long queue: an app with thousands of waiting changes is killed repeatedly while it sends them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { slow } from '../../tools/test/slow.ts';
import { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';
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
/** How long nothing may move, in ms. */
const PATIENCE_MS = slow(20_000);

/** Queues `queued` links offline, kills the app `kills` times while it sends them, then lets it finish. */
export async function killFullQueue(queued: number, kills: number, seed: number): Promise<FullQueueFigures> {
  const chance = createChance(seed);
  const service = await RecordingService.strict();
  service.decide = () => ({ kind: 'slow', before: chance.between(0, 4), after: chance.between(0, 4) });
  const folder = mkdtempSync(join(tmpdir(), 'outbox-full-queue-'));
  const start = () => App.start(folder, service.url);
  const violations: string[] = [];
  try {
    let app = await start();
    const filled = await app.tally({ kind: 'fill', links: queued });
    if (waitingIn(filled) !== queued) violations.push(`${waitingIn(filled)} of ${queued} were taken in`);
    app.send({ kind: 'send' });
    for (let kill = 1; kill <= kills; kill += 1) {
      const goal = service.record.count('link.create') + chance.between(1, Math.ceil(queued / (kills * 2)));
      await until('the app has sent enough', () => service.record.count('link.create') >= goal && service.underWay > 0);
      await app.kill();
      app = await start();
      const tally = await app.tally({ kind: 'tally' });
      violations.push(...wrongsOf(service, tally, queued, kill).map((wrong) => `after kill ${kill}: ${wrong}`));
    }
    let tally = await app.tally({ kind: 'tally' });
    for (let moved = performance.now(); waitingIn(tally) > 0 && performance.now() - moved < PATIENCE_MS; ) {
      await pause(200);
      const before = waitingIn(tally);
      tally = await app.tally({ kind: 'tally' });
      if (waitingIn(tally) < before) moved = performance.now();
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

const waitingIn = ({ queued }: Tally): number =>
  Object.entries(queued).reduce(
    (sum, [state, labels]) => (state === 'needs-review' || state === 'done' ? sum : sum + labels.length),
    0,
  );

/** Each link is queued, in doubt or created; none is duplicated; no more are in doubt than were in flight. */
function wrongsOf(service: RecordingService, tally: Tally, queued: number, kills: number): string[] {
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
