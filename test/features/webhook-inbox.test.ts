// The webhook inbox over real sockets: what it accepts and keeps, and that no input crashes it.
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTrust } from '../../src/main/electron/certificates.ts';
import { dispatcherTo } from '../../src/main/service/connections.ts';
import { Database } from '../../src/main/storage/database.ts';
import { createInboxHandlers } from '../../src/main/webhook/inbox/handlers.ts';
import { asCurl, replay } from '../../src/main/webhook/inbox/replay.ts';
import { DEFAULT_INBOX_PORT } from '../../src/shared/inbox.ts';
import { dispatcherFor } from '../support/direct-network.ts';
import { temporaryFolder } from '../support/folder.ts';
import { allKept, KEY, newInbox, type OpenInbox, openInbox, sendRaw } from '../support/inbox.ts';
import { OFFICE, OFFICE_CA } from '../support/office-certificates.ts';
import { startOfficeProxy } from '../support/office-proxy.ts';
import { answerWith, startRawService } from '../support/raw-service.ts';

let folder: string;
let open: OpenInbox;
const all = { search: '', offset: 0, limit: 200 };

beforeEach(async () => {
  folder = temporaryFolder();
  open = await openInbox(folder, { lingerMs: 300, headersMs: 500, requestMs: 800 });
});

afterEach(async () => {
  await open.inbox.close();
});

const reopen = async () => {
  await open.inbox.close();
  open = await openInbox(folder);
};

/** All content on disk as one text. */
async function onDisk(): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

const newest = () => open.inbox.open(open.inbox.list(all).rows[0]?.id ?? '');

describe('a delivery in the inbox', () => {
  it('has the documented shape', async () => {
    const body = '{"event":"after_sell","price":100.50,"id":12345678901234567890,"10":"b","2":"a"}';
    expect(await open.post(body)).toBe(200);
    const shape = JSON.parse(newest()?.pretty ?? '');
    expect(Object.keys(shape)).toEqual(['headers', 'content_length', 'body', 'method']);
    expect(shape).toMatchObject({ content_length: body.length, method: 'POST', body: { event: 'after_sell' } });
    expect(shape.headers['content-type']).toEqual(['application/json']);
    // Formatting changes no token.
    expect(newest()?.pretty).toContain('"id": 12345678901234567890,\n    "10": "b",\n    "2": "a"');
    expect(newest()?.raw).toBe(body);
  });

  it('is marked as verified by the key, and the key itself is nowhere', async () => {
    await open.post(JSON.stringify({ echoed: KEY }), { 'Webhook-Key': KEY, 'X-Again': KEY }, `/hook?key=${KEY}`);
    await open.post('{}', { 'Webhook-Key': 'x'.repeat(64) });
    await open.post('{}', { 'Webhook-Key': KEY.slice(0, 63) });
    await open.post('{}', {});
    expect(open.inbox.list(all).rows.map(({ verification }) => verification)).toEqual([
      'missing',
      'wrong',
      'wrong',
      'verified',
    ]);
    const first = open.inbox.open(open.inbox.list(all).rows[3]?.id ?? '');
    expect(first?.pretty).toContain('(64 characters)');
    expect(JSON.stringify(first)).not.toContain(KEY);
    const disk = await onDisk();
    expect(disk).toContain('(hidden key)');
    expect(disk).not.toContain(KEY);
    expect(disk).not.toContain('x'.repeat(64));
  });

  it('is not verified if a second key accompanies the right one', async () => {
    const head = `POST / HTTP/1.1\r\nHost: x\r\nWebhook-Key: ${KEY}\r\nWebhook-Key: other\r\nConnection: close\r\n`;
    await sendRaw(open.port, `${head}Content-Length: 2\r\n\r\n{}`);
    expect(open.inbox.list(all).rows[0]?.verification).toBe('wrong');
  });

  it('may be invalid JSON or binary data, each marked', async () => {
    expect(await open.post('{"half":')).toBe(200);
    expect(newest()).toMatchObject({ isJson: false, isBinary: false, raw: '{"half":' });
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    expect(await open.post(bytes)).toBe(200);
    expect(newest()).toMatchObject({ isJson: false, isBinary: true, raw: bytes.toString('base64'), size: 3 });
  });

  it('survives a restart, including long bodies up to 1 MB', async () => {
    const long = JSON.stringify({ text: 'ä'.repeat(400_000), end: 'marker' });
    expect(await open.post(long)).toBe(200);
    const exact = `"${'x'.repeat(1024 * 1024 - 2)}"`;
    expect(await open.post(exact)).toBe(200);
    await reopen();
    const [second, first] = allKept(open.inbox);
    expect(first?.body).toBe(long);
    expect(second?.body).toBe(exact);
  });

  it('is found by words of its headers and its body', async () => {
    await open.post('{"order":"1042"}');
    await open.post('{"order":"1043"}', { 'x-shop': 'Blue' });
    expect(open.inbox.list({ ...all, search: '1042' }).total).toBe(1);
    expect(open.inbox.list({ ...all, search: 'x-shop blue 1043' }).total).toBe(1);
    expect(open.inbox.list({ ...all, search: 'blue 1042' }).total).toBe(0);
  });

  it('was kept before it was answered, or is answered 507', async () => {
    const locked = new Database(join(folder, 'inbox.db'), { what: 'The lock' });
    locked.exec('BEGIN IMMEDIATE');
    expect(await open.post('{}')).toBe(507);
    expect(open.inbox.view()).toMatchObject({ kept: 0, diskProblem: expect.stringContaining('could not be written') });
    locked.exec('ROLLBACK');
    await locked.close();
    expect(await open.post('{}')).toBe(200);
    expect(open.inbox.view()).toMatchObject({ kept: 1, diskProblem: null });
  });
});

