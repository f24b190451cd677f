// Checkout addresses: `{checkout_url}/<seller_slug>/<product_number>`, with `uuid` for a payment link (document, section 1).
import { z } from 'zod';
import { texts } from './texts/main.ts';

export const webAddressSchema = z.string().refine((text) => parseWebAddress(text) !== null);

/** The three parts of a product's checkout address. `checkoutUrl` has no trailing slash. */
export const checkoutAddressSchema = z.object({
  checkoutUrl: webAddressSchema,
  sellerSlug: z.string(),
  productNumber: z.string(),
});
export type CheckoutAddress = z.infer<typeof checkoutAddressSchema>;

/** A text as a web address, or null if it is none. Only `http:` and `https:` count. */
export function parseWebAddress(text: string): URL | null {
  // Node 20.19 has no `URL.parse`.
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/**
 * The `uuid` that selects a payment link on its checkout page, or null if the address carries none. It becomes a
 * segment of a path, so `.` and `..`, which would lead to another path, are none.
 */
export function linkUuid(paymentLink: string): string | null {
  const uuid = parseWebAddress(paymentLink)?.searchParams.get('uuid');
  return uuid && uuid !== '.' && uuid !== '..' ? uuid : null;
}

/** A uuid for comparison, which ignores case. */
export const uuidKey = (uuid: string): string => uuid.toLowerCase();

/** Whether two uuids select the same payment link. An address without one equals no other. */
export const isSameUuid = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && uuidKey(a) === uuidKey(b);

/** The uuid of a payment link's address that the seller typed, or an error. */
export function readTypedLink(
  typed: string,
): { readonly ok: true; readonly uuid: string } | { readonly ok: false; readonly message: string } {
  const wrong = (message: string) => ({ ok: false, message }) as const;
  const url = parseWebAddress(typed);
  if (!url || /\s/.test(typed)) return wrong(texts.fields.paymentLink.enterWholeAddress);
  const uuid = linkUuid(typed);
  if (url.searchParams.getAll('uuid').length > 1) {
    return wrong(texts.fields.paymentLink.severalUuids);
  }
  if (uuid === null) return wrong(texts.fields.paymentLink.noUuid);
  return { ok: true, uuid };
}

/** Learns a product's checkout address from one of its payment links; null if the link has another shape. */
export function checkoutAddressOf(paymentLink: string): CheckoutAddress | null {
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

/** A query parameter that pre-fills a field of the checkout page, as typed. */
export interface CheckoutField {
  readonly name: string;
  readonly value: string;
}

/** The two fields that the document names, and the one of the customer's address. */
export const PHONE_NUMBER = 'phone_number';
export const NAME = 'name';
export const EMAIL = 'email';

const wellFormed = (text: string): string => text.trim().toWellFormed();

/** Names as servers tell them apart: `a[b]` is read as part of `a`, and `uuid` selects the payment link. */
const baseOf = (name: string): string => wellFormed(name).replace(/\[.*$/s, '');

/** The names of the parameters that an address has already. */
const namesIn = (url: string): ReadonlySet<string> =>
  new Set([...(parseWebAddress(url)?.searchParams.keys() ?? [])].map(baseOf));

/** The errors of fields for a checkout address; null for a valid field. */
export function checkoutFieldErrors(url: string, fields: readonly CheckoutField[]): (string | null)[] {
  const taken = namesIn(url);
  const above = new Set<string>();
  return fields.map(({ name, value }) => {
    const base = baseOf(name);
    if (wellFormed(name) === '') return wellFormed(value) === '' ? null : texts.fields.checkoutField.enterName;
    if (base.toLowerCase() === 'uuid') return texts.fields.checkoutField.isUuid;
    if (taken.has(base)) return texts.fields.checkoutField.inLink;
    const whole = wellFormed(name);
    if (above.has(whole)) return texts.fields.checkoutField.twice;
    above.add(whole);
    return null;
  });
}

/**
 * A checkout address with fields pre-filled (document, section 1): added at the end of the query, URL-encoded. The rest
 * of the address stays unchanged, byte for byte. Fields without a name or a value, and wrong ones, are left out.
 */
export function withCheckoutFields(url: string, fields: readonly CheckoutField[]): string {
  const errors = checkoutFieldErrors(url, fields);
  const added = fields
    .filter(({ name, value }, index) => errors[index] === null && wellFormed(name) !== '' && wellFormed(value) !== '')
    .map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  if (added === '') return url;
  const hash = url.indexOf('#');
  const [address, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const query = address.indexOf('?');
  const joint = query < 0 ? '?' : query === address.length - 1 || address.endsWith('&') ? '' : '&';
  return `${address}${joint}${added}${fragment}`;
}

/** The fields of one link of many: "{order}" in a value is its metadata of that key, empty where it has none. Null: as typed. */
export const filledFrom = (
  fields: readonly CheckoutField[],
  metadata: readonly { readonly key: string; readonly value: string }[] | null,
): readonly CheckoutField[] =>
  metadata === null
    ? fields
    : fields.map(({ name, value }) => ({
        name,
        value: value.replace(/\{([^{}]+)\}/g, (_, key) => metadata.find((entry) => entry.key === key)?.value ?? ''),
      }));

/** Percent-encodes also the characters that chat programs treat as the end of an address or as emphasis. */
const encoded = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
