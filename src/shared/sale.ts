// A sale that the webhook delivered, how screens show it, and the channels of the sales. These are not the service's books.
import { z } from 'zod';
import { id, listOrderSchema, nothing, periodSchema, search, windowOf } from './contract/parts.ts';

/**
 * Only `counted` sales count as sold. `repeat`: perhaps another delivery of a counted sale. `unreadable`: verified, but its
 * body cannot be read. `ignored`: the seller says that it is not a sale. What the seller says wins over everything else.
 */
export const saleStateSchema = z.enum(['counted', 'repeat', 'unverified', 'unreadable', 'ignored']);
export type SaleState = z.infer<typeof saleStateSchema>;

/** A row of the table "Sales". Times in ms since 1970. */
export const saleRowSchema = z.object({
  id: z.string(),
  /** When the first delivery arrived. */
  at: z.number(),
  state: saleStateSchema,
  /** The title as delivered, else the title of the link's product; null if neither is known. */
  product: z.string().nullable(),
  productId: z.string().nullable(),
  /** Null if no link is known, more than one fits, or the link was deleted. */
  linkId: z.string().nullable(),
  amount: z.object({ currencyId: z.int(), cents: z.int() }).nullable(),
  /** The event has no recognizable amount, so this is the link's price. */
  isPriceOfLink: z.boolean(),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  /** How often the event was delivered, as far as that is stored. */
  deliveries: z.int(),
});
export type SaleRow = z.infer<typeof saleRowSchema>;

export const saleSchema = saleRowSchema.extend({
  /** `several`: more than one link fits. `none`: the event names no link. */
  link: z.enum(['known', 'deleted', 'unknown', 'several', 'none']),
  /** Formatted JSON. */
  body: z.string(),
  /** Only the beginning of the body was stored. */
  isCut: z.boolean(),
});
export type Sale = z.infer<typeof saleSchema>;

/** Totals of the sales that count as sold. */
export const saleTotalsSchema = z.object({
  sales: z.int(),
  /** Sales that the seller has to decide about; no other figure counts them. */
  questions: z.int(),
  /** By currency, most sales first. */
  sums: z.array(z.object({ currencyId: z.int(), cents: z.int(), sales: z.int() })),
  withoutAmount: z.int(),
  /** Each day of the period, but at most the newest 366, oldest first. `at` is when it starts. */
  days: z.array(z.object({ at: z.number(), sales: z.int() })),
});
export type SaleTotals = z.infer<typeof saleTotalsSchema>;

/** Which sales a list shows. */
const saleQuery = { search, productId: id.nullable(), linkId: id.nullable(), sold: periodSchema };

/** Newest first by default. */
const listedSales = { ...saleQuery, order: listOrderSchema.optional() };

export const salesChannels = {
  'sales.list': {
    input: z.object({ ...windowOf, ...listedSales }),
    output: z.object({ rows: z.array(saleRowSchema) }),
  },
  /** Separate from the page, so that rows need not wait for the count. */
  'sales.count': { input: z.object(saleQuery), output: z.object({ total: z.int() }) },
  'sales.totals': { input: z.object(saleQuery), output: saleTotalsSchema },
  'sales.get': { input: z.object({ id }), output: saleSchema.nullable() },
  /** The seller is looking at the sales of the shown store. */
  'sales.seen': { input: nothing, output: nothing },
  /** The seller says that it is a sale or that it is not; null withdraws that. */
  'sales.mark': { input: z.object({ id, isSale: z.boolean().nullable() }), output: nothing },
  /** Exports what the list shows. Null when the seller cancels. */
  'sales.exportCsv': {
    input: z.object(listedSales),
    output: z.object({ file: z.string(), rows: z.int() }).nullable(),
  },
} as const;
