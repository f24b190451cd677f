// A small webhook receiver for the demo, as a seller would run one: checks the key and answers 200.
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** The number of deliveries with the right key. */
  verified(): number;
  /** The key that deliveries must have. */
  expect(key: string): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  let expected = '';
  let verified = 0;
  const isExpected = (key: string): boolean =>
    key.length === expected.length && timingSafeEqual(Buffer.from(key), Buffer.from(expected));
  const server = createServer((request, response) => {
    const key = request.headers['webhook-key'];
    const good = typeof key === 'string' && isExpected(key);
    if (good) verified += 1;
    request.resume();
    response.writeHead(good ? 200 : 401).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/after-sell`,
    verified: () => verified,
    expect(key) {
      expected = key;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
