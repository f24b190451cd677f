// The settings of the app, for all stores alike, and the currencies of each store.
import type { ParsedInput } from '../../shared/contract.ts';
import { USD_CURRENCY_ID } from '../../shared/money.ts';
import { ok } from '../../shared/problem.ts';
import type { Settings } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import { openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { type AppSettingsRecord, appSettingsSchema, DEFAULT_SETTINGS, USUAL_CURRENCIES } from '../store-record.ts';
import type { OpenStore } from '../stores/open-store.ts';
import { ifReadable } from '../stores/store-view.ts';

/** `onChange`: called when they are saved. */
export const openSettings = (folder: string, onSetAside: OnSetAside, onChange: () => void) =>
  openDocument({
    ...{ folder, onSetAside, onChange },
    name: 'settings',
    what: texts.stores.kept.settings,
    schema: appSettingsSchema,
    initial: DEFAULT_SETTINGS,
  });

/** The settings with the currencies of a store. */
export const settingsFor = (store: OpenStore | undefined, settings: AppSettingsRecord): Settings => ({
  ...settings,
  get currencies() {
    const added = (store && ifReadable(store, ({ currencies }) => currencies.list())) ?? [];
    return added.some(({ id }) => id === USD_CURRENCY_ID) ? added : [...USUAL_CURRENCIES, ...added];
  },
});

/** Adds a currency, or removes one. Existing prices in it stay. */
export function setCurrency({ catalog, deps }: OpenStore, { currency, isListed }: ParsedInput<'settings.setCurrency'>) {
  catalog.transaction(() => catalog.currencies.change(String(currency.id), isListed ? currency : null));
  deps.onChange();
  return ok(undefined);
}
