// Inviting and revoking computers on a real nats-server.
import { jetstream } from '@nats-io/jetstream';
import { expect, it } from 'vitest';
import type { Invite } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM, DELIVERIES_STREAM, presenceKey } from '../../src/team-protocol/names.ts';
import { endUnused } from '../../tools/team-server/computers.ts';
import { publicKeyOf } from '../../tools/team-server/configuration.ts';
import { loadTeam } from '../../tools/team-server/team.ts';
import {
  bodiesOf,
  connectComputer,
  describeWithNats,
  inviteOf,
  sharedTeam,
  teamForTest,
} from '../support/team-server.ts';
import { until } from '../support/until.ts';

/** Connects as the computer, which writes its presence. */
async function connected(invite: Invite): Promise<void> {
  const key = presenceKey('store', publicKeyOf(invite.seed));
  await jetstream(await connectComputer(invite)).publish(`$KV.${CATALOG_BUCKET}.${key}`, 'sealed');
}

describeWithNats('the computers of a team', () => {
  const team = sharedTeam();

  it('join and leave under load without disconnecting others', async () => {
    const anna = inviteOf(await team.invite('Anna'));
    const connection = await connectComputer(anna);
    const events: string[] = [];
    void (async () => {
      for await (const { type } of connection.status()) if (/disconnect|error|close/.test(type)) events.push(type);
    })();
    const catalog = jetstream(connection);
    let isOver = false;
    const failures: unknown[] = [];
    let posted = 0;
    const load = (async () => {
      while (!isOver) {
        const answer = await fetch(team.server.relayUrl, { method: 'POST', body: `under load ${posted}` });
        if (answer.status === 200) posted++;
        else failures.push(answer.status);
        const subject = `$KV.${CATALOG_BUCKET}.record.${posted % 20}`;
        await catalog.publish(subject, 'x').catch((error: unknown) => failures.push(error));
      }
    })();
    const ben = inviteOf(await team.invite('Ben'));
    const revoked = await connectComputer(ben);
    await team.revoke('Ben');
    await until('Ben is disconnected', () => revoked.isClosed());
    await expect(connectComputer(ben)).rejects.toThrow(/authorization/i);
    // A new invite of the same name has a new key.
    const again = inviteOf(await team.invite('Ben'));
    expect(again.seed).not.toBe(ben.seed);
    await connectComputer(again);
    const previous = posted;
    await until('the load continues', () => posted > previous + 20);
    isOver = true;
    await load;
    expect({ failures, events }).toEqual({ failures: [], events: [] });
    expect(new Set(await bodiesOf(anna)).size).toBe(posted);
  });

  it('have one invite per name, ignoring case', async () => {
    await team.invite('Cora');
    await expect(team.invite(' cora ')).rejects.toThrow('"cora" has an invite already.');
    await expect(team.revoke('Nobody')).rejects.toThrow('There is no computer "Nobody" in this team.');
    expect(JSON.stringify(loadTeam(team.folder).computers)).not.toMatch(/SU[A-Z2-7]{56}/);
  });

  it('of another team cannot connect', async () => {
    const other = await teamForTest();
    const invite = inviteOf(await team.invite('Dora'));
    const stranger = { ...invite, servers: [other.server.natsUrl] };
    await expect(connectComputer(stranger)).rejects.toThrow(/certificate/i);
    const trusting = { ...stranger, ca: loadTeam(other.folder).authority.cert };
    await expect(connectComputer(trusting)).rejects.toThrow(/authorization/i);
  });

  it('are listed with when they were last seen until they are revoked, even while no server runs', async () => {
    const own = await teamForTest();
    for (const name of ['Anna', 'Ben', 'Cora']) await connected(inviteOf(await own.invite(name)));
    await own.stopNats();
    expect(await own.lastSeen()).toBeNull();
    expect(await own.revoke('Cora')).toBe(false);
    await own.startNats();
    expect((await own.lastSeen())?.size).toBe(3);
    expect(await own.revoke('Ben')).toBe(true);
    expect(loadTeam(own.folder).computers.map(({ name }) => name)).toEqual(['Anna']);
  });

  it('are removed a day after their invite if they never connected, whatever happened to the server’s data', async () => {
    const own = await teamForTest();
    const anna = inviteOf(await own.invite('Anna'));
    const ben = inviteOf(await own.invite('Ben'));
    const end = (hours: number) => endUnused(own.folder, anna.at + hours * 3_600_000);
    expect(await end(23)).toEqual([]);
    await connected(anna);
    expect(await end(23)).toEqual([]);
    await own.asAdmin(({ streams }) => streams.delete(CATALOG_STREAM));
    await own.stopNats();
    expect(await end(24 * 7)).toEqual([]);
    await own.startNats();
    expect(await end(25)).toEqual(['Ben']);
    expect(await end(24 * 7)).toEqual([]);
    await expect(connectComputer(ben)).rejects.toThrow(/authorization/i);
    await connectComputer(anna);
  });
});

describeWithNats('the stream of deliveries', () => {
  it('gets its limits back when the team server restarts, and keeps its deliveries', async () => {
    const team = await teamForTest();
    await fetch(team.server.relayUrl, { method: 'POST', body: 'kept' });
    await team.asAdmin(({ streams }) => streams.update(DELIVERIES_STREAM, { max_bytes: 5_000_000 }));
    await team.restart();
    const { config, state } = await team.asAdmin(({ streams }) => streams.info(DELIVERIES_STREAM));
    expect([config.max_bytes, state.messages]).toEqual([1024 ** 3, 1]);
    expect(config).toMatchObject({ deny_delete: true, deny_purge: true, allow_rollup_hdrs: false, discard: 'new' });
  });
});
