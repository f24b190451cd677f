// "Export backup" and "Restore backup".
//
// A file records a restore before anything is changed, and each completed part. A start that finds that file finishes the
// rest, unless something was changed here since the restore began: then the app asks the seller.
//
// Over 300 lines, because choosing, previewing, restoring and finishing share the chosen backup and that file.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type {
  BackupHolds,
  BackupPreview,
  ChosenBackup,
  DailyCopy,
  RestoreChoices,
  StorePreview,
} from '../../shared/backup.ts';
import type { Notice } from '../../shared/contract/app.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { Settings } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhatToOpen, AskWhereToSave } from '../platform.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import { BACKUP_EXTENSION, BackupError, type BackupHeader, backupBytes, openBackup } from '../storage/backup-file.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { CLOCK_AHEAD_MS, LATEST_TIME, type Stamper } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { type BackupContent, holdsOf, readContent } from './content.ts';
import { DailyCopies } from './daily-copies.ts';
import { planStore } from './plan.ts';
import type { Restore } from './restoring.ts';
import { mergeSettings } from './settings.ts';
import { UnfinishedRestore } from './unfinished.ts';
import { linesOf, takeSnapshot } from './write-content.ts';

const t = texts.backup;
const fileKind = () => ({ name: t.fileKind, extension: BACKUP_EXTENSION });

/** The app, as far as backups need it. */
export interface BackupHost {
  readonly dataFolder: string;
  readonly version: string;
  readonly now: () => number;
  readonly stamper: Stamper;
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
  /** Closes each store while it is changed. Resolves to false where parts were skipped. Rejects with `StorageError`. */
  restore(restore: Restore): Promise<boolean>;
  notice(kind: Notice['kind'], title: string, message: string, offers?: Notice['offers']): void;
  withdrawNotice(offers: Notice['offers']): void;
  readonly onSetAside: OnSetAside;
}

interface Chosen {
  readonly header: BackupHeader;
  content: BackupContent | null;
  readonly read: (passphrase: string | null) => Promise<BackupContent>;
}

export class Backups {
  readonly #host: BackupHost;
  readonly copies: DailyCopies;
  /** The chosen backup and its content in memory. */
  #chosen: { readonly id: string; readonly backup: Chosen } | null = null;
  readonly #unfinished: UnfinishedRestore;

