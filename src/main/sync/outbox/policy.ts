// The pure core of the outbox: (action, event) → action. No clock, disk, network, or randomness.
import { isRepeatable } from '../../../shared/action.ts';
import { isBlocked, isBusy, isForeign, isSeeOther, type Outcome, readErrorHeadline } from '../../service/outcome.ts';
import type { Stamp } from '../../storage/stamp.ts';
import {
  type Action,
  type ActionResult,
  isUnsent,
  kindOf,
  type Payload,
  type Reason,
  wasLost,
  withAttempt,
} from './action.ts';

/** Exponential backoff: from 1 s, doubled each time, to 5 minutes. In ms. */
export const BACKOFF_BASE_MS = 1_000;
export const BACKOFF_CAP_MS = 5 * 60_000;
/** Longer `Retry-After` values are cut to this. */
export const RETRY_AFTER_CAP_MS = 60 * 60_000;
/**
 * A change is given up after this many tries. A try counts only when the service was available: not when the request never
 * left, not when the service was busy, and not when it probed a paused store.
 */
export const MAX_TRIES = 10;
/** In characters. */
const ATTEMPT_BODY_LIMIT = 2_000;
const ANSWER_LIMIT = 8 * 1024;

/** Exponential backoff with full jitter. `failures` counts from 1; `random` is in [0, 1). */
export const backoffMs = (failures: number, random: number): number =>
  Math.round(random * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(failures - 1, 30)));

/** `Retry-After` of a 429 or 503, in ms; null if there is none. */
export const namedWaitMs = (outcome: Outcome): number | null =>
  outcome.kind === 'answered' && isBusy(outcome) && outcome.retryAfterMs !== null
    ? Math.min(outcome.retryAfterMs, RETRY_AFTER_CAP_MS)
    : null;

/** Times in ms since 1970. */
export type ActionEvent =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'unblocked' }
  | { readonly kind: 'departing' }
  | {
      readonly kind: 'ended';
      readonly startedAt: number;
      readonly at: number;
      readonly outcome: Outcome;
      /** Null when a 2xx answer was not understood. */
      readonly result: ActionResult | null;
      readonly random: number;
      /** When the store probes next; null if this outcome has not paused it. */
      readonly pausedUntil: number | null;
      /** It probed a store that was paused already. */
      readonly isProbe: boolean;
    }
  | { readonly kind: 'app-started'; readonly at: number }
  | { readonly kind: 'due' }
  /** The key was lost, the link to delete has no address, or the link that replaces it is missing. */
  | { readonly kind: 'unsendable'; readonly reason: 'key-lost' | 'no-address' | 'not-replaced' }
  /** Not sent after all: signed out, key locked, or the disk refused. */
  | { readonly kind: 'held-back' }
  | { readonly kind: 'send-again' }
  | { readonly kind: 'marked-as-sent'; readonly at: number; readonly result: ActionResult }
  | { readonly kind: 'edited'; readonly payload: Payload; readonly revised?: Stamp }
  | { readonly kind: 'discarded'; readonly at: number }
  | { readonly kind: 'withdrawn'; readonly at: number }
  /** Undoes a discard or a withdrawal. */
  | { readonly kind: 'reopened' };

/** Throws if the state of the action does not allow the event. */
export function transition(action: Action, event: ActionEvent): Action {
  switch (event.kind) {
    case 'blocked':
      return action.state === 'ready' ? { ...action, state: 'waiting' } : action;
    case 'unblocked':
      return action.state === 'waiting' ? { ...action, state: 'ready' } : action;
    case 'departing':
      if (action.state !== 'ready') throw new Error(`An action that is ${action.state} cannot be sent`);
      return { ...action, state: 'sending', nextAttemptAt: null };
    case 'ended':
      return ended(action, event);
    case 'app-started':
      return afterRestart(action, event.at);
    case 'due':
      return action.state === 'retrying' ? { ...action, state: 'ready', nextAttemptAt: null } : action;
    case 'unsendable':
      return { ...action, state: 'rejected', reason: event.reason, nextAttemptAt: null };
    case 'held-back':
      return action.state === 'sending' ? { ...action, state: 'ready' } : action;
    case 'send-again':
      return reset(action);
    case 'marked-as-sent':
      return { ...done(action, event.at, 'sent'), result: event.result };
    case 'edited':
      return isUnsent(action) ? edited(action, event) : action;
    case 'discarded':
      return done(action, event.at, 'discarded');
    case 'withdrawn':
      return done(action, event.at, 'withdrawn');
    case 'reopened':
      return reopened(action);
  }
}

/** `Queue.updateBlocked` moves it back to `waiting` if it is blocked. */
const reset = (action: Action): Action => ({
  ...action,
  state: 'ready',
  tries: 0,
  nextAttemptAt: null,
  unreached: false,
  reason: null,
  answer: null,
});

/** An edited action keeps its place; a rejected one is sent again with the new values. */
const edited = (action: Action, { payload, revised }: Extract<ActionEvent, { kind: 'edited' }>): Action => ({
  ...(action.state === 'rejected' ? reset(action) : action),
  payload,
  ...(revised ? { revised } : {}),
});

const done = (action: Action, at: number, ending: NonNullable<Action['ending']>): Action => ({
  ...action,
  state: 'done',
  ending,
  endedAt: at,
  nextAttemptAt: null,
  unreached: false,
});

/** With these reasons an action was `needs-review` before it ended; with any other it was `rejected`. */
const REVIEW_REASONS: readonly (Reason | null)[] = [
  'answer-lost',
  'server-error',
  'not-understood',
  'see-other',
  'not-found',
  'damaged',
];

