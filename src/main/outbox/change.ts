// A change as the outbox stores it: its payload, dependencies, attempts and result.
import { z } from 'zod';
import { changeStateSchema, type Decision, isRepeatable } from '../../shared/change.ts';
import { webAddressSchema } from '../../shared/checkout-url.ts';
import { type LinkDraft, linkDraftSchema, pricesSchema } from '../../shared/payment-link.ts';
import { type ProductFields, productFieldsSchema } from '../../shared/product.ts';
import { noteSchema } from '../../shared/text.ts';
import { webhookUrlSchema } from '../../shared/webhook.ts';
import { isBusy, isSeeOther, outcomeSchema } from '../service/outcome.ts';
import { idSchema, stampSchema, timeSchema } from '../storage/stamp.ts';

/** The subject of every `settings.update`: there is one webhook per store. */
export const WEBHOOK_SUBJECT = 'webhook';

/** Refers to products and links by their local ids. `sender.ts` inserts server ids when it builds the request. */
export const payloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product.create'), fields: productFieldsSchema }),
  z.object({ kind: z.literal('product.update'), prices: pricesSchema }),
  z.object({
    kind: z.literal('link.create'),
    productId: z.string(),
    draft: linkDraftSchema,
    /** The seller's private note, from an imported file or the replaced link; never sent. */
    note: noteSchema.optional(),
  }),
  z.object({
    kind: z.literal('link.delete'),
    productId: z.string(),
    /** The new link of "Replace link". The old one is deleted only after the service has confirmed the new one. */
    replacedBy: z.string().optional(),
  }),
  z.object({
    kind: z.literal('settings.update'),
    url: webhookUrlSchema,
    isOn: z.boolean(),
    /** The key's entry in the vault; null leaves the key on the service unchanged. */
    keyRef: z.string().nullable(),
  }),
]);
export type Payload = z.infer<typeof payloadSchema>;

/** What the catalog needs of the service's answer. `answer` is the raw body; empty if the seller entered the result. */
export const changeResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), serverId: z.int(), answer: z.string() }),
  z.object({ kind: z.literal('link'), paymentLink: webAddressSchema, answer: z.string() }),
  z.object({
    kind: z.literal('accepted'),
    answer: z.string(),
    /** How it ended, if the service did not simply confirm it. */
    note: z.enum(['already-gone', 'unknown-answer', 'marked-as-sent']).nullable(),
  }),
]);
export type ChangeResult = z.infer<typeof changeResultSchema>;

export const changeSchema = z.object({
  /** Time-ordered, and the order of the queue. */
  id: idSchema,
  rev: stampSchema,
  /** The local id of the product or link that it changes, or `WEBHOOK_SUBJECT`. */
  subject: z.union([z.literal(WEBHOOK_SUBJECT), idSchema]),
  payload: payloadSchema,
  /** When the payload was edited last. */
  revised: stampSchema.optional(),
  /** Local ids of the products and links that have to be created first. */
  waitsFor: z.array(z.string()),
  state: changeStateSchema,
  acceptedAt: timeSchema,
  /** `outcome.body` is cut to 2 kB. */
  attempts: z.array(z.object({ at: timeSchema, tookMs: z.number(), outcome: outcomeSchema })),
  /** Number of dropped attempts, see `withAttempt`. */
  attemptsDropped: z.int().min(0).optional(),
  /** Tries that count towards giving up; `policy.ts` says which do. */
  tries: z.int(),
  nextAttemptAt: timeSchema.nullable(),
  /** Whether the last attempt never left this computer, so that it is retried as soon as the service is reached. */
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
  /** The batch in which it was staged. */
  batchId: idSchema.optional(),
  /** When the backup that it comes from was made, in ms since 1970. The app that made the backup may have sent it since. */
  restoredFrom: timeSchema.optional(),
});
export type Change = z.infer<typeof changeSchema>;
export type Reason = NonNullable<Change['reason']>;

export type NewChange = Pick<Change, 'subject' | 'payload' | 'batchId'> & Readonly<Pick<Change, 'waitsFor'>>;

export const productCreation = (id: string, fields: ProductFields): NewChange => ({
  subject: id,
  payload: { kind: 'product.create', fields },
  waitsFor: [],
});

interface NewLink extends LinkDraft {
  readonly id: string;
  readonly productId: string;
  readonly note?: string | undefined;
}

/** The creation of a link waits for that of its product. */
export const linkCreation = ({ id, productId, prices, useOnce, metadata, note }: NewLink): NewChange => ({
  subject: id,
  payload: { kind: 'link.create', productId, draft: { prices, useOnce, metadata }, ...(note && { note }) },
  waitsFor: [productId],
});

/** The deletion of a link waits for its creation, and for that of the link that replaces it. */
export const linkDeletion = (id: string, productId: string, replacedBy?: string): NewChange => ({
  subject: id,
  payload: { kind: 'link.delete', productId, ...(replacedBy && { replacedBy }) },
  waitsFor: replacedBy ? [id, replacedBy] : [id],
});

