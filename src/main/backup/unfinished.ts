// A restore that is under way, on disk: its records, as a file in the format of a backup, and its progress.
//
// The progress is written before that file and removed after it. If the file exists without its progress, later changes are
// unknown, and the app asks the seller.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RestoreChoices } from '../../shared/backup.ts';
import { checkoutTemplateSchema } from '../../shared/checkout-template.ts';
import { settingsSchema } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import { BACKUP_EXTENSION, type BackupHeader, backupBytes, openBackup } from '../storage/backup-file.ts';
import { type Document, openDocument } from '../storage/document.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';
import { syncFolderOf } from '../storage/folders.ts';
import { moveAside, type OnSetAside } from '../storage/set-aside.ts';
import { stampSchema } from '../storage/stamp.ts';
import { storeRecordSchema } from '../store-record.ts';
import { type BackupContent, readContent } from './content.ts';
import { linesOf, sourceOf } from './write-content.ts';

const t = texts.backup.restore;

/** Parts of a backup that are no stores. */
export type AppPart = 'settings' | 'templates';

const progressSchema = z.object({
  /** Identifies the restore. Later stamps of this computer are not from the restore. */
  since: stampSchema,
  /** The state before. Stores by their ids in the backup; null for one that this computer does not have yet. */
  before: z.object({
    settings: settingsSchema,
    templates: z.array(checkoutTemplateSchema),
    stores: z.record(z.guid(), storeRecordSchema.nullable()),
  }),
  /** The completed parts: stores, by their ids in the backup, and others. */
  done: z.array(z.string()),
});
const documentSchema = z.object({ restore: progressSchema.nullable() });
export type RestoreProgress = z.infer<typeof progressSchema>;

export interface Unfinished {
  readonly header: BackupHeader;
  /** The parts that are not complete. */
  readonly content: BackupContent;
  readonly choices: RestoreChoices;
  /** False if the state before, and the completed parts, are unknown. */
  readonly isKnown: boolean;
}

export class UnfinishedRestore {
  readonly #path: string;
  readonly #progress: Document<{ readonly restore: RestoreProgress | null }>;
  readonly #onSetAside: OnSetAside;

  constructor(folder: string, onSetAside: OnSetAside) {
    this.#path = join(folder, `restoring.${BACKUP_EXTENSION}`);
    this.#onSetAside = onSetAside;
    this.#progress = openDocument({
      folder,
      name: 'restoring',
      what: t.progress,
      parse: (value) => documentSchema.safeParse(value).data ?? null,
      initial: { restore: null },
      onSetAside,
    });
  }

  get exists(): boolean {
    return existsSync(this.#path);
  }

  /** Later stamps of this computer are not from the recorded restore; null if there is none. */
  get since(): RestoreProgress['since'] | null {
    return this.#progress.value.restore?.since ?? null;
  }

  get progress(): RestoreProgress {
    const { restore } = this.#progress.value;
    if (!restore) throw new Error('No restore is under way');
    return restore;
  }

  /** Replaces an unfinished one. Throws a `StorageError`. */
  async begin(
    { createdAt, appVersion }: BackupHeader,
    content: BackupContent,
    choices: RestoreChoices,
    { since, before }: Omit<RestoreProgress, 'done'>,
  ): Promise<void> {
    await this.#save({ since, before, done: [] });
    const lines = linesOf(sourceOf({ ...content, note: { ...choices, since } }));
    await writeForSeller(this.#path, backupBytes({ createdAt, appVersion }, lines, null), t.notPrepared, 0o600);
  }

  /** Throws a `BackupError`. */
  async read(): Promise<Unfinished> {
    const { header, lines } = await openBackup(this.#path);
    const content = await readContent(header.createdAt, lines(null));
    const { since, ...choices } = content.note ?? { changes: 'hold', differing: 'keep', since: null };
    const progress = this.#progress.value.restore;
    const isKnown = progress !== null && isSameStamp(progress.since, since);
    const done = new Set(isKnown ? progress.done : []);
    return {
      header,
      choices,
      isKnown,
      content: {
        ...content,
        settings: done.has('settings') ? null : content.settings,
        templates: done.has('templates') ? [] : content.templates,
        stores: content.stores.filter(({ record }) => !done.has(record.id)),
      },
    };
  }

  /** A store of the backup was added to those of this computer. Throws a `StorageError`. */
  async added(store: z.infer<typeof storeRecordSchema>): Promise<void> {
    const { before, ...progress } = this.progress;
    await this.#save({ ...progress, before: { ...before, stores: { ...before.stores, [store.id]: store } } });
  }

  /** A store is about to be removed from this computer; a restore asks before it adds it again. Throws a `StorageError`. */
  async removing(store: z.infer<typeof storeRecordSchema>): Promise<void> {
    if (this.#progress.value.restore?.before.stores[store.id] === null) await this.added(store);
  }

  /** A part is complete: a store, by its id in the backup, or another one. Throws a `StorageError`. */
  async done(part: AppPart | (string & {})): Promise<void> {
    await this.#save({ ...this.progress, done: [...this.progress.done, part] });
  }

  /** All parts are complete, or no longer wanted. Throws a `StorageError`. */
  async forget(): Promise<void> {
    try {
      await rm(this.#path, { force: true });
      await syncFolderOf(this.#path);
    } catch (cause) {
      throw new StorageError(t.notForgotten, cause);
    }
    // It has no meaning without the file beside it.
    await this.#save(null).catch((error: unknown) =>
      console.error('The progress of a restore could not be removed', error),
    );
  }

  #save(restore: RestoreProgress | null): Promise<void> {
    return this.#progress.save({ restore });
  }

  setAside(reason: string): void {
    this.#onSetAside(moveAside(this.#path, reason));
  }
}

const isSameStamp = (a: RestoreProgress['since'], b: RestoreProgress['since'] | null): boolean =>
  a.time === b?.time && a.counter === b.counter && a.device === b.device;
