// "Export backup" and "Restore backup": what the seller can do so that the catalogue is never lost.
//
// A restore is noted in a file before anything is touched, and the note goes when all is in place. A start that finds the
// note does the restore again, which changes nothing that is done already: after a crash it is finished, or never began.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BackupHolds, BackupPreview, ChosenBackup, RestoreChoices, StorePreview } from '../../../shared/backup.ts';
import type { Notice } from '../../../shared/contract.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import type { Settings } from '../../../shared/settings.ts';
import { texts } from '../../../shared/texts/main.ts';
import { BACKUP_EXTENSION, BackupError, type BackupFile, backupBytes, openBackup } from '../../storage/backup-file.ts';
import { StorageError, writeForSeller } from '../../storage/durable-file.ts';
import { syncFolderOf } from '../../storage/folders.ts';
import { moveAside, type OnSetAside } from '../../storage/set-aside.ts';
import type { OpenStore } from '../open-store.ts';
import type { StoreRecord } from '../records.ts';
import type { AskWhatToOpen, AskWhereToSave } from '../save-question.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import { type BackupContent, linesOf, readContent, takeContent } from './content.ts';
import { type PlanParts, planStore } from './plan.ts';
import { RollingBackups } from './rolling-backups.ts';
import { mergeSettings } from './settings.ts';

const words = texts.backup;
const KIND = { name: words.fileKind, extension: BACKUP_EXTENSION };

/** What backups are made of, and what they are restored into: the desk. */
export interface BackupHost {
  readonly dataFolder: string;
  readonly version: string;
  readonly now: () => number;
  readonly stamp: PlanParts['stamp'];
  settings(): Settings;
  readonly templates: CheckoutTemplates;
  /** Whether there is anything worth keeping, as far as that is known yet. */
  hasData(): boolean;
  /** All stores, once all that they hold is read. */
  stores(): Promise<readonly OpenStore[]>;
  /** Stores that are known but could not be opened, by name. */
  unopened(): readonly StoreRecord[];
  /** The store here that a backup's store is, if any. */
  storeFor(record: StoreRecord): StoreRecord | null;
  /** Puts a backup in, with every store closed while it is changed. Throws a `StorageError`. */
  restore(content: BackupContent, choices: RestoreChoices): Promise<void>;
  notice(kind: Notice['kind'], title: string, message: string): void;
  readonly onSetAside: OnSetAside;
}

interface Chosen {
  readonly file: BackupFile;
  readonly name: string;
  content: BackupContent | null;
}

export class Backups {
  readonly #host: BackupHost;
  /** Those that the app makes by itself. */
  readonly rolling: RollingBackups;
  /** What was chosen last; letting go of it frees what was read. */
  #chosen: { readonly id: string; readonly backup: Chosen } | null = null;

  constructor(host: BackupHost) {
    this.#host = host;
    const { dataFolder, version, now, onSetAside } = host;
    this.rolling = new RollingBackups({
      dataFolder,
      version,
      now,
      onSetAside,
      write: (path) => this.writeTo(path, null),
      hasData: host.hasData,
      failed: (reason) => host.notice('warning', words.rolling.notMade, words.rolling.notMadeBecause(reason)),
    });
  }

  // ---- making one

