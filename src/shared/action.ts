// A change in the outbox: its kinds, its states, and how the Sync screen shows it.
import { z } from 'zod';

/** What can stand in the outbox. Sign-in and the webhook test are never queued. */
export const actionKindSchema = z.enum([
  'product.create',
  'product.update',
  'link.create',
  'link.delete',
  'settings.update',
]);
export type ActionKind = z.infer<typeof actionKindSchema>;

/**
 * `waiting` for another change, `ready` to go, `sending` now, `retrying` at a later time, `needs-review` (may or may not
 * have happened), `rejected` (the service said no), `done`.
 */
export const actionStateSchema = z.enum([
  'waiting',
  'ready',
  'sending',
  'retrying',
  'needs-review',
  'rejected',
  'done',
]);
export type ActionState = z.infer<typeof actionStateSchema>;

/** What the seller can decide about many changes in one step. */
export const decisionSchema = z.enum(['sendAgain', 'markAsSent', 'discard']);
export type Decision = z.infer<typeof decisionSchema>;

/** A create that is sent twice makes two; everything else may be repeated safely. */
export const isRepeatable = (kind: ActionKind): boolean => kind !== 'product.create' && kind !== 'link.create';

/** How a record stands towards the service, in the words that the lists use. `uncertain`: a discarded change may have been carried out. */
export const syncStateSchema = z.enum(['synced', 'uncertain', 'waiting', 'sending', 'needs-review', 'rejected']);
export type SyncState = z.infer<typeof syncStateSchema>;

/** The sync state that an action gives to the record it changes. */
export function syncStateOf(state: ActionState): SyncState {
  switch (state) {
    case 'waiting':
    case 'ready':
    case 'retrying':
      return 'waiting';
    case 'sending':
    case 'needs-review':
    case 'rejected':
      return state;
    case 'done':
      return 'synced';
  }
}

/** One try to send a change, as shown. Times in ms since 1970, durations in ms; `body` is the answer as it came, cut at 2 kB. */
export const attemptViewSchema = z.object({
  at: z.number(),
  tookMs: z.number(),
  /** What happened, in words for the seller. */
  outcome: z.string(),
  status: z.int().nullable(),
  body: z.string().nullable(),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

/** A row of "Waiting changes" or of "History". */
export const actionRowSchema = z.object({
  id: z.string(),
  kind: actionKindSchema,
  /** What the change is, in words: `Create payment link for "Coaching hour", $60.00`. */
  title: z.string(),
  /** What tells it from other changes of its kind, where there is little room: the product or address, and the facts. */
  brief: z.object({ name: z.string(), facts: z.string() }),
  state: actionStateSchema,
  /** How it stands and why, in one plain sentence. */
  explanation: z.string(),
  acceptedAt: z.number(),
  /** When it was settled; null while it is in the queue. */
  endedAt: z.number().nullable(),
  /** How a settled change ended. `recorded`: the seller said that the service has it. */
  ending: z.enum(['sent', 'recorded', 'discarded', 'withdrawn']).nullable(),
  nextAttemptAt: z.number().nullable(),
  productId: z.string().nullable(),
  linkId: z.string().nullable(),
});
export type ActionRow = z.infer<typeof actionRowSchema>;

/** A change opened on the Sync screen. */
export const actionDetailSchema = actionRowSchema.extend({
  request: z.object({
    method: z.string(),
    path: z.string(),
    /** The JSON that is sent, pretty, with the webhook key left out; null where the request has no body. */
    body: z.string().nullable(),
  }),
  attempts: z.array(attemptViewSchema),
  /** How often it was tried; a decision about it holds only while that is so. */
  tried: z.int(),
  /** What the service answered when it said no or could not be understood. */
  answer: z.string().nullable(),
  /** What the service said of single fields: by their names in the form of the change, and of those that it does not have. */
  refusedFields: z.object({
    fields: z.record(z.string(), z.string()),
    others: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
  waitsFor: z.array(z.object({ actionId: z.string(), title: z.string(), state: actionStateSchema })),
  /** Changes that would be taken along by "Discard". */
  dependents: z.array(z.object({ actionId: z.string(), title: z.string() })),
  /** What "Discard" would mean, in words. */
  discardMeans: z.string(),
  can: z.object({
    sendAgain: z.boolean(),
    /** "Mark as sent", and what has to be typed for it: the product's id, the payment link, or nothing. */
    markAsSent: z.enum(['productId', 'paymentLink', 'nothing']).nullable(),
    edit: z.boolean(),
    discard: z.boolean(),
  }),
});
export type ActionDetail = z.infer<typeof actionDetailSchema>;

/** A change as the seller saw it when a question was asked. */
const seenChangeSchema = z.object({ id: z.string().min(1).max(100), tried: z.int().min(0) });

/** No selection is larger than this; the queue is not either. */
const MANY = 1_000_000;

/** What one decision about many changes would mean. */
export const manyQuestionSchema = z.object({
  /** Those of the selected changes that it can be done to. */
  changes: z.array(seenChangeSchema).max(MANY),
  /** With "Discard": the ids of what waits for them and is discarded too. */
  along: z.array(z.string().min(1).max(100)).max(MANY),
  /** How many selected changes are left out because it cannot be done to them. */
  left: z.int(),
  /** How many of `changes` and `along` the service may have carried out already, and how many of those are creates. */
  mayBeThere: z.int(),
  mayBeCreated: z.int(),
  /** How many of `changes` the service rejected, and how many delete a payment link. */
  rejected: z.int(),
  deletions: z.int(),
  /** How many of `changes` and `along` carry a webhook key: it is not kept, so an undo cannot bring them back. */
  withKey: z.int(),
});
export type ManyQuestion = z.infer<typeof manyQuestionSchema>;

/** The seller's answer: what to do, to which changes, as the question named them. */
export const manyDecisionSchema = manyQuestionSchema
  .pick({ changes: true, along: true })
  .extend({ decision: decisionSchema });
export type ManyDecision = z.infer<typeof manyDecisionSchema>;
