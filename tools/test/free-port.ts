// Finds a free port on this computer.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Not one of those that systems give to outgoing connections, so that it is still free after a restart of what listens there. */
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
