// "Export backup" and "Restore backup", and the daily copies.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { BackupHolds, BackupPreview, ChosenBackup } from '../../shared/backup.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { saveFile } from '../csv/save-file.ts';
import type { AskWhereToSave, Platform } from '../platform.ts';
import { BACKUP_EXTENSION, BackupError, type BackupFile, backupBytes, openBackup } from '../storage/backup-file.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import { type BackupContent, contentHolds, readContent } from './content.ts';
import { type CopiesDeps, type Copy, DailyCopies } from './daily-copies.ts';
import { planStore } from './plan.ts';
import { type RestoringDeps, restoreContent } from './restoring.ts';
import { holdsOf, linesOf, type StoreSnapshot, takeSnapshot } from './write-content.ts';

const t = texts.backup;

/** The parts of the app that backups contain or restore. */
interface BackupsDeps extends RestoringDeps, CopiesDeps {
  readonly version: string;
  /** Called when a restore ends, also after a failure. */
  readonly onRestored: () => void;
}

export class Backups {
  readonly copies: DailyCopies;
  /** The chosen backup, and its content once it was shown. */
  #chosen: { readonly id: string; readonly file: BackupFile; content: BackupContent | null } | null = null;

  constructor(private readonly deps: BackupsDeps) {
    this.copies = new DailyCopies(deps, (store, path) => this.#write([store], path, null));
  }

  /** `left`: the stores that could not be opened. Null when the seller cancelled. */
  export(passphrase: string | null, askWhereToSave: AskWhereToSave) {
    const { now, manager } = this.deps;
    const name = `storefront-${new Date(now()).toISOString().slice(0, 10)}.${BACKUP_EXTENSION}`;
    return saveFile({ title: t.export, name, kind: t.fileKind }, askWhereToSave, async (path) => ({
      holds: await this.#write(await manager.ready(), path, passphrase),
      left: manager.unopened().map(({ name }) => name),
    }));
  }

  /** Rejects with `StorageError`. */
  async #write(stores: readonly StoreContext[], path: string, passphrase: string | null): Promise<BackupHolds> {
    const { version: appVersion, now, settings } = this.deps;
    const snapshots: StoreSnapshot[] = [];
    try {
      for (const store of stores) snapshots.push(takeSnapshot(store));
      const holds = holdsOf(snapshots);
      const about = { appVersion, createdAt: now(), ...(passphrase === null && { links: holds.links }) };
      const lines = linesOf(snapshots, settings.value);
      await writeForSeller(path, backupBytes(about, lines, passphrase), t.notWritten, 0o600);
      return holds;
    } finally {
      for (const { catalog } of snapshots) catalog.end();
    }
  }

  /** The daily copies of the shown store, newest first. */
  async listCopies(): Promise<readonly Copy[]> {
    const { currentStoreId } = this.deps.registry;
    return currentStoreId === null ? [] : this.copies.list(currentStoreId);
  }

  /** Opens a daily copy by its name, or a file that the seller chooses. Null when the seller cancelled. */
  async choose(copyName: string | null, ask: Platform['askWhatToOpen']): Promise<Result<ChosenBackup | null>> {
    if (copyName === null) {
      const kind = { name: t.fileKind, extension: BACKUP_EXTENSION };
      const path = await ask({ title: t.restore.title, kind });
      return path === null ? ok(null) : this.#open(path);
    }
    const copy = (await this.listCopies()).find(({ name }) => name === copyName);
    return copy ? this.#open(copy.path) : refuse('not-found', t.rolling.gone);
  }

  async #open(path: string): Promise<Result<ChosenBackup>> {
    return asRefusal(async () => {
      const file = await openBackup(path);
      const id = randomUUID();
      this.#chosen = { id, file, content: null };
      const { createdAt, appVersion, encryption } = file.header;
      return ok({ id, file: basename(path), createdAt, appVersion, encrypted: encryption !== null });
    });
  }

  async preview(id: string, passphrase: string | null): Promise<Result<BackupPreview>> {
    const chosen = this.#chosen;
    if (chosen?.id !== id) return refuse('not-found', t.restore.otherChosen);
    return asRefusal(async () => {
      chosen.content ??= await readContent(chosen.file, passphrase);
      const { content } = chosen;
      const { registry, manager } = this.deps;
      await manager.ready();
      const stores: BackupPreview['stores'] = [];
      for (const each of content.stores.values()) {
        const known = registry.match(each.record);
        const store = manager.find(known?.id ?? null) ?? null;
        if (known && !store) return refuse('conflict', t.restore.storeNotOpened({ store: known.name }));
        stores.push((await planStore(each, store, content.createdAt)).preview);
      }
      return ok({ holds: contentHolds(content), stores, unread: content.unread });
    });
  }

  async restore(id: string): Promise<Result<BackupHolds>> {
    if (this.#chosen?.id !== id) return refuse('not-found', t.restore.otherChosen);
    const { content } = this.#chosen;
    if (!content) return refuse('conflict', t.restore.lookFirst);
    const done: string[] = [];
    try {
      await this.deps.manager.alone(() => restoreContent(this.deps, content, done));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const { notBegun, cutShort } = t.restore;
      return refuse('storage', (done.length === 0 ? notBegun : cutShort)({ reason: error.message }));
    } finally {
      this.deps.onRestored();
    }
    this.#chosen = null;
    return ok(contentHolds(content));
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
