// Records file changes of this process below a folder, libraries included, by wrapping node:fs and node:fs/promises.
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Paths are relative to the recorded folder, which is the empty path. */
export type DiskEvent =
  | { readonly op: 'mkdir' | 'create' | 'remove'; readonly path: string }
  | { readonly op: 'write'; readonly path: string; readonly content: Buffer }
  | { readonly op: 'rename' | 'link'; readonly path: string; readonly to: string }
  /** A sync covers changes before it began, and is effective when it ended. */
  | {
      readonly op: 'sync-began' | 'sync-ended';
      readonly path: string;
      readonly sync: number;
      readonly isFolder: boolean;
    };

type AnyFunction = (...args: never[]) => unknown;
/** Names of the wrapped functions. */
type Wrapped = Record<string, AnyFunction>;

/** Changes that the app never makes. Their use is recorded as a violation, so that nothing is missed. */
const NOT_UNDERSTOOD = {
  promises: ['appendFile', 'cp', 'truncate', 'rmdir', 'symlink', 'mkdtemp', 'lchmod'],
  sync: ['appendFileSync', 'cpSync', 'truncateSync', 'ftruncateSync', 'rmdirSync', 'symlinkSync', 'writeSync'],
  callback: [
    'appendFile',
    'copyFile',
    'cp',
    'createWriteStream',
    'link',
    'mkdir',
    'rename',
    'rm',
    'truncate',
    'unlink',
  ],
};

// Node loads its removal code on first use, and keeps the functions it finds then.
fs.rmSync(fs.mkdtempSync(join(tmpdir(), 'storefront-recorder-')), { recursive: true });
const real = { ...fs, promises: { ...fs.promises } };

/** A database and SQLite's files beside it. */
export const IS_DATABASE = /\.db(-wal|-shm)?$/;

