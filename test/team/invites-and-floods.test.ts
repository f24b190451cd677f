// What ends by itself or is refused on a real nats-server: unused invites, a full stream, floods of one sender.
import { once } from 'node:events';
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { INVITE_MS } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET, CATALOG_STREAM, computerKey } from '../../src/team-protocol/names.ts';
import { endUnused } from '../../tools/team-server/computers.ts';
import { ensureStreams, withConnection } from '../../tools/team-server/nats-client.ts';
import { publicKeyOf } from '../../tools/team-server/nats-config.ts';
import { loadTeam } from '../../tools/team-server/team-folder.ts';
import { post, raw } from '../support/relay-sender.ts';
import {
  admin,
  bodiesOf,
  connectComputer,
  deliveriesOf,
  describeWithNats,
  inviteOf,
  relayForTest,
  teamForTest,
  untilHealthy,
} from '../support/team-server.ts';
import { until } from '../support/until.ts';

describeWithNats('an invite', () => {
  it('ends a day after it was made, unless a computer has connected with it, whatever became of the server’s data', async () => {
    const server = await teamForTest();
    const anna = inviteOf(await server.invite('Anna'));
    const ben = inviteOf(await server.invite('Ben'));
    const cora = inviteOf(await server.invite('Cora'));
    const end = (hours: number) => endUnused(server.folder, server.natsServer, anna.at + hours * 3_600_000);
    expect((await end(23)).names).toEqual([]);

    // One is connected, one has written its record and gone; then the server loses both facts.
    const connections = [await connectComputer(anna), await connectComputer(cora)];
    const key = computerKey(publicKeyOf(cora.seed));
    await (await new Kvm(connections[1] as NatsConnection).open(CATALOG_BUCKET)).put(key, 'sealed');
    await connections[1]?.close();
    expect((await end(23)).names).toEqual([]);
    await connections[0]?.close();
    await (await admin(server)).manager.streams.delete(CATALOG_STREAM);
    expect((await end(24 * 7)).names).toEqual([]);
    const team = loadTeam(server.folder);
    await withConnection(team, team.seeds.admin, (connection) => ensureStreams(connection, team));

    expect(await end(25)).toEqual({ names: ['Ben'], effect: 'now' });
    expect((await end(24 * 7)).names).toEqual([]);
    await expect(connectComputer(ben, { reconnect: false })).rejects.toThrow(/authorization/i);
    for (const invite of [anna, cora]) await connectComputer(invite);
    // The name is free again.
    expect(inviteOf(await server.invite('Ben')).at).toBeGreaterThanOrEqual(ben.at);
  });

  it('does not end while no server answers', async () => {
    const server = await teamForTest();
    const { at } = inviteOf(await server.invite('Anna'));
    await server.stopNats();
    expect((await endUnused(server.folder, server.natsServer, at + 2 * INVITE_MS)).names).toEqual([]);
    expect(loadTeam(server.folder).computers[0]?.revokedAt).toBeNull();
    await server.startNats();
  });
});

describeWithNats('the relay', () => {
  it('answers 503 at once when the stream is full, and evicts no event that was stored before', async () => {
    const server = await teamForTest({ streamLimits: { deliveriesKeptBytes: 100_000 } });
    const invite = inviteOf(await server.invite('Anna'));
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1)
      statuses.push((await post(server.relayUrl, `${index}`.padEnd(30_000))).status);
    expect(statuses).toEqual([200, 200, 200, 503, 503, 503]);
    const bodies = bodiesOf(await deliveriesOf(await connectComputer(invite), invite));
    expect(bodies.map((body) => body.trim())).toEqual(['0', '1', '2']);
    // There is still room for the catalog.
    const { connection } = await admin(server);
    expect((await (await jetstreamManager(connection)).streams.info(CATALOG_STREAM)).config.discard).toBe('new');
  });

  it('answers 429 to too many bytes of one token, and to a sender of too many requests before it looks at the token', async () => {
    const server = await teamForTest();
    const bytes = await relayForTest(server, { bytesPerSecond: 1, burstBytes: 50_000 });
    await untilHealthy(bytes.origin);
    const large = 'x'.repeat(20_000);
    const answers = [await post(bytes.url, large), await post(bytes.url, large), await post(bytes.url, large)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(1_000);
    expect((await post(bytes.url, 'small')).status).toBe(200);

    const senders = await relayForTest(server, { senderPerSecond: 1, senderBurst: 2 });
    await untilHealthy(senders.origin);
    const from = (sender: string, url = `${senders.origin}/hooks/unknown`) =>
      post(url, 'x', { 'x-forwarded-for': `203.0.113.9, ${sender}` }).then(({ status }) => status);
    // The last address is the proxy's; a sender may put any other one before it.
    const guesses = await Promise.all(Array.from({ length: 6 }, () => from('198.51.100.1')));
    expect(guesses).toContain(404);
    expect(guesses).toContain(429);
    expect(await from('198.51.100.2', senders.url)).toBe(200);
  });

  it('lets one sender open only some of its connections where no proxy is in front', async () => {
    const server = await teamForTest();
    const relay = await relayForTest(server, { senderConnections: 2 }, { host: '0.0.0.0' });
    const idle = Array.from({ length: 5 }, () => raw(relay, 'POST /hooks/never-ending'));
    await until('the others are closed', () => idle.filter(({ seen }) => seen.isClosed).length === 3);
    for (const { socket } of idle) socket.destroy();
    await Promise.all(idle.map(({ socket }) => (socket.closed ? null : once(socket, 'close'))));
    await untilHealthy(relay.origin);
  });
});
