// How a request ends, over real sockets on loopback: never sent, lost or answered. Only cases that the outcome table
// (test/support/outbox-table.ts) does not have.
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../src/main/service/outcome.ts';
import {
  createTransport,
  MAX_ANSWER_BYTES,
  type Timeouts,
  type TransportRequest,
} from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { answerWith, type RawAnswer, type RawOptions, startRawService } from '../support/raw-service.ts';
import { LONG_TIMEOUTS } from '../support/transport-fixtures.ts';

const CREATE: TransportRequest = { method: 'POST', path: '/api/shop/products', body: { a: 1 }, token: 'secret' };

/** Sends one request, and checks that `onLeft` was called once if the request left, and otherwise never. */
async function send(url: string, timeouts: Partial<Timeouts> = {}, request = CREATE): Promise<Outcome> {
  const transport = createTransport(url, DIRECT_NETWORK, { ...LONG_TIMEOUTS, ...timeouts });
  onTestFinished(() => transport.close());
  let departures = 0;
  const outcome = await transport.send({
    ...request,
    onLeft: () => {
      departures += 1;
    },
  });
  expect(departures).toBe(outcome.kind === 'never-left' ? 0 : 1);
  return outcome;
}

const fine: RawAnswer = (socket) => socket.write(answerWith(200));
const takesOver = (act: (socket: Socket) => unknown): RawOptions => ({
  onConnection: (socket) => {
    act(socket);
    return true;
  },
});

describe('a request that was never sent is reported', () => {
  it('if the host name does not exist', async () => {
    // A label that is too long for a host name, so that no resolver is asked.
    const nameless = `http://${'a'.repeat(70)}.localhost`;
    expect(await send(nameless)).toMatchObject({ kind: 'never-left', cause: 'name-not-found' });
  });

  it('if the client is closed, or cannot write it as HTTP', async () => {
    const raw = await startRawService(fine);
    const transport = createTransport(raw.url, DIRECT_NETWORK, LONG_TIMEOUTS);
    await transport.close();
    expect(await transport.send(CREATE)).toMatchObject({ kind: 'never-left', cause: 'not-connected' });
    expect(raw.connections).toBe(0);
    const outcome = await send(raw.url, {}, { ...CREATE, token: 'a\r\nx: y' });
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'not-connected' });
    expect(raw.requests).toEqual([]);
  });
});

describe('a request that was lost is reported', () => {
  it('if the connection is reset as soon as it is made', async () => {
    const rude = await startRawService(
      () => undefined,
      takesOver((socket) => socket.resetAndDestroy()),
    );
    // Whether the request was handed over before the reset depends on the system; `send` checks that `onLeft` agrees.
    const outcome = await send(rude.url);
    expect(outcome).toMatchObject(
      outcome.kind === 'lost' ? { cause: 'reset', status: null } : { kind: 'never-left', cause: 'not-connected' },
    );
  });

  const OK = 'HTTP/1.1 200 OK\r\n';
  const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
  it.each([
    ['the connection is closed', '', 'reset', null],
    ['only an interim response arrives', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 'reset', null],
    ['the last chunk is missing', `${CHUNKED}6\r\n{"id":\r\n`, 'cut-off', 200],
    ['a chunk breaks off', `${CHUNKED}ff\r\n{"id":`, 'cut-off', 200],
  ])('with its cause and status if %s', async (_, bytes, cause, status) => {
    const rude = await startRawService((socket) => socket.end(bytes));
    expect(await send(rude.url)).toMatchObject({ kind: 'lost', cause, status });
    expect(rude.requests).toHaveLength(1);
  });

  it('unless its status is 204, which ends with the headers', async () => {
    const odd = await startRawService((socket) => socket.end('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n'));
    expect(await send(odd.url)).toMatchObject({ kind: 'answered', status: 204 });
  });

  it('if the response stalls', async () => {
    const stuck = await startRawService((socket) => socket.write(`${OK}content-length: 9\r\n\r\n{`));
    expect(await send(stuck.url, { body: 150 })).toMatchObject({ kind: 'lost', cause: 'timeout', status: 200 });
  });

  it('if the headers trickle in without end, and the connection is closed', async () => {
    const closed: Promise<unknown>[] = [];
    const dripping = await startRawService((socket) => {
      socket.write(`${OK}x-slow: `);
      const drip = setInterval(() => socket.write('x'), 20);
      closed.push(new Promise((resolve) => socket.once('close', resolve)).then(() => clearInterval(drip)));
    });
    const outcome = await send(dripping.url, { total: 1_000 });
    expect(outcome).toMatchObject({ kind: 'lost', cause: 'timeout', status: null });
    await Promise.all(closed);
  });

  it('if the client is closed while it is in flight', async () => {
    const silent = await startRawService(() => void transport.close());
    const transport = createTransport(silent.url, DIRECT_NETWORK, LONG_TIMEOUTS);
    expect(await transport.send(CREATE)).toMatchObject({ kind: 'lost', cause: 'reset', status: null });
  });

  it('if a connection had taken it when the client was closed; nothing is sent afterwards', async () => {
    const raw = await startRawService(() => undefined);
    const transport = createTransport(raw.url, DIRECT_NETWORK, LONG_TIMEOUTS);
    const lefts: number[] = [];
    const sends = Array.from({ length: 15 }, (_, nth) => transport.send({ ...CREATE, onLeft: () => lefts.push(nth) }));
    await expect.poll(() => raw.requests).toHaveLength(12);
    await transport.close();
    const kinds = (await Promise.all(sends)).map(({ kind }) => kind);
    expect(kinds).toEqual(sends.map((_, nth) => (lefts.includes(nth) ? 'lost' : 'never-left')));
    expect(lefts).toHaveLength(12);
    expect(await transport.send(CREATE)).toMatchObject({ kind: 'never-left', cause: 'not-connected' });
    expect(raw.requests).toHaveLength(12);
  });
});

describe('a response', () => {
  const answerTo = async (bytes: string, request = CREATE) =>
    send((await startRawService((socket) => socket.end(bytes))).url, {}, request);

  it('may be chunked, follow an interim response, or end with the connection', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{"i\r\n4\r\nd":1\r\n1\r\n}\r\n0\r\n\r\n';
    const hinted = `HTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\n${answerWith(200, '{"id":1}')}`;
    const continued = `HTTP/1.1 100 Continue\r\n\r\n${answerWith(200, '{"id":1}')}`;
    const untilEnd = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"id":1}';
    const whole = { kind: 'answered', status: 200, body: '{"id":1}', retryAfterMs: null };
    for (const bytes of [chunked, hinted, continued, untilEnd]) expect(await answerTo(bytes)).toMatchObject(whole);
  });

  it('may be packed, although the app asks for plain text', async () => {
    const packed = gzipSync('{"id":1}');
    const head = `HTTP/1.1 201 Created\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`;
    const gateway = await startRawService((socket) => socket.end(Buffer.concat([Buffer.from(head), packed])));
    expect(await send(gateway.url)).toMatchObject({ kind: 'answered', body: '{"id":1}' });
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

  it('measures a date of Retry-After by the clock of the service', async () => {
    const dates = { date: 'Wed, 21 Oct 2015 07:28:00 GMT', 'retry-after': 'Wed, 21 Oct 2015 07:30:00 GMT' };
    expect(await answerTo(answerWith(503, '', dates))).toMatchObject({ retryAfterMs: 120_000 });
  });
});
