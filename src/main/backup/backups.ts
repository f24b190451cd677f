// "Export backup" and "Restore backup", and the daily copies.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { BackupHolds, BackupPreview, ChosenBackup, DailyCopy } from '../../shared/backup.ts';
import type { Notice } from '../../shared/contract/app.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { Settings } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhatToOpen, AskWhereToSave } from '../platform.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import { BACKUP_EXTENSION, BackupError, type BackupHeader, backupBytes, openBackup } from '../storage/backup-file.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';
import { CLOCK_AHEAD_MS, LATEST_TIME } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { type BackupContent, holdsOf, readContent } from './content.ts';
import { DailyCopies } from './daily-copies.ts';
import { planStore } from './plan.ts';
import { linesOf, takeSnapshot } from './write-content.ts';

const t = texts.backup;
const fileKind = () => ({ name: t.fileKind, extension: BACKUP_EXTENSION });

/** The app, as far as backups need it. */
export interface BackupHost {
  readonly dataFolder: string;
  readonly version: string;
  readonly now: () => number;
  settings(): Settings;
  readonly templates: CheckoutTemplates;
  /** The stores that are open now. */
  open(): readonly StoreContext[];
  shownStoreId(): string | null;
  /** All stores, once they are open and no restore is running. */
  stores(): Promise<readonly StoreContext[]>;
  /** Stores that could not be opened. */
  unopened(): readonly StoreRecord[];
  /** The local store for a backup's store, if any. */
  storeFor(record: StoreRecord): StoreRecord | null;
  /** See `restoreContent`. */
  restore(content: BackupContent, done: string[]): Promise<void>;
  notice(kind: Notice['kind'], title: string, message: string): void;
}

interface Chosen {
  readonly id: string;
  readonly header: BackupHeader;
  content: BackupContent | null;
  readonly read: (passphrase: string | null) => Promise<BackupContent>;
}

export class Backups {
  readonly copies: DailyCopies;
  /** The chosen backup and its content in memory. */
  #chosen: Chosen | null = null;

  constructor(private readonly host: BackupHost) {
    const { dataFolder, now } = host;
    this.copies = new DailyCopies({
      dataFolder,
      now,
      stores: host.open,
      write: async (store, path) => {
        await this.#write([store], path, null, store.catalog.links.count(null));
      },
      failed: (reason) => host.notice('warning', t.rolling.notMade, t.rolling.notMadeBecause({ reason })),
    });
  }

  // ---- export

  /** Null when the seller cancelled. */
  async export(
    passphrase: string | null,
    askWhereToSave: AskWhereToSave,
  ): Promise<Result<{ file: string; holds: BackupHolds; left: string[] } | null>> {
    const day = new Date(this.host.now()).toISOString().slice(0, 10);
    const path = await askWhereToSave({
      title: t.export,
      name: `storefront-${day}.${BACKUP_EXTENSION}`,
      kind: fileKind(),
    });
    if (path === null) return ok(null);
    try {
      const holds = await this.#write(await this.host.stores(), path, passphrase);
      return ok({ file: basename(path), holds, left: this.host.unopened().map(({ name }) => name) });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', texts.common.choosePlace({ reason: error.message }));
    }
  }

  /** Rejects with `StorageError`. `links`: see `BackupHeader`. */
  async #write(
    stores: readonly StoreContext[],
    path: string,
    passphrase: string | null,
    links?: number,
  ): Promise<BackupHolds> {
    const { version: appVersion, now, settings, templates } = this.host;
    const snapshot = takeSnapshot(stores);
    try {
      const lines = linesOf(snapshot, { settings: settings(), templates: templates.list() });
      const about = { appVersion, createdAt: now(), ...(links !== undefined && { links }) };
      await writeForSeller(path, backupBytes(about, lines, passphrase), t.notWritten, 0o600);
      return snapshot.holds;
    } finally {
      snapshot.close();
    }
  }

  // ---- restore

  /** Null when the seller cancelled. */
  async choose(askWhatToOpen: AskWhatToOpen): Promise<Result<ChosenBackup | null>> {
    const path = await askWhatToOpen({ title: t.restore.title, kind: fileKind() });
    return path === null ? ok(null) : this.#open(path, this.host.now() + CLOCK_AHEAD_MS);
  }

  async listCopies(): Promise<DailyCopy[]> {
    const storeId = this.host.shownStoreId();
    return storeId === null ? [] : this.copies.list(storeId);
  }

  /** A daily copy of the shown store. */
  async chooseCopy(name: string): Promise<Result<ChosenBackup | null>> {
    const path = await this.copies.pathOf(this.host.shownStoreId() ?? '', name);
    // It comes from this computer, so times in the future are accepted.
    return path === null ? refuse('not-found', t.rolling.gone) : this.#open(path, LATEST_TIME);
  }

  /** `latest`: later records are skipped. */
  async #open(path: string, latest: number): Promise<Result<ChosenBackup>> {
    return asRefusal(async () => {
      const { header, lines } = await openBackup(path);
      const id = randomUUID();
      const read = (passphrase: string | null) => readContent(header.createdAt, lines(passphrase), latest);
      this.#chosen = { id, header, content: null, read };
      const { createdAt, appVersion, encryption } = header;
      return ok({ id, file: basename(path), createdAt, appVersion, encrypted: encryption !== null });
    });
  }

  /** Changes nothing. */
  async preview(id: string, passphrase: string | null): Promise<Result<BackupPreview>> {
    const chosen = this.#chosen;
    if (chosen?.id !== id) return refuse('not-found', t.restore.otherChosen);
    return asRefusal(async () => {
      chosen.content ??= await chosen.read(passphrase);
      const { content } = chosen;
      const { unopened, storeFor } = this.host;
      const blocked = unopened().find((known) =>
        content.stores.some(({ record }) => storeFor(record)?.id === known.id),
      );
      if (blocked) return refuse('conflict', t.restore.storeNotOpened({ store: blocked.name }));
      const open = await this.host.stores();
      const stores: BackupPreview['stores'] = [];
      for (const each of content.stores) {
        const known = storeFor(each.record);
        const store = open.find((one) => one.id === known?.id) ?? null;
        stores.push((await planStore(each, store, content.createdAt)).preview);
      }
      return ok({ holds: holdsOf(content), stores, unread: content.unread });
    });
  }

  async restore(id: string): Promise<Result<BackupHolds>> {
    if (this.#chosen?.id !== id) return refuse('not-found', t.restore.otherChosen);
    const { content } = this.#chosen;
    if (!content) return refuse('conflict', t.restore.lookFirst);
    const done: string[] = [];
    try {
      await this.host.restore(content, done);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const { notBegun, cutShort } = t.restore;
      return refuse('storage', (done.length === 0 ? notBegun : cutShort)({ reason: error.message }));
    }
    this.#chosen = null;
    return ok(holdsOf(content));
  }
}

/** Turns a `BackupError` into a refusal. */
async function asRefusal<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return error.fault === 'passphrase'
      ? refuse('invalid', error.message, { passphrase: error.message })
      : refuse(error.fault === 'unreadable' ? 'storage' : 'invalid', error.message);
  }
}
