// The lock of `app.requestSingleInstanceLock`, in the userData folder like Chromium's ProcessSingleton.
//
// Follows Electron's patched process_singleton_posix.cc: takes over the lock of an ended process or of another computer, and
// kills a first instance that does not answer in 20 s. Here the system holds the lock (file-lock.ts), so a stale one needs no
// detection.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type FileLock, lockFile } from './file-lock.ts';

export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  /** A structured clone of the second instance's data; null if it passed none. */
  readonly additionalData: unknown;
}

/** Where the first instance listens. */
interface Address {
  readonly host: string;
  readonly pid: number;
  readonly socket: string;
}

type Notified = 'taken' | 'shutting-down' | 'gone' | 'hung';

/** Bytes; anything larger is dropped, and the second instance still gets no lock. */
const MESSAGE_LIMIT = 32 * 1024 * 1024;
/** ms */
const PAUSE = 20;

/** A request must wait for the answer, and a process cannot wait for its own sockets synchronously. */
const NOTIFY = `
const socket = require('node:net').connect(process.argv[1]);
socket.on('error', () => process.exit(1));
process.stdin.pipe(socket).pipe(process.stdout);`;

export class SingleInstance {
  #held: { readonly lock: FileLock; readonly server: Server; readonly socket: string; readonly folder: string } | null =
    null;

  /**
   * @param userData read at each request, since the app may set another folder before
   * @param onSecond returns false if the app is shutting down and cannot handle it
   * @param patience how long the first instance may take to answer (ms)
   */
  constructor(
    private readonly userData: () => string,
    private readonly onSecond: (second: SecondInstance) => boolean,
    private readonly patience = 20_000,
  ) {
    process.on('exit', () => this.release());
  }

  get isHeld(): boolean {
    return this.#held !== null;
  }

  request(additionalData: unknown): boolean {
    if (this.#held) return true;
    const message = serialize({
      argv: process.argv,
      workingDirectory: process.cwd(),
      additionalData: additionalData ?? null,
    });
    try {
      return this.#claim(this.userData(), message);
    } catch (error) {
      // As in Electron: if the lock cannot be held, nobody gets it.
      console.error(`[host] the lock of a single instance could not be taken: ${(error as Error).message}`);
      return false;
    }
  }

  #claim(folder: string, message: Buffer): boolean {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // As in Chromium: an instance that cannot be notified may have ended meanwhile.
    for (let tries = 0; tries < 2; tries += 1) {
      if (this.#create(folder)) return true;
      const first = addressIn(folder, this.patience);
      if (first === null) continue;
      if (first.host !== hostname()) {
        rmSync(lockPath(folder), { force: true });
        continue;
      }
      const notified = message.length > MESSAGE_LIMIT ? 'taken' : notify(first.socket, message, this.patience);
      if (notified === 'taken') return false;
      if (notified === 'hung' && process.platform === 'win32') return false;
      if (notified === 'hung') killNow(first.pid);
      if (notified !== 'shutting-down') pause();
    }
    return this.#create(folder);
  }

  release(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    held.server.close();
    if (process.platform !== 'win32') rmSync(dirname(held.socket), { recursive: true, force: true });
    rmSync(addressFile(held.folder), { force: true });
    // The locked file itself stays: another process may have opened it to lock it.
    held.lock.release();
  }

  #create(folder: string): boolean {
    const lock = lockFile(lockPath(folder));
    if (lock === null) return false;
    try {
      const { server, socket } = listen((client) => this.#read(client));
      this.#held = { lock, server, socket, folder };
      const address: Address = { host: hostname(), pid: process.pid, socket };
      writeFileSync(addressFile(folder), JSON.stringify(address), { mode: 0o600 });
      return true;
    } catch (error) {
      if (this.#held) this.release();
      else lock.release();
      throw error;
    }
  }

  #read(client: Socket): void {
    const chunks: Buffer[] = [];
    let length = 0;
    client.on('error', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MESSAGE_LIMIT) client.destroy();
      else chunks.push(chunk);
    });
    client.on('end', () => {
      const second = readMessage(Buffer.concat(chunks));
      client.end(second === null ? '' : this.onSecond(second) ? 'ACK' : 'SHUTDOWN');
    });
  }
}

const lockPath = (folder: string): string => join(folder, 'SingletonLock');
const addressFile = (folder: string): string => join(folder, 'SingletonSocket');

/** In a folder that nobody else can enter, since some file systems have no sockets. */
function listen(onClient: (client: Socket) => void): { readonly server: Server; readonly socket: string } {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-host-'));
  const isWindows = process.platform === 'win32';
  if (isWindows) rmSync(folder, { recursive: true });
  const socket = isWindows ? `\\\\.\\pipe\\${folder.replaceAll(/[\\/:]/g, '-')}` : join(folder, 'socket');
  const server = createServer({ allowHalfOpen: true }, onClient);
  server.on('error', ({ message }) => console.error(`[host] second instances cannot be noticed: ${message}`));
  server.listen(socket);
  server.unref();
  // The socket is bound at once; only its event comes later.
  if (!server.listening) throw new Error(`${socket} cannot be listened at`);
  return { server, socket };
}

function readMessage(bytes: Buffer): SecondInstance | null {
  try {
    return deserialize(bytes) as SecondInstance;
  } catch (error) {
    console.error('[host] a second instance could not be understood', error);
    return null;
  }
}

/** Where the holder of the lock listens; null when it ended before it wrote that. */
function addressIn(folder: string, patience: number): Address | null {
  for (let waited = 0; waited < patience; waited += PAUSE) {
    try {
      const address = JSON.parse(readFileSync(addressFile(folder), 'utf8')) as Address;
      if (address.host !== hostname() || isOurs(address.socket)) return address;
    } catch {
      // Missing or partly written.
    }
    const free = lockFile(lockPath(folder));
    free?.release();
    if (free) return null;
    pause();
  }
  return null;
}

/** Whoever could put a socket there could read the data. */
function isOurs(socket: string): boolean {
  if (process.platform === 'win32') return true;
  const { uid, mode } = statSync(dirname(socket));
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

function notify(socket: string, message: Buffer, patience: number): Notified {
  const { stdout, status, error } = spawnSync(process.execPath, ['-e', NOTIFY, socket], {
    input: message,
    timeout: patience,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') return 'hung';
  if (status !== 0) return 'gone';
  return String(stdout) === 'SHUTDOWN' ? 'shutting-down' : 'taken';
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
