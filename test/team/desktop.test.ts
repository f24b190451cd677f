// A computer in a team: deliveries of a real relay through a real nats-server, whatever happens to them.
import { once } from 'node:events';
import { cpSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { encodeInvite } from '../../src/team-protocol/invite.ts';
import { type RunningTeam, startTeam } from '../support/running-team.ts';
import { TEAM_KEY as KEY, TeamComputer } from '../support/team-computer.ts';
import { describeWithNats, inviteOf } from '../support/team-server.ts';
import { until } from '../support/until.ts';

describeWithNats('a computer in a team', () => {
  let team: RunningTeam;
  let computers: TeamComputer[];
  beforeEach(async () => {
    computers = [];
    team = await startTeam();
  });
  afterEach(async () => {
    for (const computer of computers) await computer.remove();
    await team.remove();
  });

  const joined = async (name: string): Promise<TeamComputer> => {
    const computer = new TeamComputer();
    computers.push(computer);
    await computer.start();
    await computer.join(await team.server.invite(name));
    await computer.reached('connected');
    return computer;
  };
  const post = async (...indexes: readonly number[]) => {
    for (const index of indexes) expect(await team.post({ index }, KEY)).toBe(200);
  };

  it('receives each delivery once, verified, also those that arrived while it was closed', async () => {
    const computer = await joined('Anna');
    await post(1, 2);
    await computer.has([2, 1]);
    expect(computer.kept()[0]?.record).toMatchObject({ verification: 'verified', path: '/hooks', answered: 200 });
    expect(JSON.stringify(computer.kept())).not.toContain(team.token);
    await computer.stop();
    await post(3);
    await computer.start();
    await computer.has([3, 2, 1]);
    await post(4);
    await computer.has([4, 3, 2, 1]);
  });

  it('lists the other computers, and can leave', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    await post(1);
    await anna.has([1]);
    await ben.has([1]);
    const names = (computer: TeamComputer) => computer.view.computers.map(({ name, isThis }) => `${name} ${isThis}`);
    await expect.poll(() => names(anna)).toEqual(['Anna true', 'Ben false']);
    await expect.poll(() => names(ben)).toEqual(['Anna false', 'Ben true']);
    ben.waiting = 3;
    ben.team.changed();
    await expect.poll(() => anna.view.computers.find(({ name }) => name === 'Ben')?.waiting).toBe(3);
    expect(await ben.team.leave()).toMatchObject({ ok: true });
    expect(ben.view).toMatchObject({ state: 'none', relayUrl: null, computer: null, computers: [] });
    await expect.poll(() => names(anna)).toEqual(['Anna true']);
    await post(2);
    await anna.has([2, 1]);
    expect(ben.indexes()).toEqual([1]);
  });

  it('lists the computers after a start without the server, except a revoked one', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    const listed = () => anna.view.computers.map(({ name, isThis }) => `${name} ${isThis}`);
    await expect.poll(listed).toEqual(['Anna true', 'Ben false']);
    await team.server.revoke('Ben');
    await ben.reached('revoked');
    await joined('Ben');
    const both = ['Anna true', 'Ben false'];
    await expect.poll(listed).toEqual(both);
    const { computers: before } = anna.view;
    expect(new Set(before.map(({ id }) => id)).size).toBe(2);
    await anna.stop();
    await team.server.stopNats();
    await anna.start();
    expect(listed()).toEqual(both);
    await anna.reached('offline');
    expect(listed()).toEqual(both);
  });

  it('stays in the team, and connected, when the disk fails while it leaves', async () => {
    const computer = await joined('Anna');
    const file = join(computer.folder, 'team.json');
    rmSync(file);
    mkdirSync(file);
    await expect(computer.team.leave()).rejects.toThrow(StorageError);
    expect(computer.view).toMatchObject({ state: 'connected', computer: 'Anna' });
    await post(1);
    await computer.has([1]);
    rmdirSync(file);
    expect(await computer.team.leave()).toMatchObject({ ok: true });
    expect(computer.view).toMatchObject({ state: 'none', computers: [] });
  });

  it('does not join with a revoked invite, unless the server cannot be reached', async () => {
    const code = await team.server.invite('Anna');
    const revoked = await team.server.invite('Ben');
    await team.server.revoke('Ben');
    const computer = new TeamComputer();
    computers.push(computer);
    await computer.start();
    expect(await computer.team.preview(revoked)).toMatchObject({
      ok: false,
      problem: { fields: { invite: expect.stringContaining('revoked') } },
    });
    expect(await computer.team.preview(code)).toEqual({ ok: true, value: { stores: [], problem: null } });
    await team.server.stopNats();
    expect(await computer.team.preview(code)).toMatchObject({
      ok: true,
      value: { stores: [], problem: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it('keeps the names of the other computers while the server cannot be reached', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    await expect.poll(() => anna.team.nameOf(ben.device)).toBe('Ben');
    await anna.stop();
    await team.server.stopNats();
    await anna.start();
    expect(anna.team.nameOf(ben.device)).toBe('Ben');
  });

  it('shows that it is offline after the server was killed, and reconnects', async () => {
    const computer = await joined('Anna');
    await post(1);
    await computer.has([1]);
    await team.server.stopNats();
    await computer.reached('offline');
    await expect.poll(() => computer.view.problem).toContain('ECONNREFUSED');
    await team.server.startNats();
    await computer.reached('connected');
    await post(2);
    await computer.has([2, 1]);
    team.server.killNats();
    await team.postUntilTaken({ index: 3 }, KEY);
    await computer.has([3, 2, 1]);
  });

  it('stops while it still tries servers that do not answer', async () => {
    let tried = 0;
    const silent = await Promise.all(
      [1, 2, 3].map(async () => {
        const server = createServer(() => {
          tried += 1;
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        onTestFinished(() => void server.close());
        return `tls://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }),
    );
    const computer = new TeamComputer();
    computers.push(computer);
    await computer.start();
    const invite = inviteOf(await team.server.invite('Anna'));
    await computer.join(encodeInvite({ ...invite, servers: silent }));
    await until('a server is tried', () => tried > 0);
    await computer.stop();
    expect(tried).toBe(1);
  });

  it('stops when it is revoked, and reports that', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    await team.server.revoke('Ben');
    await ben.reached('revoked');
    await post(1);
    await anna.has([1]);
    expect(ben.indexes()).toEqual([]);
    expect(anna.view.state).toBe('connected');
  });

  it('reads a new stream from its beginning', async () => {
    const computer = await joined('Anna');
    await post(1, 2, 3);
    await computer.has([3, 2, 1]);
    await computer.stop();
    await team.restart(() => rmSync(join(team.dataFolder), { recursive: true }));
    await post(4, 5);
    await computer.start();
    await computer.has([5, 4, 3, 2, 1]);
    expect(computer.notices).toEqual([expect.stringContaining('set up again or restored')]);
  });

  it('reads deliveries from a server restored from a backup, each once', async () => {
    const computer = await joined('Anna');
    await post(1);
    await computer.has([1]);
    await team.restart(() => cpSync(team.dataFolder, `${team.dataFolder}.backup`, { recursive: true }));
    await post(2, 3);
    await computer.has([3, 2, 1]);
    await computer.stop();
    await team.restart(() => {
      rmSync(team.dataFolder, { recursive: true });
      cpSync(`${team.dataFolder}.backup`, team.dataFolder, { recursive: true });
    });
    // As many as before, and one more: the sequence numbers reach further than what this computer has read.
    await post(4, 5, 6);
    await computer.start();
    await computer.has([6, 5, 4, 3, 2, 1]);
    expect(computer.notices).toEqual([expect.stringContaining('set up again or restored')]);
  });

  it('reports once how many deliveries the server dropped before it read them', async () => {
    const computer = await joined('Anna');
    const late = await joined('Ben');
    await post(1);
    await computer.has([1]);
    await late.has([1]);
    await computer.stop();
    await late.stop();
    await post(2, 3, 4);
    await team.setLimits({ deliveriesKeptMs: 200 });
    await team.untilDropped();
    await computer.start();
    await expect
      .poll(() => computer.notices)
      .toEqual([expect.stringMatching(/dropped 3 deliveries before .+ read them/)]);
    await late.start();
    await expect.poll(() => late.notices).toEqual([expect.stringContaining('dropped')]);
    await computer.stop();
    await team.setLimits({});
    await computer.start();
    await post(5);
    await computer.has([5, 1]);
    expect(computer.notices).toHaveLength(1);
  });

  it('detects a replaced stream while connected', async () => {
    const computer = await joined('Anna');
    await post(1, 2);
    await computer.has([2, 1]);
    await team.replaceStream();
    await post(3);
    await computer.has([3, 2, 1]);
  });

  it('skips and counts what the relay did not send', async () => {
    const computer = await joined('Anna');
    await team.publishAsAdmin('not a delivery');
    await post(1);
    await computer.has([1]);
    await expect.poll(() => computer.view.unreadable).toBe(1);
  });

  it('loses nothing when its disk fails for a while', async () => {
    const computer = await joined('Anna');
    await post(1);
    await computer.has([1]);
    computer.refuses = true;
    await post(2, 3);
    await computer.reached('offline');
    computer.refuses = false;
    await computer.has([3, 2, 1]);
  });

  it('rejects a second invite, and text that is no invite', async () => {
    const computer = await joined('Anna');
    const code = await team.server.invite('Ben');
    expect(await computer.team.join(code)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    const other = new TeamComputer();
    computers.push(other);
    await other.start();
    for (const wrong of ['hello', code.slice(0, -9)]) {
      expect(await other.team.join(wrong)).toMatchObject({
        ok: false,
        problem: { fields: { invite: expect.any(String) } },
      });
    }
    expect(other.view.state).toBe('none');
  });

  it('needs the invite again after a restart without a key store', async () => {
    const computer = new TeamComputer({ hasKeyStore: false });
    computers.push(computer);
    await computer.start();
    const code = await team.server.invite('Anna');
    await computer.join(code);
    await computer.reached('connected');
    expect(computer.allBytes()).not.toContain(team.token);
    await computer.stop();
    await computer.start();
    expect(computer.view).toMatchObject({ state: 'forgotten', computer: 'Anna', relayUrl: null });
    await computer.join(code);
    await computer.reached('connected');
    await post(1);
    await computer.has([1]);
  });

  it('does not connect to a server with another certificate', async () => {
    const other = await startTeam();
    try {
      const computer = new TeamComputer();
      computers.push(computer);
      await computer.start();
      const code = await other.server.invite('Anna');
      await computer.join(other.pointing(code, team));
      await computer.reached('offline');
      expect(computer.view.problem).toContain('another certificate');
    } finally {
      await other.remove();
    }
  });
});
