// The core of the outbox: (action, what happened) → action. No clock, no disk, no network, no chance of its own.
import { isRepeatable } from '../../shared/action.ts';
import { type Outcome, readErrorHeadline } from '../service/outcome.ts';
import { type Action, type ActionResult, isUnsent, kindOf, type Payload, type Reason } from './action.ts';

/** Exponential backoff: from 1 s, doubled each time, to 5 minutes. In ms. */
export const BACKOFF_BASE_MS = 1_000;
export const BACKOFF_CAP_MS = 5 * 60_000;
/** `Retry-After` is honoured up to this. */
export const RETRY_AFTER_CAP_MS = 60 * 60_000;
/** After this many answered or lost tries a change is given up; those that never left do not count. */
export const MAX_TRIES = 10;
/** How much of an answer an attempt keeps, in characters. */
const ATTEMPT_BODY_LIMIT = 2_000;
const ANSWER_LIMIT = 64 * 1024;

/** Full jitter: anywhere between nothing and the doubled delay. `failures` counts from 1; `random` is in [0, 1). */
export const backoffMs = (failures: number, random: number): number =>
  Math.round(random * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(failures - 1, 30)));

/** What can happen to an action. Times in ms since 1970. */
export type Happening =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'unblocked' }
  | { readonly kind: 'departing' }
  | {
      readonly kind: 'ended';
      readonly startedAt: number;
      readonly at: number;
      readonly outcome: Outcome;
      /** What a 2xx answer was understood as; null when it was not. */
      readonly result: ActionResult | null;
      readonly random: number;
      /** How many requests in a row did not reach the service, this one included; the store's backoff. */
      readonly misses: number;
    }
  | { readonly kind: 'app-started'; readonly at: number }
  | { readonly kind: 'woken'; readonly at: number }
  | { readonly kind: 'due' }
  /** It cannot be sent as it stands: its key was lost, the link has no address to delete by, or what replaces it is not there. */
  | { readonly kind: 'unsendable'; readonly reason: 'key-lost' | 'no-address' | 'not-replaced' }
  /** It was about to be sent, and was held back: signed out, or the disk refused. */
  | { readonly kind: 'held-back' }
  | { readonly kind: 'send-again' }
  | { readonly kind: 'went-through'; readonly at: number; readonly result: ActionResult }
  | { readonly kind: 'edited'; readonly payload: Payload }
  | { readonly kind: 'discarded'; readonly at: number }
  | { readonly kind: 'withdrawn'; readonly at: number }
  /** Undo: a discard or a withdrawal did not happen after all. */
  | { readonly kind: 'brought-back' };

/** The next state of an action. What cannot happen in its state throws: the engine asks only for what can. */
export function step(action: Action, happening: Happening): Action {
  switch (happening.kind) {
    case 'blocked':
      return action.state === 'ready' ? { ...action, state: 'waiting' } : action;
    case 'unblocked':
      return action.state === 'waiting' ? { ...action, state: 'ready' } : action;
    case 'departing':
      if (action.state !== 'ready') throw new Error(`An action that is ${action.state} cannot be sent`);
      return { ...action, state: 'sending', nextAttemptAt: null };
    case 'ended':
      return ended(action, happening);
    case 'app-started':
      return startedAgain(action, happening.at);
    case 'woken':
      return action.state === 'retrying' ? { ...action, nextAttemptAt: happening.at } : action;
    case 'due':
      return action.state === 'retrying' ? { ...action, state: 'ready', nextAttemptAt: null } : action;
    case 'unsendable':
      return { ...action, state: 'rejected', reason: happening.reason, nextAttemptAt: null };
    case 'held-back':
      return action.state === 'sending' ? { ...action, state: 'ready' } : action;
    case 'send-again':
      return anew(action);
    case 'went-through':
      return { ...done(action, happening.at, 'sent'), result: happening.result };
    case 'edited':
      return isUnsent(action) ? { ...editedState(action), payload: happening.payload } : action;
    case 'discarded':
      return done(action, happening.at, 'discarded');
    case 'withdrawn':
      return done(action, happening.at, 'withdrawn');
    case 'brought-back':
      return broughtBack(action);
  }
}

/** Ready for a first try again; the engine puts it back to `waiting` if it still waits for another. */
const anew = (action: Action): Action => ({
  ...action,
  state: 'ready',
  tries: 0,
  nextAttemptAt: null,
  unreached: false,
  reason: null,
  answer: null,
});

/** An edited change keeps its place; a rejected one goes again with the new values. */
const editedState = (action: Action): Action => (action.state === 'rejected' ? anew(action) : action);

const done = (action: Action, at: number, ending: NonNullable<Action['ending']>): Action => ({
  ...action,
  state: 'done',
  ending,
  endedAt: at,
  nextAttemptAt: null,
  unreached: false,
});

/** The reason of a change tells what it was: in doubt, refused, or neither. */
const DOUBTS: readonly (Reason | null)[] = ['answer-lost', 'server-error', 'not-understood', 'damaged', 'restored'];

