// Where a request ended, over real sockets: never sent, lost, or answered. Only loopback is used.

import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../src/main/service/outcome.ts';
import {
  createTransport,
  MAX_ANSWER_BYTES,
  type Timeouts,
  type TransportRequest,
} from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { startFullBacklog } from '../support/full-backlog.ts';
import {
  answerWith,
  type RawAnswer,
  type RawOptions,
  type RawService,
  startRawService,
} from '../support/raw-service.ts';
import { LONG_TIMEOUTS } from '../support/transport-fixtures.ts';

const CREATE: TransportRequest = { method: 'POST', path: '/api/shop/products', body: { a: 1 }, token: 'secret' };

async function service(answer: RawAnswer, options?: RawOptions): Promise<RawService> {
  const raw = await startRawService(answer, options);
  onTestFinished(() => raw.close());
  return raw;
}

/** Sends one request. However it ends, `onLeft` must agree with the outcome, once. */
async function send(url: string, timeouts: Partial<Timeouts> = {}, request = CREATE): Promise<Outcome> {
  const transport = createTransport(url, DIRECT_NETWORK, { ...LONG_TIMEOUTS, ...timeouts });
  onTestFinished(() => transport.close());
  let left = 0;
  const outcome = await transport.send({
    ...request,
    onLeft: () => {
      left += 1;
    },
  });
  expect(left).toBe(outcome.kind === 'never-left' ? 0 : 1);
  return outcome;
}

const reset = (socket: Socket) => socket.resetAndDestroy();

describe('a request that was never sent', () => {
  it('is reported if nobody listens', async () => {
    const closed = await startRawService(() => undefined);
    await closed.close();
    expect(await send(closed.url)).toMatchObject({ kind: 'never-left', cause: 'refused' });
  });

  describe('with an unknown service name', () => {
    let resolves = false;
    beforeAll(async () => {
      const asked = lookup('storefront.invalid').then(
        () => false,
        () => true,
      );
      // A resolver that hangs would only test itself.
      resolves = await Promise.race([
        asked,
        new Promise<boolean>((resolve) => setTimeout(resolve, 4_000, false).unref()),
      ]);
    });
    it('is reported', async ({ skip }) => {
      if (!resolves) skip('this computer gives no answer for a name that cannot exist');
      expect(await send('https://storefront.invalid')).toMatchObject({ kind: 'never-left', cause: 'name-not-found' });
    });
  });

  it.runIf(process.platform === 'linux').each<[string, Partial<Timeouts>]>([
    ['the time for connecting', { connect: 200 }],
    ['the time for all of it', { total: 200 }],
  ])('is reported if there is no connection within %s', async (_, timeouts) => {
    const full = await startFullBacklog();
    onTestFinished(full.close);
    expect(await send(full.url, timeouts)).toMatchObject({ kind: 'never-left', cause: 'connect-timeout' });
  });

  it('is reported if the TLS handshake does not finish in time', async () => {
    const silent = await service(() => undefined, { onConnection: () => true });
    const outcome = await send(silent.url.replace('http:', 'https:'), { connect: 200 });
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'connect-timeout' });
  });

  it('is reported if the service has no TLS', async () => {
    const plain = await service((socket) => socket.end(answerWith(200)), {
      onConnection: (socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
        return true;
      },
    });
    const outcome = await send(plain.url.replace('http:', 'https:'));
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'tls-refused' });
  });

  it.each(['127.0.0.1', 'localhost'])('is reported if the certificate of %s is not trusted', async (host) => {
    const untrusted = await service((socket) => socket.write(answerWith(200)), { selfSigned: true });
    const outcome = await send(untrusted.url.replace('127.0.0.1', host));
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'tls-refused' });
    expect(untrusted.requests).toEqual([]);
  });

  it('is reported if its address is used after the client was closed', async () => {
    const fine = await service((socket) => socket.write(answerWith(200)));
    const transport = createTransport(fine.url, DIRECT_NETWORK, LONG_TIMEOUTS);
    await transport.close();
    expect(await transport.send(CREATE)).toMatchObject({ kind: 'never-left', cause: 'not-connected' });
    expect(fine.connections).toBe(0);
  });

  it('is reported if it cannot be written as HTTP', async () => {
    const fine = await service((socket) => socket.write(answerWith(200)));
    const outcome = await send(fine.url, {}, { ...CREATE, token: 'a\r\nx: y' });
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'not-connected' });
    expect(fine.requests).toEqual([]);
  });
});

