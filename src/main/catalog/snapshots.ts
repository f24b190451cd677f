// Daily copies of a store's database, to restore when it is damaged.
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DamagedDatabaseError } from '../storage/database.ts';
import { removeFile, StorageError } from '../storage/durable-file.ts';
import { ensureFolder, syncFile, syncFolder } from '../storage/folders.ts';
import { type DatabaseFile, Reader } from './reader.ts';

const SNAPSHOTS_KEPT = 7;
/** After the busy start. */
const FIRST_CHECK_MS = 5 * 60_000;
const CHECK_INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\.db$/;

export interface Snapshot {
  readonly path: string;
  /** Ms since 1970. */
  readonly at: number;
}

export interface SnapshotsDeps {
  readonly database: DatabaseFile;
  /** Ms since 1970. */
  readonly now: () => number;
  /** Called once per open store when a snapshot fails. */
  readonly onFailure: (error: StorageError) => void;
}

export class Snapshots {
  readonly #deps: SnapshotsDeps;
  readonly #folder: string;
  #timer: NodeJS.Timeout | null = null;
  #taking: Promise<void> | null = null;
  #hasFailed = false;
  #onDamage: ((error: DamagedDatabaseError) => void) | null = null;

  /** `folder`: the store's. */
  constructor(folder: string, deps: SnapshotsDeps) {
    this.#folder = join(folder, 'snapshots');
    this.#deps = deps;
  }

  /** Newest first. Those with a time in the future (the clock was wrong) count as the oldest. */
  list(): Snapshot[] {
    if (!existsSync(this.#folder)) return [];
    const found = readdirSync(this.#folder).flatMap((name): Snapshot[] => {
      const time = NAME.exec(name)?.[1]?.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:');
      return time === undefined ? [] : [{ path: join(this.#folder, name), at: Date.parse(time) }];
    });
    const isAhead = ({ at }: Snapshot) => at > this.#deps.now() + DAY_MS;
    return found.sort((a, b) => Number(isAhead(a)) - Number(isAhead(b)) || b.at - a.at);
  }

  /** Takes one on each day on which the store is open and has changed. `onDamage`: the database turned out to be damaged. */
  start(onDamage: (error: DamagedDatabaseError) => void): void {
    this.#onDamage = onDamage;
    const check = (ms: number) => {
      this.#timer = setTimeout(() => {
        void this.takeToday().finally(() => this.#timer && check(CHECK_INTERVAL_MS));
      }, ms).unref();
    };
    check(FIRST_CHECK_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#taking;
  }

  /** Takes today's, unless it exists. A failure is reported once, and retried. */
  async takeToday(): Promise<void> {
    this.#taking ??= this.#takeToday().finally(() => {
      this.#taking = null;
    });
    await this.#taking;
  }

  async #takeToday(): Promise<void> {
    const { now, onFailure } = this.#deps;
    try {
      const newest = this.list().find(({ at }) => at <= now() + DAY_MS);
      if (newest && (isSameDay(newest.at, now()) || !(await this.#hasChangedSince(newest.at)))) return;
      await this.take();
    } catch (error) {
      console.error('A snapshot of the catalog could not be made', error);
      if (error instanceof DamagedDatabaseError) this.#onDamage?.(error);
      else if (error instanceof StorageError && !this.#hasFailed) {
        this.#hasFailed = true;
        onFailure(error);
      }
    }
  }

  async #hasChangedSince(time: number): Promise<boolean> {
    const { path } = this.#deps.database;
    const times = await Promise.all([path, `${path}-wal`].map((file) => stat(file).catch(() => null)));
    return times.some((file) => file !== null && file.mtimeMs > time);
  }

  /**
   * Takes one now, in another thread, and removes the oldest. Rejects with `StorageError`, or with `DamagedDatabaseError`
   * where the database is damaged; no older one is removed then.
   */
  async take(): Promise<void> {
    const { database, now } = this.#deps;
    const path = join(this.#folder, `${new Date(now()).toISOString().replaceAll(':', '-')}.db`);
    const beside = `${path}.tmp`;
    try {
      ensureFolder(this.#folder);
      await this.#removeLeftovers();
      await checkIntegrity(database);
      // SQLite would create it readable by everybody.
      closeSync(openSync(beside, 'wx', 0o600));
      await withReader(new Reader(database), (reader) => reader.copyInto(beside));
      await syncFile(beside);
      await rename(beside, path);
      await syncFolder(this.#folder);
    } catch (error) {
      await removeFile(beside).catch(() => undefined);
      throw error instanceof StorageError ? error : new StorageError(database.what, error);
    }
    for (const old of this.list().slice(SNAPSHOTS_KEPT)) await removeFile(old.path);
  }

  async #removeLeftovers(): Promise<void> {
    for (const name of readdirSync(this.#folder)) {
      if (basename(name).includes('.tmp')) await removeFile(join(this.#folder, name));
    }
  }
}

const isSameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();

async function withReader<T>(reader: Reader, act: (reader: Reader) => Promise<T>): Promise<T> {
  try {
    return await act(reader);
  } finally {
    await reader.close();
  }
}

/** Checks a database in another thread. Rejects with `DamagedDatabaseError`, or with `StorageError` where it cannot be read. */
export async function checkIntegrity(file: DatabaseFile): Promise<void> {
  await withReader(new Reader(file), async (reader) => {
    const rows = await reader.all<{ quick_check: string }>('PRAGMA quick_check(1)');
    if (rows.length !== 1 || rows[0]?.quick_check !== 'ok')
      throw new DamagedDatabaseError(file.what, new Error(rows[0]?.quick_check ?? 'no answer'));
    await reader.checkTexts();
  });
}
