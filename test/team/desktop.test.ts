import { cpSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { type RunningTeam, startTeam } from '../support/running-team.ts';
import { TEAM_KEY as KEY, TeamComputer } from '../support/team-computer.ts';
import { describeWithNats } from '../support/team-server.ts';
import { until } from '../support/until.ts';

describeWithNats('a computer in a team', () => {
  let shared: RunningTeam;
  let team: RunningTeam;
  let computers: TeamComputer[];
  /** Above all indexes that other tests have posted to the stream. */
  let base = 0;
  let names = 0;
  beforeAll(async () => {
    shared = await startTeam();
  });
  afterAll(() => shared.remove());
  beforeEach(() => {
    computers = [];
    team = shared;
    base += 100;
  });
  afterEach(async () => {
    for (const computer of computers) await computer.remove();
    if (team !== shared) await team.remove();
  });

  const invite = () => team.invite(`Computer ${++names}`);
  const started = async (options: { hasKeyStore?: boolean } = {}): Promise<TeamComputer> => {
    const computer = new TeamComputer(options);
    computers.push(computer);
    await computer.start();
    return computer;
  };
  const joined = async (): Promise<TeamComputer> => {
    const computer = await started();
    await computer.join(await invite());
    await computer.reached('connected');
    return computer;
  };
  const post = async (...indexes: readonly number[]) => {
    for (const index of indexes) expect(await team.post({ index: base + index }, KEY)).toBe(200);
  };
  const indexes = (computer: TeamComputer) =>
    computer.indexes().flatMap((index) => (index > base ? [index - base] : []));
  /** Waits for these, newest first, each once. */
  const has = async (computer: TeamComputer, ...expected: readonly number[]) => {
    await until(`deliveries ${expected}`, () => indexes(computer).length >= expected.length);
    expect(indexes(computer)).toEqual(expected);
  };

  it('receives each delivery once, verified, also those that arrived while it was closed', async () => {
    const computer = await joined();
    await post(1, 2);
    await has(computer, 2, 1);
    expect(computer.kept()[0]?.record).toMatchObject({ verification: 'verified', path: '/hooks', answered: 200 });
    expect(JSON.stringify(computer.kept())).not.toContain(team.token);
    await computer.stop();
    await post(3);
    await computer.start();
    await has(computer, 3, 2, 1);
    await post(4);
    await has(computer, 4, 3, 2, 1);
  });

  it('lists the other computers, and can leave', async () => {
    team = await startTeam();
    const [anna, ben] = [await joined(), await joined()];
    await post(1);
    await has(anna, 1);
    await has(ben, 1);
    const listed = ({ view }: TeamComputer) => view.computers.map(({ isThis }) => isThis);
    await expect.poll(() => listed(anna)).toEqual([true, false]);
    await expect.poll(() => listed(ben)).toEqual([false, true]);
    ben.waiting = 3;
    ben.team.changed();
    await expect.poll(() => anna.view.computers.find(({ isThis }) => !isThis)?.waiting).toBe(3);
    // It stays in the team, and connected, when the disk fails.
    const file = join(ben.folder, 'team.json');
    rmSync(file);
    mkdirSync(file);
    await expect(ben.team.leave()).rejects.toThrow(StorageError);
    expect(ben.view).toMatchObject({ state: 'connected', computer: expect.any(String) });
    rmdirSync(file);
    expect(await ben.team.leave()).toMatchObject({ ok: true });
    expect(ben.view).toMatchObject({ state: 'none', relayUrl: null, computer: null, computers: [] });
    await expect.poll(() => listed(anna)).toEqual([true]);
    await post(2);
    await has(anna, 2, 1);
    expect(indexes(ben)).toEqual([1]);
  });

  it('says so if its invite is revoked', async () => {
    const revoked = await team.invite('Gone');
    await team.revoke('Gone');
    const computer = await started();
    await computer.join(revoked);
    await computer.reached('revoked');
  });

  it('shows that it is offline after the server was killed, and reconnects', async () => {
    const computer = await joined();
    await post(1);
    await has(computer, 1);
    await team.stopNats();
    await computer.reached('offline');
    await team.startNats();
    await computer.reached('connected');
    await post(2);
    await has(computer, 2, 1);
    await team.stopNats('SIGKILL');
    await team.startNats();
    await until('it is taken', async () => (await team.post({ index: base + 3 }, KEY)) === 200);
    await has(computer, 3, 2, 1);
  });

  it('reads a new stream from its beginning', async () => {
    team = await startTeam();
    const computer = await joined();
    await post(1, 2, 3);
    await has(computer, 3, 2, 1);
    await computer.stop();
    await team.restart(() => rmSync(join(team.dataFolder), { recursive: true }));
    await post(4, 5);
    await computer.start();
    await has(computer, 5, 4, 3, 2, 1);
    expect(computer.notices).toHaveLength(1);
  });

  it('reads deliveries from a server restored from a backup, each once', async () => {
    team = await startTeam();
    const computer = await joined();
    await post(1);
    await has(computer, 1);
    await team.restart(() => cpSync(team.dataFolder, `${team.dataFolder}.backup`, { recursive: true }));
    await post(2, 3);
    await has(computer, 3, 2, 1);
    await computer.stop();
    await team.restart(() => {
      rmSync(team.dataFolder, { recursive: true });
      cpSync(`${team.dataFolder}.backup`, team.dataFolder, { recursive: true });
    });
    // As many as before, and one more: the sequence numbers reach further than what this computer has read.
    await post(4, 5, 6);
    await computer.start();
    await has(computer, 6, 5, 4, 3, 2, 1);
    expect(computer.notices).toHaveLength(1);
  });

  it('loses nothing when its disk fails for a while', async () => {
    const computer = await joined();
    await post(1);
    await has(computer, 1);
    computer.refuses = true;
    await post(2, 3);
    await computer.reached('offline');
    computer.refuses = false;
    await has(computer, 3, 2, 1);
  });

  it('rejects a second invite, and text that is no invite', async () => {
    const computer = await joined();
    const code = await invite();
    expect(await computer.team.join(code, async () => true)).toMatchObject({
      ok: false,
      problem: { code: 'conflict' },
    });
    const other = await started();
    for (const wrong of ['hello', code.slice(0, -9)]) {
      expect(await other.team.join(wrong, async () => true)).toMatchObject({
        ok: false,
        problem: { fields: { invite: expect.any(String) } },
      });
    }
    expect(other.view.state).toBe('none');
  });

  it('needs the invite again after a restart without a key store', async () => {
    const computer = await started({ hasKeyStore: false });
    const code = await invite();
    await computer.join(code);
    await computer.reached('connected');
    expect(computer.allBytes()).not.toContain(team.token);
    await computer.stop();
    await computer.start();
    expect(computer.view).toMatchObject({ state: 'forgotten', computer: expect.any(String), relayUrl: null });
    await computer.join(code);
    await computer.reached('connected');
    await post(1);
    await has(computer, 1);
  });
});
