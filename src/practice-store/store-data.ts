// The practice store's data on disk, with the names of the document (sections 2 and 3).
import { z } from 'zod';
import { createProductRule, priceRule } from './rules.ts';

const entries = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([z.string(), value]));

const productRecord = createProductRule.extend({
  id: z.int(),
  product_number: z.string(),
  state: z.enum(['draft', 'published']),
  prices: z.array(priceRule),
  created_at: z.string(),
  updated_at: z.string(),
});

const paymentLinkRecord = z.object({
  uuid: z.string(),
  product_id: z.int(),
  prices: z.array(priceRule),
  use_once: z.boolean(),
  /** A list of entries, so that a key such as `__proto__` stays an ordinary key. */
  metadata: entries(z.unknown()),
  is_used_up: z.boolean(),
  created_at: z.string(),
});

const storeSettingsRecord = z.object({
  after_sell_webhook_url: z.string().nullable(),
  after_sell_webhook_key: z.string().nullable(),
  is_after_sell_webhook_on: z.boolean(),
});

const saleDelivery = z.object({
  at: z.string(),
  kind: z.enum(['answered', 'unreachable', 'off']),
  status: z.int().nullable(),
  reason: z.string(),
});

const saleRecord = z.object({
  id: z.string(),
  product_id: z.int(),
  /** The uuid of the payment link; null for a sale at the default price. */
  payment_link: z.string().nullable(),
  price: priceRule,
  /** The pre-filled fields of the checkout page, as entries. */
  fields: entries(z.string()),
  created_at: z.string(),
  /** The body of its event, the same bytes for every delivery; null until it is written. */
  event_body: z.string().nullable(),
  /** Every attempt to deliver it, oldest first. */
  deliveries: z.array(saleDelivery),
});

export const storeDataSchema = z.object({
  version: z.literal(1),
  next_product_id: z.int(),
  products: z.array(productRecord),
  payment_links: z.array(paymentLinkRecord),
  store_settings: storeSettingsRecord,
  sales: z.array(saleRecord),
});

export type Product = z.output<typeof productRecord>;
export type PaymentLink = z.output<typeof paymentLinkRecord>;
export type Sale = z.output<typeof saleRecord>;
export type StoreData = z.output<typeof storeDataSchema>;

export const emptyStore: StoreData = {
  version: 1,
  next_product_id: 1001,
  products: [],
  payment_links: [],
  store_settings: {
    after_sell_webhook_url: null,
    after_sell_webhook_key: null,
    is_after_sell_webhook_on: false,
  },
  sales: [],
};