export const newChange = (draft: NewChange, stamps: Pick<Change, 'id' | 'rev' | 'acceptedAt'>): Change => ({
  ...draft,
  ...stamps,
  state: 'ready',
  attempts: [],
  tries: 0,
  nextAttemptAt: null,
  unreached: false,
  reason: null,
  answer: null,
  result: null,
  ending: null,
  endedAt: null,
});

export const kindOf = (change: Change): Payload['kind'] => change.payload.kind;

/** Whether sending it twice may create two products or links. */
export const isCreate = (change: Change): boolean => !isRepeatable(kindOf(change));

/** Whether it waits to be sent or was rejected, so that it can be edited. */
export const isUnsent = (change: Change): boolean =>
  change.state === 'waiting' || change.state === 'ready' || change.state === 'retrying' || change.state === 'rejected';

type Attempt = Change['attempts'][number];

/**
 * Whether the service may have carried out this attempt, because the answer was lost or was not a refusal. Gateways may answer
 * 503 without `Retry-After` after they have passed a request on, and 302 or 303 usually follows a success.
 */
export function mayHaveArrived({ outcome }: Attempt): boolean {
  if (outcome.kind === 'never-left') return false;
  if (outcome.kind === 'lost' || outcome.status < 300 || isSeeOther(outcome)) return true;
  return outcome.status >= 500 && !(isBusy(outcome) && outcome.retryAfterMs !== null);
}

export const isNotFound = ({ outcome }: Pick<Attempt, 'outcome'>): boolean =>
  outcome.kind === 'answered' && (outcome.status === 404 || outcome.status === 410);

const isLost = ({ outcome }: Attempt): boolean => outcome.kind === 'lost';

/** Whether the answer to an attempt was lost. */
export const wasLost = (change: Change): boolean => change.attempts.some(isLost);

/** All attempts, dropped ones included. A decision of the seller applies only if this count has not changed since. */
export const attemptCount = ({ attempts, attemptsDropped = 0 }: Change): number => attempts.length + attemptsDropped;

const ATTEMPTS_KEPT = 12;
const NEVER_LEFT_KEPT = 3;

/**
 * Adds an attempt. Drops and counts old attempts, so that a waiting change does not grow. Keeps the last attempt that may have
 * arrived, that was lost, and that was not found, because decisions depend on them.
 */
export function withAttempt(change: Change, attempt: Attempt): Change {
  const all = [...change.attempts, attempt];
  const needed = new Set([mayHaveArrived, isLost, isNotFound].map((decides) => all.findLastIndex(decides)));
  const lastNeverLeft = all.flatMap(({ outcome }, index) => (outcome.kind === 'never-left' ? [index] : []));
  const old = new Set(lastNeverLeft.slice(0, -NEVER_LEFT_KEPT));
  const remaining = all.filter(
    (_, index) => needed.has(index) || (!old.has(index) && index >= all.length - ATTEMPTS_KEPT),
  );
  const dropped = (change.attemptsDropped ?? 0) + all.length - remaining.length;
  return { ...change, attempts: remaining, ...(dropped > 0 ? { attemptsDropped: dropped } : {}) };
}

/**
 * Whether the service may have carried out the change already: because of an attempt, of the app that made the backup, or of an
 * attempt whose record is lost. A deletion may have happened if its link was not found.
 */
export const mayHaveHappened = (change: Change): boolean =>
  change.restoredFrom !== undefined ||
  change.reason === 'damaged' ||
  change.attempts.some(mayHaveArrived) ||
  (kindOf(change) === 'link.delete' && change.attempts.some(isNotFound));

/** Whether the service cannot have carried it out, so that it can be withdrawn. */
export const isWithdrawable = (change: Change): boolean => isUnsent(change) && !mayHaveHappened(change);

export const needsSeller = (change: Change): boolean => change.state === 'needs-review' || change.state === 'rejected';

/** Whether the seller may find its result on the service. A refused create may exist if an earlier attempt arrived. */
export const mayBeMarkedAsSent = (change: Change): boolean =>
  change.state === 'needs-review' || (change.state === 'rejected' && isCreate(change) && mayHaveHappened(change));

/** The result of a repeatable change that the seller marked as sent. */
export const MARKED_AS_SENT: ChangeResult = { kind: 'accepted', answer: '', note: 'marked-as-sent' };

/**
 * Whether the seller marked it as sent without an answer of the service. A product or link that the service confirmed has an
 * `answer`. Any other change keeps its `reason` only if it was not sent again.
 */
export const isRecordedBySeller = ({ ending, result, reason }: Change): boolean =>
  ending === 'sent' && result !== null && (result.kind === 'accepted' ? reason !== null : result.answer === '');

/** With these reasons this computer has rejected the change, and would reject it again. */
const UNSENDABLE_REASONS: readonly (Reason | null)[] = ['key-lost', 'no-address'];

/** Whether the seller can make a decision about a change without entering anything. */
export const mayDecide: Readonly<Record<Decision, (change: Change) => boolean>> = {
  sendAgain: (change) =>
    needsSeller(change) && !(change.state === 'rejected' && UNSENDABLE_REASONS.includes(change.reason)),
  // For a create, the seller has to enter the product id or the address that the service returned.
  markAsSent: (change) => change.state === 'needs-review' && isRepeatable(kindOf(change)),
  discard: ({ state }) => state !== 'sending' && state !== 'done',
};
