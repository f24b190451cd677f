// Schemas of the records beside the catalog: the settings, the webhook, and the list of stores.
import { z } from 'zod';
import { webAddressSchema } from '../shared/checkout-url.ts';
import { defaultSettings, settingsSchema } from '../shared/settings.ts';
import { webhookTestSchema, webhookUrlSchema } from '../shared/webhook.ts';
import { doubtSchema } from './outbox/doubt.ts';
import { timeSchema } from './storage/stamp.ts';

/** The currencies of a store are rows of its database. */
export const appSettingsSchema = settingsSchema.omit({ currencies: true });
export type AppSettingsRecord = z.infer<typeof appSettingsSchema>;

export const { currencies: USUAL_CURRENCIES, ...DEFAULT_SETTINGS } = defaultSettings();

/** The webhook as last known on the service. */
export const savedWebhookSchema = z.object({
  url: webhookUrlSchema,
  isOn: z.boolean(),
  keyRef: z.string().nullable(),
  savedAt: timeSchema,
  /** The seller marked the change as sent; the service did not confirm it. */
  recordedByYou: z.literal(true).optional(),
});

/** The webhook and its last tests. */
export const webhookRecordSchema = z.object({
  saved: savedWebhookSchema.nullable(),
  /** A discarded change may have changed the webhook on the service. */
  doubt: doubtSchema.optional(),
  tests: z.array(
    webhookTestSchema.extend({
      at: timeSchema,
      /** The address and key that were saved at the time of the test. */
      madeWith: z.object({ url: z.string().nullable(), keyRef: z.string().nullable() }),
    }),
  ),
});
export type WebhookRecord = z.infer<typeof webhookRecordSchema>;
export const NO_WEBHOOK: WebhookRecord = { saved: null, tests: [] };
export const TESTS_KEPT = 5;

/** A store is identified by service address and e-mail. */
export const storeRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  serviceAddress: z.string(),
  email: z.string(),
  practice: z.boolean(),
  workOffline: z.boolean(),
  undocumentedProductUpdate: z.boolean(),
  checkoutUrl: z.string().nullable(),
  sellerSlug: z.string().nullable(),
  /** When the seller last changed or removed the two above, in ms since 1970; missing if only the service's answers set them. */
  checkoutSavedAt: timeSchema.optional(),
  /** The page with the store's products and links; null while unknown. */
  pageUrl: webAddressSchema.nullable().default(null),
});
export type StoreRecord = z.infer<typeof storeRecordSchema>;

export const storesRecordSchema = z.object({
  /** Names this computer in revision stamps. */
  device: z.string(),
  currentStoreId: z.string().nullable(),
  stores: z.array(storeRecordSchema),
});
export type StoresRecord = z.infer<typeof storesRecordSchema>;
