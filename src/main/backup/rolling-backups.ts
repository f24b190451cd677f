// Automatic backups: one on each day of use, made again while the stores change. They are in `backups/` in the data folder;
// the last seven are kept. No secrets are in them. Backups dated later than today were made while the clock was ahead: they get
// `.ahead` in their names, so that they do not count among the last seven, and the last seven of them are kept too.
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RollingBackup } from '../../shared/backup.ts';
import { BACKUP_EXTENSION } from '../storage/backup-file.ts';
import { ensureFolder } from '../storage/folders.ts';

const KEPT = 7;
/** After the busy start. */
const FIRST_LOOK_MS = 5_000;
const LOOK_AGAIN_MS = 15 * 60_000;
/** Today's is made again once it is this old, in ms, if a store has changed since. */
const RENEWED_AFTER_MS = 30 * 60_000;
/** While there is nothing to back up: the first product should not wait for long. */
const LOOK_FOR_DATA_MS = 60_000;
const NAME = new RegExp(`^day-(\\d{4}-\\d{2}-\\d{2})(\\.ahead)?\\.${BACKUP_EXTENSION}$`);

const nameOf = (day: string, ahead: '' | '.ahead' = ''): string => `day-${day}${ahead}.${BACKUP_EXTENSION}`;

export interface RollingHost {
  readonly dataFolder: string;
  readonly version: string;
  readonly now: () => number;
  /** Rejects with `StorageError`. */
  write(path: string): Promise<unknown>;
  /** Whether there is anything to back up. */
  hasData(): boolean;
  /** When a store was last written to, in ms since 1970. */
  changedAt(): Promise<number>;
  /** Called once a day when a backup fails. */
  failed(reason: string): void;
}

export class RollingBackups {
  readonly #host: RollingHost;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<unknown> | null = null;
  #reportedOn = '';

  constructor(host: RollingHost) {
    this.#host = host;
  }

  get #folder(): string {
    return join(this.#host.dataFolder, 'backups');
  }

  /** Checks soon, and then regularly, whether today's exists and holds the latest work. */
  start(): void {
    const look = (ms: number) => {
      this.#timer = setTimeout(() => {
        const next = this.#host.hasData() ? LOOK_AGAIN_MS : LOOK_FOR_DATA_MS;
        void this.makeToday().finally(() => this.#timer && look(next));
      }, ms).unref();
    };
    look(FIRST_LOOK_MS);
  }

  /** An unfinished backup is removed the next time. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Makes today's, unless it holds the latest work. A failure is reported, not thrown, and retried. */
  async makeToday(): Promise<void> {
    this.#writing ??= this.#make().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #make(): Promise<void> {
    const day = dayOf(this.#host.now());
    const name = nameOf(day);
    const path = join(this.#folder, name);
    if (!this.#host.hasData()) return;
    try {
      ensureFolder(this.#folder);
      await this.#renameAhead(day);
      if (existsSync(path) && !(await this.#isOutdated(path))) return;
      await this.#host.write(path);
      await this.#removeOld(name);
    } catch (error) {
      if (this.#reportedOn !== day) this.#host.failed(error instanceof Error ? error.message : String(error));
      this.#reportedOn = day;
    }
  }

  async #isOutdated(path: string): Promise<boolean> {
    const { mtimeMs: madeAt } = await stat(path);
    return this.#host.now() - madeAt >= RENEWED_AFTER_MS && (await this.#host.changedAt()) > madeAt;
  }

  /** Renames backups of the future, and one of today, which is from before the clock was set back. */
  async #renameAhead(today: string): Promise<void> {
    const dated = (await this.#days()).filter(({ isAhead, day }) => !isAhead && day >= today);
    if (!dated.some(({ day }) => day > today)) return;
    // Today's last, so that after a crash in between the next run finds one of the future and continues.
    for (const { name, day } of dated.sort(byName).reverse()) {
      await rename(join(this.#folder, name), join(this.#folder, nameOf(day, '.ahead')));
    }
  }

  /** Removes old ones, but never `made`, and leftovers of a killed app. */
  async #removeOld(made: string): Promise<void> {
    const files = (await this.#days()).sort(byName);
    const old = [true, false].flatMap((isAhead) => files.filter((file) => file.isAhead === isAhead).slice(0, -KEPT));
    const unfinished = (await readdir(this.#folder)).filter((file) => file.startsWith('.') && file.endsWith('.tmp'));
    for (const name of [...old.map((file) => file.name), ...unfinished]) {
      if (name !== made) await rm(join(this.#folder, name), { force: true });
    }
  }

  async #days() {
    const names = existsSync(this.#folder) ? await readdir(this.#folder) : [];
    return names.flatMap((name) => {
      const [, day, ahead] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ name, day, isAhead: ahead !== undefined }];
    });
  }

  /** Newest first. */
  async list(): Promise<RollingBackup[]> {
    const found: RollingBackup[] = [];
    for (const { name } of await this.#days()) {
      const { mtimeMs: at, size: bytes } = await stat(join(this.#folder, name));
      found.push({ name, at, bytes });
    }
    return found.sort((a, b) => b.at - a.at);
  }

  /** Null where it is gone or the name is not one of theirs. */
  async pathOf(name: string): Promise<string | null> {
    return (await this.list()).some((each) => each.name === name) ? join(this.#folder, name) : null;
  }
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

/** In local time. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
