// A sale that the webhook delivered, how screens show it, and the channels of the sales. Not the service's books.
import { z } from 'zod';
import { id, listOrderSchema, nothing, periodSchema, search, windowOf } from './contract/parts.ts';

/**
 * Only `counted` sales count as sold. `repeat`: it may be another delivery of a sale that counts. `unreadable`: verified, but its body
 * cannot be read. `ignored`: the seller says that it is none. What the seller says comes before all others.
 */
export const saleStateSchema = z.enum(['counted', 'repeat', 'unverified', 'unreadable', 'ignored']);
export type SaleState = z.infer<typeof saleStateSchema>;

/** A row of the table "Sales". Times in ms since 1970. */
export const saleRowSchema = z.object({
  id: z.string(),
  /** The first delivery. */
  at: z.number(),
  state: saleStateSchema,
  /** As it was delivered, else that of the link; null if neither is known. */
  product: z.string().nullable(),
  productId: z.string().nullable(),
  /** Null if no link is known, several fit, or it was deleted. */
  linkId: z.string().nullable(),
  /** Of the link, also of a deleted one. */
  linkUuid: z.string().nullable(),
  amount: z.object({ currencyId: z.int(), cents: z.int() }).nullable(),
  /** No amount was recognized in the event; it is the price of the link. */
  isPriceOfLink: z.boolean(),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  /** How often the event was delivered; `count` is a lower bound if that was very often. */
  deliveries: z.object({ count: z.int(), isLeast: z.boolean(), lastAt: z.number() }),
});
export type SaleRow = z.infer<typeof saleRowSchema>;

export const saleSchema = saleRowSchema.extend({
  /** `several`: more than one link fits; `none`: the event names none. */
  link: z.enum(['known', 'deleted', 'unknown', 'several', 'none']),
  eventId: z.string().nullable(),
  /** As JSON to read. */
  body: z.string(),
  /** Only the start of the body was kept. */
  isCut: z.boolean(),
});
export type Sale = z.infer<typeof saleSchema>;

/** Of the sales that count as sold. */
export const saleTotalsSchema = z.object({
  sales: z.int(),
  /** Those that the seller has to decide about: in none of the other figures. */
  questions: z.int(),
  /** By currency, the one with most sales first. */
  sums: z.array(z.object({ currencyId: z.int(), cents: z.int(), sales: z.int() })),
  withoutAmount: z.int(),
  /** Each day of the period, oldest first; `at`: its start. */
  days: z.array(z.object({ at: z.number(), sales: z.int() })),
  /** Older days are left out. */
  isCut: z.boolean(),
});
export type SaleTotals = z.infer<typeof saleTotalsSchema>;

/** Which sales a list shows. */
const saleQuery = {
  search,
  productId: id.nullable(),
  linkId: id.nullable(),
  sold: periodSchema,
};

/** In which order: newest first where none is given; `price` is the amount. */
const listedSales = { ...saleQuery, order: listOrderSchema.optional() };

export const salesChannels = {
  'sales.list': {
    input: z.object({ ...windowOf, ...listedSales }),
    output: z.object({ rows: z.array(saleRowSchema) }),
  },
  /** Apart from the page, which does not wait for it. */
  'sales.count': { input: z.object(saleQuery), output: z.object({ total: z.int() }) },
  'sales.totals': { input: z.object(saleQuery), output: saleTotalsSchema },
  'sales.get': { input: z.object({ id }), output: saleSchema.nullable() },
  /** The seller looks at the list of the shown store. */
  'sales.seen': { input: nothing, output: nothing },
  /** The seller says that it is a sale, or none; null takes that back. */
  'sales.mark': { input: z.object({ id, isSale: z.boolean().nullable() }), output: nothing },
  /** Exports what the list shows. Null when the seller cancelled. */
  'sales.exportCsv': {
    input: z.object(listedSales),
    output: z.object({ file: z.string(), rows: z.int() }).nullable(),
  },
} as const;
