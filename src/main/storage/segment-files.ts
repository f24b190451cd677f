// The files of a collection: which there are, how they are read (one after the other, or several at once while others get
// their turn), and how a set of them is replaced.
import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { removeFile, replaceByWritten, writeBeside } from './durable-file.ts';
import { syncFolder } from './folders.ts';
import {
  byElectronStore,
  dropOlder,
  keepOlder,
  olderFilesIn,
  proveAndDropOlder,
  type Read,
  type ReadContent,
  readVersioned,
  type Versioned,
} from './versions.ts';

const SEGMENT_NAME = /^segment-(\d{8})\.json$/;
/** How many files are read at once. */
const READ_AT_ONCE = 8;

/** One file, before it is read. */
export interface SegmentFile {
  readonly name: string;
  /** Files of older versions that are kept beside it, newest first. */
  readonly older: readonly string[];
}

/** What a segment's file is to become: its whole text, or empty when it goes. */
export interface Replacement {
  readonly name: string;
  /** Version of the file that is there. */
  readonly version: number;
  readonly text: string;
  /** Records of it move to files that come before it. */
  readonly gives: boolean;
}

export const segmentName = (number: number): string => `segment-${String(number).padStart(8, '0')}.json`;
export const segmentNumber = (name: string): number => Number(SEGMENT_NAME.exec(name)?.[1]);

export class SegmentFiles<R> {
  readonly #folder: string;
  readonly #how: Versioned<R>;

  constructor(folder: string, how: Versioned<R>) {
    this.#folder = folder;
    this.#how = how;
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** The segments, oldest first. */
  list(): SegmentFile[] {
    const files = readdirSync(this.#folder);
    const older = olderFilesIn(files);
    return [...new Set([...files, ...older.keys()])]
      .filter((file) => SEGMENT_NAME.test(file))
      .sort()
      .map((name) => ({ name, older: (older.get(name) ?? []).map((file) => this.pathOf(file)) }));
  }

  /** Removes what a write that was cut short has left beside. */
  removeLeftovers(): void {
    for (const file of readdirSync(this.#folder)) {
      if (file.endsWith('.tmp')) rmSync(this.pathOf(file), { force: true });
    }
  }

  /** Reads one file now. Throws `NewerVersionError`, and nothing else. */
  read({ name, older }: SegmentFile, contentOf: ReadContent = byElectronStore): Read<R> {
    return readVersioned(this.pathOf(name), older, this.#how, contentOf);
  }

  /**
   * Reads many files, several at once, and gives them in their order as they come. electron-store reads one file at a
   * time and holds up everything else meanwhile; the format is the same. Throws `NewerVersionError`.
   */
  async *readAll(
    files: readonly SegmentFile[],
  ): AsyncGenerator<{ readonly file: SegmentFile; readonly read: Read<R> }> {
    /** No more than these are held at a time: all texts together would take as much memory as the records. */
    const reading: Promise<string | Error>[] = [];
    const begin = (file: SegmentFile | undefined) => {
      if (file) reading.push(readFile(this.pathOf(file.name), 'utf8').catch((error: Error) => error));
    };
    for (const file of files.slice(0, READ_AT_ONCE)) begin(file);
    for (const [place, file] of files.entries()) {
      const content = (await reading.shift()) ?? new Error('it was not read');
      begin(files[place + READ_AT_ONCE]);
      const read = this.read(file, (path) =>
        path === this.pathOf(file.name) ? parsed(content) : byElectronStore(path),
      );
      yield { file, read };
    }
  }

  /**
   * Replaces files. Everything is written beside first, so that a disk that is full says so before any file has changed.
   * A file that gives records away is touched only once the files before it are durable: a file system may keep the
   * later one of two renames after a power cut and not the earlier one.
   * `replaced` tells which may have changed when it throws the system's error.
   */
  async replace(files: readonly Replacement[], replaced: Replacement[]): Promise<void> {
    const beside = new Set<Replacement>();
    try {
      for (const file of files) {
        if (file.text === '') continue;
        if (this.#isOlder(file)) await keepOlder(this.pathOf(file.name), file.version);
        await writeBeside(this.pathOf(file.name), file.text);
        beside.add(file);
      }
      let isUnsafe = false;
      for (const file of files) {
        if (file.gives && isUnsafe) await syncFolder(this.#folder);
        isUnsafe = file.text !== '' || (isUnsafe && !file.gives);
        replaced.push(file);
        await (beside.delete(file) ? this.#putInPlace(file) : this.#remove(file));
      }
      await syncFolder(this.#folder);
    } catch (error) {
      for (const { name } of beside) await removeFile(`${this.pathOf(name)}.tmp`).catch(() => undefined);
      throw error;
    }
  }

  /** Puts what was written beside in place. The file of an older version goes when this one was read back. */
  async #putInPlace(file: Replacement): Promise<void> {
    const path = this.pathOf(file.name);
    await replaceByWritten(path);
    if (this.#isOlder(file)) await proveAndDropOlder(path, file.version, file.text, this.#how);
  }

  /** Removes a file durably. */
  async remove(file: Pick<Replacement, 'name' | 'version'>): Promise<void> {
    await this.#remove(file);
    await syncFolder(this.#folder);
  }

  async #remove(file: Pick<Replacement, 'name' | 'version'>): Promise<void> {
    const path = this.pathOf(file.name);
    // First what may be kept of it, or a start after a crash would take that for what the segment holds.
    if (this.#isOlder(file)) await dropOlder(path, file.version);
    await removeFile(path);
  }

  #isOlder({ version }: Pick<Replacement, 'version'>): boolean {
    return version < this.#how.newest;
  }
}

function parsed(content: string | Error): Readonly<Record<string, unknown>> {
  if (content instanceof Error) throw content;
  const value: unknown = JSON.parse(content);
  if (typeof value !== 'object' || value === null) throw new Error(texts.storage.damage.notOfThisApp);
  return value as Readonly<Record<string, unknown>>;
}
