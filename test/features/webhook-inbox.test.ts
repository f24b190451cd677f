// The webhook inbox over real sockets: what it accepts and keeps, and that no input crashes it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/main/storage/database.ts';
import { shownDelivery } from '../../src/main/webhook/inbox/pretty.ts';
import { DEFAULT_INBOX_PORT } from '../../src/shared/inbox.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { temporaryFolder } from '../support/folder.ts';
import { DeliveryStore, KEY, newInbox, type OpenInbox, openInbox, sendRaw } from '../support/inbox.ts';

// A free port, because another program could use or release the real one.
vi.mock('../../src/shared/inbox.ts', async (original) => ({
  ...(await original<object>()),
  DEFAULT_INBOX_PORT: await (await import('../../tools/test/free-port.ts')).freePort(),
}));

let folder: string;
let open: OpenInbox;

beforeEach(async () => {
  folder = temporaryFolder();
  open = await openInbox(folder, { headersMs: 1_500, requestMs: 2_500 });
});
afterEach(() => open.close());

const kept = () => open.store.kept();
const newest = () => {
  const [delivery] = kept();
  return delivery && shownDelivery(delivery);
};

describe('a delivery in the inbox', () => {
  it('has the documented shape', async () => {
    const body = '{"event":"after_sell","price":100.50,"id":12345678901234567890,"10":"b","2":"a"}';
    expect(await open.post(body)).toBe(200);
    const shape = JSON.parse(newest()?.pretty ?? '');
    expect(Object.keys(shape)).toEqual(['headers', 'content_length', 'body', 'method']);
    expect(shape).toMatchObject({ content_length: body.length, method: 'POST', body: { event: 'after_sell' } });
    expect(shape.headers['content-type']).toEqual(['application/json']);
    // Formatting changes no value and no order.
    expect(newest()?.pretty).toContain('"id": 12345678901234567890,\n    "10": "b",\n    "2": "a"');
    expect(newest()?.size).toBe(body.length);
  });

  it('is marked as verified by the key', async () => {
    await open.post('{}', { 'Webhook-Key': KEY });
    await open.post('{}', { 'Webhook-Key': 'x'.repeat(64) });
    await open.post('{}', { 'Webhook-Key': KEY.slice(0, 63) });
    await open.post('{}', {});
    const head = `POST / HTTP/1.1\r\nHost: x\r\nWebhook-Key: ${KEY}\r\nWebhook-Key: other\r\nConnection: close\r\n`;
    await sendRaw(open.port, `${head}Content-Length: 2\r\n\r\n{}`);
    const states = kept().map(({ record }) => record.verification);
    expect(states).toEqual(['wrong', 'missing', 'wrong', 'wrong', 'verified']);
    const [first] = kept().slice(4).map(shownDelivery);
    expect(first?.pretty).toContain('(64 characters)');
  });

  it('may be invalid JSON or binary data, and is marked as such', async () => {
    expect(await open.post('{"half":')).toBe(200);
    expect(newest()).toMatchObject({ event: null, isBinary: false });
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    expect(await open.post(bytes)).toBe(200);
    expect(newest()).toMatchObject({ event: null, isBinary: true, size: 3 });
  });

  it('may have 1 MB, and is unpacked and decoded as its headers say', async () => {
    const exact = `"${'x'.repeat(1024 * 1024 - 2)}"`;
    expect(await open.post(exact)).toBe(200);
    expect(kept()[0]?.body).toBe(exact);
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json; charset=iso-8859-1' };
    await open.post(gzipSync(Buffer.from('{"event":"Größe"}', 'latin1')), headers);
    expect(kept()[0]?.body).toBe('{"event":"Größe"}');
    await open.post(gzipSync(Buffer.alloc(1024 * 1024 + 1, 'x')), headers);
    expect(newest()).toMatchObject({ event: null, isBinary: true });
  });

  it('is stored before it is answered, or is answered 503', async () => {
    const locked = new Database(open.store.path, { what: 'The lock' });
    locked.exec('BEGIN IMMEDIATE');
    expect(await open.post('{}')).toBe(503);
    expect([kept(), open.inbox.view().diskProblem]).toEqual([[], expect.any(String)]);
    locked.exec('ROLLBACK');
    await locked.close();
    expect(await open.post('{}')).toBe(200);
    expect([kept().length, open.inbox.view().diskProblem]).toEqual([1, null]);
  });
});

it('answers as the seller chose, and keeps the delivery in any case', async () => {
  for (const status of ['400', '403', '500', '503'] as const) {
    await open.inbox.change({ answerWith: status });
    expect(await open.post('{}')).toBe(Number(status));
  }
  expect(kept().map(({ record }) => record.answered)).toEqual([503, 500, 403, 400]);
  await open.inbox.change({ answerWith: '503' });
  await open.close();
  open = await openInbox(folder);
  expect(open.inbox.view().answerWith).toBe('503');
  const answer = await request(open.url, { method: 'GET' });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
});

