// Changes in the outbox: their schemas, their views, and the channels of Sync.
import { z } from 'zod';
import { id, ids, MAX_PASTED, nothing, pageOf, search, windowOf } from './contract/parts.ts';
import { textUpTo } from './text.ts';

/** Sign-in and the webhook test are never queued. */
const KINDS = ['product.create', 'product.update', 'link.create', 'link.delete', 'settings.update'] as const;
export const changeKindSchema = z.enum(KINDS);
export type ChangeKind = z.infer<typeof changeKindSchema>;

/**
 * `waiting` for another change, `ready` to be sent, `sending` now, `retrying` at a later time, `done`. The seller reads "needs
 * attention" for `needs-review` (in doubt: the service may have carried it out) and `rejected` (the service said no).
 */
const STATES = ['waiting', 'ready', 'sending', 'retrying', 'needs-review', 'rejected', 'done'] as const;
export const changeStateSchema = z.enum(STATES);
export type ChangeState = z.infer<typeof changeStateSchema>;

export const decisionSchema = z.enum(['sendAgain', 'markAsSent', 'discard']);
export type Decision = z.infer<typeof decisionSchema>;

/** Sending a create twice creates two records; all other kinds can be repeated safely. */
export const isRepeatable = (kind: ChangeKind): boolean => kind !== 'product.create' && kind !== 'link.create';

/** The other computer that is creating a record, and whether the seller has to decide there. */
export const createdOnSchema = z.object({ computer: z.string(), isInDoubt: z.boolean() });
export type CreatedOn = z.infer<typeof createdOnSchema>;

/** Another computer that needs the seller's decision about a change. `seenAt`: ms since 1970; null if it left the team. */
export const doubtOnSchema = z.object({ computer: z.string(), seenAt: z.number().nullable() });
export type DoubtOn = z.infer<typeof doubtOnSchema>;

/** `uncertain`: a discarded change may have been carried out. */
export const syncStateSchema = z.enum(['synced', 'uncertain', 'waiting', 'sending', 'needs-review', 'rejected']);
export type SyncState = z.infer<typeof syncStateSchema>;

export function syncStateOf(state: ChangeState): SyncState {
  if (state === 'done') return 'synced';
  return state === 'ready' || state === 'retrying' ? 'waiting' : state;
}

/** A row of "Waiting changes" or of "History". */
export const changeRowSchema = z.object({
  id: z.string(),
  kind: changeKindSchema,
  /** For example `Create payment link for "Coaching hour", $60.00`. */
  title: z.string(),
  /** Tells the change from others of its kind: the product or address, and the facts. */
  brief: z.object({ name: z.string(), facts: z.string() }),
  state: changeStateSchema,
  /** The state and its reason, as a sentence. */
  explanation: z.string(),
  acceptedAt: z.number(),
  /** Null while the change is in the queue. */
  endedAt: z.number().nullable(),
  /** `recorded`: marked as sent by the seller. */
  ending: z.enum(['sent', 'recorded', 'discarded', 'withdrawn']).nullable(),
  nextAttemptAt: z.number().nullable(),
  productId: z.string().nullable(),
  linkId: z.string().nullable(),
  /** Set in a row for a whole batch: links that are created, replaced or deleted together. Null for a single change. */
  batch: z
    .object({ isPaused: z.boolean(), waiting: z.int(), total: z.int(), importId: z.string().nullable() })
    .nullable(),
});
export type ChangeRow = z.infer<typeof changeRowSchema>;

/** Changes from a backup, which wait for the seller. `from` is when the backup was made, in ms since 1970. */
export const heldSchema = z.object({ count: z.int(), creations: z.int(), deletions: z.int(), from: z.number() });
export type HeldView = z.infer<typeof heldSchema>;