  /** Asks where to, and writes all that is there at this moment. Null when it was called off. */
  async export(
    passphrase: string | null,
    askWhereToSave: AskWhereToSave,
  ): Promise<Result<{ file: string; holds: BackupHolds; left: string[] } | null>> {
    const day = new Date(this.#host.now()).toISOString().slice(0, 10);
    const path = await askWhereToSave({
      title: words.export,
      name: `storefront-${day}.${BACKUP_EXTENSION}`,
      kind: KIND,
    });
    if (path === null) return ok(null);
    try {
      const holds = await this.writeTo(path, passphrase);
      return ok({ file: basename(path), holds, left: this.#host.unopened().map(({ name }) => name) });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', words.notExported(error.message));
    }
  }

  /** Writes a backup of this moment. Throws a `StorageError`. */
  async writeTo(path: string, passphrase: string | null): Promise<BackupHolds> {
    const { version: appVersion, now, stores, settings, templates } = this.#host;
    const content = takeContent(await stores(), settings(), templates.list(), now());
    const bytes = backupBytes({ appVersion, createdAt: content.createdAt }, linesOf(content), passphrase);
    await writeForSeller(path, bytes, words.notWritten, 0o600);
    return holdsOf(content);
  }

  // ---- restoring one

  /** Lets the seller choose a file. Null when it was called off. */
  async choose(askWhatToOpen: AskWhatToOpen): Promise<Result<ChosenBackup | null>> {
    const path = await askWhatToOpen({ title: words.restore.title, kind: KIND });
    return path === null ? ok(null) : this.#open(path);
  }

  /** One that the app made by itself. */
  async chooseRolling(name: string): Promise<Result<ChosenBackup | null>> {
    const path = await this.rolling.pathOf(name);
    return path === null ? refuse('not-found', words.rolling.gone) : this.#open(path);
  }

  async #open(path: string): Promise<Result<ChosenBackup>> {
    return saying(async () => {
      const file = await openBackup(path);
      const name = basename(path);
      const id = randomUUID();
      this.#chosen = { id, backup: { file, name, content: null } };
      const { createdAt, appVersion, encryption } = file.header;
      return ok({ id, file: name, createdAt, appVersion, encrypted: encryption !== null });
    });
  }

  /** What restoring it would bring. Nothing is touched. */
  async preview(id: string, passphrase: string | null): Promise<Result<BackupPreview>> {
    const chosen = this.#chosenAs(id);
    if (!chosen.ok) return chosen;
    const backup = chosen.value;
    return saying(async () => {
      const { createdAt } = backup.file.header;
      backup.content ??= await readContent(createdAt, backup.file.lines(passphrase));
      const { content } = backup;
      const blocked = this.#host
        .unopened()
        .find((known) => content.stores.some(({ record }) => this.#host.storeFor(record)?.id === known.id));
      if (blocked) return refuse('conflict', words.restore.storeNotOpened(blocked.name));
      const choices: RestoreChoices = { changes: 'hold', differing: 'keep' };
      const open = await this.#host.stores();
      const stores: StorePreview[] = [];
      for (const each of content.stores) {
        const known = this.#host.storeFor(each.record);
        const store = open.find((each) => each.id === known?.id) ?? null;
        const { settings, now, stamp } = this.#host;
        const plan = await planStore(each, store, { createdAt, choices, settings: settings(), now: now(), stamp });
        stores.push(plan.preview);
      }
      return ok({
        holds: holdsOf(content),
        stores,
        settings: mergeSettings(content.settings, this.#host.settings(), choices).how,
        templates: this.#host.templates.missing(content.templates).length,
        unread: content.unread,
        unknown: [...content.unknown],
      });
    });
  }

  /** Does it. A disk that is full from the start changes nothing; one that fills up on the way leaves the rest for later. */
  async restore(id: string, choices: RestoreChoices): Promise<Result<BackupHolds>> {
    const chosen = this.#chosenAs(id);
    if (!chosen.ok) return chosen;
    const { content, file } = chosen.value;
    if (!content) return refuse('conflict', words.restore.lookFirst);
    const { createdAt, appVersion } = file.header;
    try {
      const bytes = backupBytes({ createdAt, appVersion }, linesOf({ ...content, choices }), null);
      await writeForSeller(this.#notePath, bytes, words.restore.notPrepared, 0o600);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', words.restore.notBegun(error.message));
    }
    try {
      await this.#host.restore(content, choices);
      await this.#forgetNote();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', words.restore.cutShort(error.message));
    }
    this.letGo(id);
    return ok(holdsOf(content));
  }

  /** The seller closed the dialog. */
  letGo(id: string): void {
    if (this.#chosen?.id === id) this.#chosen = null;
  }

  #chosenAs(id: string): Result<Chosen> {
    return this.#chosen?.id === id ? ok(this.#chosen.backup) : refuse('not-found', words.restore.otherChosen);
  }

  /** At start: goes on with a restore that was cut short. */
  async finish(): Promise<void> {
    const path = this.#notePath;
    if (!existsSync(path)) return;
    try {
      const file = await openBackup(path);
      const content = await readContent(file.header.createdAt, file.lines(null));
      await this.#host.restore(content, content.choices ?? { changes: 'hold', differing: 'keep' });
      await this.#forgetNote();
      this.#host.notice('information', words.restore.finished, words.restore.finishedAtStart);
    } catch (error) {
      if (error instanceof BackupError) this.#host.onSetAside(moveAside(path, error.message));
      else {
        console.error('A restore could not be finished', error);
        const reason = error instanceof Error ? error.message : String(error);
        this.#host.notice('error', words.restore.notFinished, words.restore.notFinishedBecause(reason));
      }
    }
  }

  get #notePath(): string {
    return join(this.#host.dataFolder, `restoring.${BACKUP_EXTENSION}`);
  }

  async #forgetNote(): Promise<void> {
    await rm(this.#notePath, { force: true });
    await syncFolderOf(this.#notePath);
  }
}

function holdsOf({ stores }: BackupContent): BackupHolds {
  const standing = (records: readonly { readonly deletedAt: number | null }[]) =>
    records.filter(({ deletedAt }) => deletedAt === null).length;
  const sum = (count: (store: BackupContent['stores'][number]) => number) =>
    stores.reduce((all, store) => all + count(store), 0);
  return {
    stores: stores.length,
    products: sum(({ products }) => standing(products)),
    links: sum(({ links }) => standing(links)),
    waiting: sum(({ outbox }) => outbox.filter(({ state }) => state !== 'done').length),
  };
}

/** A backup that cannot be used, as a refusal in words. */
async function saying<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return error.fault === 'passphrase'
      ? refuse('invalid', error.message, { passphrase: error.message })
      : refuse(error.fault === 'unreadable' ? 'storage' : 'invalid', error.message);
  }
}
