// The files of a collection: which there are, what is in them, and how a set of them is replaced.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, replaceByWritten, writeBeside } from './durable-file.ts';
import { syncFolder } from './folders.ts';
import { type Layout, type Read, readStoredFile } from './stored-file.ts';

const SEGMENT_NAME = /^segment-(\d{8})\.json$/;
/** What a segment's file is to become: its whole text, or empty when it goes. */
export interface Replacement {
  readonly name: string;
  readonly text: string;
  /** Records of it move to files that come before it. */
  readonly gives: boolean;
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

  /** The names of the segments, oldest first. */
  list(): string[] {
    return readdirSync(this.#folder)
      .filter((file) => SEGMENT_NAME.test(file))
      .sort();
  }

  /** Removes what a write that was cut short has left beside. */
  removeLeftovers(): void {
    for (const file of readdirSync(this.#folder)) {
      if (file.endsWith('.tmp')) rmSync(this.pathOf(file), { force: true });
    }
  }

  /** Reads one file. Throws `NewerVersionError`, and nothing else. */
  read(name: string): Read<R> {
    return readStoredFile(this.pathOf(name), this.#layout);
  }

  /**
   * Replaces files. Everything is written beside first, so that a disk that is full says so before any file has changed.
   * A file that gives records away is touched only once the files before it are durable: a file system may keep the
   * later one of two renames after a power cut and not the earlier one.
   * `replaced` tells which may have changed when it throws the system's error.
   */
  async replace(files: readonly Replacement[], replaced: Replacement[]): Promise<void> {
    const beside = new Set(files.filter(({ text }) => text !== ''));
    try {
      await allEnded([...beside].map(({ name, text }) => writeBeside(this.pathOf(name), text)));
      let isUnsafe = false;
      for (const file of files) {
        if (file.gives && isUnsafe) await syncFolder(this.#folder);
        isUnsafe = file.text !== '' || (isUnsafe && !file.gives);
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

  /** Removes a file durably. */
  async remove(name: string): Promise<void> {
    await removeFile(this.pathOf(name));
    await syncFolder(this.#folder);
  }
}

/** Resolves when all have, and rejects when all have ended and one of them has failed. */
async function allEnded(all: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(all);
  await Promise.all(all);
}