describe('a request that was lost', () => {
  it('is reported if the connection is reset as soon as it is made', async () => {
    const rude = await service(() => undefined, {
      onConnection: (socket) => {
        reset(socket);
        return true;
      },
    });
    // Whether the request was handed over before the reset depends on the system; `send` checks that both agree.
    const outcome = await send(rude.url);
    expect(outcome).toMatchObject(
      outcome.kind === 'lost' ? { cause: 'reset', status: null } : { kind: 'never-left', cause: 'not-connected' },
    );
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ['is reset', reset],
    ['is closed', (socket) => socket.end()],
    ['breaks off within the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
  ])('is reported if the service has read it and the connection %s', async (_, act) => {
    const rude = await service(act);
    expect(await send(rude.url)).toMatchObject({ kind: 'lost', cause: 'reset', status: null });
    expect(rude.requests).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['has fewer bytes than it says', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":'],
    ['lacks its last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n'],
    ['breaks off within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"id":'],
  ])('is reported with the status if the response %s', async (_, bytes) => {
    const cut = await service((socket) => socket.end(bytes));
    expect(await send(cut.url)).toMatchObject({ kind: 'lost', cause: 'cut-off', status: 200 });
  });

  it('is reported without a status if only an interim response has arrived', async () => {
    const hinting = await service((socket) => socket.end('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'));
    expect(await send(hinting.url)).toMatchObject({ kind: 'lost', cause: 'reset', status: null });
  });

  it('is reported if the response is no HTTP', async () => {
    const other = await service((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n'));
    expect(await send(other.url)).toMatchObject({ kind: 'lost', cause: 'not-http', status: null });
  });

  it('is reported if no response begins in time', async () => {
    const silent = await service(() => undefined);
    expect(await send(silent.url, { headers: 150 })).toMatchObject({ kind: 'lost', cause: 'timeout', status: null });
  });

  it('is reported if the response stalls', async () => {
    const stuck = await service((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'));
    expect(await send(stuck.url, { body: 150 })).toMatchObject({ kind: 'lost', cause: 'timeout', status: 200 });
  });

  it.each<[string, string, number | null]>([
    ['the body', 'HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n', 200],
    ['the headers', 'HTTP/1.1 200 OK\r\nx-slow: ', null],
  ])('is reported if %s trickles in without end, and closes the connection', async (_, start, status) => {
    const closed: Promise<unknown>[] = [];
    const dripping = await service((socket) => {
      socket.write(start);
      const drip = setInterval(() => socket.write('x'), 20);
      // Closed in the middle of a chunk, it may be reported as an error first.
      socket.on('error', () => undefined);
      closed.push(new Promise((resolve) => socket.once('close', resolve)).then(() => clearInterval(drip)));
    });
    const outcome = await send(dripping.url, { total: 400 });
    expect(outcome).toMatchObject({ kind: 'lost', cause: 'timeout', status });
    await Promise.all(closed);
  });

  it('is reported if the client is closed while it is in flight', async () => {
    const silent = await service(() => void transport.close());
    const transport = createTransport(silent.url, DIRECT_NETWORK, LONG_TIMEOUTS);
    expect(await transport.send(CREATE)).toMatchObject({ kind: 'lost', cause: 'reset', status: null });
  });
});

describe('a response', () => {
  const answerTo = async (bytes: string, request = CREATE) =>
    send((await service((socket) => socket.end(bytes))).url, {}, request);

  it.each([200, 201, 204, 400, 401, 404, 409, 422, 429, 500, 503])('with status %d is one', async (status) => {
    expect(await answerTo(answerWith(status, status === 204 ? '' : '{"message":"é"}'))).toStrictEqual({
      kind: 'answered',
      status,
      body: status === 204 ? '' : '{"message":"é"}',
      truncated: false,
      retryAfterMs: null,
      location: null,
    });
  });

  it('may be chunked, follow an interim response, or end with the connection', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{"i\r\n4\r\nd":1\r\n1\r\n}\r\n0\r\n\r\n';
    const hinted = `HTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\n${answerWith(200, '{"id":1}')}`;
    const untilEnd = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"id":1}';
    for (const bytes of [chunked, hinted, untilEnd]) {
      expect(await answerTo(bytes)).toMatchObject({
        kind: 'answered',
        status: 200,
        body: '{"id":1}',
        retryAfterMs: null,
      });
    }
  });

  it('of 1 MB is read completely, and one of 5 MB up to 1 MB', async () => {
    const whole = await answerTo(answerWith(200, 'x'.repeat(MAX_ANSWER_BYTES)));
    expect(whole).toMatchObject({ kind: 'answered', truncated: false });
    const cut = await answerTo(answerWith(200, 'é'.repeat(2.5 * 1024 * 1024)));
    if (cut.kind !== 'answered' || whole.kind !== 'answered') return expect.fail('it was not answered');
    expect(whole.body.length).toBe(MAX_ANSWER_BYTES);
    expect(cut).toMatchObject({ status: 200, truncated: true });
    expect(Buffer.byteLength(cut.body)).toBe(MAX_ANSWER_BYTES);
  });

  it('needs no more memory than its bytes if it arrives byte by byte', async () => {
    const { url } = await service(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      for (let sent = 0; sent < 48 && !socket.destroyed; sent += 1) {
        if (!socket.write('1\r\nx\r\n'.repeat(16 * 1024))) await once(socket, 'drain').catch(() => undefined);
      }
      socket.end('0\r\n\r\n');
    });
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(url, { total: 60_000 })));
    for (const answer of answers) expect(answer).toMatchObject({ kind: 'answered', truncated: false });
    expect(answers.map((answer) => answer.kind === 'answered' && answer.body.length)).toEqual(
      Array(4).fill(48 * 16 * 1024),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it.each([301, 302, 303, 307, 308])('that redirects (%d) is not followed', async (status) => {
    const elsewhere = await service((socket) => socket.write(answerWith(200)));
    const moved = await service((socket) =>
      socket.write(answerWith(status, '', { location: `${elsewhere.url}/api/shop/products` })),
    );
    expect(await send(moved.url)).toMatchObject({
      kind: 'answered',
      status,
      location: `${elsewhere.url}/api/shop/products`,
    });
    expect(moved.requests).toHaveLength(1);
    expect(elsewhere.connections).toBe(0);
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
  ])('with a Retry-After (%s) has the wait in ms', async (value, ms) => {
    expect(await answerTo(answerWith(503, '', { 'retry-after': value }))).toMatchObject({ retryAfterMs: ms });
  });

  it('has the same wait for a request without a body', async () => {
    const gone = await answerTo(answerWith(404), { method: 'DELETE', path: '/x', body: null, token: 't' });
    expect(gone).toMatchObject({ kind: 'answered', status: 404 });
  });
});