  constructor(host: BackupHost) {
    this.#host = host;
    const { dataFolder, now, onSetAside } = host;
    this.#unfinished = new UnfinishedRestore(dataFolder, onSetAside);
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

  /** Call before a store is removed, because an unfinished restore may have added it. Rejects with `StorageError`. */
  storeRemoved(store: StoreRecord): Promise<void> {
    return this.#unfinished.removing(store);
  }

  // ---- export

  /** Null when the seller cancelled. */
  async export(
    passphrase: string | null,
    askWhereToSave: AskWhereToSave,
  ): Promise<Result<{ file: string; holds: BackupHolds; left: string[] } | null>> {
    const day = new Date(this.#host.now()).toISOString().slice(0, 10);
    const path = await askWhereToSave({
      title: t.export,
      name: `storefront-${day}.${BACKUP_EXTENSION}`,
      kind: fileKind(),
    });
    if (path === null) return ok(null);
    try {
      const holds = await this.#write(await this.#host.stores(), path, passphrase);
      return ok({ file: basename(path), holds, left: this.#host.unopened().map(({ name }) => name) });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', t.notExported({ reason: error.message }));
    }
  }

  /** Rejects with `StorageError`. `links`: see `BackupHeader`. */
  async #write(
    stores: readonly StoreContext[],
    path: string,
    passphrase: string | null,
    links?: number,
  ): Promise<BackupHolds> {
    const { version: appVersion, now, settings, templates } = this.#host;
    const snapshot = takeSnapshot(stores);
    try {
      const content = { settings: settings(), templates: templates.list(), note: null, stores: snapshot.stores };
      const bytes = backupBytes(
        { appVersion, createdAt: now(), ...(links !== undefined && { links }) },
        linesOf(content),
        passphrase,
      );
      await writeForSeller(path, bytes, t.notWritten, 0o600);
      return snapshot.holds;
    } finally {
      snapshot.close();
    }
  }

  // ---- restore

  /** Null when the seller cancelled. */
  async choose(askWhatToOpen: AskWhatToOpen): Promise<Result<ChosenBackup | null>> {
    const path = await askWhatToOpen({ title: t.restore.title, kind: fileKind() });
    return path === null ? ok(null) : this.#open(path, this.#host.now() + CLOCK_AHEAD_MS);
  }

  /** A daily copy of the shown store. */
  async chooseCopy(name: string): Promise<Result<ChosenBackup | null>> {
    const path = await this.copies.pathOf(this.#host.shownStoreId() ?? '', name);
    // It comes from this computer, so times in the future are accepted.
    return path === null ? refuse('not-found', t.rolling.gone) : this.#open(path, LATEST_TIME);
  }

  async listCopies(): Promise<DailyCopy[]> {
    const storeId = this.#host.shownStoreId();
    return storeId === null ? [] : this.copies.list(storeId);
  }

  /** The rest of an interrupted restore. */
  async chooseUnfinished(): Promise<Result<ChosenBackup>> {
    if (!this.#unfinished.exists) return refuse('not-found', t.restore.noneUnfinished);
    return asRefusal(async () => {
      const { header, content, choices } = await this.#unfinished.read();
      return this.#choose(t.restore.unfinished, { header, content, read: () => Promise.resolve(content) }, choices);
    });
  }

  /** `latest`: later records are skipped. */
  async #open(path: string, latest: number): Promise<Result<ChosenBackup>> {
    return asRefusal(async () => {
      const { header, lines } = await openBackup(path);
      const read = (passphrase: string | null) => readContent(header.createdAt, lines(passphrase), { latest });
      return this.#choose(basename(path), { header, content: null, read }, null);
    });
  }

  #choose(file: string, backup: Chosen, choices: RestoreChoices | null): Result<ChosenBackup> {
    const id = randomUUID();
    this.#chosen = { id, backup };
    const { createdAt, appVersion, encryption } = backup.header;
    return ok({ id, file, createdAt, appVersion, encrypted: encryption !== null, choices });
  }

  /** Changes nothing. */
  async preview(id: string, passphrase: string | null): Promise<Result<BackupPreview>> {
    const chosen = this.#chosenAs(id);
    if (!chosen.ok) return chosen;
    const backup = chosen.value;
    return asRefusal(async () => {
      const { createdAt } = backup.header;
      backup.content ??= await backup.read(passphrase);
      const { content } = backup;
      const blocked = this.#host
        .unopened()
        .find((known) => content.stores.some(({ record }) => this.#host.storeFor(record)?.id === known.id));
      if (blocked) return refuse('conflict', t.restore.storeNotOpened({ store: blocked.name }));
      const choices: RestoreChoices = { changes: 'hold', differing: 'keep' };
      const open = await this.#host.stores();
      const stores: StorePreview[] = [];
      for (const each of content.stores) {
        const known = this.#host.storeFor(each.record);
        const store = open.find((each) => each.id === known?.id) ?? null;
        const { settings, now, stamper } = this.#host;
        const plan = await planStore(each, store, {
          createdAt,
          choices,
          settings: settings(),
          now: now(),
          stamp: () => stamper.stamp(),
          outbox: store?.outbox.all() ?? [],
        });
        stores.push(plan.preview);
      }
      const { how: settings, differ } = mergeSettings(content.settings, this.#host.settings(), choices);
      const templates = this.#host.templates.missing(content.templates).length;
      const areSettingsHere = settings === 'same' || settings === 'none';
      return ok({
        holds: holdsOf(content),
        stores,
        isAllHere: areSettingsHere && templates === 0 && stores.every(({ isAllHere }) => isAllHere),
        settings,
        settingsThatDiffer: [...differ],
        templates,
        unread: content.unread,
        ahead: content.ahead,
      });
    });
  }

  /** A disk that is full from the start changes nothing; one that fills up later leaves the rest for the next start. */
  async restore(id: string, choices: RestoreChoices): Promise<Result<BackupHolds>> {
    const chosen = this.#chosenAs(id);
    if (!chosen.ok) return chosen;
    const { content, header } = chosen.value;
    if (!content) return refuse('conflict', t.restore.lookFirst);
    const noted = this.#unfinished;
    const wasNoted = noted.exists;
    try {
      await noted.begin(header, content, choices, { since: this.#host.stamper.stamp(), before: this.#before(content) });
    } catch (error) {
      // The file may exist although its folder could not be fsynced.
      if (!wasNoted) await noted.forget().catch(() => undefined);
      if (noted.exists) this.#noticeUnfinished(error);
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', t.restore.notBegun({ reason: error.message }));
    }
    try {
      await this.#host.restore({ content, choices, noted, keepsNewer: false });
      await this.#complete();
    } catch (error) {
      this.#noticeUnfinished(error);
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', t.restore.cutShort({ reason: error.message }));
    }
    this.release(id);
    return ok(holdsOf(content));
  }

  #before(content: BackupContent) {
    const { settings, templates, storeFor } = this.#host;
    const stores = Object.fromEntries(content.stores.map(({ record }) => [record.id, storeFor(record)]));
    return { settings: settings(), templates: templates.list(), stores };
  }

  release(id: string): void {
    if (this.#chosen?.id === id) this.#chosen = null;
  }

  #chosenAs(id: string): Result<Chosen> {
    return this.#chosen?.id === id ? ok(this.#chosen.backup) : refuse('not-found', t.restore.otherChosen);
  }

  /** At start: finishes an interrupted restore, unless something was changed since. */
  async finish(): Promise<void> {
    const noted = this.#unfinished;
    if (!noted.exists) return;
    // Later changes of the seller must be newer, even if the clock was set back or the rest is unreadable.
    if (noted.since) this.#host.stamper.follow(noted.since);
    try {
      const { content, choices, isKnown } = await noted.read();
      const isWhole = isKnown && (await this.#host.restore({ content, choices, noted, keepsNewer: true }));
      if (!isWhole) return this.#noticeUnfinished(null);
      await this.#complete();
      this.#host.notice('information', t.restore.finished, t.restore.finishedAtStart);
    } catch (error) {
      if (error instanceof BackupError && error.fault !== 'unreadable') noted.setAside(error.message);
      else this.#noticeUnfinished(error);
    }
  }

  /** Drops the rest of an interrupted restore. */
  async dropUnfinished(): Promise<Result<void>> {
    try {
      await this.#unfinished.forget();
      this.#host.withdrawNotice('finish-restore');
      return ok(undefined);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return refuse('storage', error.message);
    }
  }

  /** A file that cannot be removed is marked as complete, so that the next start does nothing. */
  async #complete(): Promise<void> {
    await this.#unfinished
      .forget()
      .catch((error: unknown) => console.error('The note of a restore could not be removed', error));
    this.#host.withdrawNotice('finish-restore');
  }

  /** `error`: why it stopped; null where something was changed since it began. */
  #noticeUnfinished(error: unknown): void {
    if (error !== null) console.error('A restore could not be finished', error);
    const { notFinished, changedSince, stoppedBecause } = t.restore;
    const reason = error instanceof Error ? error.message : String(error);
    this.#host.notice(
      'warning',
      notFinished,
      error === null ? changedSince : stoppedBecause({ reason }),
      'finish-restore',
    );
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
