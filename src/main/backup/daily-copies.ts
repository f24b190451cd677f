// Makes a daily copy of each store: its backup file, on each day of use. Keeps the last seven, without secrets, in
// `backups/<store id>/` in the data folder.
//
// A copy replaces an earlier one of the same day. A copy with less than half the links of the previous one replaces and removes
// nothing, because the catalog may have been lost.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogCopies, CatalogCopy } from '../catalog/open-catalog.ts';
import { BACKUP_EXTENSION, BackupError, openBackup } from '../storage/backup-file.ts';
import { ensureFolder } from '../storage/folders.ts';
import type { StoreContext } from '../store-context.ts';
import type { Notices } from '../stores/notices.ts';
import type { StoreManager } from '../stores/store-manager.ts';
import { readContent } from './content.ts';

const t = texts.backup.rolling;

const KEPT = 7;
const LOOK_EVERY_MS = 60_000;
const LEAST_BETWEEN_MS = 10 * 60_000;
/** After this many written rows, about fifty changes by hand, another copy is made on the same day. */
const ROWS = 1_000;
const DAY_MS = 24 * 60 * 60_000;
const NAME = new RegExp(`^(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{3}Z)\\.${BACKUP_EXTENSION}$`);

export interface CopiesDeps {
  readonly dataFolder: string;
  readonly now: () => number;
  readonly manager: StoreManager;
  readonly notices: Notices;
}

export interface Copy {
  readonly name: string;
  readonly path: string;
  /** Ms since 1970. */
  readonly at: number;
}

export class DailyCopies {
  /** `Catalog.writes` at the last copy. */
  readonly #writes = new WeakMap<Catalog, number>();
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();
  #reportedOn = '';

  /** `write` rejects with `StorageError`. */
  constructor(
    private readonly deps: CopiesDeps,
    private readonly write: (store: StoreContext, path: string) => Promise<unknown>,
  ) {}

  /** Checks regularly whether a copy is due. Not at once, because the start of the app is busy. */
  start(): void {
    this.#timer = setInterval(() => void this.makeDue(), LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#last;
  }

  /** Call before a store is closed for the last time: copies it if it has changed since the last copy. */
  makeLast(store: StoreContext): Promise<void> {
    return this.#makeWhere([store], (rows) => rows > 0);
  }

  /** Never rejects: reports a failure, and tries again later. */
  makeDue(): Promise<void> {
    const { manager } = this.deps;
    const open = manager.isAlone ? [] : manager.all().filter(({ isClosing }) => !isClosing);
    return this.#makeWhere(open, (rows, newest, { imports }) => {
      const now = this.deps.now();
      if (newest && newest.at < now + DAY_MS && now - newest.at < LEAST_BETWEEN_MS) return false;
      if (!newest || dayOf(newest.at) !== dayOf(now)) return true;
      return rows >= ROWS || imports.all().some(({ createdAt }) => createdAt > newest.at);
    });
  }

  /** `rows`: how many were written since the last copy of this run. */
  #makeWhere(
    stores: readonly StoreContext[],
    isDue: (rows: number, newest: Copy | null, catalog: Catalog) => boolean,
  ): Promise<void> {
    this.#last = this.#last.then(async () => {
      for (const store of stores) {
        try {
          if (!store.isReady || store.catalog.products.listed === 0) continue;
          const copies = await this.list(store.id);
          const rows = store.catalog.writes - (this.#writes.get(store.catalog) ?? 0);
          if (isDue(rows, copies[0] ?? null, store.catalog)) await this.#make(store, copies);
        } catch (error) {
          this.#report(error);
        }
      }
    });
    return this.#last;
  }

  /** @param copies the existing ones, newest first */
  async #make(store: StoreContext, copies: readonly Copy[]): Promise<void> {
    const { writes, links } = store.catalog;
    const at = this.deps.now();
    const folder = this.#folderOf(store.id);
    ensureFolder(folder);
    const count = links.count(null);
    await this.write(store, join(folder, nameOf(at)));
    this.#writes.set(store.catalog, writes);
    const [previous] = copies;
    if (previous && count < (await linksIn(previous)) / 2) return;
    const replaced = previous && dayOf(previous.at) === dayOf(at) ? 1 : 0;
    for (const { path } of [...copies.slice(0, replaced), ...copies.slice(replaced).slice(KEPT - 1)]) await rm(path);
    const unfinished = (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
    for (const name of unfinished) await rm(join(folder, name), { force: true });
  }

  #report(error: unknown): void {
    console.error('A daily copy could not be made', error);
    const day = dayOf(this.deps.now());
    if (this.#reportedOn === day) return;
    this.#reportedOn = day;
    const reason = error instanceof Error ? error.message : String(error);
    this.deps.notices.add('warning', t.notMade, t.notMadeBecause({ reason }));
  }

  #folderOf(storeId: string): string {
    return join(this.deps.dataFolder, 'backups', storeId);
  }

  /** Newest first. Copies dated in the future (the clock was wrong) count as the oldest. */
  async list(storeId: string): Promise<Copy[]> {
    const folder = this.#folderOf(storeId);
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') console.error('The daily copies could not be listed', error);
      return [];
    });
    const copies = names.flatMap((name): Copy[] => {
      const time = NAME.exec(name)?.[1]?.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:');
      return time === undefined ? [] : [{ name, path: join(folder, name), at: Date.parse(time) }];
    });
    const isAhead = ({ at }: Copy) => at > this.deps.now() + DAY_MS;
    return copies.sort((a, b) => Number(isAhead(a)) - Number(isAhead(b)) || b.at - a.at);
  }

  /** The copies that can replace a damaged catalog. */
  of(storeId: string): CatalogCopies {
    return {
      exist: () => existsSync(this.#folderOf(storeId)),
      newest: async () => {
        for (const copy of await this.list(storeId)) {
          const content = await readCopy(copy);
          if (content?.record.id === storeId) return content;
        }
        return null;
      },
    };
  }
}

async function readCopy({ path }: Copy): Promise<CatalogCopy | null> {
  try {
    const { createdAt: at, stores } = await readContent(await openBackup(path), null);
    const [store] = stores.values();
    if (!store) return null;
    // Only held and staged changes, because the others are in the queue.
    const held = store.outbox.filter(({ restoredFrom }) => restoredFrom !== undefined);
    return { ...store, at, held };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(`A daily copy cannot be used: ${path}`, error);
    return null;
  }
}

/** 0 if it cannot be read. */
const linksIn = async ({ path }: Copy): Promise<number> =>
  (await openBackup(path).catch(() => null))?.header.links ?? 0;

const nameOf = (at: number): string => `${new Date(at).toISOString().replaceAll(':', '-')}.${BACKUP_EXTENSION}`;
/** The day in local time. */
const dayOf = (at: number): string => new Date(at).toDateString();
