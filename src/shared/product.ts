// Schemas of products (document, section 2 "Product" and section 3).
import { z } from 'zod';
import { createdOnSchema, doubtOnSchema, syncStateSchema } from './change.ts';
import { checkoutAddressSchema } from './checkout-url.ts';
import { priceSchema } from './payment-link.ts';
import { lineOfText, linesOfText, noteSchema, textUpTo } from './text.ts';
import { texts } from './texts/main.ts';

const t = texts.fields.product;

/** A product's texts as typed. `product_type` is always `CustomService`; the request adds it. */
export const productFieldsSchema = z.object({
  buttonTitle: lineOfText(() => t.enterButtonTitle),
  productTitle: lineOfText(() => t.enterTitle),
  productDescription: linesOfText(() => t.enterDescription),
});
export type ProductFields = z.infer<typeof productFieldsSchema>;

/** A product that was created elsewhere. */
export const existingProductSchema = z.object({
  serverId: z.int({ error: () => t.enterId }).min(1, { error: () => t.enterId }),
  title: productFieldsSchema.shape.productTitle,
  /** The product's checkout address or one of its payment links; empty when not known. */
  checkoutAddress: textUpTo(4_000),
});

/** Of a product, only on the seller's computers. Merged value by value; `productText` adds the texts to the search. */
export const privateProductSchema = z.object({
  note: noteSchema,
  /** Hidden from the list, and from the products to choose for a new link. */
  isHidden: z.boolean(),
});
export const NOTHING_PRIVATE: z.infer<typeof privateProductSchema> = { note: '', isHidden: false };

/** `draft`: not for sale yet. `published`: ready for selling (section 3). */
export const productStateSchema = z.enum(['draft', 'published']);

/** A product for a screen. Times in ms since 1970; `serverId` is null until the service has given one. */
export const productViewSchema = privateProductSchema.extend({
  id: z.string(),
  serverId: z.int().nullable(),
  /** Not validated: of a product that was created elsewhere, perhaps only the title is known. */
  fields: z.object({ buttonTitle: z.string(), productTitle: z.string(), productDescription: z.string() }),
  state: productStateSchema,
  /** How many payment links it has. */
  links: z.int(),
  sync: syncStateSchema,
  /** The queued change behind the sync state, if any. */
  changeId: z.string().nullable(),
  /** The product is unsent. */
  canEdit: z.boolean(),
  defaultPrices: z.array(priceSchema),
  /** Why the service may have another default price; null if there is no such doubt. */
  priceUncertain: z.string().nullable(),
  checkout: checkoutAddressSchema.nullable(),
  basicCheckoutUrl: z.string().nullable(),
  /** Whether it was created with this app, or added. */
  origin: z.enum(['desk', 'added']),
  createdAt: z.number(),
  /** The other computer that is creating it. */
  createdOn: createdOnSchema.nullable(),
  /** Other computers that do not know whether their change of its default prices arrived. */
  doubtOn: z.array(doubtOnSchema),
});
export type ProductView = z.infer<typeof productViewSchema>;
