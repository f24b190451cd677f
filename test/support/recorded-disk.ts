// A folder whose changes are recorded, to check after each success that a power cut would not take it back.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createChance } from '../kill/chance.ts';
import { DiskRecorder, IS_DATABASE } from './disk-recorder.ts';
import { PowerCut, readStart, type Start } from './power-cut.ts';

/** Power cuts that are tried at one moment: nothing unsafe is there, all of it is, or a part. */
const PARTS = 4;

export class RecordedDisk {
  readonly root = mkdtempSync(join(tmpdir(), 'storefront-recorded-'));
  readonly #elsewhere = mkdtempSync(join(tmpdir(), 'storefront-after-cut-'));
  #recorder = new DiskRecorder(this.root);
  #start: Start = new Map();
  #cuts = 0;

  /** What is there by now counts as safe; everything from here on is recorded. */
  record(): void {
    this.#recorder.stop();
    this.#start = readStart(this.root);
    this.#recorder = new DiskRecorder(this.root);
    this.#recorder.start();
  }

  get #cut(): PowerCut {
    return new PowerCut(this.#start, this.#recorder.events);
  }

  /** How much has been recorded so far. */
  get moment(): number {
    return this.#recorder.events.length;
  }

  /** Something is being written. */
  get isBusy(): boolean {
    return this.#recorder.underWay > 0;
  }

  /** The app has just reported success: nothing that it did so far may depend on what is not fsynced. */
  expectSafe(what: string): void {
    expect(this.#cut.unsafe(), `not safe when "${what}" was reported as done`).toEqual([]);
    expect(this.#cut.renamedTooEarly(), `put in place before its content was fsynced, in "${what}"`).toEqual([]);
    expect(this.#recorder.violations).toEqual([]);
  }

  /** What power cuts leave at a moment, each in a folder of its own. The recorder does not see what is done there. */
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

  /** What SQLite has committed is fsynced (`synchronous=FULL`), and what it has not, it takes back. */
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
