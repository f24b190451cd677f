// The app's electron-store documents, each read and written as a whole. No other module writes them.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import ElectronStore from 'electron-store';
import type { z } from 'zod';
import { fitting } from '../../shared/fitting.ts';
import { texts } from '../../shared/texts/main.ts';
import { orLog, StorageError } from './durable-file.ts';
import { ensureFolder, syncFolderNow, syncRenamed } from './folders.ts';
import { moveAside, type OnSetAside, type SetAside } from './set-aside.ts';

// If this variable is set, electron-store's library replaces a file in place, and a crash meanwhile leaves half of it.
// The library reads the variable at every write.
delete process.env.SNAP;

/** The version of every document's layout. */
const VERSION = 1;

type Content = Readonly<Record<string, unknown>>;

export class StoredFile {
  #store: ElectronStore<Record<string, unknown>> | null = null;
  /** What is on disk; null for no file. */
  #content: Content | null = null;
  /** The text of the last write. */
  #text = '';

  constructor(readonly path: string) {}

  /** Null if there is no file. Sets a file aside, never overwrites it, if it cannot be read or `parse` returns null. */
  read<T>(parse: (content: Content) => T | null, onSetAside: (event: SetAside) => void): T | null {
    if (!existsSync(this.path)) return null;
    try {
      const content = this.#open().store;
      const value = content.version === VERSION ? parse(content) : null;
      if (value === null) throw new Error(texts.storage.damage.unknownLayout);
      this.#content = content;
      return value;
    } catch (error) {
      onSetAside(moveAside(this.path, error instanceof Error ? error.message : String(error)));
      return null;
    }
  }

  /**
   * Durable when it returns the file's size in bytes. Throws the system's error; then the previous content is on disk,
   * as far as the disk allows.
   */
  write(values: Content): number {
    // electron-store would create a missing folder. If the data folder was moved away, it would then be in two places.
    statSync(dirname(this.path));
    const content = { version: VERSION, ...values };
    this.#open().store = content;
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

  /** Durable when it returns. Throws the system's error. */
  remove(): void {
    rmSync(this.path, { force: true });
    this.#content = null;
    syncFolderNow(dirname(this.path));
  }

  /** Writes by renaming a new file; if that throws, the previous file is unchanged. */
  #open(): ElectronStore<Record<string, unknown>> {
    this.#store ??= new ElectronStore({
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

  /** The library does not check how much it wrote: on a nearly full disk half a file would replace a good one. */
  #verify(): void {
    if (statSync(this.path).size === Buffer.byteLength(this.#text)) return;
    throw Object.assign(new Error(`${this.path} was written in part`), { code: 'ENOSPC' });
  }

  #restore(): void {
    orLog(`The previous content could not be written back: ${this.path}`, () => {
      if (this.#content === null) return this.remove();
      // Replacing the half-written file has just freed the room that the previous content needs.
      this.#open().store = this.#content;
      this.#verify();
      syncRenamed(this.path);
    });
  }
}

/** Removes unfinished writes that a crash left to files whose names begin with `name`. They may hold what was deleted since. */
export function removeUnfinished(folder: string, name = ''): void {
  for (const entry of readdirSync(folder)) {
    if (!entry.startsWith(name) || !entry.includes('.json.tmp-')) continue;
    orLog('An unfinished write could not be removed', () => rmSync(join(folder, entry), { force: true }));
  }
}

/** One small durable value. */
export interface Document<T> {
  readonly value: T;
  /** The value is on disk when it returns. Throws `StorageError`, and then keeps the previous value. */
  save(value: T): void;
}

export interface DocumentOptions<S extends z.ZodType> {
  readonly folder: string;
  /** File name without `.json`. */
  readonly name: string;
  readonly what: string;
  readonly schema: S;
  readonly initial: z.output<S>;
  readonly onSetAside: OnSetAside;
  /** Called when a value was saved. */
  readonly onChange?: () => void;
}

/** A value in a file of its own. */
export function openDocument<S extends z.ZodType>(options: DocumentOptions<S>): Document<z.output<S>> {
  const { folder, name, what, schema, initial, onSetAside, onChange } = options;
  ensureFolder(folder);
  removeUnfinished(folder, `${name}.json`);
  const file = new StoredFile(join(folder, `${name}.json`));
  const report = (event: SetAside) => onSetAside(event, what);
  let value = file.read((content) => fitting(schema, content.value), report) ?? initial;
  return {
    get value() {
      return value;
    },
    save(next) {
      try {
        file.write({ value: next });
      } catch (cause) {
        throw new StorageError(texts.storage.notWritten({ what }), cause);
      }
      value = next;
      onChange?.();
    },
  };
}