function broughtBack(action: Action): Action {
  if (action.state !== 'done' || action.ending === 'sent')
    throw new Error('Only what was not sent can be brought back');
  const state = action.reason === null ? 'ready' : DOUBTS.includes(action.reason) ? 'needs-review' : 'rejected';
  return { ...action, state, ending: null, endedAt: null };
}

function startedAgain(action: Action, at: number): Action {
  if (action.state === 'retrying' && action.unreached) return { ...action, nextAttemptAt: at };
  if (action.state !== 'sending') return action;
  const attempt = {
    at: action.rev.time,
    tookMs: 0,
    outcome: { kind: 'lost', cause: 'app-closed', detail: 'the app was closed while it was sending', status: null },
  } as const;
  const attempts = [...action.attempts, attempt];
  return isRepeatable(kindOf(action))
    ? { ...action, attempts, state: 'ready' }
    : { ...action, attempts, state: 'needs-review', reason: 'answer-lost' };
}

type Ended = Extract<Happening, { kind: 'ended' }>;

function ended(before: Action, happening: Ended): Action {
  const { outcome, startedAt, at } = happening;
  const attempt = { at: startedAt, tookMs: Math.max(0, at - startedAt), outcome: cut(outcome) };
  const action: Action = { ...before, attempts: [...before.attempts, attempt], unreached: false };
  switch (outcome.kind) {
    case 'never-left':
      return retrying(action, at + backoffMs(happening.misses, happening.random), true);
    case 'lost':
      return isRepeatable(kindOf(action)) ? again(action, happening) : inDoubt(action, 'answer-lost', null);
    case 'answered':
      return answered(action, happening, outcome);
  }
}

/**
 * The notes of a deletion of what was not there any more, and of a change that may safely be repeated, and was answered
 * with something that no part of the document shows. They are kept on disk so, whatever words the seller reads for them.
 */
export const ALREADY_GONE = 'It was already gone.';
export const UNKNOWN_ANSWER = 'The service accepted it, with an answer that this app does not know.';

/** The outcome table's rows for complete answers. */
function answered(action: Action, happening: Ended, outcome: Extract<Outcome, { kind: 'answered' }>): Action {
  const { status } = outcome;
  const repeatable = isRepeatable(kindOf(action));
  if (status >= 200 && status < 300) return succeeded(action, happening, outcome);
  if (status === 401) return { ...action, state: 'ready' };
  if (status === 429 || status === 503) return again(action, happening, outcome.retryAfterMs ?? 0);
  if (status === 408 || status === 425) return again(action, happening);
  if (status >= 500) return repeatable ? again(action, happening) : inDoubt(action, 'server-error', outcome.body);
  if ((status === 404 || status === 410) && kindOf(action) === 'link.delete') {
    const result = { kind: 'accepted', answer: keep(outcome.body), note: ALREADY_GONE } as const;
    return { ...done(action, happening.at, 'sent'), result };
  }
  if (status >= 400) return rejected(action, 'refused', outcome.body);
  if (status >= 300) return rejected(action, 'redirected', outcome.location ?? outcome.body);
  return repeatable ? again(action, happening) : inDoubt(action, 'not-understood', outcome.body);
}

function succeeded(action: Action, happening: Ended, outcome: Extract<Outcome, { kind: 'answered' }>): Action {
  if (happening.result) return { ...done(action, happening.at, 'sent'), result: happening.result };
  if (!isRepeatable(kindOf(action))) return inDoubt(action, 'not-understood', outcome.body);
  const result = { kind: 'accepted', answer: keep(outcome.body), note: UNKNOWN_ANSWER } as const;
  return { ...done(action, happening.at, 'sent'), result };
}

/** Another try later, or giving up after the last one. */
function again(action: Action, happening: Ended, atLeastMs = 0): Action {
  const tries = action.tries + 1;
  const { outcome } = happening;
  if (tries >= MAX_TRIES) {
    return rejected({ ...action, tries }, 'gave-up', outcome.kind === 'answered' ? outcome.body : null);
  }
  const wait = Math.max(Math.min(atLeastMs, RETRY_AFTER_CAP_MS), backoffMs(tries, happening.random));
  return retrying({ ...action, tries }, happening.at + wait, false);
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
  answer: answer === null ? null : keep(answer),
});

const rejected = (action: Action, reason: Reason, answer: string | null): Action => ({
  ...action,
  state: 'rejected',
  reason,
  answer: answer === null ? null : keep(answer),
});

const keep = (answer: string): string => answer.slice(0, ANSWER_LIMIT);

const cut = (outcome: Outcome): Outcome =>
  outcome.kind === 'answered' && outcome.body.length > ATTEMPT_BODY_LIMIT
    ? {
        ...outcome,
        headline: readErrorHeadline(outcome.body),
        body: outcome.body.slice(0, ATTEMPT_BODY_LIMIT),
        truncated: true,
      }
    : outcome;
