// One electron-store file: read and written as a whole. The only place that writes the app's electron-store documents.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import ElectronStore from 'electron-store';
import { syncFileNow, syncFolderNow } from './folders.ts';
import { moveAside, type OnSetAside } from './set-aside.ts';

// With this variable electron-store's library replaces a file in place, and a crash in between leaves half of it. It looks
// at the variable at every write.
delete process.env.SNAP;

export type Content = Record<string, unknown>;

export class StoredFile {
  readonly path: string;
  #store: ElectronStore<Content> | null = null;
  /** What is on disk; null for no file. */
  #content: Content | null = null;
  /** The text of the last write. */
  #text = '';

  constructor(path: string) {
    this.path = path;
  }

  /** Null if there is no file. Throws if it cannot be read. */
  read(): Content | null {
    this.#content = existsSync(this.path) ? this.#open().store : null;
    return this.#content;
  }

  /**
   * Durable when it returns its size in bytes. Throws the system's error; the previous content is on disk then, as far as the
   * disk allows.
   */
  write(content: Content): number {
    // electron-store would create a missing folder: a data folder that was moved away would be in two places.
    statSync(dirname(this.path));
    this.#replace(content);
    try {
      this.#verify();
      syncRenamed(this.path);
    } catch (error) {
      this.#restore();
      throw error;
    }
    this.#content = content;
    return Buffer.byteLength(this.#text);
  }

  /** For a file that cannot be read. */
  setAside(error: unknown, onSetAside: OnSetAside): void {
    this.#content = null;
    onSetAside(moveAside(this.path, error instanceof Error ? error.message : String(error)));
  }

  /** Durable when it returns. Throws the system's error. */
  remove(): void {
    rmSync(this.path, { force: true });
    this.#content = null;
    syncFolderNow(dirname(this.path));
  }

  #open(): ElectronStore<Content> {
    this.#store ??= new ElectronStore<Content>({
      cwd: dirname(this.path),
      name: basename(this.path, extname(this.path)),
      fileExtension: extname(this.path).slice(1),
      accessPropertiesByDotNotation: false,
      configFileMode: 0o600,
      serialize: (value) => {
        this.#text = JSON.stringify(value);
        return this.#text;
      },
    });
    return this.#store;
  }

  /** Replaces the file by renaming another one. If it throws, the previous file is unchanged. */
  #replace(content: Content): void {
    this.#open().store = content;
  }

  /** The library ignores how much was written: on a nearly full disk half a file replaces a good one. */
  #verify(): void {
    if (statSync(this.path).size === Buffer.byteLength(this.#text)) return;
    throw Object.assign(new Error(`${this.path} was written in part`), { code: 'ENOSPC' });
  }

  #restore(): void {
    try {
      if (this.#content === null) {
        this.remove();
        return;
      }
      // The part that was written has just freed the room of the previous content.
      this.#replace(this.#content);
      this.#verify();
      syncRenamed(this.path);
    } catch (error) {
      console.error(`The previous content could not be written back: ${this.path}`, error);
    }
  }
}

/** Removes what a crash left of writes to the files whose names begin so: it would stay, and may hold what was deleted since. */
export function removeUnfinished(folder: string, name = ''): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(name) && entry.includes('.json.tmp-')) rmSync(join(folder, entry), { force: true });
  }
}

/** A rename is durable after an fsync of the folder; on Windows, of the renamed file. */
function syncRenamed(path: string): void {
  if (process.platform === 'win32') syncFileNow(path);
  else syncFolderNow(dirname(path));
}