describe('the response of the inbox', () => {
  it.each(['400', '403', '500', '503'] as const)(
    'is %s if chosen, and the delivery is kept all the same',
    async (status) => {
      await open.inbox.setAnswer(status);
      expect(await open.post('{}')).toBe(Number(status));
      expect(open.inbox.list(all).rows[0]?.answered).toBe(Number(status));
    },
  );

  it('is delayed or omitted if configured', async () => {
    await open.inbox.close();
    open = await openInbox(folder, { slowAnswerMs: 50, noAnswerMs: 100 });
    await open.inbox.setAnswer('slow');
    expect(await open.post('{}')).toBe(200);
    await open.inbox.setAnswer('none');
    await expect(open.post('{}')).rejects.toThrow();
    expect(open.inbox.list(all).rows.map(({ answered }) => answered)).toEqual([null, 200]);
  });

  it('is 405 to anything but a POST', async () => {
    const answer = await request(open.url, { method: 'GET' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(open.inbox.view()).toMatchObject({
      kept: 0,
      turnedAway: { count: 1, last: expect.stringContaining('GET') },
    });
  });
});

describe('a request of a web page in the seller’s browser', () => {
  it.each([
    ['a fetch', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
    ['a form or a frame without an origin of its own', { origin: 'null' }],
    ['a page whose name was made to lead here', { origin: 'http://shop.example', 'sec-fetch-site': 'same-origin' }],
    ['a page of another program on this computer', { 'sec-fetch-site': 'same-site' }],
    ['a page that spells it otherwise', { ORIGIN: '' }],
    ['a page that also has a key', { origin: 'https://shop.example', 'webhook-key': KEY }],
  ])('is rejected with 403 and not kept: %s', async (_, headers) => {
    await open.post('{"real":true}');
    expect(await open.post('{"pushed":true}', headers as Record<string, string>)).toBe(403);
    expect(open.inbox.view()).toMatchObject({
      kept: 1,
      turnedAway: { count: 1, last: 'a request from a web page; deliveries come from a service' },
    });
    expect(await onDisk()).not.toContain('pushed');
    expect(await open.post('{"real":true}')).toBe(200);
  });

  it('is rejected before its body is read or requested, whatever else it is', async () => {
    const from = 'Host: x\r\nOrigin: https://shop.example\r\n';
    const asking = 'Content-Length: 2\r\nExpect: 100-continue\r\n\r\n';
    for (const request of [
      `POST / HTTP/1.1\r\n${from}Content-Length: 1000\r\n\r\n`,
      `POST / HTTP/1.1\r\n${from}${asking}`,
      `OPTIONS / HTTP/1.1\r\n${from}Access-Control-Request-Method: POST\r\n\r\n`,
    ]) {
      const answer = await sendRaw(open.port, request);
      expect(answer).toMatch(/^HTTP\/1\.1 403/);
      expect(answer).not.toMatch(/100 Continue|Access-Control/i);
    }
    expect(open.inbox.view()).toMatchObject({ kept: 0, turnedAway: { count: 3 } });
  });

  it('does not evict deliveries of a service, which may arrive through a tunnel under any host name', async () => {
    const tunnel = ['Host: desk.tunnel.example', 'X-Forwarded-For: 203.0.113.7', 'X-Forwarded-Proto: https'].join(
      '\r\n',
    );
    const head = `POST /after-sell HTTP/1.1\r\n${tunnel}\r\nSec-Fetch-Site: none\r\nConnection: close\r\n`;
    expect(await sendRaw(open.port, `${head}Content-Length: 13\r\n\r\n{"real":true}`)).toMatch(/^HTTP\/1\.1 200/);
    const dispatcher = new Agent({ connections: 20, pipelining: 1 });
    const pushed = await Promise.all(
      Array.from({ length: 1_100 }, async () => {
        const headers = { origin: 'https://shop.example' };
        const answer = await request(open.url, { method: 'POST', dispatcher, headers, body: '{}' });
        await answer.body.dump();
        return answer.statusCode;
      }),
    );
    await dispatcher.destroy();
    expect(new Set(pushed)).toEqual(new Set([403]));
    expect(allKept(open.inbox)).toHaveLength(1);
    expect(newest()?.raw).toBe('{"real":true}');
  });

  it('does not prevent a replay to the inbox itself', async () => {
    await open.post('{"real":true}');
    const [kept] = allKept(open.inbox);
    if (!kept) throw new Error('It is kept');
    const again = await replay(kept.record, kept.body, `${open.url}/again`, null, [], dispatcherFor);
    expect(again).toMatchObject({ status: 200 });
    expect(open.inbox.view()).toMatchObject({ kept: 2, turnedAway: null });
  });
});

describe('a replayed delivery', () => {
  it('uses the proxy and the certificates of the system', async () => {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, undefined);
    await open.post('{"real":true}');
    const [kept] = allKept(open.inbox);
    if (!kept) throw new Error('It is kept');
    const receiver = await startRawService((socket) => socket.write(answerWith(200)), { certificate: OFFICE });
    const proxy = await startOfficeProxy(receiver.port);
    const { context } = await readTrust({ system: async () => [OFFICE_CA], extraFile: undefined });
    const office = { systemProxy: async () => `PROXY ${proxy.address}`, trust: async () => context };
    const again = await replay(kept.record, kept.body, 'https://storefront.invalid/again', null, [], (url, signal) =>
      dispatcherTo(url, office, signal),
    );
    await Promise.all([proxy.close(), receiver.close()]);
    vi.unstubAllEnvs();
    expect(again).toMatchObject({ status: 200, problem: null });
    expect(receiver.requests).toMatchObject([{ target: '/again', body: '{"real":true}' }]);
    expect(proxy.targets).toEqual(['storefront.invalid:443']);
  });
});

describe('input of strangers', () => {
  const stillWorks = async () => {
    const before = open.inbox.view().kept;
    expect(await open.post('{"after":true}')).toBe(200);
    expect(open.inbox.view().kept).toBe(before + 1);
  };

  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400'],
    ['binary noise', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), '400'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', '400'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['a broken chunk', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', '400'],
    ['headers without end', `POST / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('leaves the inbox working after %s', async (_, bytes, status) => {
    const answer = await sendRaw(open.port, bytes);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    await stillWorks();
    expect(open.inbox.view().turnedAway?.count).toBe(1);
  });

  it('is rejected with 413 if it announces 100 MB, without reading them', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\n';
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const answer = await sendRaw(open.port, head, ...Array.from({ length: 100 }, () => megabyte));
    expect(answer).toContain('HTTP/1.1 413');
    await stillWorks();
  });

  it('is rejected with 413 if it turns out to have 100 MB, without buffering them', async () => {
    const megabyte = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1024 * 1024, 'x'), Buffer.from('\r\n')]);
    const before = process.memoryUsage().rss;
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answer = await sendRaw(open.port, head, ...Array.from({ length: 100 }, () => megabyte));
    expect(answer).toContain('HTTP/1.1 413');
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
    await stillWorks();
  });

  it('needs no more memory than its bytes if it arrives byte by byte', async () => {
    const bytes = Buffer.from('1\r\nx\r\n'.repeat(16 * 1024));
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    await open.inbox.close();
    open = await openInbox(folder);
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        sendRaw(open.port, head, ...Array.from({ length: 48 }, () => bytes), '0\r\n\r\n'),
      ),
    );
    expect(answers.every((answer) => answer.startsWith('HTTP/1.1 200'))).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(allKept(open.inbox).map(({ record }) => record.contentLength)).toEqual(Array(4).fill(48 * 16 * 1024));
    expect(newest()?.raw).toMatch(/^x+$/);
  });

  it('is not asked to continue with 100 MB', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\nExpect: 100-continue\r\n\r\n';
    const answer = await sendRaw(open.port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    await stillWorks();
  });

  it('is cut off if it never ends: silent, in its headers, or in its body', async () => {
    const [silent, head, body] = await Promise.all([
      sendRaw(open.port),
      sendRaw(open.port, 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      sendRaw(open.port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a"'),
    ]);
    expect([silent, head, body].every((answer) => answer === '' || answer.startsWith('HTTP/1.1 408'))).toBe(true);
    await stillWorks();
  });

  it('is not kept if it breaks off half-way', async () => {
    const answer = sendRaw(open.port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":');
    await answer;
    expect(open.inbox.view().kept).toBe(0);
    await stillWorks();
  });

  it('may be nested a hundred thousand deep without a crash', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await open.post(deep)).toBe(200);
    expect(newest()).toMatchObject({ isJson: true, cut: true });
    await stillWorks();
  });
});

describe('a burst of 10,000 deliveries', () => {
  it('is answered completely and kept once, over a restart too', async () => {
    let changes = 0;
    await open.inbox.close();
    open = await openInbox(folder, {}, { onChange: () => (changes += 1) });
    const dispatcher = new Agent({ connections: 200, pipelining: 1 });
    const statuses = await Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => {
        const answer = await request(open.url, {
          method: 'POST',
          dispatcher,
          headers: { 'webhook-key': KEY },
          body: JSON.stringify({ index }),
        });
        await answer.body.dump();
        return answer.statusCode;
      }),
    );
    await dispatcher.destroy();
    expect(statuses.filter((status) => status === 200)).toHaveLength(10_000);
    const kept = () => allKept(open.inbox).map(({ body }) => JSON.parse(body).index as number);
    expect(kept()).toHaveLength(10_000);
    expect(new Set(kept()).size).toBe(10_000);
    // Written and reported together.
    expect(changes).toBeLessThan(5_000);
    const before = kept();
    await reopen();
    expect(kept()).toEqual(before);
  });
});

describe('starting and stopping', () => {
  it('reports a taken port, and starts on another one', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await open.inbox.stop();
    expect(open.inbox.view().address).toBeNull();
    const refused = await open.inbox.start(port);
    expect(refused).toMatchObject({
      ok: false,
      problem: { message: `Port ${port} is in use by another program. Choose another port.` },
    });
    taken.close();
    expect(await open.inbox.start(open.port)).toMatchObject({ ok: true });
    expect(await open.post('{}')).toBe(200);
  });

  it('listens only after it was started, and remembers port and response', async () => {
    await open.inbox.setAnswer('503');
    const { port } = open;
    await open.inbox.stop();
    await expect(open.post('{}')).rejects.toThrow(/ECONNREFUSED/);
    await reopen();
    expect(open.inbox.view().answerWith).toBe('503');
    expect(port).not.toBe(0);
  });
});

describe('a kept delivery', () => {
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const target = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    received.push({ headers: incoming.headers, body });
    outgoing.writeHead(202).end(`thanks for ${incoming.headers['webhook-key']}`);
  });
  beforeEach(async () => {
    received.length = 0;
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    target.closeAllConnections();
    target.close();
  });

  let ask = (_question: { readonly message: string; readonly detail: string }): boolean =>
    expect.fail('it was asked about');
  const handlers = (copied: string[] = []) =>
    createInboxHandlers(open.inbox, {
      dispatcherFor,
      copy: async (text) => void copied.push(text),
      askWhereToSave: async () => join(folder, 'export.json'),
      knownKeys: () => [{ storeId: 'store-1', key: KEY }],
      eventIn: () => null,
      saleIn: () => null,
      noteSales: async () => true,
      markSale: () => ({ ok: true, value: undefined }),
      confirm: async (question) => ask(question),
    });

  it('is replayed to another address with the same bytes, with the key only if requested', async () => {
    const body = '{"price":1.50}';
    await open.post(body, { 'Webhook-Key': KEY, 'X-Shop': 'blue' });
    const id = allKept(open.inbox)[0]?.record.id ?? '';
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
    const answer = await handlers()['inbox.replay']({ id, url, withKey: true });
    expect(answer).toMatchObject({ ok: true, value: { status: 202, body: 'thanks for (hidden key)', problem: null } });
    await handlers()['inbox.replay']({ id, url, withKey: false });
    expect(received.map(({ headers }) => headers['webhook-key'])).toEqual([KEY, undefined]);
    expect(received[0]).toMatchObject({ body, headers: { 'x-shop': 'blue', 'content-type': 'application/json' } });
  });

  it('is sent to another computer only if the seller agrees, after reading the host and the content', async () => {
    await open.post('{}', { 'Webhook-Key': KEY });
    const id = allKept(open.inbox)[0]?.record.id ?? '';
    // Another spelling of this computer, which counts as another host: nothing leaves it.
    const { port } = target.address() as AddressInfo;
    const url = `https://[::ffff:127.0.0.1]:${port}/x`;
    const asked: string[] = [];
    for (const agrees of [false, true]) {
      ask = ({ message, detail }) => {
        asked.push(`${message} ${detail}`);
        return agrees;
      };
      const answer = await handlers()['inbox.replay']({ id, url, withKey: agrees });
      // Nothing there uses TLS.
      expect(answer).toMatchObject(agrees ? { ok: true, value: { status: null } } : { problem: { code: 'forbidden' } });
    }
    expect(asked.map((text) => text.includes('[::ffff:7f00:1]') && text.includes(url))).toEqual([true, true]);
    expect(asked.map((text) => text.includes('webhook key'))).toEqual([false, true]);
    expect(received).toEqual([]);
  });

  it('reports a replay that nobody receives', async () => {
    await open.post('{}');
    const id = allKept(open.inbox)[0]?.record.id ?? '';
    const answer = await handlers()['inbox.replay']({ id, url: 'http://127.0.0.1:9/', withKey: false });
    expect(answer).toMatchObject({ ok: true, value: { status: null, problem: 'Nothing listens at this address.' } });
  });

  it('is copied as a cURL command that takes the key from the shell', async () => {
    const copied: string[] = [];
    await open.post(`{"it's":"@file"}`);
    await handlers(copied)['inbox.copyCurl']({ id: allKept(open.inbox)[0]?.record.id ?? '' });
    expect(copied[0]).toContain(`--data-raw '{"it'\\''s":"@file"}'`);
    expect(copied[0]).toContain('-H "Webhook-Key: $WEBHOOK_KEY"');
    expect(copied[0]).not.toContain(KEY);
    const record = allKept(open.inbox)[0]?.record;
    expect(record && asCurl(record, 'x', 'http://127.0.0.1:1/')).toContain("curl -X POST 'http://127.0.0.1:1/'");
    // A path such as /[1-1000] would be a thousand requests.
    expect(copied[0]).toContain('--globoff');
  });

  it('is exported in the documented shape', async () => {
    await open.post('{"a":1}');
    await open.post('no json');
    const answer = await handlers()['inbox.export']({ search: '', id: null });
    expect(answer).toMatchObject({ ok: true, value: { deliveries: 2 } });
    const exported = JSON.parse(await readFile(join(folder, 'export.json'), 'utf8'));
    expect(exported).toMatchObject([
      { verification: 'verified', delivery: { method: 'POST', content_length: 7, body: 'no json' } },
      { verification: 'verified', delivery: { method: 'POST', content_length: 7, body: { a: 1 } } },
    ]);
    expect(JSON.stringify(exported)).not.toContain(KEY);
  });
});

