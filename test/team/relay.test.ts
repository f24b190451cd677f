// The relay with a real nats-server: it answers 200 only for what is stored, and refuses what it should.
import { beforeAll, expect, it } from 'vitest';
import type { Invite } from '../../src/team-protocol/invite.ts';
import { DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import {
  bodiesOf,
  deliveriesOf,
  describeWithNats,
  head,
  inviteOf,
  post,
  raw,
  relayForTest,
  sharedTeam,
} from '../support/team-server.ts';
import { until } from '../support/until.ts';

describeWithNats('the relay', () => {
  const team = sharedTeam();
  let invite: Invite;
  let url: string;
  beforeAll(async () => {
    url = team.server.relayUrl;
    invite = inviteOf(await team.invite('Anna'));
  });

  const stateOf = () => team.asAdmin(async ({ streams }) => (await streams.info(DELIVERIES_STREAM)).state);
  const countStored = async () => (await stateOf()).messages;

  it('stores each of two equal requests, with its headers and its body as they came', async () => {
    const body = Buffer.from([0, 255, 10, 13, 0x80]);
    const send = () => post(url, body, { 'webhook-key': 'key-1', 'X-Mixed': 'a' });
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
    const same = (await deliveriesOf(invite)).filter((each) => Buffer.from(each.body).equals(body));
    expect(same).toHaveLength(2);
    const headers = same[0]?.rawHeaders.map((text) => text.toLowerCase());
    expect(headers).toEqual(expect.arrayContaining(['webhook-key', 'key-1']));
    expect(headers?.join()).not.toContain('hooks');
  });

  it('answers 404 to another token and 405 to another method, and stores nothing', async () => {
    const previous = await countStored();
    const { origin } = new URL(url);
    for (const token of ['x', '', '%00', '%E0%A4%A', '../healthz', 'a'.repeat(43)]) {
      expect((await post(`${origin}/hooks/${token}`, 'x')).status, token).toBe(404);
    }
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect(await countStored()).toBe(previous);
  });

  it('accepts 1 MB and refuses more, whether its length is given or not', async () => {
    expect((await post(url, 'a'.repeat(1024 * 1024))).status).toBe(200);
    const previous = await countStored();
    expect((await post(url, 'a'.repeat(1024 * 1024 + 1))).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 20; sent++) controller.enqueue(Buffer.alloc(64 * 1024));
        controller.close();
      },
    });
    const answer = await fetch(url, { method: 'POST', body: chunks, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await countStored()).toBe(previous);
  });

  it('asks for a body with "Expect: 100-continue" only if it will accept it, and stores nothing of a truncated one', async () => {
    const relay = await relayForTest(team);
    const previous = await countStored();
    const large = raw(relay, head(relay, ['Content-Length: 9000000', 'Expect: 100-continue']));
    await until('413', () => large.seen.text.includes('413'));
    expect(large.seen.text).not.toContain('100 Continue');
    const { socket } = raw(relay, `${head(relay, ['Content-Length: 100'])}half of it`);
    await new Promise((resolve) => socket.write(' more', resolve));
    socket.destroy();
    await until('it is logged', () => relay.log().includes('"status":400'));
    expect(await countStored()).toBe(previous);
  });

  it('finishes open requests before it stops', async () => {
    const relay = await relayForTest(team);
    await team.stopNats();
    await until('it notices', () => relay.log().includes('nats-disconnected'));
    const body = 'begun before the stop';
    const begun = raw(relay, head(relay, [`Content-Length: ${body.length}`, 'Expect: 100-continue']));
    await until('it has begun', () => begun.seen.text.includes('100 Continue'));
    const stopped = relay.relay.close();
    await until('it accepts no more', () => relay.log().includes('stopping'));
    await expect(fetch(`${relay.origin}/healthz`)).rejects.toThrow();
    begun.socket.write(body);
    await team.startNats();
    await stopped;
    expect(begun.seen.text).toContain('200 OK');
    expect(await bodiesOf(invite)).toContain('begun before the stop');
  });

  it('answers 408 to slow headers and to a slow body', async () => {
    const relay = await relayForTest(team, { headersMs: 1_500, requestMs: 3_000 });
    const previous = await countStored();
    const headers = raw(relay, 'POST /hooks/x HTTP/1.1\r\nHost: re');
    const body = raw(relay, `${head(relay, ['Content-Length: 100'])}slow`);
    await until('both are closed', () => headers.seen.isClosed && body.seen.isClosed);
    expect(headers.seen.text).toContain('408 Request Timeout');
    expect(body.seen.text).toContain('408 Request Timeout');
    expect(await countStored()).toBe(previous);
  });

  it('answers 429 with Retry-After to too many requests or bytes for one token, and limits each sender before it reads the token', async () => {
    const many = await relayForTest(team, { perSecond: 1, burst: 3 });
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => post(many.url, `burst ${index}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect((await bodiesOf(invite)).filter((body) => /^burst \d$/.test(body))).toHaveLength(accepted);

    const bytes = await relayForTest(team, { bytesPerSecond: 1, burstBytes: 50_000 });
    const large = 'x'.repeat(20_000);
    const statuses = [await post(bytes.url, large), await post(bytes.url, large), await post(bytes.url, large)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);

    const senders = await relayForTest(team, { senderPerSecond: 1, senderBurst: 2 });
    const from = (sender: string, url = `${senders.origin}/hooks/unknown`) =>
      post(url, 'x', { 'x-forwarded-for': `203.0.113.9, ${sender}` }).then(({ status }) => status);
    // The proxy appends the sender's real address; a sender can invent the ones before it.
    const guesses = await Promise.all(Array.from({ length: 6 }, () => from('198.51.100.1')));
    expect(guesses).toEqual(expect.arrayContaining([404, 429]));
    expect(await from('198.51.100.2', senders.url)).toBe(200);
  });

  it('holds no more than its budget in memory, and answers 503 above it and while nats-server is down', async () => {
    const relay = await relayForTest(team, { pendingBytes: 300_000, publishMs: 30_000 });
    const impatient = await relayForTest(team, { publishMs: 1_000 });
    await team.stopNats();
    await until('it notices', () => impatient.log().includes('nats-disconnected'));
    expect((await fetch(`${impatient.origin}/healthz`)).status).toBe(503);
    const vain = await post(impatient.url, 'in vain');
    expect([vain.status, Number(vain.headers.get('retry-after')) > 0]).toEqual([503, true]);
    const answers = Array.from({ length: 20 }, (_, index) => post(relay.url, `${index}`.padEnd(50_000)));
    await until('most are refused', () => (relay.log().match(/"status":503/g) ?? []).length >= 15);
    await team.startNats();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const bodies = await bodiesOf(invite);
    expect(bodies.filter((body) => body.length === 50_000)).toHaveLength(statuses.filter((it) => it === 200).length);
    expect(bodies).not.toContain('in vain');
    await until('it is back', async () => (await post(impatient.url, 'back again')).status === 200);
  });

  it('logs no token, key, header or body', async () => {
    const relay = await relayForTest(team);
    await post(relay.url, 'body-canary', { 'webhook-key': 'key-canary' });
    await post(`${relay.origin}/hooks/token-canary`, 'x');
    await fetch(`${relay.url}?query-canary`);
    expect(relay.log()).toContain('"event":"request"');
    expect(relay.log()).not.toMatch(/canary/);
    expect(relay.log()).not.toContain(new URL(relay.url).pathname.split('/').at(-1));
  });

  it('answers 503 at once when the stream is full, and evicts no event that was stored before', async () => {
    const { bytes, messages } = await stateOf();
    await team.asAdmin(({ streams }) => streams.update(DELIVERIES_STREAM, { max_bytes: bytes + 100_000 }));
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await post(url, `${index}`.padEnd(30_000))).status);
    expect(statuses).toEqual([200, 200, 200, 503, 503, 503]);
    expect(await countStored()).toBe(messages + 3);
  });
});