export const changeDetailSchema = changeRowSchema.extend({
  request: z.object({
    method: z.string(),
    path: z.string(),
    /** Formatted JSON without the webhook key; null if the request has no body. */
    body: z.string().nullable(),
  }),
  /** `at` and `tookMs` in ms, `outcome` for the seller, `detail` for support; `body` is the raw answer, cut at 2 kB. */
  attempts: z.array(
    z.object({
      at: z.number(),
      tookMs: z.number(),
      outcome: z.string(),
      detail: z.string().nullable(),
      body: z.string().nullable(),
    }),
  ),
  /** The last answer if the service refused, or if the app did not understand it. */
  answer: z.string().nullable(),
  /** What the service rejected, by the form's field names. */
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

export const decisionQuestionSchema = z.object({
  /** The selected changes. The decision does not apply to one that has more attempts than `tried` by then. */
  changes: z.array(z.object({ id, tried: z.int().min(0) })).max(1_000_000),
  /** When discarding: ids of dependents that are discarded too. */
  along: ids,
  /** The title of the change, if there is only one. */
  title: z.string().nullable(),
  /** Titles of the first dependents, and the number of all, staged links of a product included. */
  alongTitles: z.array(z.string()),
  alongCount: z.int(),
  /** How many of `changes` and `along` the service may have carried out already, and how many of these are creates. */
  mayBeThere: z.int(),
  mayBeCreated: z.int(),
  /** How many of `changes` delete a payment link. */
  deletions: z.int(),
  /** How many carry a webhook key. Discarding deletes the key, so they cannot be restored. */
  withKey: z.int(),
});
export type DecisionQuestion = z.infer<typeof decisionQuestionSchema>;

export const syncChannels = {
  /** Lists the changes that match the search. `held`: the changes that came from a backup. */
  'sync.list': {
    input: z.object({ ...windowOf, search: search.optional() }),
    output: pageOf(changeRowSchema).extend({
      held: heldSchema.nullable(),
      /** How many payment links may have been created without the app knowing their addresses. */
      linksInDoubt: z.int(),
    }),
  },
  /** The ids of all waiting changes that match the search, in list order. */
  'sync.ids': {
    input: z.object({ search: search.optional() }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Checks a selection: which ids no longer wait, and to how many each decision applies. */
  'sync.selected': {
    input: z.object({ ids }),
    output: z.object({ gone: z.array(z.string()), can: z.record(decisionSchema, z.int()) }),
  },
  /** Says what a decision would mean, without changing anything. */
  'sync.question': { input: z.object({ ids, decision: decisionSchema }), output: decisionQuestionSchema },
  /**
   * `changed`: how many were skipped because they changed after the question. `undo`: ids of the discarded changes, for
   * `sync.undo`; empty if they cannot be restored.
   */
  'sync.decide': {
    input: decisionQuestionSchema.pick({ changes: true, along: true }).extend({ decision: decisionSchema }),
    output: z.object({ done: z.int(), along: z.int(), changed: z.int(), undo: z.array(z.string()) }),
  },
  'sync.history': { input: z.object({ ...windowOf, search }), output: pageOf(changeRowSchema) },
  'sync.get': { input: z.object({ id }), output: changeDetailSchema.nullable() },
  /** Retries everything that can be sent. `open`: how many changes had not reached the service. */
  'sync.now': { input: nothing, output: z.object({ open: z.int() }) },
  /** Sends all changes that came from a backup and are held. */
  'sync.sendHeld': { input: nothing, output: z.object({ count: z.int() }) },
  'sync.discardHeld': { input: nothing, output: nothing },
  /** Finds the payment links in a text, and for each the change in doubt that created it. */
  'sync.matchAddresses': {
    input: z.object({ text: z.string().max(MAX_PASTED) }),
    output: z.object({
      addresses: z.array(
        z.object({
          address: z.string(),
          /** The rest of the address's line. */
          beside: z.string(),
          /** Null if no change or more than one is possible. */
          changeId: id.nullable(),
          /** What identified the change: metadata beside the address, or only its product. */
          by: z.enum(['details', 'product']).nullable(),
          candidates: z.array(id),
          /** Why no change is possible; null if there is one. */
          why: z.string().nullable(),
        }),
      ),
      changes: z.array(z.object({ id, title: z.string() })),
      /** How many addresses the catalog already has. */
      known: z.int(),
    }),
  },
  /** Marks changes as sent. `answer`: the id of a product or the address of a link; it is checked. Others need none. */
  'sync.markAsSent': {
    input: z.object({ found: z.array(z.object({ id, answer: textUpTo(8_000) })).max(10_000) }),
    output: z.object({ recorded: z.int(), refused: z.array(z.object({ answer: z.string(), message: z.string() })) }),
  },
  /** Restores discarded or withdrawn changes of any store; refused if that is no longer possible. */
  'sync.undo': { input: z.object({ storeId: id, ids }), output: nothing },
  'sync.networkReturned': { input: nothing, output: nothing },
} as const;
