// Schemas of the practice store's panel: its state and the troubles it simulates.
import { z } from 'zod';

export const troublesSchema = z.object({
  /** The delay of each answer, in ms. */
  delayMs: z.int().min(0).max(10_000),
  /** One of this many answers is lost after the call was carried out; null for none. */
  loseOneIn: z.int().min(2).max(100).nullable(),
  /** Every call but the sign-in is answered with this; null for none. */
  answer: z.union([z.literal(401), z.literal(429), z.literal(500)]).nullable(),
  unreachable: z.boolean(),
});
export type Troubles = z.infer<typeof troublesSchema>;

export const practiceViewSchema = z.object({
  url: z.string(),
  /** Its page that lists the sales and delivers their events again. */
  salesUrl: z.string(),
  /** Its page that lists products and payment links. */
  productsUrl: z.string(),
  troubles: troublesSchema,
  products: z.int(),
  links: z.int(),
  sales: z.int(),
  /** Sales whose event has not arrived. */
  undelivered: z.int(),
});
export type PracticeView = z.infer<typeof practiceViewSchema>;