export class DiskRecorder {
  readonly events: DiskEvent[] = [];
  /** Changes of an unsupported kind. */
  readonly violations: string[] = [];
  readonly #root: string;
  #syncs = 0;
  /** Pending calls. */
  underWay = 0;
  readonly #pathOfFd = new Map<number, string>();

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** Starts recording; existing files count as durable. */
  start(): void {
    Object.assign(fs.promises, this.#promises());
    Object.assign(fs, this.#sync());
    syncBuiltinESMExports();
  }

  stop(): void {
    const originals = (names: object, from: Wrapped) =>
      Object.fromEntries(Object.keys(names).map((name) => [name, from[name]]));
    Object.assign(fs.promises, originals(this.#promises(), real.promises as never));
    Object.assign(fs, originals(this.#sync(), real as never));
    syncBuiltinESMExports();
  }

  #here(path: unknown): string | null {
    if (typeof path !== 'string') return null;
    const within = relative(this.#root, resolve(path));
    // SQLite writes and fsyncs its files natively: `RecordedDisk` takes them as they are.
    if (IS_DATABASE.test(within)) return null;
    return within === '..' || within.startsWith(`..${sep}`) ? null : within;
  }

  #add(event: DiskEvent): void {
    this.events.push(event);
  }

  #wrote(path: string): void {
    this.#add({ op: 'write', path, content: real.readFileSync(join(this.#root, path)) });
  }

  #removing(path: string): string[] {
    const whole = join(this.#root, path);
    if (!real.existsSync(whole)) return [];
    if (!real.lstatSync(whole).isDirectory()) return [path];
    return [...real.readdirSync(whole).flatMap((name) => this.#removing(join(path, name))), path];
  }

  #removed(paths: readonly string[]): void {
    for (const path of paths) this.#add({ op: 'remove', path });
  }

  /** Missing folders on the way to a path, the outermost first. */
  #missing(path: string): string[] {
    if (path === '.' || real.existsSync(join(this.#root, path))) return [];
    return [...this.#missing(dirname(path)), path];
  }

  #opening(path: string, flags: unknown): (() => void) | null {
    const mode = String(flags ?? 'r');
    if (!/[wax+]/.test(mode)) return () => undefined;
    const isThere = real.existsSync(join(this.#root, path));
    return () => {
      if (!isThere) this.#add({ op: 'create', path });
      if (!isThere || mode.startsWith('w')) this.#wrote(path);
    };
  }

  #syncing(path: string): () => void {
    const isFolder = real.statSync(join(this.#root, path)).isDirectory();
    this.#syncs += 1;
    const event = { path, sync: this.#syncs, isFolder };
    this.#add({ op: 'sync-began', ...event });
    return () => this.#add({ op: 'sync-ended', ...event });
  }

  #watchHandle(handle: FileHandle, path: string): FileHandle {
    const own = { writeFile: handle.writeFile, write: handle.write, sync: handle.sync, datasync: handle.datasync };
    const written = (method: AnyFunction) =>
      async function (this: FileHandle, ...args: never[]) {
        const result = await (method as (...args: never[]) => Promise<unknown>).apply(handle, args);
        record.#wrote(path);
        return result;
      };
    const synced = (method: () => Promise<void>) => async () => {
      const ended = record.#syncing(path);
      await method.call(handle);
      ended();
    };
    const record = this;
    const watched = {
      writeFile: written(own.writeFile as AnyFunction),
      write: written(own.write as AnyFunction),
      sync: synced(own.sync),
      datasync: synced(own.datasync),
      close: handle.close.bind(handle),
    };
    Object.assign(handle, this.#counted(watched as never));
    for (const name of ['appendFile', 'truncate', 'writev', 'createWriteStream']) {
      Object.assign(handle, { [name]: () => this.#refuse(`FileHandle.${name}`, path) });
    }
    return handle;
  }

  #refuse(what: string, path: string): never {
    this.violations.push(`${what} of ${path} is not understood by the recorder`);
    throw new Error(this.violations.at(-1));
  }

  #counted(functions: Wrapped): Wrapped {
    const counted = Object.entries(functions).map(([name, call]) => [
      name,
      async (...args: never[]) => {
        this.underWay += 1;
        try {
          return await call(...args);
        } finally {
          this.underWay -= 1;
        }
      },
    ]);
    return Object.fromEntries(counted);
  }

  #promises(): Wrapped {
    const { promises } = real;
    const wrapped = {
      open: async (path: string, flags?: string, mode?: number) => {
        const here = this.#here(path);
        const opened = here === null ? null : this.#opening(here, flags);
        const handle = await promises.open(path, flags, mode);
        opened?.();
        return here === null ? handle : this.#watchHandle(handle, here);
      },
      writeFile: async (...args: Parameters<typeof promises.writeFile>) => {
        const here = this.#here(args[0]);
        const opened = here === null ? null : this.#opening(here, 'w');
        await promises.writeFile(...args);
        opened?.();
      },
      rename: async (from: string, to: string) => {
        const [path, other] = [this.#here(from), this.#here(to)];
        await promises.rename(from, to);
        if (path !== null && other !== null) this.#add({ op: 'rename', path, to: other });
      },
      link: async (from: string, to: string) => {
        const [path, other] = [this.#here(from), this.#here(to)];
        await promises.link(from, to);
        if (path !== null && other !== null) this.#add({ op: 'link', path, to: other });
      },
      copyFile: async (...args: Parameters<typeof promises.copyFile>) => {
        const to = this.#here(args[1]);
        const opened = to === null ? null : this.#opening(to, 'w');
        await promises.copyFile(...args);
        opened?.();
      },
      mkdir: async (...args: Parameters<typeof promises.mkdir>) => {
        const here = this.#here(args[0]);
        const made = here === null ? [] : this.#missing(here);
        const result = await promises.mkdir(...args);
        for (const path of made) this.#add({ op: 'mkdir', path });
        return result;
      },
      rm: async (...args: Parameters<typeof promises.rm>) => {
        const here = this.#here(args[0]);
        const gone = here === null ? [] : this.#removing(here);
        await promises.rm(...args);
        this.#removed(gone);
      },
      unlink: async (path: string) => {
        const here = this.#here(path);
        await promises.unlink(path);
        if (here !== null) this.#add({ op: 'remove', path: here });
      },
    };
    return { ...this.#refused(NOT_UNDERSTOOD.promises, promises as never), ...this.#counted(wrapped as never) };
  }

  #sync(): Wrapped {
    const wrapped = {
      openSync: (path: string, flags?: string, mode?: number) => {
        const here = this.#here(path);
        const opened = here === null ? null : this.#opening(here, flags);
        const fd = real.openSync(path, flags ?? 'r', mode);
        opened?.();
        if (here !== null) this.#pathOfFd.set(fd, here);
        return fd;
      },
      fsyncSync: (fd: number) => {
        const path = this.#pathOfFd.get(fd);
        const ended = path === undefined ? null : this.#syncing(path);
        real.fsyncSync(fd);
        ended?.();
      },
      closeSync: (fd: number) => {
        this.#pathOfFd.delete(fd);
        real.closeSync(fd);
      },
      writeFileSync: (...args: Parameters<typeof fs.writeFileSync>) => {
        const here = this.#here(args[0]);
        const opened = here === null ? null : this.#opening(here, 'w');
        // Node writes through its own `writeSync`.
        const { writeSync } = fs;
        fs.writeSync = real.writeSync;
        try {
          real.writeFileSync(...args);
        } finally {
          fs.writeSync = writeSync;
        }
        opened?.();
      },
      renameSync: (from: string, to: string) => {
        const [path, other] = [this.#here(from), this.#here(to)];
        real.renameSync(from, to);
        if (path !== null && other !== null) this.#add({ op: 'rename', path, to: other });
      },
      copyFileSync: (...args: Parameters<typeof fs.copyFileSync>) => {
        const to = this.#here(args[1]);
        const opened = to === null ? null : this.#opening(to, 'w');
        real.copyFileSync(...args);
        opened?.();
      },
      mkdirSync: (...args: Parameters<typeof fs.mkdirSync>) => {
        const here = this.#here(args[0]);
        const made = here === null ? [] : this.#missing(here);
        const result = real.mkdirSync(...args);
        for (const path of made) this.#add({ op: 'mkdir', path });
        return result;
      },
      rmSync: (...args: Parameters<typeof fs.rmSync>) => {
        const here = this.#here(args[0]);
        const gone = here === null ? [] : this.#removing(here);
        real.rmSync(...args);
        this.#removed(gone);
      },
      unlinkSync: (path: string) => {
        const here = this.#here(path);
        real.unlinkSync(path);
        if (here !== null) this.#add({ op: 'remove', path: here });
      },
    };
    const others = [...NOT_UNDERSTOOD.sync, ...NOT_UNDERSTOOD.callback];
    return { ...this.#refused(others, real as never), ...(wrapped as unknown as Wrapped) };
  }

  #refused(names: readonly string[], from: Wrapped): Wrapped {
    const refused: Wrapped = {};
    for (const name of names) {
      const original = from[name] as (...args: unknown[]) => unknown;
      if (!original) continue;
      refused[name] = ((...args: unknown[]) => {
        const here =
          args.map((arg) => this.#here(arg)).find((path) => path !== null) ?? this.#pathOfFd.get(Number(args[0]));
        return here === undefined ? original(...args) : this.#refuse(name, here);
      }) as AnyFunction;
    }
    return refused;
  }
}
