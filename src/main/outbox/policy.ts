// The pure core of the outbox: what each event makes of a change. No clock, disk, network, or randomness.
import { isRepeatable } from '../../shared/change.ts';
import { isBlocked, isBusy, isForeign, isSeeOther, type Outcome, readErrorHeadline } from '../service/outcome.ts';
import type { Stamp } from '../storage/stamp.ts';
import {
  type Change,
  type ChangeResult,
  isNotFound,
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

/** A request that ended. Times in ms since 1970. */
export interface Ended {
  readonly startedAt: number;
  readonly at: number;
  readonly outcome: Outcome;
  /** Null if a 2xx answer does not match the document. */
  readonly result: ChangeResult | null;
  /** In [0, 1). */
  readonly random: number;
  /** How many times in a row the store had failed when the request was sent. If any, it was a probe of a paused store. */
  readonly failuresAtStart: number;
  /** When the next probe is sent; null if the store is not paused after this outcome. */
  readonly pausedUntil: number | null;
}

/** Changes in any other state stay as they are. */
const from =
  (state: Change['state'], next: Partial<Change>) =>
  (change: Change): Change =>
    change.state === state ? { ...change, ...next } : change;

export const blocked = from('ready', { state: 'waiting' });
export const unblocked = from('waiting', { state: 'ready' });
export const due = from('retrying', { state: 'ready', nextAttemptAt: null });
/** Not sent after all: signed out, paused, or the key is locked. */
export const heldBack = from('sending', { state: 'ready' });

/** Whether it waits for a time. A change that never left is retried as soon as the service is reached. */
export const hasBackoff = ({ nextAttemptAt, unreached }: Change): boolean => nextAttemptAt !== null && !unreached;

/** A time beyond the longest wait is due too, because the clock was set back. */
export function isDue(change: Change, now: number): boolean {
  const { nextAttemptAt, attempts } = change;
  if (nextAttemptAt === null || !hasBackoff(change)) return true;
  const last = attempts.at(-1)?.outcome;
  const longest = last && namedWaitMs(last) !== null ? RETRY_AFTER_CAP_MS : BACKOFF_CAP_MS;
  return nextAttemptAt <= now || nextAttemptAt > now + longest;
}

export function departing(change: Change): Change {
  if (change.state !== 'ready') throw new Error(`A change that is ${change.state} cannot be sent`);
  return { ...change, state: 'sending', nextAttemptAt: null };
}

/** The key was lost, the product has no id or the link no address, or the link that replaces it is missing. */
export const unsendable = (change: Change, reason: 'key-lost' | 'no-address' | 'not-replaced'): Change => ({
  ...change,
  state: 'rejected',
  reason,
  nextAttemptAt: null,
});

/** "Send again". The queue moves the change back to `waiting` if it is blocked. */
export const reset = (change: Change): Change => ({
  ...change,
  state: 'ready',
  tries: 0,
  nextAttemptAt: null,
  unreached: false,
  reason: null,
  answer: null,
});

/** An edited change keeps its place in the queue. A rejected one is sent again with the new values. */
export function edited(change: Change, payload: Payload, revised?: Stamp): Change {
  if (!isUnsent(change)) return change;
  return { ...(change.state === 'rejected' ? reset(change) : change), payload, ...(revised ? { revised } : {}) };
}

export const done = (
  change: Change,
  endedAt: number,
  ending: NonNullable<Change['ending']>,
  result = change.result,
): Change => ({ ...change, state: 'done', ending, endedAt, result, nextAttemptAt: null, unreached: false });

/** A change that ended with one of these reasons was `needs-review` before; with another `rejected`; with none unsent. */
const REVIEW_REASONS: readonly (Reason | null)[] = [
  'answer-lost',
  'server-error',
  'not-understood',
  'see-other',
  'not-found',
  'damaged',
];

/** Undoes a discard or a withdrawal. */
export function reopened(change: Change): Change {
  if (change.state !== 'done' || change.ending === 'sent')
    throw new Error('Only what was not sent can be brought back');
  const state = change.reason === null ? 'ready' : REVIEW_REASONS.includes(change.reason) ? 'needs-review' : 'rejected';
  return { ...change, state, ending: null, endedAt: null };
}

export function afterRestart(change: Change): Change {
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

export function ended(previous: Change, event: Ended): Change {
  const { outcome, startedAt, at } = event;
  const attempt = { at: startedAt, tookMs: Math.max(0, at - startedAt), outcome: cut(outcome) };
  const change: Change = { ...withAttempt(previous, attempt), unreached: false };
  switch (outcome.kind) {
    case 'never-left':
      return retrying(change, event.pausedUntil ?? at, true);
    case 'lost':
      return isRepeatable(kindOf(change)) ? again(change, event) : inDoubt(change, 'answer-lost', null);
    case 'answered':
      return answered(change, event, outcome);
  }
}

/** The table in the README, "What happens when something goes wrong", for complete answers. */
function answered(change: Change, event: Ended, outcome: Extract<Outcome, { kind: 'answered' }>): Change {
  const { status, body } = outcome;
  const repeatable = isRepeatable(kindOf(change));
  if (status >= 200 && status < 300) return succeeded(change, event, outcome);
  if (status === 401) return { ...change, state: 'ready' };
  if (status === 429 || namedWaitMs(outcome) !== null) return later(change, event);
  if (status === 503) return repeatable ? later(change, event) : inDoubt(change, 'server-error', body);
  if (status === 408 || status === 425) return again(change, event);
  if (status >= 500) return repeatable ? again(change, event) : inDoubt(change, 'server-error', body);
  if (kindOf(change) === 'link.delete' && isNotFound(event)) {
    if (!wasLost(change)) return inDoubt(change, 'not-found', body);
    return done(change, event.at, 'sent', { kind: 'accepted', answer: truncated(body), note: 'already-gone' });
  }
  if (isBlocked(outcome) && event.pausedUntil !== null) return later(change, event);
  if (status >= 400) return rejected(change, 'refused', body);
  if (isSeeOther(outcome) && !repeatable) return inDoubt(change, 'see-other', outcome.location ?? body);
  if (status >= 300) return rejected(change, 'redirected', outcome.location ?? body);
  return repeatable ? again(change, event) : inDoubt(change, 'not-understood', body);
}

function succeeded(change: Change, event: Ended, outcome: Extract<Outcome, { kind: 'answered' }>): Change {
  if (event.result) return done(change, event.at, 'sent', event.result);
  if (!isRepeatable(kindOf(change))) return inDoubt(change, 'not-understood', outcome.body);
  if (isForeign(outcome)) return again(change, event);
  return done(change, event.at, 'sent', { kind: 'accepted', answer: truncated(outcome.body), note: 'unknown-answer' });
}

/** Retries, or gives up after `MAX_TRIES`. A probe of a store that stays paused does not count. */
function again(change: Change, event: Ended): Change {
  if (event.failuresAtStart > 0 && event.pausedUntil !== null) return later(change, event);
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
  answer: answer && truncated(answer),
});

const rejected = (change: Change, reason: Reason, answer: string | null): Change => ({
  ...inDoubt(change, reason, answer),
  state: 'rejected',
});

/** As much of an answer as is kept. */
export const truncated = (answer: string): string => answer.slice(0, ANSWER_LIMIT);

const cut = (outcome: Outcome): Outcome =>
  outcome.kind === 'answered' && outcome.body.length > ATTEMPT_BODY_LIMIT
    ? {
        ...outcome,
        headline: readErrorHeadline(outcome.body),
        body: outcome.body.slice(0, ATTEMPT_BODY_LIMIT),
        truncated: true,
      }
    : outcome;
