// A computer that is killed again and again while deliveries come: each is there once in the end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { slow } from '../../tools/test/slow.ts';
import { DeliveryStore } from '../support/inbox.ts';
import { type RunningTeam, startTeam } from '../support/running-team.ts';
import { TEAM_KEY, TeamComputer } from '../support/team-computer.ts';
import { describeWithNats } from '../support/team-server.ts';
import { until } from '../support/until.ts';

const SCRIPT = resolve(import.meta.dirname, '../support/team-computer-process.ts');
const ROUNDS = 3;
const PER_ROUND = 60;

describeWithNats('a computer that is killed', () => {
  let team: RunningTeam;
  let child: ChildProcess | null = null;
  const computer = new TeamComputer();
  beforeEach(async () => {
    team = await startTeam();
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await computer.remove();
    await team.remove();
  });

  /** Runs the computer in a process of its own, and kills it once it has stored some deliveries. */
  async function runAndKill(deliveries: number): Promise<void> {
    const running = spawn(process.execPath, ['--import', 'tsx', SCRIPT, computer.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = running;
    const ended = once(running, 'exit');
    let stored = 0;
    running.stdout.on('data', (chunk: Buffer) => {
      stored += chunk.toString().split('\n').length - 1;
    });
    await until(`${deliveries} deliveries`, () => stored >= deliveries || running.exitCode !== null, slow(60_000));
    expect(running.exitCode).toBeNull();
    running.kill('SIGKILL');
    await ended;
    child = null;
  }

  it('has every delivery once, however often it was killed', { timeout: slow(150_000) }, async () => {
    await computer.start();
    await computer.join(await team.server.invite('Anna'));
    await computer.reached('connected');
    await computer.stop();
    for (let round = 0; round < ROUNDS; round += 1) {
      const indexes = Array.from({ length: PER_ROUND }, (_, index) => round * PER_ROUND + index);
      const posting = Promise.all(indexes.map((index) => team.post({ index }, TEAM_KEY)));
      await runAndKill(1 + ((round * 13) % 40));
      expect(await posting).toEqual(indexes.map(() => 200));
    }
    await computer.start();
    await until('all deliveries', () => computer.kept().length >= ROUNDS * PER_ROUND);
    await computer.stop();
    const store = new DeliveryStore(computer.folder, 'store');
    const indexes = store.indexes();
    await store.close();
    expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: ROUNDS * PER_ROUND }, (_, index) => index));
  });
});
