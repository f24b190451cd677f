// The documents that the computers of a team share, beside the catalogs of their stores.
import { z } from 'zod';
import { type CheckoutTemplate, checkoutTemplateSchema } from '../../shared/checkout-template.ts';
import { type Currency, currencySchema } from '../../shared/money.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { type AnyDocument, mergeLists, type SharedDocument } from '../team/shared-document.ts';
import { mergeFacts, type StoreFacts, storeFacts, storeFactsSchema, takeFacts } from '../webhook/shared-facts.ts';
import type { AppSettings } from './settings.ts';

/** Of all stores. */
export function appDocuments(settings: AppSettings, templates: CheckoutTemplates): readonly AnyDocument[] {
  const currencies: SharedDocument<readonly Currency[]> = {
    kind: 'currencies',
    schema: z.array(currencySchema).min(1),
    read: () => settings.value.currencies,
    async write(value) {
      const saved = await settings.update({ currencies: [...value] });
      if (!saved.ok) throw new Error(saved.problem.message);
    },
    merge: mergeLists,
    hasBase: true,
  };
  const ofTemplates: SharedDocument<readonly CheckoutTemplate[]> = {
    kind: 'templates',
    schema: z.array(checkoutTemplateSchema),
    read: () => templates.list(),
    write: (value) => templates.replaceAll(value),
    merge: mergeLists,
    hasBase: true,
  };
  return [currencies, ofTemplates];
}

/** `changeRecord`: changes the record of the store. Rejects with `StorageError`. */
export function storeDocuments(
  store: StoreContext,
  changeRecord: (change: Partial<StoreRecord>) => Promise<void>,
): readonly AnyDocument[] {
  const facts: SharedDocument<StoreFacts> = {
    kind: 'facts',
    schema: storeFactsSchema,
    read: () => storeFacts(store),
    write: (value) => takeFacts(store, value, changeRecord),
    merge: (_base, here, there) => mergeFacts(here, there),
    hasBase: false,
  };
  return [facts];
}