describe('a request of a web page in the seller’s browser', () => {
  it('is rejected with 403 and not kept, whatever kind of page it is', async () => {
    const pages: [string, Record<string, string>][] = [
      ['a fetch', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
      ['a form or a frame without an origin of its own', { origin: 'null' }],
      ['a page of another program on this computer', { 'sec-fetch-site': 'same-site' }],
      ['a page that spells it otherwise', { ORIGIN: '' }],
    ];
    for (const [page, headers] of pages) expect(await open.post('{"pushed":true}', headers), page).toBe(403);
    expect(kept()).toEqual([]);
    expect(await open.post('{"real":true}')).toBe(200);
  });

  it('is rejected before its body is read', async () => {
    const from = 'Host: x\r\nConnection: close\r\nOrigin: https://shop.example\r\n';
    for (const request of [
      `POST / HTTP/1.1\r\n${from}Content-Length: 1000\r\n\r\n`,
      `OPTIONS / HTTP/1.1\r\n${from}Access-Control-Request-Method: POST\r\n\r\n`,
    ]) {
      const answer = await sendRaw(open.port, request);
      expect(answer, request).toMatch(/^HTTP\/1\.1 403/);
      expect(answer, request).not.toMatch(/Access-Control/i);
    }
  });
});

describe('input of strangers', () => {
  const stillWorks = async (after = '') => {
    const previous = kept().length;
    expect(await open.post('{"after":true}'), after).toBe(200);
    expect(kept().length, after).toBe(previous + 1);
  };
  const POST = 'POST / HTTP/1.1\r\nHost: x\r\n';
  const megabyte = Buffer.alloc(1024 * 1024, 'x');

  it('leaves the inbox working after too much input or anything other than HTTP', async () => {
    const inputs: [string, string, (string | Buffer)[]][] = [
      ['no HTTP', '400', ['hello\r\n\r\n']],
      ['two lengths', '400', [`${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`]],
      ['a length and chunks', '400', [`${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`]],
      ['headers without end', '431', [`POST / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`]],
      ['100 MB, announced', '413', [`${POST}Content-Length: 104857600\r\n\r\n`, ...Array(100).fill(megabyte)]],
    ];
    for (const [what, status, bytes] of inputs) {
      expect(await sendRaw(open.port, ...bytes), what).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
      await stillWorks(what);
    }
  });

  it('is stored if it comes in chunks, as through a tunnel', async () => {
    const chunks = 'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    expect(await sendRaw(open.port, `${POST}${chunks}`)).toMatch(/^HTTP\/1\.1 200/);
    expect(kept()).toHaveLength(1);
  });

  it('is cut off if it never ends, and not kept if it breaks off half-way', async () => {
    const answers = await Promise.all([
      sendRaw(open.port),
      sendRaw(open.port, 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      sendRaw(open.port, `${POST}Content-Length: 10\r\n\r\n{"a"`),
    ]);
    expect(answers.filter((answer) => answer !== '' && !answer.startsWith('HTTP/1.1 408'))).toEqual([]);
    expect(kept()).toEqual([]);
    await stillWorks();
  });
});

describe('starting and stopping', () => {
  it('uses any free port at the first start if the usual one is taken, and keeps it at later starts', async () => {
    const taken = createServer().listen(DEFAULT_INBOX_PORT, '127.0.0.1');
    await once(taken, 'listening');
    const first = newInbox(join(folder, 'first'), [open.store]);
    expect(await first.start(DEFAULT_INBOX_PORT)).toMatchObject({ ok: true });
    const { port } = first.view();
    expect(port).not.toBe(DEFAULT_INBOX_PORT);
    await first.stop();
    const again = newInbox(join(folder, 'first'), [open.store]);
    expect(again.view().port).toBe(port);
    expect(await again.start(DEFAULT_INBOX_PORT)).toMatchObject({ ok: false });
    await again.stop();
    await new Promise((resolve) => taken.close(resolve));
  });

  it('shows when the computer slept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let now = 1;
    const inbox = newInbox(join(folder, 'asleep'), [open.store], { now: () => now });
    await inbox.start(await freePort());
    now = 3_600_000;
    vi.advanceTimersByTime(5 * 60_000);
    await expect.poll(() => inbox.view().gap).toEqual({ from: 1, until: now });
    vi.useRealTimers();
    await inbox.stop();
  });

  it('starts with the app if a webhook sends to it', async () => {
    await open.inbox.stop();
    const sendsTo = async (url: string) => {
      const store = Object.assign(Object.create(open.store), { webhook: { value: { saved: { url, isOn: true } } } });
      const inbox = newInbox(folder, [store]);
      await inbox.resume();
      const { address } = inbox.view();
      await inbox.stop();
      return address;
    };
    expect(await sendsTo('https://elsewhere.example/')).toBeNull();
    expect(await sendsTo(`http://localhost:${open.port}/after-sell`)).toContain(String(open.port));
  });
});

it('a delivery goes to the store of its key, else to the shown store, and is refused if that is closed', async () => {
  const own = temporaryFolder();
  const [a, b] = [new DeliveryStore(own, 'a'), new DeliveryStore(own, 'b')];
  const [keyOfA, keyOfB] = ['a'.repeat(64), 'b'.repeat(64)];
  [a.key, b.key] = [keyOfA, keyOfB];
  const inbox = newInbox(own, [a, b], {
    shownStoreId: () => 'b',
  });
  await inbox.start(await freePort());
  /** Resolves to the status of the answer, and the number of deliveries that each store then has. */
  async function post(key?: string) {
    const headers = key === undefined ? {} : { 'webhook-key': key };
    const answer = await request(inbox.view().address ?? '', { method: 'POST', body: '{}', headers });
    await answer.body.dump();
    return [answer.statusCode, a.kept().length, b.kept().length];
  }
  expect(await post(keyOfA)).toEqual([200, 1, 0]);
  expect(await post()).toEqual([200, 1, 1]);
  expect(await post('x'.repeat(64))).toEqual([200, 1, 2]);
  b.takesDeliveries = false;
  expect(await post(keyOfB)).toEqual([503, 1, 2]);
  expect(await post(keyOfA)).toEqual([200, 2, 2]);
  await inbox.stop();
  for (const store of [a, b]) await store.close();
});
