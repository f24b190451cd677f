// Any bytes from a stranger: the webhook inbox keeps accepting deliveries, and keeps only valid ones.
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shownDelivery } from '../../src/main/webhook/inbox/pretty.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { type OpenInbox, openInbox } from '../support/inbox.ts';

let folder: string;
let open: OpenInbox;

beforeAll(async () => {
  folder = newFolder();
  open = await openInbox(folder, { lingerMs: 50, headersMs: 500, requestMs: 800 });
});
afterAll(async () => {
  await open.close();
  removeFolder(folder);
});

/** Sends the bytes, half-closes, and waits until the connection is closed. */
async function send(bytes: Buffer): Promise<void> {
  const socket = connect(open.port, '127.0.0.1');
  // A reset connection is an answer too.
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  socket.end(bytes);
  await closed;
}

const line = fc.oneof(
  fc.constantFrom(
    'POST /after-sell HTTP/1.1',
    'GET / HTTP/1.1',
    'POST http://x.example/ HTTP/1.0',
    'Host: 127.0.0.1',
    'Webhook-Key: a',
    'Webhook-Key:',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Content-Encoding: gzip',
    'Expect: 100-continue',
    'Expect: a miracle',
    'Connection: upgrade',
    'Upgrade: websocket',
    'Origin: null',
    'Sec-Fetch-Site: cross-site',
    'Trailer: Webhook-Key',
    'X-Flood: '.padEnd(16_000, 'x'),
    '5;extension=x',
    '__proto__: x',
    '5',
    '0',
    '',
  ),
  fc.string({ maxLength: 40 }),
);
const requests = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.array(line, { maxLength: 12 }).map((lines) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)),
  fc
    .tuple(fc.array(line, { maxLength: 6 }), fc.uint8Array({ maxLength: 100 }))
    .map(([lines, body]) =>
      Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]),
    ),
);

it('any bytes leave it able to accept the next delivery', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (bytes) => {
      await send(bytes);
      expect(await open.post('{"event":"after_sell"}')).toBe(200);
    }),
    { numRuns: 150 },
  );
  const { total } = await open.store.catalog.deliveries.list({ search: 'after_sell', offset: 0, limit: 1 });
  expect(total).toBe(150);
  // Each delivery that it kept can be shown.
  for (const delivery of open.store.kept()) expect(shownDelivery(delivery).pretty).toContain('headers');
});
