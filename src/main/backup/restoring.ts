// Restores a backup into the stores: each store is closed, gets the records of the backup, and is opened again. Nothing is sent
// meanwhile, and nothing else is done with a store.
import { isDeepStrictEqual } from 'node:util';
import type { RestoreChoices } from '../../shared/backup.ts';
import type { Settings } from '../../shared/settings.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import type { Document } from '../storage/document.ts';
import { isNewer, type Stamp } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import type { Action } from '../sync/outbox/action.ts';
import { reconcile } from '../sync/outbox/reconcile.ts';
import { yieldBetween } from '../turns.ts';
import type { StoreContent } from './collections.ts';
import type { BackupContent } from './content.ts';
import { applyPlan, planStore } from './plan.ts';
import { linkFace, productFace } from './records.ts';
import { mergeRecord, mergeSettings, recordFace } from './settings.ts';
import type { UnfinishedRestore } from './unfinished.ts';

export interface RestoringDeps {
  readonly stores: StoreRegistry;
  readonly settings: Document<Settings>;
  readonly templates: CheckoutTemplates;
  readonly now: () => number;
  /** Closes a store, runs `act` with it, and opens it again. */
  whileClosed<T>(storeId: string, act: (store: StoreContext) => Promise<T>): Promise<T>;
}

export interface Restore {
  readonly content: BackupContent;
  readonly choices: RestoreChoices;
  readonly noted: UnfinishedRestore;
  /** Skips parts that were changed here since it began, because the seller was not asked. */
  readonly keepsNewer: boolean;
}

export class Restoring {
  readonly #deps: RestoringDeps;

  constructor(deps: RestoringDeps) {
    this.#deps = deps;
  }

  /**
   * Records each completed part; repeating one changes nothing. Returns false if parts were skipped. Throws a `StorageError`;
   * parts completed by then stay.
   */
  async run(restore: Restore): Promise<boolean> {
    const { content, noted } = restore;
    const left: string[] = [];
    for (const each of content.stores) {
      if (!(await this.#restoreStore(each, restore))) left.push(each.record.id);
    }
    if (await this.#restoreTemplates(restore)) await noted.done('templates');
    else left.push('templates');
    if (await this.#restoreSettings(restore)) await noted.done('settings');
    else left.push('settings');
    const { stores } = this.#deps;
    const first = content.stores[0];
    if (first && !stores.get(stores.currentStoreId ?? '')) await stores.show(stores.match(first.record)?.id ?? null);
    return left.length === 0;
  }

  async #restoreStore(each: StoreContent, restore: Restore): Promise<boolean> {
    const { stores, settings, now, whileClosed: atRest } = this.#deps;
    const { content, choices, noted, keepsNewer } = restore;
    const { since, before } = noted.progress;
    const { record } = each;
    if (!stores.match(record)) {
      // The store existed then, so it was removed since.
      if (keepsNewer && before.stores[record.id]) return false;
      // "Work offline" was meant for the computer of the backup.
      await stores.add({ ...record, workOffline: false });
      await noted.added(record);
    }
    const { id } = stores.match(record) ?? record;
    return atRest(id, async (store) => {
      if (keepsNewer && (await isChangedSince(store, each, restore))) return false;
      const { createdAt } = content;
      const outbox = await outboxOf(store);
      const how = { createdAt, choices, settings: settings.value, now: now(), stamp: () => since, outbox };
      const plan = await planStore(each, store, how);
      await applyPlan(plan, store);
      if (!isDeepStrictEqual(plan.record, store.deps.record())) await stores.change(id, plan.record);
      // Before the store is reopened: its changes from then on are newer.
      await noted.done(record.id);
      return true;
    });
  }

  async #restoreTemplates({ content, noted, keepsNewer }: Restore): Promise<boolean> {
    const { templates } = this.#deps;
    if (templates.missing(content.templates).length === 0) return true;
    if (keepsNewer && !isDeepStrictEqual(templates.list(), noted.progress.before.templates)) return false;
    await templates.restore(content.templates);
    return true;
  }

  async #restoreSettings({ content, choices, noted, keepsNewer }: Restore): Promise<boolean> {
    const { settings } = this.#deps;
    const { value } = mergeSettings(content.settings, settings.value, choices);
    if (isDeepStrictEqual(value, settings.value)) return true;
    if (keepsNewer && !isDeepStrictEqual(settings.value, noted.progress.before.settings)) return false;
    await settings.save(value);
    return true;
  }
}

/** Reconciles the outbox of a store that is not started with its catalog. */
async function outboxOf({ catalog, queue }: StoreContext): Promise<readonly Action[]> {
  const ids = [...queue.values()].map(({ id }) => id).sort();
  const { ended } = await reconcile(catalog, ids, queue);
  await queue.remove(ended);
  return [...queue.values()];
}

/** Whether the seller or the service has changed a store since the restore began. */
async function isChangedSince(
  store: StoreContext,
  content: StoreContent,
  { choices, noted }: Restore,
): Promise<boolean> {
  const { since, before } = noted.progress;
  const { record } = content;
  const then = before.stores[record.id] ?? record;
  const face = recordFace(store.deps.record());
  if (![then, mergeRecord(record, then, choices).value].some((known) => isDeepStrictEqual(recordFace(known), face))) {
    return true;
  }
  // Restored records have the stamps of the backup, or `since` itself.
  const isLater = ({ rev }: { readonly rev: Stamp }) => rev.device === since.device && isNewer(rev, since);
  const { catalog, queue } = store;
  if ([...queue.values()].some(isLater)) return true;
  for await (const actions of yieldBetween(catalog.history.all())) if (actions.some(isLater)) return true;
  return (
    (await hasOthers(catalog.products.all(), isLater, content.products, productFace)) ||
    (await hasOthers(catalog.links.all(), isLater, content.links, linkFace))
  );
}

/**
 * Whether a later record differs from the backup. The app itself writes the records that a restored change creates.
 */
async function hasOthers<T extends { readonly id: string }>(
  local: Iterable<readonly T[]>,
  isLater: (record: T) => boolean,
  backup: readonly T[],
  face: (record: T) => unknown,
): Promise<boolean> {
  let inBackup: ReadonlyMap<string, T> | null = null;
  for await (const records of yieldBetween(local)) {
    for (const record of records.filter(isLater)) {
      inBackup ??= new Map(backup.map((each) => [each.id, each]));
      const same = inBackup.get(record.id);
      if (!same || !isDeepStrictEqual(face(record), face(same))) return true;
    }
  }
  return false;
}
