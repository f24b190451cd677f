// The settings of the app, for all stores alike, and the currencies of each store.
import type { Currency } from '../../shared/money.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { Settings } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import { openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { type AppSettingsRecord, appSettingsSchema, DEFAULT_SETTINGS, USUAL_CURRENCIES } from '../store-record.ts';
import type { OpenStore } from '../stores/open-store.ts';
import { ifReadable } from '../stores/store-view.ts';

const t = texts.stores;

/** `onChange`: called when they are saved. */
export const openSettings = (folder: string, onSetAside: OnSetAside, onChange: () => void) =>
  openDocument({
    ...{ folder, onSetAside, onChange },
    name: 'settings',
    what: t.kept.settings,
    schema: appSettingsSchema,
    initial: DEFAULT_SETTINGS,
  });

const isUsual = ({ id }: Currency): boolean => id === USUAL_CURRENCIES[0]?.id;

/** The settings with the currencies of a store. */
export const settingsFor = (store: OpenStore | undefined, settings: AppSettingsRecord): Settings => ({
  ...settings,
  get currencies() {
    const added = (store && ifReadable(store, ({ currencies }) => currencies.list())) ?? [];
    return added.some(isUsual) ? added : [...USUAL_CURRENCIES, ...added];
  },
});

export function setCurrencies({ catalog }: OpenStore, currencies: readonly Currency[]): Result<void> {
  if (!currencies.some(isUsual)) return refuse('invalid', t.usdStays);
  catalog.transaction(() => {
    const removed = catalog.currencies.list().filter(({ id }) => !currencies.some((one) => one.id === id));
    for (const { id } of removed) catalog.currencies.change(String(id), null);
    for (const currency of currencies) catalog.currencies.change(String(currency.id), currency);
  });
  return ok(undefined);
}
