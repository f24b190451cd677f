// An action as the outbox keeps it on disk: what is to be sent, what it waits for, what was tried and what came of it.
import { z } from 'zod';
import { actionStateSchema, type Decision, isRepeatable } from '../../../shared/action.ts';
import { webAddressSchema } from '../../../shared/checkout-url.ts';
import { fitting } from '../../../shared/fitting.ts';
import { linkDraftSchema, pricesSchema } from '../../../shared/payment-link.ts';
import { productFieldsSchema } from '../../../shared/product.ts';
import { webhookUrlSchema } from '../../../shared/webhook.ts';
import { isBusy, isSeeOther, outcomeSchema } from '../../service/outcome.ts';
import { idSchema, stampSchema, timeSchema } from '../../storage/stamp.ts';

/** The subject of every `settings.update`: there is one webhook per store. */
export const WEBHOOK_SUBJECT = 'webhook';

/** What is to be sent. Products and links are named by their local ids; server ids are put in when the request is built. */
export const payloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product.create'), fields: productFieldsSchema }),
  z.object({ kind: z.literal('product.update'), prices: pricesSchema }),
  z.object({ kind: z.literal('link.create'), productId: z.string(), draft: linkDraftSchema }),
  z.object({
    kind: z.literal('link.delete'),
    productId: z.string(),
    /** The link that takes its place ("Replace link"): it is deleted only when that one is known to be on the service. */
    replacedBy: z.string().optional(),
  }),
  z.object({
    kind: z.literal('settings.update'),
    url: webhookUrlSchema,
    isOn: z.boolean(),
    /** Where the vault keeps the key; null when the saved key is to stay. The key itself is never in here. */
    keyRef: z.string().nullable(),
  }),
]);
export type Payload = z.infer<typeof payloadSchema>;

/**
 * What the service gave back, as far as the catalogue needs it. `answer` is the whole answer, kept unread; empty where the
 * seller entered what the service created.
 */
export const actionResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product'), serverId: z.int(), answer: z.string() }),
  z.object({ kind: z.literal('link'), paymentLink: webAddressSchema, answer: z.string() }),
  z.object({ kind: z.literal('accepted'), answer: z.string(), note: z.string().nullable() }),
]);
export type ActionResult = z.infer<typeof actionResultSchema>;

/** One try. `outcome.body` is cut to 2 kB here. */
export const attemptSchema = z.object({ at: timeSchema, tookMs: z.number(), outcome: outcomeSchema });

export const actionSchema = z.object({
  /** Time-ordered; the order of the queue. */
  id: idSchema,
  rev: stampSchema,
  /** The local id of what it changes. */
  subject: z.union([z.literal(WEBHOOK_SUBJECT), idSchema]),
  payload: payloadSchema,
  /** When the payload was changed last; left out where it never was. */
  revised: stampSchema.optional(),
  /** Local ids of what has to exist on the service first. */
  waitsFor: z.array(z.string()),
  state: actionStateSchema,
  acceptedAt: timeSchema,
  attempts: z.array(attemptSchema),
  /** Attempts that are counted and no longer kept: see `withAttempt`. */
  attemptsDropped: z.int().min(0).optional(),
  /** Tries that count towards giving up; `policy.ts` says which do. */
  tries: z.int(),
  nextAttemptAt: timeSchema.nullable(),
  /** It waits because it never left: it goes again as soon as the service is reached. */
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
      'restored',
    ])
    .nullable(),
  /** The answer that the reason speaks of, up to 64 kB. */
  answer: z.string().nullable(),
  result: actionResultSchema.nullable(),
  /** How a `done` action ended. */
  ending: z.enum(['sent', 'discarded', 'withdrawn']).nullable(),
  endedAt: timeSchema.nullable(),
  /** It came from a backup made at this time, whose app may have sent it since; ms since 1970. */
  restoredFrom: timeSchema.optional(),
});
export type Action = z.infer<typeof actionSchema>;
export type Reason = NonNullable<Action['reason']>;

export const kindOf = (action: Action): Payload['kind'] => action.payload.kind;

/** Reads an action from disk; null when it cannot be understood. */
export const parseAction = (record: unknown): Action | null => fitting(actionSchema, record);

/** It has not left, or the service plainly did not take it: it can be changed or withdrawn without asking the service. */
export const isUnsent = (action: Action): boolean =>
  action.state === 'waiting' || action.state === 'ready' || action.state === 'retrying' || action.state === 'rejected';

