// The records of a store beside its catalog: the webhook, and the list of stores.
import { z } from 'zod';
import { webAddressSchema } from '../shared/checkout-url.ts';
import { webhookTestSchema, webhookUrlSchema } from '../shared/webhook.ts';
import { timeSchema } from './storage/stamp.ts';
import { doubtSchema } from './sync/outbox/doubt.ts';

/** The webhook as the service has it by our knowledge, and the last tests. */
export const webhookRecordSchema = z.object({
  saved: z
    .object({
      url: webhookUrlSchema,
      isOn: z.boolean(),
      keyRef: z.string().nullable(),
      savedAt: timeSchema,
      /** The seller said that the service has it; the service has not confirmed it. */
      recordedByYou: z.literal(true).optional(),
    })
    .nullable(),
  /** A discarded change may have made it something else than `saved`. */
  doubt: doubtSchema.optional(),
  tests: z.array(webhookTestSchema.extend({ at: timeSchema })),
});
export type WebhookRecord = z.infer<typeof webhookRecordSchema>;
export const NO_WEBHOOK: WebhookRecord = { saved: null, tests: [] };
/** How many tests are kept. */
export const TESTS_KEPT = 50;

/** A store that the app knows: service address and e-mail make its identity. */
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
  /** Where the seller sees products and payment links in the browser; null while unknown. */
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
