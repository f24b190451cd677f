// The limits of the relay, made short, on a real nats-server.
import { beforeAll, expect, it } from 'vitest';
import type { Invite } from '../../src/team-protocol/invite.ts';
import { DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import type { TeamServer } from '../../tools/team-server/start.ts';
import { head, post, raw } from '../support/relay-sender.ts';
import {
  admin,
  bodiesOf,
  connectComputer,
  deliveriesOf,
  describeWithNats,
  inviteOf,
  relayForTest,
  sharedTeam,
  untilHealthy,
} from '../support/team-server.ts';
import { until } from '../support/until.ts';

describeWithNats('the relay', () => {
  const shared = sharedTeam();
  let server: TeamServer;
  let invite: Invite;

  beforeAll(async () => {
    server = await shared.start();
    invite = inviteOf(await server.invite('Anna'));
  });

  const storedBodies = async () => bodiesOf(await deliveriesOf(await connectComputer(invite), invite));
  const countStored = async () => (await (await admin(server)).manager.streams.info(DELIVERIES_STREAM)).state.messages;

  it('answers 408 to slow headers and to a slow body', async () => {
    const relay = await relayForTest(server, { headersMs: 1_500, requestMs: 3_000 });
    await untilHealthy(relay.origin);
    const before = await countStored();
    const headers = raw(relay, 'POST /hooks/x HTTP/1.1\r\nHost: re');
    const body = raw(relay, `${head(relay, ['Content-Length: 100'])}slow`);
    await until('both are closed', () => headers.seen.isClosed && body.seen.isClosed);
    expect(headers.seen.text).toContain('408 Request Timeout');
    expect(body.seen.text).toContain('408 Request Timeout');
    expect(await countStored()).toBe(before);
    expect((await post(relay.url, 'after the slow ones')).status).toBe(200);
  });

  it('answers 400 to what is not HTTP, and 431 to headers that are too large', async () => {
    const relay = await relayForTest(server, { headerBytes: 2_000 });
    await untilHealthy(relay.origin);
    const junk = raw(relay, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n');
    const large = raw(relay, head(relay, [`X: ${'a'.repeat(3_000)}`]));
    const both = raw(relay, head(relay, ['Content-Length: 1', 'Transfer-Encoding: chunked']));
    await until('all are closed', () => junk.seen.isClosed && large.seen.isClosed && both.seen.isClosed);
    expect(junk.seen.text).toContain('400 Bad Request');
    expect(large.seen.text).toContain('431 ');
    expect(both.seen.text).toContain('400 Bad Request');
    expect((await post(relay.url, 'after the bad ones')).status).toBe(200);
  });

  it('answers 429 with Retry-After to too many requests of one address', async () => {
    const relay = await relayForTest(server, { perSecond: 1, burst: 3 });
    await untilHealthy(relay.origin);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => post(relay.url, `burst ${index}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(3);
    expect((await storedBodies()).filter((body) => /^burst \d$/.test(body))).toHaveLength(accepted);
  });

  it('holds no more than its budget in memory, and answers 503 above it', async () => {
    const relay = await relayForTest(server, { pendingBytes: 300_000, publishMs: 30_000 });
    await untilHealthy(relay.origin);
    await server.stopNats();
    const answers = Array.from({ length: 20 }, (_, index) => post(relay.url, `${index}`.padEnd(50_000)));
    await until('most are refused', () => (relay.log().match(/"status":503/g) ?? []).length >= 15);
    await server.startNats();
    const all = await Promise.all(answers);
    const statuses = all.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(all.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
    expect((await storedBodies()).filter((body) => body.length === 50_000)).toHaveLength(
      statuses.filter((status) => status === 200).length,
    );
    expect((await post(relay.url, 'room again')).status).toBe(200);
  });

  it('has stored once what it answered 200, although nats-server is killed meanwhile', async () => {
    const accepted: string[] = [];
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (let number = 0; number < 25; number++) {
        // Another body for each attempt: one whose answer was lost may be stored, and is not counted.
        for (let attempt = 0; ; attempt++) {
          const body = `killed ${lane}/${number}/${attempt}`;
          const answer = await post(server.relayUrl, body).catch(() => null);
          await answer?.text().catch(() => undefined);
          if (answer?.status !== 200) continue;
          accepted.push(body);
          break;
        }
      }
    });
    for (const count of [40, 100]) {
      await until(`${count} are stored`, () => accepted.length >= count);
      await server.stopNats('SIGKILL');
      await server.startNats();
    }
    await Promise.all(lanes);
    const stored = (await storedBodies()).filter((body) => body.startsWith('killed '));
    expect(new Set(stored).size).toBe(stored.length);
    expect(accepted.filter((body) => !stored.includes(body))).toEqual([]);
  });

  it('answers 503 while nats-server is down, and 200 when it is back', async () => {
    const relay = await relayForTest(server, { publishMs: 3_000 });
    await untilHealthy(relay.origin);
    await server.stopNats();
    await until('it notices', () => relay.log().includes('nats-disconnected'));
    expect((await fetch(`${relay.origin}/healthz`)).status).toBe(503);
    const answer = await post(relay.url, 'in vain');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await server.startNats();
    await untilHealthy(relay.origin);
    expect((await post(relay.url, 'back again')).status).toBe(200);
    const bodies = await storedBodies();
    expect(bodies).toContain('back again');
    expect(bodies).not.toContain('in vain');
  });
});
