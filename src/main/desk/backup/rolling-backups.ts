// Backups that the app makes by itself: one on each day of use, and one before a new version of the app changes the layout
// of the data. They lie in `backups/` in the data folder; of each kind the last seven are kept. No secrets are in them.
// Backups dated later than today were made while the clock was ahead: they get `.ahead` in their names, so that they do
// not count among the last seven, and the last seven of them are kept too.
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RollingBackup } from '../../../shared/backup.ts';
import { texts } from '../../../shared/texts/main.ts';
import { BACKUP_EXTENSION, backupBytes } from '../../storage/backup-file.ts';
import { openDocument } from '../../storage/document.ts';
import { writeForSeller } from '../../storage/durable-file.ts';
import { ensureFolder } from '../../storage/folders.ts';
import type { OnSetAside } from '../../storage/set-aside.ts';
import { layoutOf, type Migrations } from '../layout.ts';
import { linesOfPart } from './write-content.ts';

const KEPT = 7;
/** The first look is not at the start itself, which has enough to do. In ms. */
const FIRST_LOOK_MS = 5_000;
const LOOK_AGAIN_MS = 15 * 60_000;
const NAME = new RegExp(`^(day|migration)-(\\d{4}-\\d{2}-\\d{2})(\\.ahead)?\\.${BACKUP_EXTENSION}$`);

type Why = RollingBackup['why'];
const nameOf = (why: Why, day: string, ahead: '' | '.ahead' = ''): string =>
  `${why}-${day}${ahead}.${BACKUP_EXTENSION}`;

export interface RollingHost {
  readonly dataFolder: string;
  readonly version: string;
  readonly now: () => number;
  /** Writes a backup of this moment. Throws a `StorageError`. */
  write(path: string): Promise<unknown>;
  /** Whether there is anything worth keeping. */
  hasData(): boolean;
  /** It could not be written; called once for each day. */
  failed(reason: string): void;
  readonly onSetAside: OnSetAside;
}

export class RollingBackups {
  readonly #host: RollingHost;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<unknown> | null = null;
  #toldOn = '';

  constructor(host: RollingHost) {
    this.#host = host;
  }

  get #folder(): string {
    return join(this.#host.dataFolder, 'backups');
  }

