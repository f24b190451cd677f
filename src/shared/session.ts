// Schemas of sign-in and stores (document, sections 4.1 and 5).
import { z } from 'zod';
import { parseWebAddress } from './checkout-url.ts';
import { texts } from './texts/main.ts';
import { isLoopbackHost, withScheme } from './web-address.ts';

const t = texts.fields.signIn;

/** `{base_url}` of the document: `https://`, or `http://` on this computer; no credentials, query or fragment. */
export const serviceAddressSchema = z
  .string()
  .trim()
  .min(1, { error: () => t.enterAddress, abort: true })
  .transform(withScheme)
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const url = parseWebAddress(text);
    if (!url || /\s/.test(text)) return refuse(texts.fields.enterWholeAddress);
    if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
      return refuse(t.useHttps);
    }
    if (url.username !== '' || url.password !== '') return refuse(t.noCredentials);
    if (text.includes('?') || text.includes('#')) return refuse(t.noQuery);
  })
  .transform(normaliseServiceAddress);

/** Lower-case host, no default port, no trailing slash. */
function normaliseServiceAddress(text: string): string {
  const url = parseWebAddress(text);
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : text;
}

export const signInSchema = z.object({
  serviceAddress: serviceAddressSchema,
  email: z
    .string()
    .trim()
    .min(1, { error: () => t.enterEmail, abort: true })
    .regex(/^[^\s@]+@[^\s@]+$/, { error: () => t.enterWholeEmail }),
  password: z.string().min(1, { error: () => t.enterPassword }),
});
export type SignIn = z.infer<typeof signInSchema>;

export const storeFieldsSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => texts.fields.enterName })
    .max(80, { error: () => texts.fields.tooLong({ most: 80 }) }),
  /** Empty while unknown. */
  checkoutUrl: z
    .string()
    .trim()
    .max(2_000, { error: () => texts.fields.tooLong({ most: 2_000 }) }),
  sellerSlug: z
    .string()
    .trim()
    .max(200, { error: () => texts.fields.tooLong({ most: 200 }) }),
  pageUrl: z
    .string()
    .trim()
    .max(2_000, { error: () => texts.fields.tooLong({ most: 2_000 }) }),
  /** The undocumented product update (a PATCH with prices) may be used with this service. */
  undocumentedProductUpdate: z.boolean(),
});

/** Contains no secrets. */
export const storeViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  serviceAddress: z.string(),
  email: z.string(),
  practice: z.boolean(),
  signedIn: z.boolean(),
  /** The sign-in is on disk, but the system's key store is locked or was replaced. */
  signInLocked: z.boolean(),
  /** The service no longer takes the sign-in: the password is enough. */
  signInExpired: z.boolean(),
  workOffline: z.boolean(),
  /** The undocumented product update (a PATCH with prices) may be used with this service. */
  undocumentedProductUpdate: z.boolean(),
  /** From the first payment link, or typed in; null while unknown. */
  checkoutUrl: z.string().nullable(),
  sellerSlug: z.string().nullable(),
  /** Typed in; null while unknown. */
  pageUrl: z.string().nullable(),
  /** Null right after the start. */
  products: z.int().nullable(),
  links: z.int().nullable(),
  /** Changes that wait, and changes that need the seller. */
  waiting: z.int(),
  attention: z.int(),
  /** How many rows they are in Sync. */
  lines: z.int(),
});
export type StoreView = z.infer<typeof storeViewSchema>;
