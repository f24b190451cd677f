// A payment link: what the seller fills in, its rules, and how the app shows it (document, sections 2, 4.4 and 8).
import { z } from 'zod';
import { createdOnSchema, doubtOnSchema, syncStateSchema } from './change.ts';
import { withoutRepeated } from './fitting.ts';
import { centsSchema } from './money.ts';
import { hasControlCharacter, withoutInvisible } from './text.ts';
import { texts } from './texts/main.ts';

/** How many links one command takes at once. Commands that write or read link by link, such as the CSV export, have no limit. */
export const MOST_AT_ONCE = { addresses: 50_000, replacements: 25_000, qrCodes: 500 } as const;

/** The most that metadata may take, in bytes of JSON. The limit is the app's; the document names none. */
export const MAX_METADATA_BYTES = 64 * 1024;

/** How long a deletion can be undone before it is sent, in ms. Every toast with a button stays as long. */
export const DELETION_GRACE_MS = 10_000;

/** One price of a link, in whole cents. `discountCents` is null without a discount (`is_discount_price` false). */
export const priceSchema = z
  .object({
    currencyId: z
      .int({ error: () => texts.fields.price.chooseCurrency })
      .min(0, { error: () => texts.fields.price.chooseCurrency }),
    priceCents: centsSchema,
    discountCents: centsSchema.nullable(),
  })
  .refine((price) => price.discountCents === null || price.discountCents < price.priceCents, {
    error: () => texts.fields.price.discountTooHigh,
    path: ['discountCents'],
  });
export type Price = z.infer<typeof priceSchema>;

/** At least one price, at most one for each currency (section 4.4, rules 1 and 3). */
export const pricesSchema = z
  .array(priceSchema)
  .min(1, { error: () => texts.fields.price.addOne })
  .superRefine(withoutRepeated('currencyId', () => texts.fields.price.currencyTwice));

/**
 * One key/value pair. Metadata is a list of pairs in the order typed, so that even `__proto__` is a key like any other. Only
 * the JSON that is sent has it as an object.
 */
export const metadataEntrySchema = z.object({
  key: z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .min(1, { error: () => texts.fields.metadata.enterKey })
    .refine((text) => !hasControlCharacter(text), { error: () => texts.fields.metadata.controlInKey }),
  value: z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .refine((text) => !hasControlCharacter(text), { error: () => texts.fields.metadata.controlInValue }),
});
export type MetadataEntry = z.infer<typeof metadataEntrySchema>;

/** Metadata: unique keys, at most 64 kB as JSON. */
export const metadataSchema = z
  .array(metadataEntrySchema)
  .superRefine(withoutRepeated('key', () => texts.fields.metadata.keyTwice))
  .refine((entries) => new TextEncoder().encode(JSON.stringify(metadataObject(entries))).length <= MAX_METADATA_BYTES, {
    error: () => texts.fields.metadata.tooLarge,
  });

/** The pairs as one object; every key, even `__proto__`, is its own property. */
export const metadataObject = (entries: readonly MetadataEntry[]): Record<string, string> =>
  Object.fromEntries(entries.map(({ key, value }) => [key, value]));

/** What the seller fills in for a new payment link. */
export const linkDraftSchema = z.object({
  prices: pricesSchema,
  useOnce: z.boolean(),
  metadata: metadataSchema,
});
export type LinkDraft = z.infer<typeof linkDraftSchema>;

/** How many links cannot be replaced, because they are being deleted or replaced already, are unsent, or have no uuid. */
export const replaceObstaclesSchema = z.object({ leaving: z.int(), unsent: z.int(), withoutUuid: z.int() });

/** A payment link for a screen. `checkoutUrl` is null until the service has answered. Times in ms since 1970. */
export const linkViewSchema = z.object({
  id: z.string(),
  productId: z.string(),
  productTitle: z.string(),
  prices: z.array(priceSchema),
  useOnce: z.boolean(),
  metadata: z.array(metadataEntrySchema),
  checkoutUrl: z.string().nullable(),
  uuid: z.string().nullable(),
  sync: syncStateSchema,
  /** Why the service may have deleted it; null if there is no such doubt. */
  uncertain: z.string().nullable(),
  /** The change behind the sync state. */
  changeId: z.string().nullable(),
  /** The deletion that waits in the outbox, even if the sync state shows another change. */
  deletion: z.object({ changeId: z.string(), sync: syncStateSchema }).nullable(),
  /** The link is unsent. */
  canEdit: z.boolean(),
  /** The link that replaces it, while its own deletion waits. */
  replacedBy: z.string().nullable(),
  /** The link that it replaces, until the service has this one. */
  replaces: z.string().nullable(),
  /** Its address is copied as soon as it arrives. */
  copiesWhenReady: z.boolean(),
  origin: z.enum(['desk', 'added']),
  createdAt: z.number(),
  /** The other computer that is creating it. */
  createdOn: createdOnSchema.nullable(),
  /** Other computers that do not know whether their deletion of the link arrived. */
  doubtOn: z.array(doubtOnSchema),
  /** The private note; empty for none. */
  note: z.string(),
  /** Its sales, as far as the webhook delivered them; null if there are none. */
  sold: z.object({ count: z.int(), lastAt: z.number() }).nullable(),
});
export type LinkView = z.infer<typeof linkViewSchema>;
