// A change as the outbox stores it: its payload, dependencies, attempts and result.
import { z } from 'zod';
import { changeStateSchema, type Decision, isRepeatable } from '../../../shared/change.ts';
import { webAddressSchema } from '../../../shared/checkout-url.ts';
import { fitting } from '../../../shared/fitting.ts';
import { type LinkDraft, linkDraftSchema, pricesSchema } from '../../../shared/payment-link.ts';
import { productFieldsSchema } from '../../../shared/product.ts';
import { noteSchema } from '../../../shared/text.ts';
import { webhookUrlSchema } from '../../../shared/webhook.ts';
import { isBusy, isSeeOther, outcomeSchema } from '../../service/outcome.ts';
import { idSchema, stampSchema, timeSchema } from '../../storage/stamp.ts';

/** The subject of every `settings.update`: there is one webhook per store. */
export const WEBHOOK_SUBJECT = 'webhook';

/** Products and links have their local ids here; server ids are inserted when the request is built. */
export const payloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product.create'), fields: productFieldsSchema }),
  z.object({ kind: z.literal('product.update'), prices: pricesSchema }),
  z.object({
    kind: z.literal('link.create'),
    productId: z.string(),
    draft: linkDraftSchema,
    /** The seller's private note, from an imported file or the link that this one replaces; never sent. */
    note: noteSchema.optional(),
  }),
  z.object({
    kind: z.literal('link.delete'),
    productId: z.string(),
    /** The new link of "Replace link". The old one is deleted only when the new one is confirmed by the service. */
    replacedBy: z.string().optional(),
  }),
  z.object({
    kind: z.literal('settings.update'),
    url: webhookUrlSchema,
    isOn: z.boolean(),
    /** The key's entry in the vault; null keeps the saved key. */
    keyRef: z.string().nullable(),
  }),
]);
export type Payload = z.infer<typeof payloadSchema>;

/** What the catalog needs of the service's answer. `answer` is the raw body; empty if the seller entered the result. */
export const changeResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), serverId: z.int(), answer: z.string() }),
  z.object({ kind: z.literal('link'), paymentLink: webAddressSchema, answer: z.string() }),
  z.object({ kind: z.literal('accepted'), answer: z.string(), note: z.string().nullable() }),
]);
export type ChangeResult = z.infer<typeof changeResultSchema>;

/** `outcome.body` is cut to 2 kB here. */
export const attemptSchema = z.object({ at: timeSchema, tookMs: z.number(), outcome: outcomeSchema });

export const changeSchema = z.object({
  /** Time-ordered; the order of the queue. */
  id: idSchema,
  rev: stampSchema,
  /** The local id of what it changes. */
  subject: z.union([z.literal(WEBHOOK_SUBJECT), idSchema]),
  payload: payloadSchema,
  /** When the payload was edited last. */
  revised: stampSchema.optional(),
  /** Local ids of the products and links that have to be created first. */
  waitsFor: z.array(z.string()),
  state: changeStateSchema,
  acceptedAt: timeSchema,
  attempts: z.array(attemptSchema),
  /** Number of attempts that were dropped, see `withAttempt`. */
  attemptsDropped: z.int().min(0).optional(),
  /** Tries that count towards giving up; `policy.ts` says which do. */
  tries: z.int(),
  nextAttemptAt: timeSchema.nullable(),
  /** The last attempt never left this computer: retried as soon as the service is reached. */
  unreached: z.boolean(),
  /** Why it is `rejected` or `needs-review`. */
  reason: z
    .enum([
      'answer-lost',
      'server-error',
      'not-understood',
      'see-other',
      'not-found',
      'refused',
      'redirected',
      'gave-up',
      'key-lost',
      'no-address',
      'not-replaced',
      'damaged',
    ])
    .nullable(),
  /** The answer behind `reason`, up to 8 kB. */
  answer: z.string().nullable(),
  result: changeResultSchema.nullable(),
  /** How a `done` change ended. */
  ending: z.enum(['sent', 'discarded', 'withdrawn']).nullable(),
  endedAt: timeSchema.nullable(),
  /** The batch that it was taken from. */
  batchId: idSchema.optional(),
  /** The time (ms since 1970) of the backup that it came from. The app of the backup may have sent it since. */
  restoredFrom: timeSchema.optional(),
});
export type Change = z.infer<typeof changeSchema>;
export type Reason = NonNullable<Change['reason']>;

export interface NewChange {
  readonly subject: string;
  readonly payload: Payload;
  readonly waitsFor: readonly string[];
  /** The batch that it is taken from. */
  readonly batchId?: string;
}

/** The creation of a link waits for that of its product. */
export const linkCreation = (id: string, productId: string, draft: LinkDraft, note = ''): NewChange => ({
  subject: id,
  payload: { kind: 'link.create', productId, draft, ...(note !== '' && { note }) },
  waitsFor: [productId],
});

/** A change as it is accepted. */
export function newChange(
  draft: NewChange,
  { id, rev, acceptedAt }: Pick<Change, 'id' | 'rev' | 'acceptedAt'>,
): Change {
  const { subject, payload, waitsFor, batchId } = draft;
  return {
    id,
    rev,
    subject,
    payload,
    waitsFor: [...waitsFor],
    state: 'ready',
    acceptedAt,
    attempts: [],
    tries: 0,
    nextAttemptAt: null,
    ...(batchId === undefined ? {} : { batchId }),
    unreached: false,
    reason: null,
    answer: null,
    result: null,
    ending: null,
    endedAt: null,
  };
}

