// The pure core of the outbox: (change, event) → change. No clock, disk, network, or randomness.
import { isRepeatable } from '../../../shared/change.ts';
import { isBlocked, isBusy, isForeign, isSeeOther, type Outcome, readErrorHeadline } from '../../service/outcome.ts';
import type { Stamp } from '../../storage/stamp.ts';
import {
  type Change,
  type ChangeResult,
  isUnsent,
  kindOf,
  type Payload,
  type Reason,
  wasLost,
  withAttempt,
} from './change.ts';

/** Exponential backoff from 1 second to 5 minutes, doubled each time. */
export const BACKOFF_BASE_MS = 1_000;
export const BACKOFF_CAP_MS = 5 * 60_000;
/** Longer `Retry-After` values count as this. */
export const RETRY_AFTER_CAP_MS = 60 * 60_000;
/**
 * A change is given up after this many tries. A try counts only if the service was available: not if the request never left, if
 * the service was busy, or if the request probed a paused store.
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
export type ChangeEvent =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'unblocked' }
  | { readonly kind: 'departing' }
  | {
      readonly kind: 'ended';
      readonly startedAt: number;
      readonly at: number;
      readonly outcome: Outcome;
      /** Null if a 2xx answer does not match the document. */
      readonly result: ChangeResult | null;
      readonly random: number;
      /** When the next probe is sent; null if the store is not paused after this outcome. */
      readonly pausedUntil: number | null;
      /** Whether the request was sent as a probe of a paused store. */
      readonly isProbe: boolean;
    }
  | { readonly kind: 'app-started'; readonly at: number }
  | { readonly kind: 'due' }
  /** The key was lost, the link to delete has no address, or the link that replaces it is missing. */
  | { readonly kind: 'unsendable'; readonly reason: 'key-lost' | 'no-address' | 'not-replaced' }
  /** Not sent after all: signed out, paused, or the key is locked. */
  | { readonly kind: 'held-back' }
  | { readonly kind: 'send-again' }
  | { readonly kind: 'marked-as-sent'; readonly at: number; readonly result: ChangeResult }
  | { readonly kind: 'edited'; readonly payload: Payload; readonly revised?: Stamp }
  | { readonly kind: 'discarded'; readonly at: number }
  | { readonly kind: 'withdrawn'; readonly at: number }
  /** Undoes a discard or a withdrawal. */
  | { readonly kind: 'reopened' };

/** Throws if the state of the change does not allow the event. */
export function transition(change: Change, event: ChangeEvent): Change {
  switch (event.kind) {
    case 'blocked':
      return change.state === 'ready' ? { ...change, state: 'waiting' } : change;
    case 'unblocked':
      return change.state === 'waiting' ? { ...change, state: 'ready' } : change;
    case 'departing':
      if (change.state !== 'ready') throw new Error(`A change that is ${change.state} cannot be sent`);
      return { ...change, state: 'sending', nextAttemptAt: null };
    case 'ended':
      return ended(change, event);
    case 'app-started':
      return afterRestart(change, event.at);
    case 'due':
      return change.state === 'retrying' ? { ...change, state: 'ready', nextAttemptAt: null } : change;
    case 'unsendable':
      return { ...change, state: 'rejected', reason: event.reason, nextAttemptAt: null };
    case 'held-back':
      return change.state === 'sending' ? { ...change, state: 'ready' } : change;
    case 'send-again':
      return reset(change);
    case 'marked-as-sent':
      return { ...done(change, event.at, 'sent'), result: event.result };
    case 'edited':
      return isUnsent(change) ? edited(change, event) : change;
    case 'discarded':
      return done(change, event.at, 'discarded');
    case 'withdrawn':
      return done(change, event.at, 'withdrawn');
    case 'reopened':
      return reopened(change);
  }
}

/** `Queue.updateBlocked` moves the change back to `waiting` if it is blocked. */
const reset = (change: Change): Change => ({
  ...change,
  state: 'ready',
  tries: 0,
  nextAttemptAt: null,
  unreached: false,
  reason: null,
  answer: null,
});

/** An edited change keeps its place in the queue. A rejected one is sent again with the new values. */
const edited = (change: Change, { payload, revised }: Extract<ChangeEvent, { kind: 'edited' }>): Change => ({
  ...(change.state === 'rejected' ? reset(change) : change),
  payload,
  ...(revised ? { revised } : {}),
});

const done = (change: Change, at: number, ending: NonNullable<Change['ending']>): Change => ({
  ...change,
  state: 'done',
  ending,
  endedAt: at,
  nextAttemptAt: null,
  unreached: false,
});

/** A change that ended with one of these reasons was `needs-review` before; with any other reason it was `rejected`. */
const REVIEW_REASONS: readonly (Reason | null)[] = [
  'answer-lost',
  'server-error',
  'not-understood',
  'see-other',
  'not-found',
  'damaged',
];

