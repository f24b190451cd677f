// Sign-in, stores and the practice store: schemas and channels (document, sections 4.1 and 5).
import { z } from 'zod';
import { parseWebAddress } from './checkout-url.ts';
import { id, nothing } from './contract/parts.ts';
import { textUpTo } from './text.ts';
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
  // Lower-case host, no default port, no trailing slash.
  .transform((text) => new URL(text))
  .transform(({ origin, pathname }) => origin + pathname.replace(/\/+$/, ''));

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

/** Empty while unknown. */
const addressSchema = textUpTo(2_000).refine((text) => text === '' || (parseWebAddress(text) && !/\s/.test(text)), {
  error: () => texts.stores.enterAddress,
  abort: true,
});

const isPlain = (url: URL | null) => !url || url.username + url.password + url.search + url.hash === '';

export const storeFieldsSchema = z.object({
  name: textUpTo(80).min(1, { error: () => texts.fields.enterName }),
  checkoutUrl: addressSchema.refine((text) => isPlain(parseWebAddress(text)), {
    error: () => texts.stores.addressHasMore,
  }),
  /** Empty while unknown. */
  sellerSlug: textUpTo(200).regex(/^[^\s/?#]*$/, { error: () => texts.stores.slugHasSigns }),
  pageUrl: addressSchema,
  /** The seller allows the undocumented product update (a PATCH with prices) for this service. */
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
  /** The service no longer accepts the sign-in; the password is enough to sign in again. */
  signInExpired: z.boolean(),
  workOffline: z.boolean(),
  /** The seller allows the undocumented product update (a PATCH with prices) for this service. */
  undocumentedProductUpdate: z.boolean(),
  /** Read from the first payment link, or typed in; null while unknown. */
  checkoutUrl: z.string().nullable(),
  sellerSlug: z.string().nullable(),
  /** Typed in; null while unknown. */
  pageUrl: z.string().nullable(),
  /** Null right after the app has started. */
  products: z.int().nullable(),
  links: z.int().nullable(),
  /** How many changes wait, and how many need the seller. */
  waiting: z.int(),
  attention: z.int(),
  /** How many rows Sync shows for these changes. */
  lines: z.int(),
});
export type StoreView = z.infer<typeof storeViewSchema>;

// ---- the practice store's panel: its state and the failures it simulates

const troublesSchema = z.object({
  /** The delay of each answer, in ms. */
  delayMs: z.int().min(0).max(10_000),
  /** The store carries out one of this many calls but loses the answer; null for none. */
  loseOneIn: z.int().min(2).max(100).nullable(),
  /** The store answers every call but the sign-in with this; null for none. */
  answer: z.union([z.literal(401), z.literal(429), z.literal(500)]).nullable(),
  unreachable: z.boolean(),
});
export type Troubles = z.infer<typeof troublesSchema>;

const practiceViewSchema = z.object({
  url: z.string(),
  /** Its page that lists the sales and delivers their events again. */
  salesUrl: z.string(),
  /** Its page that lists products and payment links. */
  productsUrl: z.string(),
  troubles: troublesSchema,
  products: z.int(),
  links: z.int(),
  sales: z.int(),
  /** Sales whose event has not arrived. */
  undelivered: z.int(),
});
export type PracticeView = z.infer<typeof practiceViewSchema>;

export const storesChannels = {
  'session.signIn': { input: signInSchema, output: z.object({ storeId: z.string() }) },
  'session.openPracticeStore': { input: nothing, output: z.object({ storeId: z.string() }) },
  /** Deletes the tokens. With `forget`, also deletes the store's catalog and outbox on this computer. */
  'session.signOut': { input: z.object({ storeId: id, forget: z.boolean() }), output: nothing },

  'stores.switch': { input: z.object({ storeId: id }), output: nothing },
  /** Omitted fields stay unchanged. */
  'stores.update': { input: storeFieldsSchema.exactPartial().extend({ storeId: id }), output: nothing },
  /** Opens the page that shows the seller's products and links. `opened` is false if its address is unknown. */
  'stores.openPage': { input: nothing, output: z.object({ opened: z.boolean() }) },
  'stores.workOffline': { input: z.object({ storeId: id, on: z.boolean() }), output: nothing },

  /** Null while the practice store does not run in this app. */
  'practice.get': { input: nothing, output: practiceViewSchema.nullable() },
  'practice.setTroubles': { input: troublesSchema.exactPartial(), output: practiceViewSchema },
  'practice.reset': { input: nothing, output: practiceViewSchema },
} as const;
