// The files of a queue: electron-store documents of at most 50 changes.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fitting } from '../../shared/fitting.ts';
import { texts } from '../../shared/texts/main.ts';
import { removeUnfinished, StoredFile } from '../storage/document.ts';
import { closedError, orLog, StorageError } from '../storage/durable-file.ts';
import { ensureFolder } from '../storage/folders.ts';
import { copyAside, type SetAside } from '../storage/set-aside.ts';
import { type Change, changeSchema } from './change.ts';

/** The most changes in one file. */
export const MAX_CHANGES = 50;
/** A file takes no more changes beyond this size. */
const MAX_BYTES = 100_000;

const NAME = /^\d{8}\.json$/;

interface QueueFile {
  readonly stored: StoredFile;
  readonly ids: Set<string>;
  /** Its approximate size. */
  bytes: number;
}

/** Reads and writes the files, and knows which of them each change is in. */
export class QueueFiles {
  readonly #fileOf = new Map<string, QueueFile>();
  #newest: QueueFile | null = null;
  /** File names are numbers, in the order of creation. */
  #newestNumber = 0;
  /** Files to write, because changes were put into them or removed, or because the disk refused a write. */
  readonly #dirty = new Set<QueueFile>();
  /** The store's id, which is the name of its folder. A file of another store is set aside, because it is of another account. */
  readonly #store: string;
  #isClosed = false;

  /** `what` names the queue in errors for the seller. */
  constructor(
    private readonly folder: string,
    private readonly what: string,
    private readonly onSetAside: (event: SetAside) => void,
    private readonly open = (path: string): StoredFile => new StoredFile(path),
  ) {
    ensureFolder(folder);
    this.#store = basename(dirname(folder));
  }

  /** All changes, the oldest file first. */
  read(): Change[] {
    removeUnfinished(this.folder);
    const names = readdirSync(this.folder).filter((name) => NAME.test(name));
    return names.sort().flatMap((name) => {
      const file = this.#add(Number.parseInt(name, 10));
      const changes = changesIn(file.stored, this.#store, this.onSetAside);
      this.#addTo(file, changes);
      return changes;
    });
  }

  /** The next write removes the change from its file. */
  remove(id: string): void {
    const file = this.#fileOf.get(id);
    this.#fileOf.delete(id);
    file?.ids.delete(id);
    if (file) this.#dirty.add(file);
  }

  /**
   * Durable when it returns. If it throws `StorageError`, the files have the `previous` changes again, as far as the disk allows.
   * The next write does the rest.
   */
  write(put: readonly Change[], previous: (id: string) => Change | undefined): void {
    if (this.#isClosed) throw closedError(this.what);
    const next = new Map(put.map((change) => [change.id, change]));
    const added = put.filter(({ id }) => !this.#fileOf.has(id));
    this.#place(added);
    for (const { id } of put) this.#dirty.add(this.#fileOf.get(id) as QueueFile);
    try {
      for (const file of this.#dirty) this.#writeFile(file, (id) => next.get(id) ?? previous(id));
      this.#dirty.clear();
    } catch (cause) {
      for (const { id } of added) this.remove(id);
      // Each by itself: a removal needs no room, and may free what another file needs.
      for (const file of this.#dirty)
        orLog('A file of the queue has to be written again', () => {
          this.#writeFile(file, previous);
          this.#dirty.delete(file);
        });
      throw new StorageError(texts.storage.notWritten({ what: this.what }), cause);
    }
  }

  /** Refuses later writes. */
  close(): void {
    this.#isClosed = true;
  }

  /** New changes of one call share a file if they fit. */
  #place(added: readonly Change[]): void {
    for (let from = 0; from < added.length; from += MAX_CHANGES) {
      const part = added.slice(from, from + MAX_CHANGES);
      const newest = this.#newest;
      const fits = newest && newest.ids.size + part.length <= MAX_CHANGES && newest.bytes + sizeOf(part) <= MAX_BYTES;
      this.#addTo(fits ? newest : this.#add(this.#newestNumber + 1), part);
    }
  }

  #add(number: number): QueueFile {
    const path = join(this.folder, `${String(number).padStart(8, '0')}.json`);
    this.#newestNumber = number;
    this.#newest = { stored: this.open(path), ids: new Set(), bytes: 0 };
    return this.#newest;
  }

  #addTo(file: QueueFile, changes: readonly Change[]): void {
    file.bytes += sizeOf(changes);
    for (const { id } of changes) {
      file.ids.add(id);
      this.#fileOf.set(id, file);
    }
  }

  #writeFile(file: QueueFile, changeOf: (id: string) => Change | undefined): void {
    const changes = [...file.ids].flatMap((id) => changeOf(id) ?? []);
    if (changes.length === 0) file.stored.remove();
    file.bytes = changes.length === 0 ? 0 : file.stored.write({ store: this.#store, changes });
  }
}

const sizeOf = (changes: readonly Change[]): number => JSON.stringify(changes).length;

/** The valid changes of a file. If others cannot be read, a copy of the file is set aside and reported. */
function changesIn(file: StoredFile, ownStore: string, onSetAside: (event: SetAside) => void): readonly Change[] {
  const read = ({ store = ownStore, changes: stored }: Readonly<Record<string, unknown>>): readonly Change[] | null => {
    if (store !== ownStore || !Array.isArray(stored) || stored.length === 0) return null;
    const changes = stored.flatMap((change) => fitting(changeSchema, change) ?? []);
    const records = stored.length - changes.length;
    if (records > 0) onSetAside(copyAside(file.path, texts.storage.damage.recordsNotRead({ records }), changes.length));
    return changes;
  };
  return file.read(read, onSetAside) ?? [];
}