function reopened(change: Change): Change {
  if (change.state !== 'done' || change.ending === 'sent')
    throw new Error('Only what was not sent can be brought back');
  const state = change.reason === null ? 'ready' : REVIEW_REASONS.includes(change.reason) ? 'needs-review' : 'rejected';
  return { ...change, state, ending: null, endedAt: null };
}

function afterRestart(change: Change, at: number): Change {
  if (change.state === 'retrying' && change.unreached) return { ...change, nextAttemptAt: at };
  if (change.state !== 'sending') return change;
  const attempt = {
    // It was stamped when it departed.
    at: change.rev.time,
    tookMs: 0,
    outcome: { kind: 'lost', cause: 'app-closed', detail: 'the app was closed while it was sending', status: null },
  } as const;
  const tried = withAttempt(change, attempt);
  return isRepeatable(kindOf(change))
    ? { ...tried, state: 'ready' }
    : { ...tried, state: 'needs-review', reason: 'answer-lost' };
}

type Ended = Extract<ChangeEvent, { kind: 'ended' }>;

function ended(previous: Change, event: Ended): Change {
  const { outcome, startedAt, at } = event;
  const attempt = { at: startedAt, tookMs: Math.max(0, at - startedAt), outcome: cut(outcome) };
  const change: Change = { ...withAttempt(previous, attempt), unreached: false };
  switch (outcome.kind) {
    case 'never-left':
      return retrying(change, event.pausedUntil ?? at, true);
    case 'lost':
      return isRepeatable(kindOf(change)) ? again(change, event) : inDoubt(change, 'answer-lost', null);
    case 'answered':
      return answered(change, event, outcome, wasLost(previous));
  }
}

/** The outcome table (README) for complete answers. `wasLostBefore`: the answer to an earlier attempt was lost. */
function answered(
  change: Change,
  event: Ended,
  outcome: Extract<Outcome, { kind: 'answered' }>,
  wasLostBefore: boolean,
): Change {
  const { status, body } = outcome;
  const repeatable = isRepeatable(kindOf(change));
  if (status >= 200 && status < 300) return succeeded(change, event, outcome);
  if (status === 401) return { ...change, state: 'ready' };
  if (status === 429 || namedWaitMs(outcome) !== null) return later(change, event);
  if (status === 503) return repeatable ? later(change, event) : inDoubt(change, 'server-error', body);
  if (status === 408 || status === 425) return again(change, event);
  if (status >= 500) return repeatable ? again(change, event) : inDoubt(change, 'server-error', body);
  if (isBlocked(outcome) && event.pausedUntil !== null) return later(change, event);
  if (kindOf(change) === 'link.delete' && (status === 404 || status === 410)) {
    if (!wasLostBefore) return inDoubt(change, 'not-found', body);
    return {
      ...done(change, event.at, 'sent'),
      result: { kind: 'accepted', answer: truncated(body), note: 'already-gone' },
    };
  }
  if (status >= 400) return rejected(change, 'refused', body);
  if (isSeeOther(outcome) && !repeatable) return inDoubt(change, 'see-other', outcome.location ?? body);
  if (status >= 300) return rejected(change, 'redirected', outcome.location ?? body);
  return repeatable ? again(change, event) : inDoubt(change, 'not-understood', body);
}

function succeeded(change: Change, event: Ended, outcome: Extract<Outcome, { kind: 'answered' }>): Change {
  if (event.result) return { ...done(change, event.at, 'sent'), result: event.result };
  if (!isRepeatable(kindOf(change))) return inDoubt(change, 'not-understood', outcome.body);
  if (isForeign(outcome)) return again(change, event);
  const result = { kind: 'accepted', answer: truncated(outcome.body), note: 'unknown-answer' } as const;
  return { ...done(change, event.at, 'sent'), result };
}

/** Retries, or gives up after `MAX_TRIES`. A probe of a store that stays paused does not count. */
function again(change: Change, event: Ended): Change {
  if (event.isProbe && event.pausedUntil !== null) return later(change, event);
  const tries = change.tries + 1;
  const { outcome } = event;
  if (tries >= MAX_TRIES) {
    return { ...rejected(change, 'gave-up', outcome.kind === 'answered' ? outcome.body : null), tries };
  }
  return later({ ...change, tries }, event);
}

/** Retries after the backoff, but not before the next probe of a paused store. */
function later(change: Change, { at, random, outcome, pausedUntil }: Ended): Change {
  // A wait that the service names replaces the backoff.
  const waitMs = namedWaitMs(outcome) ?? backoffMs(Math.max(1, change.tries), random);
  return retrying(change, Math.max(at + waitMs, pausedUntil ?? 0), false);
}

const retrying = (change: Change, nextAttemptAt: number, unreached: boolean): Change => ({
  ...change,
  state: 'retrying',
  nextAttemptAt,
  unreached,
});

const inDoubt = (change: Change, reason: Reason, answer: string | null): Change => ({
  ...change,
  state: 'needs-review',
  reason,
  answer: answer === null ? null : truncated(answer),
});

const rejected = (change: Change, reason: Reason, answer: string | null): Change => ({
  ...change,
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
