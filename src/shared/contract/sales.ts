// Channels of the sales.
import { z } from 'zod';
import { saleRowSchema, saleSchema, saleTotalsSchema } from '../sale.ts';
import { id, listOrderSchema, nothing, search, windowOf } from './parts.ts';

const moment = z.int().min(0).nullable();

/** Which sales a list shows. `sold`: at `from` or later and before `to`, in ms since 1970; null for no bound. */
const saleQuery = {
  search,
  productId: id.nullable(),
  linkId: id.nullable(),
  sold: z.object({ from: moment, to: moment }).nullable(),
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
