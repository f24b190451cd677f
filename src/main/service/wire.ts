// Builds the requests of the document, and reads its answers.
import { z } from 'zod';
import { webAddressSchema } from '../../shared/checkout-url.ts';
import { fitting } from '../../shared/fitting.ts';
import { centsToNumber } from '../../shared/money.ts';
import { type LinkDraft, metadataObject, type Price } from '../../shared/payment-link.ts';
import type { ProductFields } from '../../shared/product.ts';
import { parseJson } from './outcome.ts';

/** A request without its token. `body` is sent as JSON; null for none. */
export interface ServiceRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `{base_url}`, with a leading slash, encoded. */
  readonly path: string;
  readonly body: object | null;
}

/** Placeholders for ids that are not known yet. Only shown, never sent. */
export const UNKNOWN_PRODUCT_ID = ':productId';
export const UNKNOWN_PAYMENT_LINK = ':paymentLink';
export type ProductIdInPath = number | typeof UNKNOWN_PRODUCT_ID;

/** A price object (section 2). `discount_price` is sent only with `is_discount_price` true. */
const priceBody = (price: Price) => ({
  currency_id: price.currencyId,
  price: centsToNumber(price.priceCents),
  is_discount_price: price.discountCents !== null,
  ...(price.discountCents === null ? {} : { discount_price: centsToNumber(price.discountCents) }),
});

/**
 * The six documented calls, and the product update that the document only mentions. As values, so that the Sync
 * screen can show them.
 */
export const requests = {
  /** Section 4.1. */
  login: (email: string, password: string): ServiceRequest => ({
    method: 'POST',
    path: '/api/shop/auth/login',
    body: { email, password },
  }),
  /** Section 4.2. */
  createProduct: (fields: ProductFields): ServiceRequest => ({
    method: 'POST',
    path: '/api/shop/products',
    body: {
      product_type: 'CustomService',
      button_title: fields.buttonTitle,
      product_title: fields.productTitle,
      product_description: fields.productDescription,
    },
  }),
  /** Section 4.3 documents only the effect; path and payload are assumptions. */
  updateProduct: (productId: ProductIdInPath, prices: readonly Price[]): ServiceRequest => ({
    method: 'PATCH',
    path: `/api/shop/products/${productId}`,
    body: { prices: prices.map(priceBody) },
  }),
  /** Section 4.4. Omits `use_once` and `metadata` if they are not set. */
  createPaymentLink: (productId: ProductIdInPath, draft: LinkDraft): ServiceRequest => ({
    method: 'POST',
    path: `/api/shop/products/${productId}/payment-links`,
    body: {
      prices: draft.prices.map(priceBody),
      ...(draft.useOnce ? { use_once: true } : {}),
      ...(draft.metadata.length > 0 ? { metadata: metadataObject(draft.metadata) } : {}),
    },
  }),
  /** Section 4.5. `paymentLink` is the link's uuid. The documented path has no `products` in it. */
  deletePaymentLink: (productId: ProductIdInPath, paymentLink: string): ServiceRequest => ({
    method: 'DELETE',
    path: `/api/shop/${productId}/payment-links/${paymentLink === UNKNOWN_PAYMENT_LINK ? paymentLink : encodeURIComponent(paymentLink)}`,
    body: null,
  }),
  /** Section 4.6, webhook part. The key is sent only when the seller set one. */
  updateStoreSettings: ({ url, isOn, key }: { url: string; isOn: boolean; key: string | null }): ServiceRequest => ({
    method: 'PATCH',
    path: '/api/shop/store-settings',
    body: {
      after_sell_webhook_url: url,
      ...(key === null ? {} : { after_sell_webhook_key: key }),
      is_after_sell_webhook_on: isOn,
    },
  }),
  /** Section 4.7. */
  testSellWebhook: (): ServiceRequest => ({
    method: 'POST',
    path: '/api/shop/store-settings/test-sell-webhook',
    body: null,
  }),
} as const;

/** Reads an answer that fits `schema`; null for any other. */
const reader =
  <T>(schema: z.ZodType<T>) =>
  (body: string): T | null =>
    fitting(schema, parseJson(body));

/**
 * The access token object (section 2), whose token may contain only what a header may. No call uses the refresh token,
 * and `expires_in` has no unit, so other fields are ignored.
 */
export const readAccessToken = reader(
  z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/) }).transform((answer) => answer.access_token),
);

/** Reads the `id` of a created product (section 2): a positive integer, because paths of other calls contain it. */
export const readProductId = reader(z.object({ id: z.int().min(1) }).transform(({ id }) => id));

/** Reads `payment_link` of a created link (section 4.4), which has to be a web address. */
export const readPaymentLink = reader(
  z.object({ payment_link: z.string().trim().pipe(webAddressSchema) }).transform((answer) => answer.payment_link),
);
