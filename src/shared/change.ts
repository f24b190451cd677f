// Schemas of changes in the outbox and of their views.
import { z } from 'zod';

/** Sign-in and the webhook test are never queued. */
export const changeKindSchema = z.enum([
  'product.create',
  'product.update',
  'link.create',
  'link.delete',
  'settings.update',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

/**
 * `waiting` for another change, `ready` to go, `sending` now, `retrying` at a later time, `needs-review` (may or may not
 * have happened), `rejected` (the service said no), `done`.
 */
export const changeStateSchema = z.enum([
  'waiting',
  'ready',
  'sending',
  'retrying',
  'needs-review',
  'rejected',
  'done',
]);
export type ChangeState = z.infer<typeof changeStateSchema>;

export const decisionSchema = z.enum(['sendAgain', 'markAsSent', 'discard']);
export type Decision = z.infer<typeof decisionSchema>;

/** A create that is sent twice creates two; all other kinds can be repeated safely. */
export const isRepeatable = (kind: ChangeKind): boolean => kind !== 'product.create' && kind !== 'link.create';

/** Another computer that is creating a record, and whether the seller has to decide there. */
export const createdOnSchema = z.object({ computer: z.string(), isInDoubt: z.boolean() });
export type CreatedOn = z.infer<typeof createdOnSchema>;

/** Another computer where the seller has to decide about a change. `seenAt`: ms since 1970; null if it is not in the team. */
export const doubtOnSchema = z.object({ computer: z.string(), seenAt: z.number().nullable() });
export type DoubtOn = z.infer<typeof doubtOnSchema>;

/** `uncertain`: a discarded change may have been carried out. */
export const syncStateSchema = z.enum(['synced', 'uncertain', 'waiting', 'sending', 'needs-review', 'rejected']);
export type SyncState = z.infer<typeof syncStateSchema>;

export function syncStateOf(state: ChangeState): SyncState {
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

/** Times in ms since 1970; `body` is the raw answer, cut at 2 kB. */
const attemptViewSchema = z.object({
  at: z.number(),
  tookMs: z.number(),
  /** For the seller. */
  outcome: z.string(),
  /** For support: the system's error. */
  detail: z.string().nullable(),
  status: z.int().nullable(),
  body: z.string().nullable(),
});

/** A row of "Waiting changes" or of "History". */
export const changeRowSchema = z.object({
  id: z.string(),
  kind: changeKindSchema,
  /** Such as `Create payment link for "Coaching hour", $60.00`. */
  title: z.string(),
  /** Distinguishes it from others of its kind: the product or address, and the facts. */
  brief: z.object({ name: z.string(), facts: z.string() }),
  state: changeStateSchema,
  /** Its state and the reason, as a sentence. */
  explanation: z.string(),
  acceptedAt: z.number(),
  /** Null while it is in the queue. */
  endedAt: z.number().nullable(),
  /** `recorded`: marked as sent by the seller. */
  ending: z.enum(['sent', 'recorded', 'discarded', 'withdrawn']).nullable(),
  nextAttemptAt: z.number().nullable(),
  productId: z.string().nullable(),
  linkId: z.string().nullable(),
  /** A row for a whole batch: many links that are created, replaced or deleted together. Null for a single change. */
  batch: z
    .object({ isPaused: z.boolean(), waiting: z.int(), total: z.int(), importId: z.string().nullable() })
    .nullable(),
});
export type ChangeRow = z.infer<typeof changeRowSchema>;

/** Changes that came with a backup of the time `from` (ms since 1970), and wait for the seller. */
export const heldSchema = z.object({ count: z.int(), creations: z.int(), deletions: z.int(), from: z.number() });
export type HeldView = z.infer<typeof heldSchema>;

export const changeDetailSchema = changeRowSchema.extend({
  request: z.object({
    method: z.string(),
    path: z.string(),
    /** Formatted JSON without the webhook key; null if the request has no body. */
    body: z.string().nullable(),
  }),
  attempts: z.array(attemptViewSchema),
  /** The number of attempts; a decision is valid only while it is the same. */
  tried: z.int(),
  /** The answer that was a refusal or not understood. */
  answer: z.string().nullable(),
  /** The service's errors of fields, by their names in the form. */
  refusedFields: z.record(z.string(), z.string()),
  waitsFor: z.array(z.object({ changeId: z.string(), title: z.string(), state: changeStateSchema })),
  /** Changes that "Discard" would discard too. */
  dependents: z.array(z.object({ changeId: z.string(), title: z.string() })),
  /** The consequences of "Discard". */
  discardMeans: z.string(),
  can: z.object({
    sendAgain: z.boolean(),
    /** What the seller has to enter: the product's id, the payment link, or nothing. */
    markAsSent: z.enum(['productId', 'paymentLink', 'nothing']).nullable(),
    edit: z.boolean(),
    discard: z.boolean(),
  }),
});
export type ChangeDetail = z.infer<typeof changeDetailSchema>;

/** A change as the seller saw it. */
const seenChangeSchema = z.object({ id: z.string().min(1).max(100), tried: z.int().min(0) });

/** Larger than any selection or queue. */
const MANY = 1_000_000;

/** The consequences of a decision about many changes. */
export const manyQuestionSchema = z.object({
  /** The selected changes that it applies to. */
  changes: z.array(seenChangeSchema).max(MANY),
  /** With "Discard": ids of dependents that are discarded too. */
  along: z.array(z.string().min(1).max(100)).max(MANY),
  /** How many of `changes` and `along` the service may have carried out already, and how many of those are creates. */
  mayBeThere: z.int(),
  mayBeCreated: z.int(),
  /** How many of `changes` delete a payment link. */
  deletions: z.int(),
  /** How many carry a webhook key, which is deleted, so they cannot be undone. */
  withKey: z.int(),
});
export type ManyQuestion = z.infer<typeof manyQuestionSchema>;

/** The seller's decision about the changes of the question. */
export const manyDecisionSchema = manyQuestionSchema
  .pick({ changes: true, along: true })
  .extend({ decision: decisionSchema });
export type ManyDecision = z.infer<typeof manyDecisionSchema>;
