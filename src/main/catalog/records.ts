// Schemas of the catalog's records. The service cannot list what was created, so this is the seller's only copy.
import { z } from 'zod';
import { checkoutAddressSchema, webAddressSchema } from '../../shared/checkout-url.ts';
import { columnRoleSchema, rowErrorSchema } from '../../shared/link-import.ts';
import { linkDraftSchema, metadataEntrySchema, pricesSchema } from '../../shared/payment-link.ts';
import { productFieldsSchema, productStateSchema } from '../../shared/product.ts';
import { idSchema, stampSchema, timeSchema } from '../storage/stamp.ts';
import { doubtSchema } from '../sync/outbox/doubt.ts';

/** Every record has a unique, time-ordered id, a revision stamp, and a tombstone instead of a removal. */
const record = {
  id: idSchema,
  rev: stampSchema,
  createdAt: timeSchema,
  /** Null unless deleted. */
  deletedAt: timeSchema.nullable(),
};

export const productRecordSchema = z.object({
  ...record,
  fields: productFieldsSchema.extend({
    // May be empty: of a product that was created elsewhere only the title is known.
    buttonTitle: z.string(),
    productDescription: z.string(),
  }),
  origin: z.enum(['desk', 'added']),
  serverId: z.int().nullable(),
  state: productStateSchema,
  /** Set by "Set default price" in this app. */
  defaultPrices: z.union([pricesSchema, z.tuple([])]),
  /** The seller's private note; never sent. */
  note: z.string().optional(),
  /** A discarded change may have set another default price on the service. */
  priceDoubt: doubtSchema.optional(),
  checkout: checkoutAddressSchema.nullable(),
  /** The service's raw answer. */
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
  /** `payment_link` of the service's answer: the checkout address. */
  paymentLink: webAddressSchema.nullable(),
  /** The seller's private note; never sent. */
  note: z.string().optional(),
  /** A discarded deletion may have been carried out. */
  deletionDoubt: doubtSchema.optional(),
  /** Of a deleted link: the id of the link that replaced it. */
  replacedBy: z.string().optional(),
  answer: z.string().nullable(),
});
export type LinkRecord = z.infer<typeof linkRecordSchema>;

/** One sale of one link. The id is derived from the event, so an event that is delivered twice is one sale. */
export const saleRecordSchema = z.object({
  id: z.string(),
  linkId: z.string(),
  at: timeSchema,
  foundBy: z.enum(['uuid', 'metadata']),
  /** Marked by the seller; no delivery was verified. */
  markedBySeller: z.literal(true).optional(),
});
export type SaleRecord = z.infer<typeof saleRecordSchema>;

/**
 * An import. The ids of its links are stored before the first of them is accepted, so a row was created exactly when the
 * catalog or the outbox has its link.
 */
export const importRecordSchema = z.object({
  id: z.string(),
  rev: stampSchema,
  createdAt: z.number(),
  name: z.string(),
  /** SHA-256 of the file's text. */
  hash: z.string(),
  delimiter: z.string(),
  header: z.array(z.string()),
  /** Empty in files of early versions. */
  roles: z.array(columnRoleSchema).default([]),
  rows: z.int(),
  bad: z.int(),
  chosen: z.int(),
  /** Why it stopped early; empty where it did not. */
  stopped: z.string(),
  /** When every created link had an address or was deleted (ms since 1970), and how many had an address. */
  settled: z.object({ at: z.number(), synced: z.int() }).nullable(),
  /** Chosen rows skipped on resume, because equal links had been created since. */
  leftOut: z.int().optional(),
});
export type ImportRecord = z.infer<typeof importRecordSchema>;

/** A row of an import. `link` is null where it has errors. */
export const importRowSchema = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  errors: z.array(rowErrorSchema),
  warnings: z.array(z.string()),
  chosen: z.boolean(),
  link: z.object({ id: z.string(), productId: z.string(), draft: linkDraftSchema }).nullable(),
});
export type ImportRowRecord = z.infer<typeof importRowSchema>;
