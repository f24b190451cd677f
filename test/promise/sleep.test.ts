// The computer sleeps and wakes up.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createTransport } from '../../src/main/service/transport.ts';
import { Computer } from '../support/computer.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { RecordingService } from '../support/recording-service.ts';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

it('sends nothing from suspend on, and goes on after resume', async () => {
  const service = new RecordingService();
  await service.start();
  const computer = await new Computer().start();
  ending.push(
    () => service.stop(),
    () => computer.remove(),
  );
  await computer.signIn(service);
  const product = await computer.product('Coaching hour');
  await computer.settled();
  computer.app.suspend();
  await computer.link(product, '1');
  computer.store.outbox.wake();
  await computer.store.outbox.attempted();
  expect(computer.store.outbox.status()).toMatchObject({ waiting: 1, sending: 0 });
  expect(service.changes).toHaveLength(1);
  computer.app.resume();
  await computer.settled();
  expect(service.changes).toHaveLength(2);
});

it('opens new connections after sleep, without ending a request that is under way', async () => {
  const connections = new Set<unknown>();
  let answer = () => {};
  let underWay = false;
  const server = createServer((request, response) => {
    connections.add(request.socket);
    const end = () => response.end('{}');
    if (request.url?.endsWith('/slow')) {
      answer = end;
      underWay = true;
    } else end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = createTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, DIRECT_NETWORK);
  ending.push(
    () => server.close(),
    () => transport.close(),
  );
  const send = (path: string) => transport.send({ method: 'POST', path, body: {}, token: null });
  await send('/first');
  const slow = send('/slow');
  await expect.poll(() => underWay).toBe(true);
  await send('/second');
  const previous = new Set(connections);
  transport.renew();
  await send('/third');
  expect(connections.size).toBe(previous.size + 1);
  answer();
  expect(await slow).toMatchObject({ kind: 'answered' });
});
