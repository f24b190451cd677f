// The documents of all stores that the computers of a team share.
import { z } from 'zod';
import { type CheckoutTemplate, checkoutTemplateSchema } from '../../shared/checkout-template.ts';
import { type Currency, currencySchema } from '../../shared/money.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import { type AnyDocument, mergeLists, type SharedDocument } from '../team/shared-document.ts';
import type { AppSettings } from './settings.ts';

export function appDocuments(settings: AppSettings, templates: CheckoutTemplates): readonly AnyDocument[] {
  const currencies = {
    kind: 'currencies',
    schema: z.array(currencySchema).min(1),
    merge: mergeLists<Currency>,
    hasBase: true,
    read: () => settings.value.currencies,
    async write(value) {
      const saved = await settings.update({ currencies: [...value] });
      if (!saved.ok) throw new Error(saved.problem.message);
    },
  } satisfies SharedDocument<readonly Currency[]>;
  const ofTemplates = {
    kind: 'templates',
    schema: z.array(checkoutTemplateSchema),
    merge: mergeLists<CheckoutTemplate>,
    hasBase: true,
    read: () => templates.list(),
    write: (value) => templates.replaceAll(value),
  } satisfies SharedDocument<readonly CheckoutTemplate[]>;
  return [currencies, ofTemplates];
}
