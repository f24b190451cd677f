// One running app for each data folder, whatever runs it: the first listens at an address made from the folder's name.
//
// The system lets go of the address when the process ends, also when it crashes, so a stale lock locks nobody out.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `first`: this app has the folder until `release`. `second`: another has it, and was asked to show itself. */
export type Claim = { readonly kind: 'first'; release(): Promise<void> } | { readonly kind: 'second' };

function addressOf(dataFolder: string): string {
  const name = `storefront-desk-${createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // Linux has addresses that are no files and vanish with the process; elsewhere a file has to do.
  if (process.platform === 'linux') return `\0${name}-${process.getuid?.() ?? 0}`;
  return join(tmpdir(), `${name}.sock`);
}

/** Claims a data folder (which must exist). `onSecond` is called when the app is started again on the same folder. */
export async function claimFolder(dataFolder: string, onSecond: () => void): Promise<Claim> {
  const address = addressOf(dataFolder);
  for (let tries = 0; tries < 3; tries += 1) {
    const server = await listen(address, onSecond);
    if (server) {
      return { kind: 'first', release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    if (await knock(address)) return { kind: 'second' };
    // A file left over from a crash: nobody answers, so it may go.
    if (process.platform !== 'win32' && !address.startsWith('\0')) rmSync(address, { force: true });
  }
  return { kind: 'second' };
}

function listen(address: string, onSecond: () => void): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end();
      onSecond();
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Whether somebody answers at the address. */
function knock(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.end();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
