// Checkout addresses: `{checkout_url}/<seller_slug>/<product_number>`, with `uuid` for a payment link (document, section 1).
import { z } from 'zod';

/** The three parts of a product's checkout address. `checkoutUrl` has no trailing slash. */
export const checkoutAddressSchema = z.object({
  checkoutUrl: z.string(),
  sellerSlug: z.string(),
  productNumber: z.string(),
});
export type CheckoutAddress = z.infer<typeof checkoutAddressSchema>;

/** A text as a web address, or null where it is none. Only `http:` and `https:` count. */
export function parseWebAddress(text: string): URL | null {
  const url = URL.parse ? URL.parse(text) : tryParse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

function tryParse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * The `uuid` that selects a payment link on its checkout page, or null where the address carries none. It becomes a
 * segment of a path, so `.` and `..`, which would lead to another path, are none.
 */
export function linkUuid(paymentLink: string): string | null {
  const uuid = parseWebAddress(paymentLink)?.searchParams.get('uuid');
  return uuid && uuid !== '.' && uuid !== '..' ? uuid : null;
}

/** Learns a product's checkout address from one of its payment links; null where the link has another shape. */
export function learnCheckoutAddress(paymentLink: string): CheckoutAddress | null {
  const url = parseWebAddress(paymentLink);
  if (!url) return null;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const productNumber = segments.pop();
  const sellerSlug = segments.pop();
  if (!productNumber || !sellerSlug) return null;
  const base = segments.length > 0 ? `${url.origin}/${segments.join('/')}` : url.origin;
  return {
    checkoutUrl: base,
    sellerSlug: decodeSegment(sellerSlug),
    productNumber: decodeSegment(productNumber),
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The basic checkout link of a product, without `uuid`: the page with the product's default price. */
export const basicCheckoutUrl = (address: CheckoutAddress): string =>
  `${address.checkoutUrl.replace(/\/+$/, '')}/${encodeURIComponent(address.sellerSlug)}/${encodeURIComponent(address.productNumber)}`;