  /** Looks whether today's is there, soon and then again and again. */
  start(): void {
    const look = (ms: number) => {
      this.#timer = setTimeout(() => {
        void this.makeToday().finally(() => this.#timer && look(LOOK_AGAIN_MS));
      }, ms).unref();
    };
    look(FIRST_LOOK_MS);
  }

  /** What is being written is given up with the app; what it leaves is cleared away the next time. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Makes today's, unless it is there. A failure is told, not thrown, and tried again later. */
  async makeToday(): Promise<void> {
    this.#writing ??= this.#make('day').finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  /** False where it could not be written. */
  async #make(why: Why, write = this.#host.write): Promise<boolean> {
    const day = dayOf(this.#host.now());
    const name = nameOf(why, day);
    if (!this.#host.hasData()) return true;
    try {
      ensureFolder(this.#folder);
      await this.#setApart(why, day);
      if (existsSync(join(this.#folder, name))) return true;
      await write(join(this.#folder, name));
      await this.#tidy(why, name);
      return true;
    } catch (error) {
      if (this.#toldOn !== day) this.#host.failed(error instanceof Error ? error.message : String(error));
      this.#toldOn = day;
      return false;
    }
  }

  /** Sets backups of the future apart, and with them one of today: it is from before the clock was set back. */
  async #setApart(why: Why, today: string): Promise<void> {
    const dated = (await this.#files()).filter((file) => file.why === why && !file.isAhead && file.day >= today);
    if (!dated.some(({ day }) => day > today)) return;
    // Today's last: as long as one of the future is there, a crash on the way is made good the next time.
    for (const { name, day } of dated.sort(byName).reverse()) {
      await rename(join(this.#folder, name), join(this.#folder, nameOf(why, day, '.ahead')));
    }
  }

  /** Lets go of all but the last ones, never of `made`, and of what an app that was killed left unfinished. */
  async #tidy(why: Why, made: string): Promise<void> {
    const files = (await this.#files()).filter((file) => file.why === why).sort(byName);
    const old = [true, false].flatMap((isAhead) => files.filter((file) => file.isAhead === isAhead).slice(0, -KEPT));
    const unfinished = (await readdir(this.#folder)).filter((file) => file.startsWith('.') && file.endsWith('.tmp'));
    for (const name of [...old.map((file) => file.name), ...unfinished]) {
      if (name !== made) await rm(join(this.#folder, name), { force: true });
    }
  }

  async #files() {
    const names = existsSync(this.#folder) ? await readdir(this.#folder) : [];
    return names.flatMap((name) => {
      const [, why, day = '', ahead] = NAME.exec(name) ?? [];
      return why === undefined ? [] : [{ name, why: why as Why, day, isAhead: ahead !== undefined }];
    });
  }

  /** Newest first. */
  async list(): Promise<RollingBackup[]> {
    const found: RollingBackup[] = [];
    for (const { name, why } of await this.#files()) {
      const { mtimeMs: at, size: bytes } = await stat(join(this.#folder, name));
      found.push({ name, at, bytes, why });
    }
    return found.sort((a, b) => b.at - a.at);
  }

  /** Where one of them lies; null where it is gone, or the name is none of theirs. */
  async pathOf(name: string): Promise<string | null> {
    return (await this.list()).some((each) => each.name === name) ? join(this.#folder, name) : null;
  }

  /**
   * Before anything is opened: where this app's layout is newer than that of the last run, the files are kept as they are,
   * record for record, in one backup.
   */
  async beforeMigration(migrations: Migrations): Promise<void> {
    const layout = layoutOf(migrations);
    const noted = openDocument({
      folder: this.#host.dataFolder,
      name: 'layout',
      what: texts.backup.rolling.layoutNote,
      parse: (value) => z.int().min(1).safeParse(value).data ?? null,
      // Data from before this note was of the first layout.
      initial: this.#host.hasData() ? 1 : layout,
      onSetAside: this.#host.onSetAside,
    });
    const { version: appVersion, now, dataFolder } = this.#host;
    if (noted.value < layout) {
      const isMade = await this.#make('migration', (path) => {
        const bytes = backupBytes({ appVersion, createdAt: now() }, linesOnDisk(dataFolder), null);
        return writeForSeller(path, bytes, texts.backup.notWritten, 0o600);
      });
      // Tried again at the next start.
      if (!isMade) return;
    }
    const isNoted = existsSync(join(dataFolder, 'layout.json')) && noted.value === layout;
    if (!isNoted) await noted.save(layout);
  }
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

/** The day on this computer's calendar. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const documentSchema = z.object({ version: z.int(), value: z.unknown() });
const segmentSchema = z.object({ version: z.int(), records: z.array(z.unknown()) });
const storesSchema = z.object({ stores: z.array(z.looseObject({ id: z.string() })) });

/** Everything as it lies in the files, of whatever version. What cannot be read is left to the start, which sets it aside. */
async function* linesOnDisk(dataFolder: string): AsyncGenerator<string> {
  const settings = await jsonIn(join(dataFolder, 'settings.json'), documentSchema);
  if (settings) yield* linesOfPart('settings', null, settings.version, [settings.value]);
  const list = await jsonIn(join(dataFolder, 'stores.json'), documentSchema);
  for (const store of storesSchema.safeParse(list?.value).data?.stores ?? []) {
    yield* linesOfPart('store', store.id, list?.version ?? 1, [store]);
    const folder = join(dataFolder, 'stores', store.id);
    const webhook = await jsonIn(join(folder, 'webhook.json'), documentSchema);
    if (webhook) yield* linesOfPart('webhook', store.id, webhook.version, [webhook.value]);
    for (const entry of existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : []) {
      if (!entry.isDirectory()) continue;
      for (const file of (await readdir(join(folder, entry.name))).filter((name) => /^segment-\d+\.json$/.test(name))) {
        const segment = await jsonIn(join(folder, entry.name, file), segmentSchema);
        if (segment) yield* linesOfPart(entry.name, store.id, segment.version, segment.records);
      }
    }
  }
  yield* linesOfPart('end', null, 1, []);
}

async function jsonIn<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null;
  } catch {
    // Not there, or damaged: the start of the app deals with it.
    return null;
  }
}
