// The documents that the computers of a team have alike, beside the catalogs of their stores.
import { z } from 'zod';
import { type CheckoutTemplate, checkoutTemplateSchema } from '../../shared/checkout-template.ts';
import { type Currency, currencySchema } from '../../shared/money.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import type { StoreContext } from '../store-context.ts';
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
      const saved = await settings.update({ ...settings.value, currencies: [...value] });
      if (!saved.ok) throw new Error(saved.problem.message);
    },
    merge: mergeLists,
    hasBase: true,
  };
  const ofTemplates: SharedDocument<readonly CheckoutTemplate[]> = {
    kind: 'templates',
    schema: z.array(checkoutTemplateSchema),
    read: () => templates.all,
    write: (value) => templates.replaceAll(value),
    merge: mergeLists,
    hasBase: true,
  };
  return [currencies, ofTemplates];
}

export function storeDocuments(store: StoreContext): readonly AnyDocument[] {
  const facts: SharedDocument<StoreFacts> = {
    kind: 'facts',
    schema: storeFactsSchema,
    read: () => storeFacts(store),
    write: (value) => takeFacts(store, value),
    merge: (_base, here, there) => mergeFacts(here, there),
    hasBase: false,
  };
  return [facts];
}