export const kindOf = (change: Change): Payload['kind'] => change.payload.kind;

/** Sent twice, it may create two. */
export const isCreate = (change: Change): boolean => !isRepeatable(kindOf(change));

/** Null when the record is not a valid change. */
export const parseChange = (record: unknown): Change | null => fitting(changeSchema, record);

/** Not sent, or rejected by the service: it can be edited or withdrawn locally. */
export const isUnsent = (change: Change): boolean =>
  change.state === 'waiting' || change.state === 'ready' || change.state === 'retrying' || change.state === 'rejected';

type Attempt = Change['attempts'][number];

/**
 * Whether the service may have carried out this attempt: the answer was lost, or was no refusal. Gateways answer 503
 * without `Retry-After` after they have passed a request on, and 302 or 303 usually follows a success.
 */
export function mayHaveArrived({ outcome }: Attempt): boolean {
  if (outcome.kind === 'never-left') return false;
  if (outcome.kind === 'lost' || outcome.status < 300 || isSeeOther(outcome)) return true;
  return outcome.status >= 500 && !(isBusy(outcome) && outcome.retryAfterMs !== null);
}

export const isNotFound = ({ outcome }: Attempt): boolean =>
  outcome.kind === 'answered' && (outcome.status === 404 || outcome.status === 410);

const isLost = ({ outcome }: Attempt): boolean => outcome.kind === 'lost';

/** The service may have carried out an earlier attempt whose answer was lost. */
export const wasLost = (change: Change): boolean => change.attempts.some(isLost);

/** All attempts, dropped ones included. The seller's decision about a change holds only while this count is the same. */
export const attemptCount = ({ attempts, attemptsDropped = 0 }: Change): number => attempts.length + attemptsDropped;

const ATTEMPTS_KEPT = 12;
const NEVER_LEFT_KEPT = 3;

/**
 * Adds an attempt. Old attempts are dropped and counted, so that a waiting change does not grow. The last one that may
 * have arrived, was lost, or was not found stays, because decisions depend on it.
 */
export function withAttempt(change: Change, attempt: Attempt): Change {
  const all = [...change.attempts, attempt];
  const needed = new Set([mayHaveArrived, isLost, isNotFound].map((decides) => all.findLastIndex(decides)));
  const lastNeverLeft = all.flatMap(({ outcome }, index) => (outcome.kind === 'never-left' ? [index] : []));
  const old = new Set(lastNeverLeft.slice(0, -NEVER_LEFT_KEPT));
  const kept = all.filter((_, index) => needed.has(index) || (!old.has(index) && index >= all.length - ATTEMPTS_KEPT));
  const dropped = (change.attemptsDropped ?? 0) + all.length - kept.length;
  return { ...change, attempts: kept, ...(dropped > 0 ? { attemptsDropped: dropped } : {}) };
}

/**
 * Whether the service may have carried out the change already: by an attempt, by the app that made the backup, or by
 * attempts whose record is lost. A link to delete that was not found may be deleted.
 */
export const mayHaveHappened = (change: Change): boolean =>
  change.restoredFrom !== undefined ||
  change.reason === 'damaged' ||
  change.attempts.some(mayHaveArrived) ||
  (kindOf(change) === 'link.delete' && change.attempts.some(isNotFound));

/** Nothing of it can be on the service. */
export const isWithdrawable = (change: Change): boolean => isUnsent(change) && !mayHaveHappened(change);

export const needsSeller = (change: Change): boolean => change.state === 'needs-review' || change.state === 'rejected';

/** Sync shows it in the line of its batch, not by itself. */
export const isInBatchLine = (change: Change): boolean => change.batchId !== undefined && !needsSeller(change);

/** The seller has to decide about it, and it may have been carried out; a create even if the service refused it. */
export const isUndecided = (change: Change): boolean =>
  needsSeller(change) && (isCreate(change) || mayHaveHappened(change));

/** The kind of record that it changes, for the other computers of a team; null if they do not get it. */
export function recordKindOf({ payload }: Change): 'product' | 'link' | null {
  if (payload.kind === 'settings.update') return null;
  return payload.kind.startsWith('product.') ? 'product' : 'link';
}

/** The seller may find its result on the service. A refused create may exist too, if an earlier attempt arrived. */
export const mayBeMarkedAsSent = (change: Change): boolean =>
  change.state === 'needs-review' || (change.state === 'rejected' && isCreate(change) && mayHaveHappened(change));

/** The note of a change that the seller marked as sent. Kept on disk. */
export const MARKED_AS_SENT = 'marked-as-sent';

/**
 * The seller marked it as sent; the service has not confirmed it. A product or link confirmed by the service has an
 * `answer`. Any other change that was sent again lost its `reason` first.
 */
export const isRecordedBySeller = ({ ending, result, reason }: Change): boolean =>
  ending === 'sent' && result !== null && (result.kind === 'accepted' ? reason !== null : result.answer === '');

/** Rejected on this computer: sending it again unchanged would be rejected again. */
const UNSENDABLE_REASONS: readonly (Reason | null)[] = ['key-lost', 'no-address'];

/** Whether the seller can decide about a change without entering anything. */
export const mayDecide: Readonly<Record<Decision, (change: Change) => boolean>> = {
  sendAgain: (change) =>
    needsSeller(change) && !(change.state === 'rejected' && UNSENDABLE_REASONS.includes(change.reason)),
  // For a create, the seller has to enter what the service created.
  markAsSent: (change) => change.state === 'needs-review' && isRepeatable(kindOf(change)),
  discard: ({ state }) => state !== 'sending' && state !== 'done',
};
