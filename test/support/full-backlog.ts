// A listener that accepts no connections: its backlog is full and its process is stopped. Linux keeps the next one waiting.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const SCRIPT = `
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

export interface FullBacklog {
  readonly url: string;
  close(): void;
}

export async function startFullBacklog(): Promise<FullBacklog> {
  const child: ChildProcess = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const sockets: Socket[] = [];
  // On Linux a backlog of 1 holds two connections. Both are made before anybody else connects.
  for (let place = 0; place < 2; place += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
  }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}
