// Schemas of the practice store's panel: its state and the failures it simulates.
import { z } from 'zod';

export const troublesSchema = z.object({
  /** The delay of each answer, in ms. */
  delayMs: z.int().min(0).max(10_000),
  /** The store carries out one of this many calls but loses the answer; null for none. */
  loseOneIn: z.int().min(2).max(100).nullable(),
  /** The store answers every call but the sign-in with this; null for none. */
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
