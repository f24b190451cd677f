// What the seller does with a kept delivery: replays it elsewhere, copies it as a command, exports it.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readTrust } from '../../src/main/electron/certificates.ts';
import { dispatcherTo } from '../../src/main/service/connections.ts';
import { replay } from '../../src/main/webhook/inbox/replay.ts';
import { dispatcherFor } from '../support/direct-network.ts';
import { temporaryFolder } from '../support/folder.ts';
import { KEY, type OpenInbox, openInbox } from '../support/inbox.ts';
import { OFFICE, OFFICE_CA } from '../support/office-certificates.ts';
import { startOfficeProxy } from '../support/office-proxy.ts';
import { answerWith, startRawService } from '../support/raw-service.ts';

let folder: string;
let open: OpenInbox;
let received: { headers: Record<string, unknown>; body: string }[];
const target = createServer(async (incoming, outgoing) => {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  received.push({ headers: incoming.headers, body });
  outgoing.writeHead(202).end(`thanks for ${incoming.headers['webhook-key']}`);
});
beforeEach(async () => {
  received = [];
  folder = temporaryFolder();
  open = await openInbox(folder);
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  target.closeAllConnections();
  target.close();
  await open.close();
});

interface Question {
  readonly message: string;
  readonly detail: string;
}

const targetPort = () => (target.address() as AddressInfo).port;
const only = () => {
  const [kept] = open.store.kept();
  if (!kept) throw new Error('Nothing is kept');
  return kept;
};
const handlers = ({
  copied = [] as string[],
  confirm = async (_: Question): Promise<boolean> => expect.fail('it was asked about'),
} = {}) =>
  open.handlers({
    copy: async (text) => void copied.push(text),
    askWhereToSave: async () => join(folder, 'export.json'),
    confirm,
  });

it('is replayed to another address with the same bytes, with the key only if requested', async () => {
  const body = '{"price":1.50}';
  await open.post(body, { 'Webhook-Key': KEY, 'X-Shop': 'blue' });
  const { id } = only().record;
  const url = `http://127.0.0.1:${targetPort()}/`;
  const answer = await handlers()['inbox.replay']({ id, url, withKey: true });
  expect(answer).toMatchObject({ ok: true, value: { status: 202, body: 'thanks for (hidden key)', problem: null } });
  await handlers()['inbox.replay']({ id, url, withKey: false });
  expect(received.map(({ headers }) => headers['webhook-key'])).toEqual([KEY, undefined]);
  expect(received[0]).toMatchObject({ body, headers: { 'x-shop': 'blue', 'content-type': 'application/json' } });
  // A web page may not do that; the app may.
  const again = await replay(only().record, only().body, `${open.url}/again`, null, [], dispatcherFor);
  expect([again.status, open.store.kept().length]).toEqual([200, 2]);
});

it('is sent to another computer only if the seller agrees, after reading the host and the content', async () => {
  await open.post('{}', { 'Webhook-Key': KEY });
  const { id } = only().record;
  // Another spelling of this computer, which counts as another host: nothing leaves it.
  const url = `https://[::ffff:127.0.0.1]:${targetPort()}/x`;
  const asked: string[] = [];
  for (const agrees of [false, true]) {
    const confirm = async ({ message, detail }: Question) => {
      asked.push(`${message} ${detail}`);
      return agrees;
    };
    const answer = await handlers({ confirm })['inbox.replay']({ id, url, withKey: agrees });
    // Nothing there uses TLS.
    expect(answer).toMatchObject(agrees ? { ok: true, value: { status: null } } : { problem: { code: 'forbidden' } });
  }
  expect(asked.map((text) => text.includes('[::ffff:7f00:1]') && text.includes(url))).toEqual([true, true]);
  expect(asked.map((text) => text.includes('webhook key'))).toEqual([false, true]);
  expect(received).toEqual([]);
});

it('is replayed through the proxy and with the certificates of the system', async () => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, undefined);
  await open.post('{"real":true}');
  const receiver = await startRawService((socket) => socket.write(answerWith(200)), { certificate: OFFICE });
  const proxy = await startOfficeProxy(receiver.port);
  const { context } = await readTrust({ system: async () => [OFFICE_CA], extraFile: undefined });
  const office = { systemProxy: async () => `PROXY ${proxy.address}`, trust: async () => context };
  const { record, body } = only();
  const again = await replay(record, body, 'https://storefront.invalid/again', null, [], (url, signal) =>
    dispatcherTo(url, office, signal),
  );
  await Promise.all([proxy.close(), receiver.close()]);
  vi.unstubAllEnvs();
  expect(again).toMatchObject({ status: 200, problem: null });
  expect(receiver.requests).toMatchObject([{ target: '/again', body: '{"real":true}' }]);
  expect(proxy.targets).toEqual(['storefront.invalid:443']);
});

it('reports a replay that nobody receives', async () => {
  await open.post('{}');
  const answer = await handlers()['inbox.replay']({ id: only().record.id, url: 'http://127.0.0.1:9/', withKey: false });
  expect(answer).toMatchObject({ ok: true, value: { status: null, problem: expect.any(String) } });
});

it('is copied as a cURL command that takes the key from the shell', async () => {
  const copied: string[] = [];
  await open.post(`{"it's":"@file"}`);
  await handlers({ copied })['inbox.copyCurl']({ id: only().record.id });
  expect(copied[0]).toContain(`--data-raw '{"it'\\''s":"@file"}'`);
  expect(copied[0]).toContain('-H "Webhook-Key: $WEBHOOK_KEY"');
  expect(copied[0]).not.toContain(KEY);
  // A path such as /[1-1000] would be a thousand requests.
  expect(copied[0]).toContain('--globoff');
});

it('is exported in the documented shape', async () => {
  await open.post('{"a":1}');
  await open.post('no json');
  expect(await handlers()['inbox.export']({ search: '', id: null })).toMatchObject({ ok: true });
  const exported = JSON.parse(await readFile(join(folder, 'export.json'), 'utf8'));
  expect(exported).toMatchObject([
    { verification: 'verified', delivery: { method: 'POST', content_length: 7, body: 'no json' } },
    { verification: 'verified', delivery: { method: 'POST', content_length: 7, body: { a: 1 } } },
  ]);
  expect(JSON.stringify(exported)).not.toContain(KEY);
});
