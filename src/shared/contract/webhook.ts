// Channels of the after-sell webhook and its inbox.
import { z } from 'zod';
import { answerWithSchema, deliveryRowSchema, deliverySchema, inboxPortSchema, inboxViewSchema } from '../inbox.ts';
import { webhookDraftSchema, webhookTestSchema, webhookViewSchema } from '../webhook.ts';
import { id, nothing, pageOf, search, windowOf } from './parts.ts';

export const webhookChannels = {
  'webhook.get': { input: nothing, output: webhookViewSchema },
  /** `replaced`: an unsent earlier change took the new values. */
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
  'inbox.list': {
    input: z.object({ ...windowOf, search }),
    output: pageOf(deliveryRowSchema),
  },
  'inbox.open': { input: z.object({ id }), output: deliverySchema.nullable() },
  'inbox.clear': { input: nothing, output: nothing },
} as const;
