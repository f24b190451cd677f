// Starts the relay: a stateless HTTP server in front of JetStream.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import type { RelayConfig } from './config.ts';
import type { Log } from './log.ts';
import { createPublisher } from './publisher.ts';

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Rejects with the error of the socket. Does not wait for NATS: until it connects, every delivery gets 503. */
export async function startRelay(config: RelayConfig, log: Log) {
  const { limits } = config;
  const publisher = createPublisher(config, log);
  const server = createAdaptorServer({
    fetch: createApp(config, publisher, log).fetch,
    overrideGlobalObjects: false,
    createServer,
    serverOptions: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs, limits.requestMs),
      keepAliveTimeout: 10_000,
    },
  }) as Server;
  // A sender may close its side after its last byte; Node would then drop the answer. Node's types lack this option.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = limits.connections;
  // Node would ask for the body at once; the app asks for it after checking the request.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));

  let isStopping = false;
  let open = 0;
  server.prependListener('request', (_, response) => {
    open++;
    if (isStopping) response.setHeader('connection', 'close');
    response.once('close', () => {
      open--;
    });
  });

  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    await publisher.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  log('listening', { host: config.host, port });

  async function close(): Promise<void> {
    isStopping = true;
    log('stopping', { open });
    const closed = once(server, 'close');
    server.close();
    const end = performance.now() + limits.publishMs + 2_000;
    while (open > 0 && performance.now() < end) await pause(20);
    server.closeAllConnections();
    await closed;
    await publisher.close();
    log('stopped', { cutOff: open });
  }

  let closing: Promise<void> | undefined;
  /** Stops accepting requests, finishes the running ones, and disconnects. */
  return { port, close: () => (closing ??= close()) };
}
