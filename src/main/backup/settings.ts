// Merges the name of a store, its webhook, and the app's settings: missing values are added, others stay unless the seller
// chooses those of the backup. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { Difference, RestoreChoices } from '../../shared/backup.ts';
import type { Currency } from '../../shared/money.ts';
import { enumerated } from '../../shared/sentences.ts';
import { defaultSettings, type SettingName, type Settings, settingNameSchema } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import { type StoreRecord, TESTS_KEPT, type WebhookRecord } from '../store-record.ts';

const t = texts.backup.difference;

/** What a restore may change of a store's record: never its service address or e-mail. */
export const recordFace = ({ name, checkoutUrl, sellerSlug, pageUrl, undocumentedProductUpdate }: StoreRecord) => ({
  name,
  checkoutUrl,
  sellerSlug,
  pageUrl,
  undocumentedProductUpdate,
});

/** Names and addresses of the store: missing ones are added, others stay unless the seller chooses those of the backup. */
export function mergeRecord(backup: StoreRecord, here: StoreRecord | null, { differing }: RestoreChoices) {
  if (!here) return { value: backup, differences: [] };
  const completed = {
    ...here,
    checkoutUrl: here.checkoutUrl ?? backup.checkoutUrl,
    sellerSlug: here.sellerSlug ?? backup.sellerSlug,
    pageUrl: here.pageUrl ?? backup.pageUrl,
  };
  const wanted = {
    ...here,
    ...recordFace(backup),
    checkoutUrl: backup.checkoutUrl ?? here.checkoutUrl,
    sellerSlug: backup.sellerSlug ?? here.sellerSlug,
    pageUrl: backup.pageUrl ?? here.pageUrl,
  };
  if (isDeepStrictEqual(recordFace(completed), recordFace(wanted))) return { value: completed, differences: [] };
  const describe = (record: StoreRecord) =>
    enumerated(
      [
        record.name,
        record.checkoutUrl,
        record.sellerSlug,
        record.pageUrl,
        record.undocumentedProductUpdate ? t.productUpdateOn : null,
      ].filter((part) => part !== null),
    );
  const difference: Difference = {
    what: t.store,
    here: describe(completed),
    backup: describe(wanted),
    newer: null,
  };
  return { value: differing === 'take' ? wanted : completed, differences: [difference] };
}

/** The webhook as it was saved last, and its tests. A key is never in a backup, only where it was kept. */
export function mergeWebhook(backup: WebhookRecord, here: WebhookRecord, { differing }: RestoreChoices) {
  const known = new Set(here.tests.map(({ id }) => id));
  const missing = backup.tests.filter(({ id }) => !known.has(id));
  const tests =
    missing.length === 0 ? here.tests : [...here.tests, ...missing].sort((a, b) => b.at - a.at).slice(0, TESTS_KEPT);
  const differs =
    backup.saved !== null &&
    here.saved !== null &&
    (backup.saved.url !== here.saved.url || backup.saved.isOn !== here.saved.isOn);
  const saved = here.saved === null || (differs && differing === 'take') ? backup.saved : here.saved;
  const describe = ({ saved: webhook }: WebhookRecord) => {
    if (!webhook) return '';
    return webhook.isOn ? t.webhookOn({ url: webhook.url }) : t.webhookOff({ url: webhook.url });
  };
  const differences: Difference[] = differs
    ? [
        {
          what: t.webhook,
          here: describe(here),
          backup: describe(backup),
          newer: (backup.saved?.savedAt ?? 0) > (here.saved?.savedAt ?? 0) ? 'backup' : 'here',
        },
      ]
    : [];
  // A doubt about the service's value stays, whichever value is chosen.
  const isNewerDoubt = (backup.doubt?.since ?? 0) > (here.saved?.savedAt ?? 0);
  const doubt = here.doubt ?? (saved === backup.saved || isNewerDoubt ? backup.doubt : undefined);
  const { earlierKeys } = here;
  const value = { saved, tests, ...(doubt ? { doubt } : {}), ...(earlierKeys ? { earlierKeys } : {}) };
  return { value: isDeepStrictEqual(value, here) ? null : value, differences };
}

/**
 * The app's settings: those of the backup if nothing was set here, else the local ones with its currencies added. Currencies
 * that only this computer has stay, for links may have prices in them.
 */
export function mergeSettings(
  backup: Settings | null,
  here: Settings,
  { differing }: RestoreChoices,
): {
  readonly value: Settings;
  readonly how: 'same' | 'taken' | 'differs' | 'none';
  /** Those that a restore with the backup's values would change. */
  readonly differ: readonly SettingName[];
} {
  const unchanged = { value: here, differ: [] };
  if (!backup) return { ...unchanged, how: 'none' };
  if (isDeepStrictEqual(backup, here)) return { ...unchanged, how: 'same' };
  if (isDeepStrictEqual(here, defaultSettings())) return { value: withUsd(backup), how: 'taken', differ: [] };
  const names = new Set(here.currencies.map(({ name }) => name));
  const others = backup.currencies.filter(({ name }) => !names.has(name));
  const completed = { ...here, currencies: union(here.currencies, others) };
  const taken = withUsd({ ...backup, currencies: union(backup.currencies, here.currencies) });
  const differ = settingNameSchema.options.filter((name) => !isDeepStrictEqual(byId(taken)[name], byId(here)[name]));
  if (differ.length === 0) return { ...unchanged, how: 'same' };
  return { value: differing === 'take' ? taken : completed, how: 'differs', differ };
}

/** The first, and those of the others whose ids they do not have. */
function union(first: readonly Currency[], others: readonly Currency[]): Currency[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...others.filter(({ id }) => !known.has(id))];
}

/** The order of currencies is no difference. */
const byId = (settings: Settings): Settings => ({
  ...settings,
  currencies: settings.currencies.toSorted((one, other) => one.id - other.id),
});

/** USD is the one currency that the document names; it is never missing. */
function withUsd(settings: Settings): Settings {
  const usd = defaultSettings().currencies.filter(
    ({ id }) => !settings.currencies.some((currency) => currency.id === id),
  );
  return { ...settings, currencies: [...usd, ...settings.currencies] };
}
