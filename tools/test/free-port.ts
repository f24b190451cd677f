// Finds a free port on this computer.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Avoids the ports of outgoing connections, so that the port is still free when its listener restarts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').catch(() => null);
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}
