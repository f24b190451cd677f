// Inviting and revoking computers on a real nats-server.
import { Kvm } from '@nats-io/kv';
import { beforeAll, expect, it } from 'vitest';
import type { Invite } from '../../src/team-protocol/invite.ts';
import {
  CATALOG_BUCKET,
  computerKey,
  DELIVERIES_KEPT_BYTES,
  DELIVERIES_STREAM,
} from '../../src/team-protocol/names.ts';
import { revoke } from '../../tools/team-server/computers.ts';
import { publicKeyOf } from '../../tools/team-server/nats-config.ts';
import type { TeamServer } from '../../tools/team-server/start.ts';
import { loadTeam } from '../../tools/team-server/team-folder.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  admin,
  bodiesOf,
  connectComputer,
  deliveriesOf,
  describeWithNats,
  inviteOf,
  sharedTeam,
  teamForTest,
} from '../support/team-server.ts';
import { until } from '../support/until.ts';

describeWithNats('the computers of a team', () => {
  const shared = sharedTeam();
  let common: TeamServer;
  beforeAll(async () => {
    common = await shared.start();
  });

  it('join and leave under load without disconnecting others', async () => {
    const server = common;
    const anna = inviteOf(await server.invite('Anna'));
    const connection = await connectComputer(anna);
    const events: string[] = [];
    void (async () => {
      for await (const { type } of connection.status()) if (/disconnect|error|close/.test(type)) events.push(type);
    })();
    const bucket = await new Kvm(connection).open(CATALOG_BUCKET);
    let isOver = false;
    const failures: unknown[] = [];
    let posted = 0;
    const load = (async () => {
      while (!isOver) {
        const answer = await fetch(server.relayUrl, { method: 'POST', body: `under load ${posted}` });
        if (answer.status === 200) posted++;
        else failures.push(answer.status);
        await bucket.put(`record.${posted % 20}`, 'x').catch((error: unknown) => failures.push(error));
      }
    })();
    const ben = inviteOf(await server.invite('Ben'));
    const revoked = await connectComputer(ben, { reconnect: false });
    await server.revoke('Ben');
    await until('Ben is disconnected', () => revoked.isClosed());
    await expect(connectComputer(ben, { reconnect: false })).rejects.toThrow(/authorization/i);
    // A new invite of the same name has a key of its own.
    const again = inviteOf(await server.invite('Ben'));
    expect(again.seed).not.toBe(ben.seed);
    await connectComputer(again);
    const before = posted;
    await until('the load continues', () => posted > before + 20);
    isOver = true;
    await load;
    expect({ failures, events }).toEqual({ failures: [], events: [] });
    expect(new Set(bodiesOf(await deliveriesOf(connection, anna))).size).toBe(posted);
  });

  it('are listed with the time when they were last seen, also after a restart of the server', async () => {
    const server = await teamForTest();
    const anna = inviteOf(await server.invite('Anna'));
    await server.invite('Ben');
    const connection = await connectComputer(anna);
    const key = publicKeyOf(anna.seed);
    await (await new Kvm(connection).open(CATALOG_BUCKET)).put(computerKey(key), 'sealed');
    await server.stopNats();
    expect((await server.list())[0]).toMatchObject({ name: 'Anna', lastSeenAt: null });
    await server.startNats();
    const [listed, other] = await server.list();
    expect(listed?.lastSeenAt).toBeGreaterThan(listed?.createdAt as number);
    expect(other).toMatchObject({ name: 'Ben', lastSeenAt: null, revokedAt: null });
  });

  it('no longer have a record once they are revoked, also while no server runs', async () => {
    const first = await teamForTest({ folder: temporaryFolder() });
    const { folder } = first;
    const [anna, ben, cora] = [
      inviteOf(await first.invite('Anna')),
      inviteOf(await first.invite('Ben')),
      inviteOf(await first.invite('Cora')),
    ];
    const keyOf = (invite: Invite) => computerKey(publicKeyOf(invite.seed));
    for (const invite of [anna, ben, cora]) {
      const connection = await connectComputer(invite);
      await (await new Kvm(connection).open(CATALOG_BUCKET)).put(keyOf(invite), 'sealed');
    }
    const records = async (server: TeamServer) => {
      const bucket = await new Kvm((await admin(server)).connection).open(CATALOG_BUCKET);
      return Promise.all([anna, ben, cora].map(async (invite) => (await bucket.get(keyOf(invite)))?.operation));
    };
    await first.revoke('Ben');
    expect(await records(first)).toEqual(['PUT', 'DEL', 'PUT']);
    await first.close();
    expect(await revoke(folder, 'Cora')).toBe('at-start');
    const again = await teamForTest({ folder });
    expect(await records(again)).toEqual(['PUT', 'DEL', 'DEL']);
  });

  it('have one invite per name, ignoring case', async () => {
    const server = common;
    await server.invite('Cora');
    await expect(server.invite(' cora ')).rejects.toThrow('"cora" has an invite already.');
    await expect(server.invite(' ')).rejects.toThrow('A name has 1 to 100 characters');
    await expect(server.revoke('Nobody')).rejects.toThrow('There is no computer "Nobody" in this team.');
    await server.revoke('CORA');
    await expect(server.revoke('Cora')).rejects.toThrow('"Cora" is revoked already.');
    expect(JSON.stringify(loadTeam(server.folder).computers)).not.toMatch(/SU[A-Z2-7]{56}/);
  });

  it('of another team cannot connect', async () => {
    const [one, other] = [common, await teamForTest()];
    const invite = inviteOf(await one.invite('Dora'));
    const stranger = { ...invite, servers: [other.natsUrl] };
    await expect(connectComputer(stranger, { reconnect: false })).rejects.toThrow(/certificate/i);
    const trusting = { ...stranger, ca: loadTeam(other.folder).authority.cert };
    await expect(connectComputer(trusting, { reconnect: false })).rejects.toThrow(/authorization/i);
  });
});

describeWithNats('the stream of deliveries', () => {
  it('gets its limits back when the team server restarts, and keeps its deliveries', async () => {
    const first = await teamForTest({ folder: temporaryFolder() });
    await fetch(first.relayUrl, { method: 'POST', body: 'kept' });
    await (await admin(first)).manager.streams.update(DELIVERIES_STREAM, { max_bytes: 5_000_000 });
    await first.close();
    const again = await teamForTest({ folder: first.folder });
    const { config, state } = await (await admin(again)).manager.streams.info(DELIVERIES_STREAM);
    expect({ bytes: config.max_bytes, messages: state.messages }).toEqual({
      bytes: DELIVERIES_KEPT_BYTES,
      messages: 1,
    });
    expect(config).toMatchObject({ deny_delete: true, deny_purge: true, allow_rollup_hdrs: false, discard: 'new' });
  });
});
