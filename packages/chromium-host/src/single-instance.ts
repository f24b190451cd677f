// The lock of `app.requestSingleInstanceLock`: one app for each userData folder, which gets the data of later starts.
//
// The lock is an open transaction on an empty SQLite database: the system releases it however the process ends.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import Sqlite from 'libsql';

export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  /** A structured clone of the second instance's data; null if it passed none. */
  readonly additionalData: unknown;
}

/** Where the first instance listens; tests read it too. */
interface Address {
  readonly pid: number;
  readonly socket: string;
}

/** Bytes; anything larger is dropped. */
const MESSAGE_LIMIT = 1024 * 1024;
/** How long the first instance may take to answer or to end, in ms. */
const PATIENCE = 20_000;
const PAUSE = 20;

/** `request` is synchronous, and a process cannot wait synchronously for its own sockets, so another one runs this. */
const NOTIFY = `
const socket = require('node:net').connect(process.argv[1]);
socket.on('error', () => process.exit(1));
process.stdin.pipe(socket).pipe(process.stdout);`;

const isWindows = process.platform === 'win32';

export class SingleInstance {
  #held: {
    readonly lock: Sqlite.Database;
    readonly server: Server;
    readonly socket: string;
    readonly file: string;
  } | null = null;

  /**
   * @param userData read at each request, since the app may set another folder before
   * @param onSecond returns false if the app has ended and cannot handle it
   */
  constructor(
    private readonly userData: () => string,
    private readonly onSecond: (second: SecondInstance) => boolean,
  ) {
    process.on('exit', () => this.release());
  }

  /** False once another instance has received the data, or if the lock cannot be taken, as in Electron. */
  request(additionalData: unknown = null): boolean {
    if (this.#held) return true;
    const message = serialize({ argv: process.argv, workingDirectory: process.cwd(), additionalData });
    try {
      const folder = this.userData();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
        if (this.#claim(folder)) return true;
        if (handOver(folder, message)) return false;
        // The first one is starting or ending.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
      }
      throw new Error('the running app does not answer');
    } catch (error) {
      console.error(`[host] the lock of a single instance could not be taken: ${(error as Error).message}`);
      return false;
    }
  }

  release(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    held.server.close();
    if (!isWindows) rmSync(dirname(held.socket), { recursive: true, force: true });
    rmSync(held.file, { force: true });
    // The locked file itself stays: another process may have opened it to lock it.
    held.lock.close();
  }

  #claim(folder: string): boolean {
    const lock = lockFile(join(folder, 'SingletonLock'));
    if (lock === null) return false;
    try {
      const { server, socket } = listen((client) => this.#read(client));
      const file = addressFile(folder);
      this.#held = { lock, server, socket, file };
      writeFileSync(file, JSON.stringify({ pid: process.pid, socket } satisfies Address), { mode: 0o600 });
      return true;
    } catch (error) {
      if (this.#held) this.release();
      else lock.close();
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
      try {
        client.end(this.onSecond(deserialize(Buffer.concat(chunks)) as SecondInstance) ? 'RECEIVED' : 'ENDED');
      } catch (error) {
        console.error('[host] a second instance could not be understood', error);
        client.destroy();
      }
    });
  }
}

const addressFile = (folder: string): string => join(folder, 'SingletonSocket');

/** Null while another process has the lock. Nothing else here may open the file: closing it would drop the lock. */
function lockFile(path: string): Sqlite.Database | null {
  // SQLite would create a file that everybody may read.
  closeSync(openSync(path, 'a', 0o600));
  const connection = new Sqlite(path, { timeout: 0 });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return connection;
  } catch (error) {
    connection.close();
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

/** Listens in a private temporary folder: the path of a socket must be short, and some file systems have no sockets. */
function listen(onClient: (client: Socket) => void): { readonly server: Server; readonly socket: string } {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-host-'));
  if (isWindows) rmSync(folder, { recursive: true });
  const socket = isWindows ? `\\\\.\\pipe\\${folder.replaceAll(/[\\/:]/g, '-')}` : join(folder, 'socket');
  const server = createServer({ allowHalfOpen: true }, onClient);
  server.on('error', ({ message }) => console.error(`[host] second instances cannot be noticed: ${message}`));
  server.listen(socket);
  server.unref();
  // The socket is bound at once; only the event comes later.
  if (!server.listening) throw new Error(`${socket} cannot be listened at`);
  return { server, socket };
}

/** Whether the first instance has received the message. */
function handOver(folder: string, message: Buffer): boolean {
  let address: Address;
  try {
    address = JSON.parse(readFileSync(addressFile(folder), 'utf8')) as Address;
  } catch {
    return false; // Missing or partly written.
  }
  const asked = spawnSync(process.execPath, ['-e', NOTIFY, address.socket], {
    input: message,
    timeout: PATIENCE,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return String(asked.stdout) === 'RECEIVED';
}