it('the very first start uses any free port if the usual one is taken; later ones keep theirs', async () => {
  const taken = createServer();
  // Another program may have it already; that works as well.
  await new Promise<void>((resolve) => {
    taken.once('error', () => resolve());
    taken.listen(DEFAULT_INBOX_PORT, '127.0.0.1', resolve);
  });
  const first = await newInbox(join(folder, 'first'));
  expect(await first.start(DEFAULT_INBOX_PORT)).toEqual({ ok: true, value: undefined });
  const { port } = first.view();
  expect(port).not.toBe(DEFAULT_INBOX_PORT);
  await first.close();
  const again = await newInbox(join(folder, 'first'));
  expect(again.view().port).toBe(port);
  expect(await again.start(DEFAULT_INBOX_PORT)).toMatchObject({ ok: false });
  await again.close();
  await new Promise((resolve) => taken.close(resolve));
});

it('keeps the times that it did not run until they are dismissed', async () => {
  const gaps = () => open.inbox.view().gaps;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const closed = async () => {
    await open.inbox.close();
    await pause();
    open = await openInbox(folder);
  };
  expect(gaps()).toEqual([]);
  await closed();
  const [first] = gaps();
  expect(first?.until).toBeGreaterThan(first?.from ?? 0);
  await closed();
  expect(gaps()).toHaveLength(2);
  expect(gaps()[0]).toEqual(first);
  for (let times = 0; times < 3; times += 1) await closed();
  expect(gaps()).toHaveLength(3);
  expect(gaps()[0]?.from).toBe(first?.from);
  await open.inbox.dismissGap();
  expect(gaps()).toEqual([]);
  await closed();
  expect(gaps()).toHaveLength(1);
});
