// The JSON of the document's requests and answers, and their paths.
import { z } from 'zod';
import { parseWebAddress } from '../../shared/checkout-url.ts';
import { fitting } from '../../shared/fitting.ts';
import { centsToNumber } from '../../shared/money.ts';
import { type LinkDraft, metadataObject, type Price } from '../../shared/payment-link.ts';
import type { ProductFields } from '../../shared/product.ts';
import { parseJson } from './outcome.ts';

/** Login request (section 4.1). */
export const loginBody = (email: string, password: string) => ({ email, password });

/** Product creation (section 4.2). */
export const productBody = (fields: ProductFields) => ({
  product_type: 'CustomService',
  button_title: fields.buttonTitle,
  product_title: fields.productTitle,
  product_description: fields.productDescription,
});

/** A price object (section 2). `discount_price` is sent only with `is_discount_price` true. */
const priceBody = (price: Price) => ({
  currency_id: price.currencyId,
  price: centsToNumber(price.priceCents),
  is_discount_price: price.discountCents !== null,
  ...(price.discountCents === null ? {} : { discount_price: centsToNumber(price.discountCents) }),
});

/** Payment link creation (section 4.4). `use_once` and `metadata` are left out when not set. */
export const linkBody = (draft: LinkDraft) => ({
  prices: draft.prices.map(priceBody),
  ...(draft.useOnce ? { use_once: true } : {}),
  ...(draft.metadata.length > 0 ? { metadata: metadataObject(draft.metadata) } : {}),
});

/** An assumption: the document shows only the effect of a product update (section 4.3). */
export const productUpdateBody = (prices: readonly Price[]) => ({ prices: prices.map(priceBody) });

/** Store settings, webhook part (section 4.6). The key is sent only when the seller set one. */
export const settingsBody = (settings: {
  readonly url: string;
  readonly isOn: boolean;
  readonly key: string | null;
}) => ({
  after_sell_webhook_url: settings.url,
  ...(settings.key === null ? {} : { after_sell_webhook_key: settings.key }),
  is_after_sell_webhook_on: settings.isOn,
});

/** Placeholders for ids that are not known yet: for display, never for sending. */
export const UNKNOWN_PRODUCT_ID = ':productId';
export const UNKNOWN_PAYMENT_LINK = ':paymentLink';
export type ProductIdInPath = number | typeof UNKNOWN_PRODUCT_ID;

/** Paths below `{base_url}` (section 4). Uuids are encoded. */
export const paths = {
  login: '/api/shop/auth/login',
  products: '/api/shop/products',
  product: (productId: ProductIdInPath) => `/api/shop/products/${productId}`,
  paymentLinks: (productId: ProductIdInPath) => `/api/shop/products/${productId}/payment-links`,
  /** The documented path has no `products` in it (section 4.5). */
  paymentLink: (productId: ProductIdInPath, paymentLink: string) =>
    `/api/shop/${productId}/payment-links/${paymentLink === UNKNOWN_PAYMENT_LINK ? paymentLink : encodeURIComponent(paymentLink)}`,
  storeSettings: '/api/shop/store-settings',
  testSellWebhook: '/api/shop/store-settings/test-sell-webhook',
} as const;

/** Only characters that are allowed in a header. */
const token = z.string().regex(/^[\x21-\x7e]+$/);

/** The access token object (section 2). */
const accessTokenSchema = z.object({
  access_token: token,
  refresh_token: z.string().optional(),
  token_type: z.string().optional(),
  expires_in: z.number().optional(),
});

export interface AccessToken {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** The document does not show its unit (section 5). */
  readonly expiresIn: number | null;
}

/** Null when the answer to a login is not the documented object. */
export function readAccessToken(body: string): AccessToken | null {
  const found = fitting(accessTokenSchema, parseJson(body));
  if (!found) return null;
  const { access_token, refresh_token, expires_in } = found;
  return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresIn: expires_in ?? null };
}

/** A positive integer, because the id is used in paths of other calls. */
const createdProductSchema = z.object({ id: z.int().min(1) });

/** Reads the integer `id` of a created product (section 2); null when there is none. */
export function readProductId(body: string): number | null {
  return fitting(createdProductSchema, parseJson(body))?.id ?? null;
}

const createdLinkSchema = z.object({ payment_link: z.string() });

/** Reads `payment_link` of a created link (section 4.4); null unless it is a web address. */
export function readPaymentLink(body: string): string | null {
  const link = fitting(createdLinkSchema, parseJson(body))?.payment_link.trim();
  if (link === undefined) return null;
  return parseWebAddress(link) ? link : null;
}