type Attempt = Action['attempts'][number];

/**
 * Whether the service may have carried out this attempt: its answer was lost, or did not say no. Gateways answer 503
 * without `Retry-After` after they have passed a request on, and 302 or 303 usually follows a success.
 */
export function arrived({ outcome }: Attempt): boolean {
  if (outcome.kind === 'never-left') return false;
  if (outcome.kind === 'lost' || outcome.status < 300 || isSeeOther(outcome)) return true;
  return outcome.status >= 500 && !(isBusy(outcome) && outcome.retryAfterMs !== null);
}

/** The service did not find what the attempt was about. */
export const isNotFound = ({ outcome }: Attempt): boolean =>
  outcome.kind === 'answered' && (outcome.status === 404 || outcome.status === 410);

const isLost = ({ outcome }: Attempt): boolean => outcome.kind === 'lost';

/** An earlier attempt was lost: the service may have carried it out without the app knowing. */
export const wasLost = (action: Action): boolean => action.attempts.some(isLost);

/** All attempts there were, those that are no longer kept included. A question about a change holds only while this is the same. */
export const attemptCount = ({ attempts, attemptsDropped = 0 }: Action): number => attempts.length + attemptsDropped;

const ATTEMPTS_KEPT = 12;
const NEVER_LEFT_KEPT = 3;

/**
 * The action with one more attempt. Old attempts are counted and dropped, so that an action does not grow while it
 * waits; the last one that may have been carried out, was lost, or was not found stays, because decisions rest on it.
 */
export function withAttempt(action: Action, attempt: Attempt): Action {
  const all = [...action.attempts, attempt];
  const needed = new Set([arrived, isLost, isNotFound].map((decides) => all.findLastIndex(decides)));
  const lastNeverLeft = all.flatMap(({ outcome }, index) => (outcome.kind === 'never-left' ? [index] : []));
  const old = new Set(lastNeverLeft.slice(0, -NEVER_LEFT_KEPT));
  const kept = all.filter((_, index) => needed.has(index) || (!old.has(index) && index >= all.length - ATTEMPTS_KEPT));
  const dropped = (action.attemptsDropped ?? 0) + all.length - kept.length;
  return { ...action, attempts: kept, ...(dropped > 0 ? { attemptsDropped: dropped } : {}) };
}

/**
 * Whether the service may have done it already: an attempt may have, a link to delete was not found, another app had the
 * change too, or what was known of it is lost.
 */
export const mayHaveHappened = (action: Action): boolean =>
  action.restoredFrom !== undefined ||
  action.reason === 'damaged' ||
  action.attempts.some(arrived) ||
  (kindOf(action) === 'link.delete' && action.attempts.some(isNotFound));

/** It can be taken back without a trace: nothing of it can be on the service. */
export const isWithdrawable = (action: Action): boolean => isUnsent(action) && !mayHaveHappened(action);

/** It came from a backup and is held, because the app of the backup may have sent it since. */
export const isHeldFromBackup = (action: Action): boolean =>
  action.state === 'needs-review' && action.reason === 'restored';

/** It needs the seller's decision. */
export const needsSeller = (action: Action): boolean => action.state === 'needs-review' || action.state === 'rejected';

/** The note of a change of which the seller said that the service has it. Kept on disk; `desk/wording.ts` has the words. */
export const MARKED_AS_SENT = 'marked-as-sent';

/**
 * The seller said that the service has it ("Mark as sent"); the service has not confirmed it. A created product or link that
 * the service confirmed has its answer. Any other change that was sent again lost the reason of its doubt before that.
 */
export const isRecordedBySeller = ({ ending, result, reason }: Action): boolean =>
  ending === 'sent' && result !== null && (result.kind === 'accepted' ? reason !== null : result.answer === '');

/** Rejected on this computer: sent again as it is, it would be rejected again before it leaves. */
const LACKS: readonly (Reason | null)[] = ['key-lost', 'no-address'];

/** Whether a decision can be made about a change without anything being typed. */
export const mayDecide: Readonly<Record<Decision, (action: Action) => boolean>> = {
  sendAgain: (action) => needsSeller(action) && !(action.state === 'rejected' && LACKS.includes(action.reason)),
  // For a create, what the service made has to be typed.
  markAsSent: (action) => action.state === 'needs-review' && isRepeatable(kindOf(action)),
  discard: ({ state }) => state !== 'sending' && state !== 'done',
};
