// Merges the record of a store, its webhook and the app's settings: what is here stays, and what is missing is added. Pure.
import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { type StoreRecord, TESTS_KEPT, type WebhookRecord } from '../store-record.ts';

/** Never the service address or the e-mail. */
export function mergeRecord(backup: StoreRecord, here: StoreRecord): StoreRecord {
  return {
    ...here,
    checkoutUrl: here.checkoutUrl ?? backup.checkoutUrl,
    sellerSlug: here.sellerSlug ?? backup.sellerSlug,
    pageUrl: here.pageUrl ?? backup.pageUrl,
  };
}

/** Null for no change. A backup has the reference of a key, never the key. */
export function mergeWebhook(backup: WebhookRecord, here: WebhookRecord): WebhookRecord | null {
  const known = new Set(here.tests.map(({ id }) => id));
  const missing = backup.tests.filter(({ id }) => !known.has(id));
  const tests =
    missing.length === 0 ? here.tests : [...here.tests, ...missing].sort((a, b) => b.at - a.at).slice(0, TESTS_KEPT);
  const saved = here.saved ?? backup.saved;
  const isNewerDoubt = (backup.doubt?.since ?? 0) > (here.saved?.savedAt ?? 0);
  const doubt = here.doubt ?? (here.saved === null || isNewerDoubt ? backup.doubt : undefined);
  const { earlierKeys } = here;
  const merged = { saved, tests, ...(doubt && { doubt }), ...(earlierKeys && { earlierKeys }) };
  return isDeepStrictEqual(merged, here) ? null : merged;
}

/** The settings of the backup if nothing was set here, else the local ones with the missing currencies. */
export function mergeSettings(backup: Settings | null, here: Settings): Settings {
  if (!backup) return here;
  const withMissing = (settings: Settings, others: Settings['currencies']): Settings => {
    const missing = others.filter(
      ({ id, name }) => !settings.currencies.some((one) => one.id === id || one.name === name),
    );
    return missing.length === 0 ? settings : { ...settings, currencies: [...settings.currencies, ...missing] };
  };
  // USD is the one currency that the document names; it is never missing.
  if (isDeepStrictEqual(here, defaultSettings())) return withMissing(backup, defaultSettings().currencies);
  return withMissing(here, backup.currencies);
}
