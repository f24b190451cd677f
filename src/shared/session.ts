// Signing in: the service address, the seller's e-mail, and the stores that this app knows (document, sections 4.1 and 5).
import { z } from 'zod';
import { parseWebAddress } from './checkout-url.ts';
import { isLoopbackHost } from './webhook.ts';

/** `{base_url}` of the document: `https://`, or `http://` on this computer; no credentials, query or fragment. */
export const serviceAddressSchema = z
  .string()
  .trim()
  .min(1, { error: 'Enter the service address', abort: true })
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const url = parseWebAddress(text);
    if (!url || /\s/.test(text)) return refuse('Enter a whole address that starts with https://');
    if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
      return refuse('Use https:// (http:// is only for a service on this computer)');
    }
    if (url.username !== '' || url.password !== '') return refuse('Leave name and password out of the address');
    if (text.includes('?') || text.includes('#')) return refuse('Leave out everything from "?" or "#" on');
  })
  .transform(normaliseServiceAddress);

/** One spelling for each address: lower-case host, no default port, no trailing slash. */
function normaliseServiceAddress(text: string): string {
  const url = parseWebAddress(text);
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : text;
}

export const signInSchema = z.object({
  serviceAddress: serviceAddressSchema,
  email: z
    .string()
    .trim()
    .min(1, { error: 'Enter your email', abort: true })
    .regex(/^[^\s@]+@[^\s@]+$/, 'Enter a whole email address, like name@example.com'),
  password: z.string().min(1, 'Enter your password'),
});
export type SignIn = z.infer<typeof signInSchema>;

/** A store that this app knows. Nothing secret stands here. */
export const storeViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  serviceAddress: z.string(),
  email: z.string(),
  practice: z.boolean(),
  signedIn: z.boolean(),
  workOffline: z.boolean(),
  /** The undocumented product update (a PATCH with prices) may be used with this service. */
  undocumentedProductUpdate: z.boolean(),
  /** Learned from the first payment link, or typed in; null while unknown. */
  checkoutUrl: z.string().nullable(),
  sellerSlug: z.string().nullable(),
  /** Null while they are not known yet, in the first moments after the start. */
  products: z.int().nullable(),
  links: z.int().nullable(),
  /** Changes that wait, and changes that need the seller. */
  waiting: z.int(),
  attention: z.int(),
});
export type StoreView = z.infer<typeof storeViewSchema>;