function reopened(action: Action): Action {
  if (action.state !== 'done' || action.ending === 'sent')
    throw new Error('Only what was not sent can be brought back');
  const state = action.reason === null ? 'ready' : REVIEW_REASONS.includes(action.reason) ? 'needs-review' : 'rejected';
  return { ...action, state, ending: null, endedAt: null };
}

function afterRestart(action: Action, at: number): Action {
  if (action.state === 'retrying' && action.unreached) return { ...action, nextAttemptAt: at };
  if (action.state !== 'sending') return action;
  const attempt = {
    at: action.rev.time,
    tookMs: 0,
    outcome: { kind: 'lost', cause: 'app-closed', detail: 'the app was closed while it was sending', status: null },
  } as const;
  const tried = withAttempt(action, attempt);
  return isRepeatable(kindOf(action))
    ? { ...tried, state: 'ready' }
    : { ...tried, state: 'needs-review', reason: 'answer-lost' };
}

type Ended = Extract<ActionEvent, { kind: 'ended' }>;

function ended(before: Action, event: Ended): Action {
  const { outcome, startedAt, at } = event;
  const attempt = { at: startedAt, tookMs: Math.max(0, at - startedAt), outcome: cut(outcome) };
  const action: Action = { ...withAttempt(before, attempt), unreached: false };
  switch (outcome.kind) {
    case 'never-left':
      return retrying(action, event.pausedUntil ?? at, true);
    case 'lost':
      return isRepeatable(kindOf(action)) ? again(action, event) : inDoubt(action, 'answer-lost', null);
    case 'answered':
      return answered(action, event, outcome, wasLost(before));
  }
}

/** Notes of a deleted link that was already gone, and of a repeatable change with an undocumented answer. Kept on disk as they are. */
export const ALREADY_GONE = 'It was already gone.';
export const UNKNOWN_ANSWER = 'The service accepted it, with an answer that this app does not know.';

/** The rows of the outcome table (README) for complete answers. `wasLostBefore`: the answer to an earlier attempt was lost. */
function answered(
  action: Action,
  event: Ended,
  outcome: Extract<Outcome, { kind: 'answered' }>,
  wasLostBefore: boolean,
): Action {
  const { status, body } = outcome;
  const repeatable = isRepeatable(kindOf(action));
  if (status >= 200 && status < 300) return succeeded(action, event, outcome);
  if (status === 401) return { ...action, state: 'ready' };
  if (status === 429 || namedWaitMs(outcome) !== null) return later(action, event);
  if (status === 503) return repeatable ? later(action, event) : inDoubt(action, 'server-error', body);
  if (status === 408 || status === 425) return again(action, event);
  if (status >= 500) return repeatable ? again(action, event) : inDoubt(action, 'server-error', body);
  if (isBlocked(outcome) && event.pausedUntil !== null) return later(action, event);
  if (kindOf(action) === 'link.delete' && (status === 404 || status === 410)) {
    if (!wasLostBefore) return inDoubt(action, 'not-found', body);
    return {
      ...done(action, event.at, 'sent'),
      result: { kind: 'accepted', answer: truncated(body), note: ALREADY_GONE },
    };
  }
  if (status >= 400) return rejected(action, 'refused', body);
  if (isSeeOther(outcome) && !repeatable) return inDoubt(action, 'see-other', outcome.location ?? body);
  if (status >= 300) return rejected(action, 'redirected', outcome.location ?? body);
  return repeatable ? again(action, event) : inDoubt(action, 'not-understood', body);
}

function succeeded(action: Action, event: Ended, outcome: Extract<Outcome, { kind: 'answered' }>): Action {
  if (event.result) return { ...done(action, event.at, 'sent'), result: event.result };
  if (!isRepeatable(kindOf(action))) return inDoubt(action, 'not-understood', outcome.body);
  if (isForeign(outcome)) return again(action, event);
  const result = { kind: 'accepted', answer: truncated(outcome.body), note: UNKNOWN_ANSWER } as const;
  return { ...done(action, event.at, 'sent'), result };
}

/** Retries, or gives up after the last try. The probe of a paused store does not count. */
function again(action: Action, event: Ended): Action {
  if (event.isProbe && event.pausedUntil !== null) return later(action, event);
  const tries = action.tries + 1;
  const { outcome } = event;
  if (tries >= MAX_TRIES) {
    return { ...rejected(action, 'gave-up', outcome.kind === 'answered' ? outcome.body : null), tries };
  }
  return later({ ...action, tries }, event);
}

/** Retries after the backoff, and not before the store is probed again. */
function later(action: Action, { at, random, outcome, pausedUntil }: Ended): Action {
  // A time that the service named is exact; a paused store has its own backoff.
  const own = namedWaitMs(outcome) ?? backoffMs(Math.max(1, action.tries), random);
  return retrying(action, Math.max(at + own, pausedUntil ?? 0), false);
}

const retrying = (action: Action, nextAttemptAt: number, unreached: boolean): Action => ({
  ...action,
  state: 'retrying',
  nextAttemptAt,
  unreached,
});

const inDoubt = (action: Action, reason: Reason, answer: string | null): Action => ({
  ...action,
  state: 'needs-review',
  reason,
  answer: answer === null ? null : truncated(answer),
});

const rejected = (action: Action, reason: Reason, answer: string | null): Action => ({
  ...action,
  state: 'rejected',
  reason,
  answer: answer === null ? null : truncated(answer),
});

const truncated = (answer: string): string => answer.slice(0, ANSWER_LIMIT);

const cut = (outcome: Outcome): Outcome =>
  outcome.kind === 'answered' && outcome.body.length > ATTEMPT_BODY_LIMIT
    ? {
        ...outcome,
        headline: readErrorHeadline(outcome.body),
        body: outcome.body.slice(0, ATTEMPT_BODY_LIMIT),
        truncated: true,
      }
    : outcome;
