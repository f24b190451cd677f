// Schemas of the catalog's records. The service cannot list what was created, so this is the seller's only copy.
import { z } from 'zod';
import { checkoutAddressSchema, webAddressSchema } from '../../shared/checkout-url.ts';
import type { ImportChoices, ImportView, RowError } from '../../shared/link-import.ts';
import { type LinkDraft, metadataEntrySchema, pricesSchema } from '../../shared/payment-link.ts';
import { privateProductSchema, productFieldsSchema, productStateSchema } from '../../shared/product.ts';
import { doubtSchema } from '../outbox/doubt.ts';
import { idSchema, stampSchema, timeSchema } from '../storage/stamp.ts';

/** Every record has a unique, time-ordered id, a revision stamp, and a tombstone once it is deleted. */
const record = {
  id: idSchema,
  rev: stampSchema,
  /** The stamps of groups of values that last changed before `rev`: see `merge-record.ts`. */
  stamps: z.record(z.string(), stampSchema).optional(),
  createdAt: timeSchema,
  /** Null unless deleted. */
  deletedAt: timeSchema.nullable(),
  /** The other computer, if any, that has yet to create it on the service; `device` is its name in stamps. */
  createdOn: z.object({ device: z.string().max(100) }).optional(),
  /** When a computer took over its creation from one that was removed from the team, if any did. */
  takenOver: stampSchema.optional(),
  origin: z.enum(['desk', 'added']),
  /** The service's raw answer. */
  answer: z.string().nullable(),
};

export const productRecordSchema = z.object({
  ...record,
  fields: productFieldsSchema.extend({
    // Empty for a product that was not created with this app: only its title is known.
    buttonTitle: z.string(),
    productDescription: z.string(),
  }),
  serverId: z.int().nullable(),
  state: productStateSchema,
  /** Set by "Set default price" in this app. */
  defaultPrices: z.union([pricesSchema, z.tuple([])]),
  ...privateProductSchema.partial().shape,
  /** A discarded change may have set another default price on the service. */
  priceDoubt: doubtSchema.optional(),
  checkout: checkoutAddressSchema.nullable(),
});
export type ProductRecord = z.infer<typeof productRecordSchema>;

export const linkRecordSchema = z.object({
  ...record,
  productId: z.string(),
  prices: z.union([pricesSchema, z.tuple([])]),
  useOnce: z.boolean(),
  metadata: z.array(metadataEntrySchema),
  /** The checkout address: `payment_link` of the service's answer. */
  paymentLink: webAddressSchema.nullable(),
  /** The seller's private note; never sent. */
  note: z.string().optional(),
  /** A discarded deletion may have been carried out. */
  deletionDoubt: doubtSchema.optional(),
  /** For a deleted link: the id of the link that replaced it. */
  replacedBy: z.string().optional(),
  /** For a deleted link with an address: whether the service has confirmed the deletion. Default: true. */
  deletedOnService: z.boolean().optional(),
});
export type LinkRecord = z.infer<typeof linkRecordSchema>;

/** What exists on the service, or is yet to be created there. */
export type ServiceRecord = ProductRecord | LinkRecord;

/** A sale keeps this many delivery times: the first and the newest. */
export const SALE_TIMES = 20;
/** A sale keeps this many characters of its event's body. */
export const SALE_BODY = 64 * 1024;

/** What a delivery says about a sale. `sale-event.ts` cuts long texts. */
const soldEventSchema = z.object({
  /** When it was delivered, in ms since 1970. */
  at: timeSchema,
  /** The delivery carried the store's key. */
  isVerified: z.boolean(),
  eventId: z.string().max(500).nullable(),
  product: z.string().max(1_000).nullable(),
  /** The service's id of the product. */
  productId: z.int().nullable(),
  amount: z.object({ currencyId: z.int(), cents: z.int() }).nullable(),
  metadata: z.array(z.object({ key: z.string().max(1_000), value: z.string().max(1_000) })).max(50),
  /** What may identify its link: uuids, other texts, and the hash of its metadata. */
  names: z.object({
    uuids: z.array(z.string().max(4_000)).max(100),
    texts: z.array(z.string().max(100)).max(100),
    metadata: z.string().max(100).nullable(),
  }),
  /** Equal for events that differ in times and attempts only; null if the event has an id of its own. */
  fingerprint: z.string().nullable(),
  /** The body could be parsed. */
  isReadable: z.boolean(),
  body: z.string().max(SALE_BODY),
  /** `body` is only the beginning. */
  isCut: z.boolean(),
});

/**
 * One sale, as the webhook delivered it. The id depends on the event alone, so that an event delivered twice, or to two
 * computers, is one sale.
 */
export const saleRecordSchema = z.object({
  id: z.string(),
  /** Null if no link matches, or several do. */
  linkId: z.string().nullable(),
  /** When it was delivered first. */
  at: timeSchema,
  /** At least one delivery carried the store's key. */
  verified: z.boolean(),
  /** The seller's last decision; `isSale` is null if it was undone. `wasVerified`: whether the sale was verified then. */
  override: z.object({ isSale: z.boolean().nullable(), wasVerified: z.boolean(), at: timeSchema }).optional(),
  /** The delivery times in order. */
  times: z.array(timeSchema).min(1).max(SALE_TIMES),
  event: soldEventSchema,
});
export type SaleRecord = z.infer<typeof saleRecordSchema>;

/** An import, stored in the transaction that accepts its links. */
export interface ImportRecord extends Pick<ImportView, 'id' | 'name' | 'rows' | 'bad' | 'chosen'> {
  readonly createdAt: number;
  readonly header: readonly string[];
  readonly choices: ImportChoices;
}

/** A row of a table as read, with the cells that the seller has corrected. */
export interface RowCells {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The last line read as part of the row, if wrong quotation marks made its cells unreadable. */
  readonly quotesTo?: number;
}

/** The link that a row describes, and what the check found. `draft` and `productId` are null if the row has errors. */
export interface RowFindings {
  readonly productId: string | null;
  readonly draft: LinkDraft | null;
  /** The private note; empty if there is none. */
  readonly note: string;
  readonly errors: readonly RowError[];
  /** Set for a row that is not data, such as a total: why it is skipped. */
  readonly skipped?: string;
  /** An earlier line with the same content. */
  readonly sameAs?: number;
  /** The only link with the same metadata, if its prices differ. */
  readonly similarId?: string;
}

/** The schemas of stored records, by their table. A record that does not fit is damaged. */
export const RECORD_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  products: productRecordSchema,
  links: linkRecordSchema,
};

/** What a product of this app has until the service has created it. */
export const UNSENT_PRODUCT: Omit<ProductRecord, 'id' | 'rev' | 'createdAt' | 'deletedAt' | 'fields'> = {
  origin: 'desk',
  serverId: null,
  state: 'draft',
  defaultPrices: [],
  checkout: null,
  answer: null,
};

/** Whether this or another computer has yet to create it on the service. */
export const isUnsentRecord = (record: ServiceRecord): boolean =>
  record.origin === 'desk' &&
  record.deletedAt === null &&
  ('productId' in record ? record.paymentLink : record.serverId) === null;
