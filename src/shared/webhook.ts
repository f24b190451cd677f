// The after-sell webhook: its address, key, switch and test call (document, sections 2, 4.6, 4.7 and 6), its channels and its inbox's.
import { z } from 'zod';
import { syncStateSchema } from './change.ts';
import { parseWebAddress } from './checkout-url.ts';
import { id, nothing, pageOf, windowOf } from './contract/parts.ts';
import { answerWithSchema, deliveryRowSchema, deliverySchema, inboxPortSchema, inboxViewSchema } from './inbox.ts';
import { hasControlCharacter } from './text.ts';
import { texts } from './texts/main.ts';
import { isLoopbackHost, withScheme } from './web-address.ts';

const t = texts.fields.webhook;

/** The verification key has exactly this many characters (section 8). */
export const WEBHOOK_KEY_LENGTH = 64;

/** Where after-sell events go: `https://`, or `http://` on this computer. Adds a missing scheme, and otherwise only trims. */
export const webhookUrlSchema = z
  .string()
  .trim()
  .min(1, { error: () => t.enterUrl, abort: true })
  .transform(withScheme)
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const url = parseWebAddress(text);
    if (hasControlCharacter(text) || /\s/.test(text)) return refuse(t.noSpaces);
    if (!url) return refuse(texts.fields.enterWholeAddress);
    if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
      return refuse(t.useHttps);
    }
  });

/** The verification key: 64 printable characters, because it travels in the `Webhook-Key` header. */
export const webhookKeySchema = z
  .string()
  .refine((key) => key.length === WEBHOOK_KEY_LENGTH, {
    error: ({ input }) => t.keyLength({ length: String(input).length }),
    abort: true,
  })
  .refine((key) => /^[\x21-\x7e]*$/.test(key), { error: () => t.keyCharacters });

/** A null `key` keeps the saved one. */
export const webhookDraftSchema = z.object({
  url: webhookUrlSchema,
  isOn: z.boolean(),
  key: webhookKeySchema.nullable(),
});
export type WebhookDraft = z.infer<typeof webhookDraftSchema>;

/** The result of one test call. `body` is raw, cut at 2 kB. */
export const webhookTestSchema = z.object({
  id: z.string(),
  at: z.number(),
  tookMs: z.number(),
  delivered: z.boolean(),
  /** The HTTP status of the test endpoint; null if it did not answer. */
  status: z.int().nullable(),
  body: z.string(),
  /** For the seller. */
  explanation: z.string(),
});
export type WebhookTest = z.infer<typeof webhookTestSchema>;

/** Never contains the key itself. */
export const webhookViewSchema = z.object({
  /** What the seller saved last, whether sent or waiting. Null before the first save. */
  current: z
    .object({
      url: z.string(),
      isOn: z.boolean(),
      /**
       * Its verification key. `none`: this app has none. `here`: the app can show it. `locked`: the key store has not released
       * it. `on-service`: it was sent, and this computer no longer has it. `gone`: this computer no longer has the key of a
       * waiting change.
       */
      key: z.enum(['none', 'here', 'locked', 'on-service', 'gone']),
      sync: syncStateSchema,
      changeId: z.string().nullable(),
      savedAt: z.number().nullable(),
      /** The seller marked it as sent. */
      recordedByYou: z.literal(true).optional(),
    })
    .nullable(),
  /** Why the service may have other values; null if there is no such doubt. */
  uncertain: z.string().nullable(),
  /** The doubt includes the verification key. */
  keyUncertain: z.boolean(),
  /** Why a test cannot run now; null if it can. */
  testBlocked: z.string().nullable(),
  /** The newest test of the saved address and key. */
  test: webhookTestSchema.nullable(),
});
export type WebhookView = z.infer<typeof webhookViewSchema>;

type SavedKey = NonNullable<WebhookView['current']>['key'];

/** Happens without a key store, when keys are only in memory, and after a restore, because backups leave keys out. */
export const isKeyLost = (saved: SavedKey): boolean => saved === 'on-service' || saved === 'gone';

export const webhookChannels = {
  'webhook.get': { input: nothing, output: webhookViewSchema },
  'webhook.save': { input: webhookDraftSchema, output: nothing },
  'webhook.generateKey': { input: nothing, output: z.object({ key: z.string() }) },
  /** The saved key, only when the seller asks to see it. */
  'webhook.revealKey': { input: nothing, output: z.object({ key: z.string() }) },
  'webhook.copySavedKey': { input: nothing, output: nothing },
  'webhook.test': { input: nothing, output: webhookTestSchema },

  'inbox.get': { input: nothing, output: inboxViewSchema },
  /** Listens on 127.0.0.1 until it is stopped or the app ends. */
  'inbox.start': { input: z.object({ port: inboxPortSchema }), output: nothing },
  'inbox.stop': { input: nothing, output: nothing },
  'inbox.dismissGap': { input: nothing, output: nothing },
  'inbox.answerWith': { input: z.object({ answerWith: answerWithSchema }), output: nothing },
  'inbox.list': { input: z.object(windowOf), output: pageOf(deliveryRowSchema) },
  'inbox.open': { input: z.object({ id }), output: deliverySchema.nullable() },
  'inbox.clear': { input: nothing, output: nothing },
} as const;
