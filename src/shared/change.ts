// Changes in the outbox: their schemas, their views, and the channels of Sync.
import { z } from 'zod';
import { address, id, ids, MAX_PASTED, nothing, pageOf, search, windowOf } from './contract/parts.ts';
import { textUpTo } from './text.ts';

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
  /** The answer that was a refusal or not understood. */
  answer: z.string().nullable(),
  /** The service's errors of fields, by their names in the form. */
  refusedFields: z.record(z.string(), z.string()),
  waitsFor: z.array(z.object({ changeId: z.string(), title: z.string(), state: changeStateSchema })),
  can: z.object({
    sendAgain: z.boolean(),
    /** What the seller has to enter: the product's id, the payment link, or nothing. */
    markAsSent: z.enum(['productId', 'paymentLink', 'nothing']).nullable(),
    edit: z.boolean(),
    discard: z.boolean(),
  }),
});
export type ChangeDetail = z.infer<typeof changeDetailSchema>;

/** A change as the seller saw it. A decision holds only while it has had so many attempts. */
const seenChangeSchema = z.object({ id: z.string().min(1).max(100), tried: z.int().min(0) });

/** Larger than any selection or queue. */
const MANY = 1_000_000;

/** The consequences of a decision about one change or many. */
export const decisionQuestionSchema = z.object({
  /** The selected changes that it applies to. */
  changes: z.array(seenChangeSchema).max(MANY),
  /** With "Discard": ids of dependents that are discarded too. */
  along: z.array(z.string().min(1).max(100)).max(MANY),
  /** Of the change, if it is only one. */
  title: z.string().nullable(),
  /** What is discarded too: the first ones, and how many with the staged links of a product. */
  alongTitles: z.array(z.string()),
  alongCount: z.int(),
  /** How many of `changes` and `along` the service may have carried out already, and how many of those are creates. */
  mayBeThere: z.int(),
  mayBeCreated: z.int(),
  /** How many of `changes` delete a payment link. */
  deletions: z.int(),
  /** How many carry a webhook key, which is deleted, so they cannot be undone. */
  withKey: z.int(),
});
export type DecisionQuestion = z.infer<typeof decisionQuestionSchema>;

/** The seller's decision about the changes of the question. */
export const decisionsMadeSchema = decisionQuestionSchema
  .pick({ changes: true, along: true })
  .extend({ decision: decisionSchema });
export type DecisionsMade = z.infer<typeof decisionsMadeSchema>;

export const syncChannels = {
  /** A page of those that match the search. `held`: changes of a backup. */
  'sync.list': {
    input: z.object({ ...windowOf, search: search.optional() }),
    output: pageOf(changeRowSchema).extend({
      held: heldSchema.nullable(),
      /** Payment links that may have been created without the app knowing their addresses. */
      linksInDoubt: z.int(),
    }),
  },
  /** The ids of waiting changes in the order of the list: all that match the search, or those from one to another. */
  'sync.ids': {
    input: z.object({ between: z.tuple([id, id]).nullable(), search: search.optional() }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Of a selection: what no longer waits or does not match the search, and to how many changes each decision applies. */
  'sync.selected': {
    input: z.object({ ids, search: search.optional() }),
    output: z.object({ gone: z.array(z.string()), can: z.record(decisionSchema, z.int()) }),
  },
  /** What a decision about one change or many would mean; nothing is changed. */
  'sync.question': { input: z.object({ ids, decision: decisionSchema }), output: decisionQuestionSchema },
  /**
   * `changed`: skipped, because they changed after the question. `undo`: the changes that were discarded, for `sync.undo`;
   * empty if they cannot be restored.
   */
  'sync.decide': {
    input: decisionsMadeSchema,
    output: z.object({ done: z.int(), along: z.int(), changed: z.int(), undo: z.array(z.string()) }),
  },
  'sync.history': { input: z.object({ ...windowOf, search }), output: pageOf(changeRowSchema) },
  'sync.get': { input: z.object({ id }), output: changeDetailSchema.nullable() },
  /** Tries everything again that can be sent. `open`: how many changes had not reached the service. */
  'sync.now': { input: nothing, output: z.object({ open: z.int() }) },
  /** Sends all changes that are held because they came from a backup. */
  'sync.sendHeld': { input: nothing, output: z.object({ count: z.int() }) },
  'sync.discardHeld': { input: nothing, output: nothing },
  /** For a product its id, for a link its address; both are checked. Repeatable changes need no input. */
  'sync.markAsSent': {
    input: z.object({
      id,
      answer: textUpTo(8_000),
    }),
    output: nothing,
  },
  /** Finds the payment links in a text, and the change in doubt that created each. */
  'sync.matchAddresses': {
    input: z.object({ text: z.string().max(MAX_PASTED) }),
    output: z.object({
      addresses: z.array(
        z.object({
          address: z.string(),
          /** The rest of its line. */
          beside: z.string(),
          /** Null where several changes are possible, or none. */
          changeId: id.nullable(),
          /** What identified the change: metadata beside the address, or its product alone. */
          by: z.enum(['metadata', 'product']).nullable(),
          candidates: z.array(id),
          /** Why no change is possible; null if one is. */
          why: z.string().nullable(),
        }),
      ),
      changes: z.array(z.object({ id, title: z.string() })),
      /** Addresses that the catalog has already. */
      known: z.int(),
    }),
  },
  /** Marks payment links as sent, each with its address. */
  'sync.recordAddresses': {
    input: z.object({ found: z.array(z.object({ id, address })).max(10_000) }),
    output: z.object({ recorded: z.int(), refused: z.array(z.object({ address: z.string(), message: z.string() })) }),
  },
  /** Restores discarded or withdrawn changes of a store, shown or not; refused if that is no longer possible. */
  'sync.undo': { input: z.object({ storeId: id, ids }), output: nothing },
  'sync.networkReturned': { input: nothing, output: nothing },
} as const;
