// Schemas of the request bodies: the document's fields and rules, nothing more (sections 2, 4 and 8).
import { z } from 'zod';

/** The document names only 2 (section 2, price object). */
export const CURRENCIES = new Map([
  [2, 'USD'],
  [3, 'EUR'],
  [4, 'GBP'],
]);

const text = z.string().refine((value) => value.trim() !== '', 'Must not be empty.');

const amount = z
  .number()
  .positive('Must be more than 0.')
  .refine((value) => Number(value.toFixed(2)) === value, 'Must have at most two decimals.');

/** A price object. Amounts are in major units with cents: 100.55 is 100 units and 55 cents (section 2). */
export const priceRule = z
  .strictObject({
    currency_id: z.int(),
    price: amount,
    is_discount_price: z.boolean(),
    discount_price: amount.optional(),
  })
  .superRefine((price, problems) => {
    const report = (message: string) => problems.addIssue({ code: 'custom', path: ['discount_price'], message });
    if (price.is_discount_price && price.discount_price === undefined) {
      report('Required when is_discount_price is true.');
    } else if (!price.is_discount_price && price.discount_price !== undefined) {
      report('Only allowed when is_discount_price is true.');
    } else if (price.discount_price !== undefined && price.discount_price >= price.price) {
      report('Must be lower than price.');
    }
  });

// Reads "one price per currency for a product" as one per link: a product can have many links (sections 1 and 8).
const pricesRule = z
  .array(priceRule)
  .min(1, 'Must hold at least one price.')
  .superRefine((prices, problems) => {
    const seen = new Set<number>();
    for (const [index, price] of prices.entries()) {
      if (seen.has(price.currency_id)) {
        problems.addIssue({ code: 'custom', path: [index, 'currency_id'], message: 'One price per currency only.' });
      }
      seen.add(price.currency_id);
    }
  });

// A list of entries, because a key such as `__proto__` would get lost as a property of a plain object.
const metadataRule = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Must be an object.')
  .transform((metadata): [string, unknown][] => Object.entries(metadata));

/** 4.1. An empty e-mail or password is well-formed, just wrong: 401, not 422. */
export const loginRule = z.strictObject({ email: z.string(), password: z.string() });

/** 4.2. */
export const createProductRule = z.strictObject({
  product_type: z.literal('CustomService', 'Only CustomService is accepted.'),
  button_title: text,
  product_title: text,
  product_description: text,
});

/** 4.3. The document does not show this body. `{prices}` is this app's assumption. */
export const updateProductRule = z.strictObject({ prices: pricesRule });

/** 4.4. */
export const createPaymentLinkRule = z.strictObject({
  prices: pricesRule,
  use_once: z.boolean().optional(),
  metadata: metadataRule.optional(),
});

// A header carries the key, so only visible ASCII is allowed. The document gives only the length.
const webhookKey = z
  .string()
  .refine((key) => [...key].length === 64, 'Must be exactly 64 characters.')
  .regex(/^[\x21-\x7e]*$/, 'Must consist of visible ASCII characters.');

/** 4.6. */
export const storeSettingsRule = z.strictObject({
  after_sell_webhook_url: z
    .string()
    .refine((url) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url), 'Must be an http or https URL.'),
  after_sell_webhook_key: webhookKey.optional(),
  is_after_sell_webhook_on: z.boolean(),
});

export type Price = z.output<typeof priceRule>;
export type NewProduct = z.output<typeof createProductRule>;
export type NewPaymentLink = z.output<typeof createPaymentLinkRule>;
export type StoreSettingsChange = z.output<typeof storeSettingsRule>;

/** Why a body is refused, by field. Keys are dotted paths (`prices.0.price`); `body` stands for the whole body. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.length === 0 ? 'body' : path.map(String).join('.');
    errors.set(field, [...(errors.get(field) ?? []), message]);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], 'This field is not known.');
    } else {
      add(issue.path, issue.message);
    }
  }
  return Object.fromEntries(errors);
}
