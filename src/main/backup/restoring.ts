// Restores a backup store by store: one transaction each, while the store is closed. A store is restored whole or not at all.
import { isDeepStrictEqual } from 'node:util';
import { reconcile } from '../outbox/reconcile.ts';
import type { Document } from '../storage/document.ts';
import {
  type AppSettingsRecord,
  DEFAULT_SETTINGS,
  NO_WEBHOOK,
  type StoreRecord,
  type WebhookRecord,
} from '../store-record.ts';
import type { StoreManager } from '../stores/store-manager.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import type { BackupContent } from './content.ts';
import { planStore } from './plan.ts';

export interface RestoringDeps {
  readonly registry: StoreRegistry;
  readonly manager: StoreManager;
  readonly settings: Document<AppSettingsRecord>;
}

/** Rejects with `StorageError`; `done` then has the ids of the restored stores. */
export async function restoreContent(deps: RestoringDeps, content: BackupContent, done: string[]): Promise<void> {
  const { registry, manager, settings } = deps;
  for (const each of content.stores.values()) {
    const known = registry.match(each.record);
    // "Work offline" was meant for the computer of the backup.
    const record = known ?? { ...each.record, workOffline: false };
    await manager.whileClosed(record, async (store) => {
      // As at every start, the catalog may lag behind the queue.
      await reconcile(store.catalog, store.queue);
      const plan = await planStore(each, store, content.createdAt);
      await store.catalog.longTransaction(async () => {
        await store.catalog.putRecords(plan);
        // These writes may fail, so they come before the commit. Each only adds what was missing, or is newer.
        store.webhook.save(mergeWebhook(each.webhook ?? NO_WEBHOOK, store.webhook.value));
        if (known) registry.change(known.id, missingIn(known, each.record));
      });
      if (!known) registry.add(record);
    });
    done.push(each.record.id);
  }
  if (content.settings && isDeepStrictEqual(settings.value, DEFAULT_SETTINGS)) settings.save(content.settings);
  const [first] = content.stores.values();
  if (first && !registry.get(registry.currentStoreId ?? ''))
    registry.save({ currentStoreId: registry.match(first.record)?.id ?? null });
}

/** What is here stays, what is missing is added. Never the service address or the e-mail. */
const missingIn = (here: StoreRecord, backup: StoreRecord): Partial<StoreRecord> => ({
  checkoutUrl: here.checkoutUrl ?? backup.checkoutUrl,
  sellerSlug: here.sellerSlug ?? backup.sellerSlug,
  pageUrl: here.pageUrl ?? backup.pageUrl,
});

/** A backup has the reference of a key, never the key. Tests stay where they were made. */
function mergeWebhook(backup: WebhookRecord, here: WebhookRecord): WebhookRecord {
  const isNewerDoubt = (backup.doubt?.since ?? 0) > (here.saved?.savedAt ?? 0);
  const doubt = here.doubt ?? (isNewerDoubt ? backup.doubt : undefined);
  const saved = (backup.saved?.savedAt ?? 0) > (here.saved?.savedAt ?? 0) ? backup.saved : here.saved;
  return { ...here, saved, ...(doubt && { doubt }) };
}
