// The relay with a real nats-server: it answers 200 only for what is stored, and refuses what it should.
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

  const stored = async () => deliveriesOf(await connectComputer(invite), invite);
  const storedBodies = async () => bodiesOf(await stored());
  const countStored = async () => (await (await admin(server)).manager.streams.info(DELIVERIES_STREAM)).state.messages;

  it('answers 200 once the delivery is in the stream, with its headers and its body as they came', async () => {
    const body = Buffer.from([0, 255, 10, 13, 0x80]);
    const answer = await post(server.relayUrl, body, { 'webhook-key': 'key-1', 'X-Mixed': 'a' });
    expect(answer.status).toBe(200);
    const delivery = (await stored()).find((each) => Buffer.from(each.body).equals(body));
    expect(delivery?.rawHeaders.map((text) => text.toLowerCase())).toEqual(
      expect.arrayContaining(['webhook-key', 'key-1']),
    );
    expect(delivery?.rawHeaders.join()).not.toContain('hooks');
  });

  it('stores each of two equal requests', async () => {
    await Promise.all([post(server.relayUrl, 'the same'), post(server.relayUrl, 'the same')]);
    expect((await storedBodies()).filter((body) => body === 'the same')).toHaveLength(2);
  });

  it('answers 404 to another token and 405 to another method, and stores nothing', async () => {
    const before = await countStored();
    const { origin } = new URL(server.relayUrl);
    for (const token of ['x', '', '%00', '%E0%A4%A', '../healthz', 'a'.repeat(43)]) {
      expect((await post(`${origin}/hooks/${token}`, 'x')).status, token).toBe(404);
    }
    const answer = await fetch(server.relayUrl);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(server.relayUrl, { method: 'PUT', body: 'x' })).status).toBe(405);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect(await countStored()).toBe(before);
  });

  it('accepts 1 MB and refuses more, whether its length is given or not', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    expect((await post(relay.url, 'a'.repeat(1024 * 1024))).status).toBe(200);
    const before = await countStored();
    expect((await post(relay.url, 'a'.repeat(1024 * 1024 + 1))).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 20; sent++) controller.enqueue(Buffer.alloc(64 * 1024));
        controller.close();
      },
    });
    const answer = await fetch(relay.url, { method: 'POST', body: chunks, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await countStored()).toBe(before);
  });

  it('asks for a body with "Expect: 100-continue" only if it will accept it', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    const welcome = raw(relay, head(relay, ['Content-Length: 8', 'Expect: 100-continue', 'Connection: close']));
    await until('100', () => welcome.seen.text.includes('100 Continue'));
    welcome.socket.write('expected');
    await until('200', () => welcome.seen.text.includes('200 OK'));
    expect(await storedBodies()).toContain('expected');
    const large = raw(relay, head(relay, ['Content-Length: 9000000', 'Expect: 100-continue']));
    await until('413', () => large.seen.text.includes('413'));
    expect(large.seen.text).not.toContain('100 Continue');
  });

  it('reads chunks, pipelined requests, and a sender that closed its side', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    const one = head(relay, ['Transfer-Encoding: chunked']);
    const two = head(relay, ['Content-Length: 3', 'Connection: close']);
    const { seen } = raw(relay, `${one}4\r\npipe\r\n3\r\nd-1\r\n0\r\n\r\n${two}d-2`, { end: true });
    await until('both are answered', () => seen.isClosed);
    expect(seen.text.match(/200 OK/g)).toHaveLength(2);
    expect(await storedBodies()).toEqual(expect.arrayContaining(['piped-1', 'd-2']));
  });

  it('stores nothing of a truncated body', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    const before = await countStored();
    const { socket } = raw(relay, `${head(relay, ['Content-Length: 100'])}half of it`);
    await new Promise((resolve) => socket.write(' more', resolve));
    socket.destroy();
    const chunked = raw(relay, `${head(relay, ['Transfer-Encoding: chunked'])}4\r\nhal`, { end: true });
    await until('closed', () => chunked.seen.isClosed);
    await until('both are logged', () => (relay.log().match(/"status":400/g) ?? []).length === 2);
    expect(await countStored()).toBe(before);
  });

  it('stores a delivery whose sender did not wait for the response', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    await server.stopNats();
    await until('it is disconnected', () => relay.log().includes('nats-disconnected'));
    const { socket } = raw(relay, `${head(relay, ['Content-Length: 9'])}left-`);
    await new Promise((resolve) => socket.write('soon', resolve));
    socket.destroy();
    await server.startNats();
    await until('it is stored', () => /"status":200.*"bytes":9/.test(relay.log()));
    expect(await storedBodies()).toContain('left-soon');
  });

  it('finishes open requests before it stops', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    await server.stopNats();
    await until('it notices', () => relay.log().includes('nats-disconnected'));
    const body = 'begun before the stop';
    const begun = raw(relay, head(relay, [`Content-Length: ${body.length}`, 'Expect: 100-continue']));
    await until('it has begun', () => begun.seen.text.includes('100 Continue'));
    const stopped = relay.relay.close();
    await until('it accepts no more', () => relay.log().includes('stopping'));
    await expect(fetch(`${relay.origin}/healthz`)).rejects.toThrow();
    begun.socket.write(body);
    await server.startNats();
    await stopped;
    expect(begun.seen.text).toContain('200 OK');
    expect(await storedBodies()).toContain('begun before the stop');
  });

  it('logs no token, key, header or body', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    await post(relay.url, 'body-canary', { 'webhook-key': 'key-canary' });
    await post(`${relay.origin}/hooks/token-canary`, 'x');
    await fetch(`${relay.url}?query-canary`);
    const log = relay.log();
    expect(
      log
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).event),
    ).toContain('request');
    expect(log).not.toMatch(/canary/);
    expect(log).not.toContain(new URL(relay.url).pathname.split('/').at(-1));
  });
});
