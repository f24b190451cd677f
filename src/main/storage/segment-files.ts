// Lists, reads and replaces the files of a collection.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, replaceByWritten, writeBeside } from './durable-file.ts';
import { syncFolder } from './folders.ts';
import { type Layout, type Read, readStoredFile } from './stored-file.ts';

const SEGMENT_NAME = /^segment-(\d{8})\.json$/;

/** The new text of a segment's file; empty to remove it. */
export interface Replacement {
  readonly name: string;
  readonly text: string;
  /** Records move out of it to files that come before it. */
  readonly givesRecords: boolean;
}

export const segmentName = (number: number): string => `segment-${String(number).padStart(8, '0')}.json`;
export const segmentNumber = (name: string): number => Number(SEGMENT_NAME.exec(name)?.[1]);

export class SegmentFiles<R> {
  readonly #folder: string;
  readonly #layout: Layout<R>;

  constructor(folder: string, layout: Layout<R>) {
    this.#folder = folder;
    this.#layout = layout;
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** Oldest first. */
  list(): string[] {
    return readdirSync(this.#folder)
      .filter((file) => SEGMENT_NAME.test(file))
      .sort();
  }

  /** Removes temporary files of interrupted writes. */
  removeLeftovers(): void {
    for (const file of readdirSync(this.#folder)) {
      if (file.endsWith('.tmp')) rmSync(this.pathOf(file), { force: true });
    }
  }

  /** Throws `NewerVersionError` only. */
  read(name: string): Read<R> {
    return readStoredFile(this.pathOf(name), this.#layout);
  }

  /**
   * All texts are written to temporary files first, so that a full disk fails before any file has changed. A file that
   * records move out of is replaced only once the files before it are durable: after a power cut a file system may have kept
   * the later of two renames only. On an error, `replaced` has the files that may have changed.
   */
  async replace(files: readonly Replacement[], replaced: Replacement[]): Promise<void> {
    const beside = new Set(files.filter(({ text }) => text !== ''));
    try {
      await allEnded([...beside].map(({ name, text }) => writeBeside(this.pathOf(name), text)));
      let isUnsafe = false;
      for (const file of files) {
        if (file.givesRecords && isUnsafe) await syncFolder(this.#folder);
        isUnsafe = file.text !== '' || (isUnsafe && !file.givesRecords);
        replaced.push(file);
        const path = this.pathOf(file.name);
        await (beside.delete(file) ? replaceByWritten(path) : removeFile(path));
      }
      await syncFolder(this.#folder);
    } catch (error) {
      for (const { name } of beside) await removeFile(`${this.pathOf(name)}.tmp`).catch(() => undefined);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await removeFile(this.pathOf(name));
    await syncFolder(this.#folder);
  }
}

/** Like `Promise.all`, but waits for all of them before it rejects. */
async function allEnded(all: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(all);
  await Promise.all(all);
}
