// One running app for each data folder, whatever runs it: the first listens at an address made from the folder's name.
//
// The system lets go of the address when the process ends, also when it crashes, so a stale lock locks nobody out.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `first`: this app has the folder until `release`. `second`: another has it, and was asked to show itself. */
export type Claim = { readonly kind: 'first'; release(): Promise<void> } | { readonly kind: 'second' };

/** Where the first one listens. */
export function addressOf(dataFolder: string): string {
  const name = `storefront-desk-${createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // Linux has addresses that are no files and vanish with the process; elsewhere a file has to do.
  if (process.platform === 'linux') return `\0${name}-${process.getuid?.() ?? 0}`;
  return join(tmpdir(), `${name}.sock`);
}

/** Bytes of what a second start may say; it is a link at most. */
const SAID_LIMIT = 4_096;
/** A second start that has not ended after so long (ms) is heard as far as it came: it says all at once. */
const PATIENCE = 2_000;
/** Second starts that are heard at the same time; there are never more but where somebody means harm. */
const AT_ONCE = 32;

/**
 * Claims a data folder (which must exist).
 * @param onSecond called when the app is started again on the same folder, with what that start says: a text from outside
 * @param say what the first one is told where this is the second
 */
export async function claimFolder(dataFolder: string, onSecond: (said: string) => void, say = ''): Promise<Claim> {
  const address = addressOf(dataFolder);
  for (let tries = 0; tries < 3; tries += 1) {
    const server = await listen(address, onSecond);
    if (server) {
      return { kind: 'first', release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    if (await knock(address, say)) return { kind: 'second' };
    // A file left over from a crash: nobody answers, so it may go.
    if (process.platform !== 'win32' && !address.startsWith('\0')) rmSync(address, { force: true });
  }
  return { kind: 'second' };
}

function listen(address: string, onSecond: (said: string) => void): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      hear(socket, onSecond);
    });
    server.maxConnections = AT_ONCE;
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

/** Reads what a second start says. One that says too much is taken for one that says nothing. */
function hear(socket: Socket, onSecond: (said: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= SAID_LIMIT) chunks.push(chunk);
    else socket.destroy();
  });
  const patience = setTimeout(() => socket.destroy(), PATIENCE);
  socket.once('close', () => clearTimeout(patience));
  socket.once('close', () => onSecond(length <= SAID_LIMIT ? Buffer.concat(chunks).toString('utf8') : ''));
}

/** Whether somebody answers at the address; resolves once they have heard what is said. */
function knock(address: string, say: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let answers = false;
    socket.once('connect', () => {
      answers = true;
      socket.end(say);
    });
    // The other side ends the connection when it has heard all.
    socket.resume();
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answers));
  });
}
