// The relay with a real nats-server: it answers 200 only for what is stored, and refuses what it should.
import { createConnection, type Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Invite } from '../../../src/team-protocol/invite.ts';
import { DELIVERIES_STREAM } from '../../../src/team-protocol/names.ts';
import type { TeamServer } from '../../../tools/team-server/start.ts';
import {
  admin,
  bodiesOf,
  connectComputer,
  deliveriesOf,
  describeWithNats,
  inviteOf,
  type RelayForTest,
  relayForTest,
  sharedTeam,
  untilHealthy,
} from '../../support/team-server.ts';
import { until } from '../../support/until.ts';

describeWithNats('the relay', () => {
  const shared = sharedTeam();
  let server: TeamServer;
  let invite: Invite;

  beforeAll(async () => {
    server = await shared.start();
    invite = inviteOf(await server.invite('Anna'));
  });

  const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers });

  async function stored() {
    return deliveriesOf(await connectComputer(invite), invite);
  }
  const storedBodies = async () => bodiesOf(await stored());
  const countStored = async () => (await (await admin(server)).manager.streams.info(DELIVERIES_STREAM)).state.messages;

  /** Sends bytes as they are. */
  function raw({ port }: RelayForTest, text: string, options: { end?: boolean } = {}) {
    const socket: Socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
    const seen = { text: '', isClosed: false };
    socket.setEncoding('latin1').on('data', (chunk) => {
      seen.text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      seen.isClosed = true;
    });
    socket.on('end', () => socket.end());
    socket.write(text);
    if (options.end) socket.end();
    return { socket, seen };
  }
  const head = (relay: RelayForTest, lines: string[], method = 'POST') =>
    `${[`${method} ${new URL(relay.url).pathname} HTTP/1.1`, 'Host: relay', ...lines].join('\r\n')}\r\n\r\n`;

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

  it('explains itself to a browser, and names the method that it accepts', async () => {
    const answer = await fetch(server.relayUrl);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.text()).toMatch(/receives webhooks/);
    expect((await fetch(server.relayUrl, { method: 'PUT', body: 'x' })).status).toBe(405);
  });

  it.each(['x', '', '%00', '../healthz', 'a'.repeat(43)])(
    'answers 404 to the token "%s", and stores nothing',
    async (token) => {
      const before = await countStored();
      const origin = new URL(server.relayUrl).origin;
      expect([404, 405]).toContain((await post(`${origin}/hooks/${token}`, 'x')).status);
      expect((await fetch(`${origin}/hooks/${token}x`)).status).toBe(404);
      expect(await countStored()).toBe(before);
    },
  );

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

  it('asks for a body with "Expect: 100-continue" only where it will take it', async () => {
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

  it('stores nothing of a body that is cut off', async () => {
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

  it('stores a delivery whose sender went away without waiting for the answer', async () => {
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

  describe('with short limits', () => {
    it('answers 408 to slow headers and to a slow body', async () => {
      const relay = await relayForTest(server, { headersMs: 300, requestMs: 600 });
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

    it('answers 503 while nats-server is down, and 200 when it is back', async () => {
      const relay = await relayForTest(server, { publishMs: 300 });
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

  it('accepts every token of its configuration while an address is being replaced', async () => {
    const [old, next] = ['a'.repeat(43), 'b'.repeat(43)] as const;
    const tokens = [
      { token: old, subject: 'deliveries.main' },
      { token: next, subject: 'deliveries.next' },
    ];
    const relay = await relayForTest(server, {}, { tokens });
    await untilHealthy(relay.origin);
    expect((await post(`${relay.origin}/hooks/${old}`, 'old address')).status).toBe(200);
    expect((await post(`${relay.origin}/hooks/${next}`, 'new address')).status).toBe(200);
    expect(await storedBodies()).toEqual(expect.arrayContaining(['old address', 'new address']));
  });

  it('stores nothing when it is asked for its health', async () => {
    const relay = await relayForTest(server);
    await untilHealthy(relay.origin);
    const before = await countStored();
    for (let asked = 0; asked < 5; asked++) expect((await fetch(`${relay.origin}/healthz`)).status).toBe(200);
    expect(await countStored()).toBe(before);
  });

  it('finishes what has begun before it stops', async () => {
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

  it('writes no token, key, header or body into its log', async () => {
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
