// Schemas of the catalog's records. The service cannot list what was created, so this is the seller's only copy.
import { z } from 'zod';
import { checkoutAddressSchema, webAddressSchema } from '../../shared/checkout-url.ts';
import type { ColumnRole, RowError } from '../../shared/link-import.ts';
import { type LinkDraft, metadataEntrySchema, pricesSchema } from '../../shared/payment-link.ts';
import { privateProductSchema, productFieldsSchema, productStateSchema } from '../../shared/product.ts';
import { idSchema, stampSchema, timeSchema } from '../storage/stamp.ts';
import { doubtSchema } from '../sync/outbox/doubt.ts';

/** A computer, by the `device` of its stamps. */
const creatorSchema = z.object({ device: z.string().max(100) });
export type Creator = z.infer<typeof creatorSchema>;

/** Every record has a unique, time-ordered id, a revision stamp, and a tombstone instead of a removal. */
const record = {
  id: idSchema,
  rev: stampSchema,
  /** Of groups of values whose last change is older than `rev`: see `merge-record.ts`. */
  stamps: z.record(z.string(), stampSchema).optional(),
  createdAt: timeSchema,
  /** Null unless deleted. */
  deletedAt: timeSchema.nullable(),
  /** Who creates it on the service, where that is another computer and has not finished. */
  createdOn: creatorSchema.optional(),
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
  ...privateProductSchema.partial().shape,
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
  /** Of a deleted link with an address: whether the service has confirmed it. Left out, it has. */
  deletedOnService: z.boolean().optional(),
  answer: z.string().nullable(),
});
export type LinkRecord = z.infer<typeof linkRecordSchema>;

/** How many times of deliveries a sale keeps: the first one and the newest. */
export const SALE_TIMES = 20;
/** How many characters of an event's body a sale keeps. */
export const SALE_BODY = 64 * 1024;

/** What a delivery says of a sale. Texts are cut where they are read: `sale-event.ts`. */
const soldEventSchema = z.object({
  /** Of the delivery; ms since 1970. */
  at: timeSchema,
  /** The delivery carried the store's key. */
  isVerified: z.boolean(),
  eventId: z.string().max(500).nullable(),
  product: z.string().max(1_000).nullable(),
  amount: z.object({ currencyId: z.int(), cents: z.int() }).nullable(),
  metadata: z.array(z.object({ key: z.string().max(1_000), value: z.string().max(1_000) })).max(50),
  /** What may name its link: uuids, other texts, and the hash of its metadata. */
  names: z.object({
    uuids: z.array(z.string().max(4_000)).max(100),
    texts: z.array(z.string().max(100)).max(100),
    metadata: z.string().max(100).nullable(),
  }),
  /** Events with the same one differ in times and attempts only, if at all; null if the event has an id of its own. */
  fingerprint: z.string().nullable(),
  /** Its body could be read. */
  isReadable: z.boolean(),
  body: z.string().max(SALE_BODY),
  /** The body was longer. */
  isCut: z.boolean(),
});

/**
 * One sale, as the webhook delivered it. The id is derived from the event alone, so that an event that is delivered
 * twice, or to two computers, is one sale.
 */
export const saleRecordSchema = z.object({
  id: z.string(),
  /** Null if no link is known, or several fit. */
  linkId: z.string().nullable(),
  /** The first delivery. */
  at: timeSchema,
  /** A delivery carried the store's key. */
  verified: z.boolean(),
  /** The seller's last word, and when; null if it was taken back. `wasVerified`: at that time. */
  override: z.object({ isSale: z.boolean().nullable(), wasVerified: z.boolean(), at: timeSchema }).optional(),
  /** When it was delivered, in order. */
  times: z.array(timeSchema).min(1).max(SALE_TIMES),
  event: soldEventSchema,
});
export type SaleRecord = z.infer<typeof saleRecordSchema>;

/** An import, stored together with the acceptance of its links. */
export interface ImportRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly name: string;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly roles: readonly ColumnRole[];
  readonly rows: number;
  readonly bad: number;
  readonly chosen: number;
}

/** A row of a table as it was read, apart from the cells that the seller corrected. */
export interface RowCells {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Its quotation marks are wrong, so its cells could not be told apart: the last line that was read as a part of it. */
  readonly quotesTo?: number;
}

/** What a row would become, and how it compares with others. Of a row with errors, `draft` and `productId` are null. */
export interface RowFindings {
  readonly productId: string | null;
  readonly draft: LinkDraft | null;
  /** The private note; empty for none. */
  readonly note: string;
  readonly errors: readonly RowError[];
  readonly warnings: readonly string[];
  /** An earlier line with the same content. */
  readonly sameAs?: number;
  /** The one link with its metadata, which has other prices. */
  readonly similarId?: string;
}

/** Whether some computer has yet to create it on the service. */
export const isUnsentProduct = ({ origin, serverId, deletedAt }: ProductRecord): boolean =>
  origin === 'desk' && serverId === null && deletedAt === null;
export const isUnsentLink = ({ origin, paymentLink, deletedAt }: LinkRecord): boolean =>
  origin === 'desk' && paymentLink === null && deletedAt === null;
