// What ends by itself or is refused on a real nats-server: unused invites, a full stream, floods of one sender.
import { Kvm } from '@nats-io/kv';
import { expect, it } from 'vitest';
import { CATALOG_BUCKET, CATALOG_STREAM, computerKey, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { endUnused } from '../../tools/team-server/computers.ts';
import { publicKeyOf } from '../../tools/team-server/nats-config.ts';
import { post } from '../support/relay-sender.ts';
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

describeWithNats('an invite', () => {
  it('ends a day after it was made, unless a computer has used it, whatever became of the server’s data', async () => {
    const server = await teamForTest();
    const anna = inviteOf(await server.invite('Anna'));
    const ben = inviteOf(await server.invite('Ben'));
    const end = (hours: number) => endUnused(server.folder, anna.at + hours * 3_600_000);
    expect(await end(23)).toEqual([]);

    // One has written its record; then the server loses it.
    const key = computerKey(publicKeyOf(anna.seed));
    await (await new Kvm(await connectComputer(anna)).open(CATALOG_BUCKET)).put(key, 'sealed');
    expect(await end(23)).toEqual([]);
    await (await admin(server)).manager.streams.delete(CATALOG_STREAM);
    expect(await end(24 * 7)).toEqual([]);
    await server.stopNats();
    expect(await end(24 * 7)).toEqual([]);
    await server.startNats();

    expect(await end(25)).toEqual(['Ben']);
    expect(await end(24 * 7)).toEqual([]);
    await expect(connectComputer(ben, { reconnect: false })).rejects.toThrow(/authorization/i);
    await connectComputer(anna);
    // The name is free again.
    expect(inviteOf(await server.invite('Ben')).at).toBeGreaterThanOrEqual(ben.at);
  });
});

describeWithNats('the relay', () => {
  it('answers 503 at once when the stream is full, and evicts no event that was stored before', async () => {
    const server = await teamForTest();
    const invite = inviteOf(await server.invite('Anna'));
    await (await admin(server)).manager.streams.update(DELIVERIES_STREAM, { max_bytes: 100_000 });
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1)
      statuses.push((await post(server.relayUrl, `${index}`.padEnd(30_000))).status);
    expect(statuses).toEqual([200, 200, 200, 503, 503, 503]);
    const bodies = bodiesOf(await deliveriesOf(await connectComputer(invite), invite));
    expect(bodies.map((body) => body.trim())).toEqual(['0', '1', '2']);
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
});
