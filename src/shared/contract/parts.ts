// Schemas that channels share: ids, pages and queries of lists.
import { z } from 'zod';
import { parseWebAddress } from '../checkout-url.ts';
import { texts } from '../texts/main.ts';

export const nothing = z.void();
export const id = z.string().min(1).max(100);

/** The requested part of a list: rows `offset` to `offset + limit`. */
export const windowOf = { offset: z.int().min(0), limit: z.int().min(1).max(200) };
export const search = z.string().max(2_000);
/** The longest text that is searched for addresses: room for about 1,000. */
export const MAX_PASTED = 200_000;
/** Ids of records: a selection, which may be a whole list. */
export const ids = z.array(id).max(1_000_000);
export const upTo = (most: number) => z.array(id).max(most);

/** An address to share. */
export const address = z
  .string()
  .max(200_000)
  .refine((text) => parseWebAddress(text) !== null, { error: () => texts.fields.noWebAddress });

/**
 * The sort order of a list. `title`: the product's title, also for links. `price`: what a buyer pays by the first price of a
 * link, grouped by currency. Products have no price and sort by age then; sales always do.
 */
export const listOrderSchema = z.object({
  by: z.enum(['created', 'title', 'price']),
  descending: z.boolean(),
});
export type ListOrder = z.infer<typeof listOrderSchema>;
/** From `from` (included) to `to` (excluded), in ms since 1970; null for no bound. */
export const periodSchema = z.object({ from: z.int().min(0).nullable(), to: z.int().min(0).nullable() }).nullable();

/** Which payment links a list shows, and in which order; newest first by default. */
export const linkQuery = {
  search,
  productId: id.nullable(),
  sync: z.enum(['all', 'waiting', 'attention']),
  useOnce: z.boolean().nullable(),
  /** Only links that have sold, as far as the webhook delivered it. */
  sold: z.boolean().default(false),
  created: periodSchema.optional(),
  order: listOrderSchema.optional(),
};

/** A page of a list: `total` counts all rows that match. */
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ total: z.int(), rows: z.array(row) });

/** The id of a new record. */
export const saved = z.object({ id: z.string() });
