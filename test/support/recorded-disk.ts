// A recorded folder that checks, after each reported success, that a power cut would not undo it.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createChance } from '../kill/chance.ts';
import { DiskRecorder, IS_DATABASE } from './disk-recorder.ts';
import { PowerCut, readStart, type Start } from './power-cut.ts';

/** Power cuts to try at one moment: nothing unsafe is there, all of it, or a part. */
const PARTS = 4;

/** The daily backup is written in the background; nothing depends on it before it has its name. */
const DAILY_BACKUP_UNDER_WAY = '/backups/.day-';

export class RecordedDisk {
  readonly root = mkdtempSync(join(tmpdir(), 'storefront-recorded-'));
  readonly #elsewhere = mkdtempSync(join(tmpdir(), 'storefront-after-cut-'));
  #recorder = new DiskRecorder(this.root);
  #start: Start = new Map();
  #cuts = 0;

  /** Existing files count as durable; recording starts. */
  record(): void {
    this.#recorder.stop();
    this.#start = readStart(this.root);
    this.#recorder = new DiskRecorder(this.root);
    this.#recorder.start();
  }

  get #cut(): PowerCut {
    return new PowerCut(this.#start, this.#recorder.events);
  }

  /** The number of recorded events. */
  get moment(): number {
    return this.#recorder.events.length;
  }

  /** A write is in progress. */
  get isBusy(): boolean {
    return this.#recorder.underWay > 0;
  }

  /** The app has just reported success: nothing so far may depend on data that is not fsynced. */
  expectSafe(what: string): void {
    const unsafe = this.#cut.unsafe().filter((sentence) => !sentence.includes(DAILY_BACKUP_UNDER_WAY));
    expect(unsafe, `not safe when "${what}" was reported as done`).toEqual([]);
    expect(this.#cut.renamedTooEarly(), `put in place before its content was fsynced, in "${what}"`).toEqual([]);
    expect(this.#recorder.violations).toEqual([]);
  }

  /** The possible states after a power cut, each in its own folder. The recorder ignores changes there. */
  *after(moment = this.moment): Generator<string> {
    for (let part = 0; part < PARTS; part += 1) {
      this.#cuts += 1;
      const folder = join(this.#elsewhere, String(this.#cuts));
      const { next } = createChance(moment * PARTS + part);
      this.#cut.materialize(folder, moment, part === 0 ? () => 0 : part === 1 ? () => 0.999_999 : next);
      this.#copyDatabases(folder);
      yield folder;
      rmSync(folder, { recursive: true });
    }
  }

  /** SQLite fsyncs commits (`synchronous=FULL`), and rolls everything else back. */
  #copyDatabases(folder: string): void {
    for (const path of readdirSync(this.root, { recursive: true, encoding: 'utf8' })) {
      if (!IS_DATABASE.test(path) || path.endsWith('-shm') || !existsSync(dirname(join(folder, path)))) continue;
      copyFileSync(join(this.root, path), join(folder, path));
    }
  }

  remove(): void {
    this.#recorder.stop();
    for (const folder of [this.root, this.#elsewhere]) rmSync(folder, { recursive: true, force: true });
  }
}
