// The webhook inbox: a receiver on this computer that shows what the after-sell webhook delivers (document, section 6).
import { z } from 'zod';
import { parseWebAddress } from './checkout-url.ts';
import { texts } from './texts/main.ts';
import { isLoopbackHost } from './web-address.ts';

/** How many deliveries are stored. */
export const DELIVERIES_KEPT = 10_000;
/** The largest accepted body, in bytes. */
export const MAX_DELIVERY_BYTES = 1024 * 1024;
export const DEFAULT_INBOX_PORT = 4020;

export const answerWithSchema = z.enum(['200', '400', '403', '500', '503']);
export type AnswerWith = z.infer<typeof answerWithSchema>;

export const inboxPortSchema = z
  .int({ error: () => texts.fields.webhook.port })
  .min(1_024, { error: () => texts.fields.webhook.port })
  .max(65_535, { error: () => texts.fields.webhook.port });

/**
 * What the `Webhook-Key` header proves. `verified`: the key of a store in this app. `wrong`: another key. `missing`: no key.
 * `unknown`: a key, but this app has none to compare it with.
 */
export const verificationSchema = z.enum(['verified', 'wrong', 'missing', 'unknown']);
export type Verification = z.infer<typeof verificationSchema>;

/** In ms since 1970. */
export const inboxGapSchema = z.object({ from: z.number(), until: z.number() });

export const inboxViewSchema = z.object({
  /** Null while the inbox is stopped. */
  address: z.string().nullable(),
  /** The port on which it listens, or will listen next time. */
  port: z.int(),
  answerWith: answerWithSchema,
  /** Why deliveries cannot be stored, in words; null if they can. */
  diskProblem: z.string().nullable(),
  /** When the inbox did not run; null once the seller has dismissed it. */
  gap: inboxGapSchema.nullable(),
});
export type InboxView = z.infer<typeof inboxViewSchema>;

type Target = { readonly url: string; readonly isOn: boolean } | null;

/** Whether the webhook sends sales to this computer's inbox. */
export function sendsToInbox(inbox: Pick<InboxView, 'port'>, webhook: Target): boolean {
  if (!webhook?.isOn) return false;
  const url = parseWebAddress(webhook.url);
  return url !== null && isLoopbackHost(url.hostname) && url.port === String(inbox.port);
}

/** Why sales do not arrive although the webhook sends them to the inbox. */
export function inboxTrouble(inbox: InboxView, webhook: Target): 'stopped' | 'refuses' | null {
  if (!sendsToInbox(inbox, webhook)) return null;
  if (inbox.address === null) return 'stopped';
  return refusesAll(inbox) || inbox.diskProblem !== null ? 'refuses' : null;
}

/** Whether the inbox is set to a status that the service takes as a failure. */
export const refusesAll = ({ answerWith }: Pick<InboxView, 'answerWith'>): boolean => answerWith !== '200';

/** A row of the table "Deliveries". `size` in bytes, `at` in ms since 1970. */
export const deliveryRowSchema = z.object({
  id: z.string(),
  at: z.number(),
  verification: verificationSchema,
  size: z.int(),
  path: z.string(),
  /** The status of the response. */
  answered: z.int(),
  /**
   * The facts in its body; null if that cannot be read. The document shows none of its fields (section 6.5), so they are a guess.
   */
  event: z
    .object({
      /** `unknown`: its fields say neither test nor sale, it names no payment link, and it is not among the sales. */
      kind: z.enum(['test', 'sale', 'unknown']),
      /** The title of the payment link's product if the link is known, else the title in the body. */
      product: z.string().nullable(),
      amount: z.object({ currencyId: z.int(), cents: z.int() }).nullable(),
    })
    .nullable(),
  /** The sale of this delivery; null if there is none. */
  saleId: z.string().nullable(),
});
export type DeliveryRow = z.infer<typeof deliveryRowSchema>;

export const deliverySchema = deliveryRowSchema.extend({
  /** Headers, content_length, body and method (document, section 6), as formatted JSON. */
  pretty: z.string(),
  /** The body is very long, so its end is missing. */
  cut: z.boolean(),
  /** The body is not text, so it is shown in base64. */
  isBinary: z.boolean(),
});
export type Delivery = z.infer<typeof deliverySchema>;
