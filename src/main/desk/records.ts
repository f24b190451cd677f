// The catalogue's records as they lie on disk: the only record that the seller has of what was made.
import { z } from 'zod';
import { checkoutAddressSchema, webAddressSchema } from '../../shared/checkout-url.ts';
import { metadataEntrySchema, pricesSchema } from '../../shared/payment-link.ts';
import { productFieldsSchema, productStateSchema } from '../../shared/product.ts';
import { webhookTestSchema, webhookUrlSchema } from '../../shared/webhook.ts';
import { doubtSchema } from '../outbox/doubt.ts';
import { idSchema, stampSchema, timeSchema } from '../storage/stamp.ts';

/** What every record has: a unique, time-ordered id, a revision stamp, and a tombstone instead of a removal. */
const record = {
  id: idSchema,
  rev: stampSchema,
  createdAt: timeSchema,
  /** Ms since 1970; null while it stands. */
  deletedAt: timeSchema.nullable(),
};

export const productRecordSchema = z.object({
  ...record,
  fields: productFieldsSchema.extend({
    // A product that was made elsewhere is known by its title alone.
    buttonTitle: z.string(),
    productDescription: z.string(),
  }),
  origin: z.enum(['desk', 'added']),
  serverId: z.int().nullable(),
  state: productStateSchema,
  /** From "Set default price"; empty where none was set with this app. */
  defaultPrices: z.union([pricesSchema, z.tuple([])]),
  /** A discarded change may have set another default price on the service. */
  priceDoubt: doubtSchema.optional(),
  checkout: checkoutAddressSchema.nullable(),
  /** The service's whole answer, kept unread. */
  answer: z.string().nullable(),
});
export type ProductRecord = z.infer<typeof productRecordSchema>;

export const linkRecordSchema = z.object({
  ...record,
  productId: z.string(),
  prices: z.union([pricesSchema, z.tuple([])]),
  useOnce: z.boolean(),
  metadata: z.array(metadataEntrySchema),
  origin: z.enum(['desk', 'added']),
  /** `payment_link` of the service's answer: the checkout address of this link. */
  paymentLink: webAddressSchema.nullable(),
  /** A discarded deletion may have been carried out. */
  deletionDoubt: doubtSchema.optional(),
  answer: z.string().nullable(),
});
export type LinkRecord = z.infer<typeof linkRecordSchema>;

/** The webhook as the service has it by our knowledge, and the last tests. */
export const webhookRecordSchema = z.object({
  saved: z
    .object({ url: webhookUrlSchema, isOn: z.boolean(), keyRef: z.string().nullable(), savedAt: timeSchema })
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
});
export type StoreRecord = z.infer<typeof storeRecordSchema>;

export const storesRecordSchema = z.object({
  /** Names this computer in revision stamps. */
  device: z.string(),
  currentStoreId: z.string().nullable(),
  stores: z.array(storeRecordSchema),
});
export type StoresRecord = z.infer<typeof storesRecordSchema>;
