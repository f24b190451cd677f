// Checkout addresses: `{checkout_url}/<seller_slug>/<product_number>`, with `uuid` for a payment link (document, section 1).
import { z } from 'zod';
import { foldText } from './fold.ts';
import { texts } from './texts/main.ts';

export const webAddressSchema = z.string().refine((text) => parseWebAddress(text) !== null);

/** The three parts of a product's checkout address. `checkoutUrl` has no trailing slash. */
export const checkoutAddressSchema = z.object({
  checkoutUrl: webAddressSchema,
  sellerSlug: z.string(),
  productNumber: z.string(),
});
export type CheckoutAddress = z.infer<typeof checkoutAddressSchema>;

/** Parses a web address; null unless it is `http:` or `https:`. */
export function parseWebAddress(text: string): URL | null {
  // Node 20.19 has no `URL.parse`.
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/**
 * The `uuid` that selects a payment link on its checkout page, or null. It becomes a segment of a path, so `.` and `..`, which
 * would lead elsewhere, do not count.
 */
export function linkUuid(paymentLink: string): string | null {
  const uuid = parseWebAddress(paymentLink)?.searchParams.get('uuid');
  return uuid && uuid !== '.' && uuid !== '..' ? uuid : null;
}

/** A uuid in the form for comparison: case does not matter. */
export const uuidKey = (uuid: string): string => uuid.toLowerCase();

/** Whether two uuids select the same payment link. Null equals nothing, not even null. */
export const isSameUuid = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && uuidKey(a) === uuidKey(b);

/** Reads the uuid from a payment link that the seller typed. */
export function readTypedLink(typed: string) {
  const wrong = (message: string) => ({ ok: false, message }) as const;
  const url = parseWebAddress(typed);
  if (!url || /\s/.test(typed)) return wrong(texts.fields.paymentLink.enterWholeAddress);
  const uuid = linkUuid(typed);
  if (url.searchParams.getAll('uuid').length > 1) return wrong(texts.fields.paymentLink.severalUuids);
  if (uuid === null) return wrong(texts.fields.paymentLink.noUuid);
  return { ok: true, uuid } as const;
}

/** Reads a product's checkout address from one of its payment links; null if the link has another shape. */
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

/** A product's basic checkout link, without `uuid`: it sells at the default price. */
export const basicCheckoutUrl = (address: CheckoutAddress): string =>
  `${address.checkoutUrl.replace(/\/+$/, '')}/${encodeURIComponent(address.sellerSlug)}/${encodeURIComponent(address.productNumber)}`;

/** A query parameter that pre-fills a field of the checkout page, as typed. */
export interface CheckoutField {
  readonly name: string;
  readonly value: string;
}

/** The two fields that the document names, and the customer's e-mail address. */
export const PHONE_NUMBER = 'phone_number';
export const NAME = 'name';
export const EMAIL = 'email';

const wellFormed = (text: string): string => text.trim().toWellFormed();

/** The part of a name that servers tell apart: they read `a[b]` as part of `a`. */
const baseOf = (name: string): string => wellFormed(name).replace(/\[.*$/s, '');

/** The errors of a checkout address's fields, in their order; null for a valid one. */
export function checkoutFieldErrors(url: string, fields: readonly CheckoutField[]): (string | null)[] {
  const namesInUrl = new Set([...(parseWebAddress(url)?.searchParams.keys() ?? [])].map(baseOf));
  const previousNames = new Set<string>();
  return fields.map(({ name, value }) => {
    const base = baseOf(name);
    if (wellFormed(name) === '') return wellFormed(value) === '' ? null : texts.fields.checkoutField.enterName;
    if (base.toLowerCase() === 'uuid') return texts.fields.checkoutField.isUuid;
    if (namesInUrl.has(base)) return texts.fields.checkoutField.inLink;
    const whole = wellFormed(name);
    if (previousNames.has(whole)) return texts.fields.checkoutField.twice;
    previousNames.add(whole);
    return null;
  });
}

/**
 * Adds pre-filled fields to a checkout address (document, section 1), URL-encoded at the end of its query. The rest of the
 * address keeps every byte. Skips fields without a name or a value, and wrong ones.
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

/**
 * Fills in the fields for one link of many: "{order}" in a value becomes the link's metadata of that key, however it is
 * capitalized, or nothing. With null, values stay as typed.
 */
export const filledFrom = (
  fields: readonly CheckoutField[],
  metadata: readonly { readonly key: string; readonly value: string }[] | null,
): readonly CheckoutField[] =>
  metadata === null
    ? fields
    : fields.map(({ name, value }) => ({
        name,
        value: value.replace(/\{([^{}]+)\}/g, (_, key) => valueAt(key, metadata)),
      }));

const valueAt = (key: string, metadata: readonly { readonly key: string; readonly value: string }[]): string =>
  metadata.find((entry) => foldText(entry.key) === foldText(key.trim()))?.value ?? '';

/** Also percent-encodes the characters that chat programs take as the end of an address or as emphasis. */
const encoded = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
