// Whether a store's service accepts requests. While it does not, the store is paused: one request at a time probes the service.
import type { Pause } from '../../shared/status.ts';
import { isBlocked, isBusy, isForeign, isRedirect, isSeeOther } from '../service/outcome.ts';
import { type Change, isCreate, isNotFound, kindOf } from './change.ts';
import { BACKOFF_CAP_MS, backoffMs, type Ended as EndedRequest, namedWaitMs, RETRY_AFTER_CAP_MS } from './policy.ts';

export type Trouble = Pause['trouble'];

/** Times in ms since 1970. On disk while the store is paused, so that a restart does not end the pause. */
export interface Availability {
  /** Null while the service accepts requests. */
  readonly trouble: Trouble | null;
  /** Consecutive failures, which set the backoff. Requests that were in flight together count as one. */
  readonly failures: number;
  readonly nextProbeAt: number;
  /** The time until which `Retry-After` asked to wait; nothing shortens it. 0 if there was none. */
  readonly namedUntil: number;
  /** Consecutive requests whose outcome alone does not prove an outage, see `troubleOf`. */
  readonly inconclusive: number;
  /** The id of the change whose request was the last inconclusive one. */
  readonly lastInconclusive: string | null;
}

export const AVAILABLE: Availability = {
  trouble: null,
  failures: 0,
  nextProbeAt: 0,
  namedUntil: 0,
  inconclusive: 0,
  lastInconclusive: null,
};

/** One lost answer is common on a bad network. This many in a row count as an outage. */
const OUTAGE_AFTER = 3;

type Ended = Omit<EndedRequest, 'startedAt' | 'pausedUntil'>;

/** The trouble that `after` such outcomes in a row indicate; null if the service accepts requests. */
function troubleOf(change: Change, { outcome, result }: Ended): { trouble: Trouble; after: number } | null {
  if (outcome.kind === 'never-left') return { trouble: 'unreachable', after: 1 };
  if (outcome.kind === 'lost') return { trouble: 'silent', after: OUTAGE_AFTER };
  const { status } = outcome;
  if (isBusy(outcome)) return { trouble: 'busy', after: 1 };
  if (status === 408 || status === 425) return { trouble: 'busy', after: OUTAGE_AFTER };
  // Outcomes that put creates in doubt pause the store. Otherwise one fault of the service would put a whole queue in doubt.
  if (status >= 500 || isForeign(outcome) || (isCreate(change) && isSeeOther(outcome)))
    return { trouble: 'faulty', after: 1 };
  const isLinkUnknown = kindOf(change) === 'link.delete' && isNotFound({ outcome });
  if (isBlocked(outcome) && !isLinkUnknown) return { trouble: 'faulty', after: OUTAGE_AFTER };
  return isCreate(change) && status < 300 && !result ? { trouble: 'faulty', after: OUTAGE_AFTER } : null;
}

/** The store's availability after a request has ended. Pure. */
export function afterRequest(previous: Availability, change: Change, ended: Ended): Availability {
  const indication = troubleOf(change, ended);
  if (!indication) {
    // A gateway may have answered instead of the service.
    const { outcome } = ended;
    const isForeignAnswer = outcome.kind === 'answered' && (isRedirect(outcome) || isBlocked(outcome));
    const isStillOut = isForeignAnswer && previous.trouble !== null && isProbe(previous, ended);
    return isStillOut ? paused(previous, 'faulty', ended) : answered(previous, ended);
  }
  const { trouble, after } = indication;
  if (after === 1) {
    // A request that never left proves nothing about the losses before it, so the count stays.
    const row = trouble === 'unreachable' ? previous : { ...previous, inconclusive: 0, lastInconclusive: null };
    return paused(row, trouble, ended);
  }
  const next = { ...previous, inconclusive: previous.inconclusive + 1, lastInconclusive: change.id };
  if (previous.trouble !== null) {
    // Only the probe shows the current state. A lost probe was connected, so the service is reachable.
    return isProbe(previous, ended)
      ? paused(next, previous.trouble === 'unreachable' ? trouble : previous.trouble, ended)
      : next;
  }
  // Another answer to the same change proves nothing about other changes.
  if (trouble !== 'silent' && previous.lastInconclusive === change.id) return previous;
  return next.inconclusive >= after ? paused(next, trouble, ended) : next;
}

const isProbe = ({ failures }: Availability, { failuresAtStart }: Ended): boolean => failuresAtStart === failures;

/** Only a request sent during the pause proves that it is over. Any answer proves that the service is reachable. */
function answered(previous: Availability, ended: Ended): Availability {
  const isOver = isProbe(previous, ended) || previous.trouble === 'unreachable';
  return isOver && plausible(previous.namedUntil, ended.at, RETRY_AFTER_CAP_MS) <= ended.at
    ? AVAILABLE
    : { ...previous, inconclusive: 0, lastInconclusive: null };
}

/** A wait longer than the cap is over: the clock was set back. */
const plausible = (until: number, now: number, longest: number): number => (until > now + longest ? 0 : until);

function paused(
  previous: Availability,
  trouble: Trouble,
  { outcome, at, random, failuresAtStart }: Ended,
): Availability {
  const failures = Math.max(previous.failures, failuresAtStart + 1);
  const isNew = failures > previous.failures;
  const named = namedWaitMs(outcome);
  // A wait that the service names replaces the backoff, unless it is 0.
  const backoff = named ? 0 : backoffMs(failures, random);
  return {
    ...previous,
    trouble: isNew || named !== null ? trouble : previous.trouble,
    failures,
    nextProbeAt: isNew ? at + backoff : plausible(previous.nextProbeAt, at, BACKOFF_CAP_MS),
    namedUntil: Math.max(plausible(previous.namedUntil, at, RETRY_AFTER_CAP_MS), named === null ? 0 : at + named),
  };
}

/** When the next probe of a paused store may be sent. */
export const probeAt = ({ nextProbeAt, namedUntil }: Availability, now: number): number =>
  Math.max(plausible(nextProbeAt, now, BACKOFF_CAP_MS), plausible(namedUntil, now, RETRY_AFTER_CAP_MS));

/** Ends the backoff, but not a wait that the service named. */
export const probeNow = (previous: Availability, now: number): Availability => ({ ...previous, nextProbeAt: now });

/** Null while the service accepts requests. */
export function pauseOf(availability: Availability, now: number): Pause | null {
  const { trouble, nextProbeAt, namedUntil } = availability;
  return trouble && { trouble, until: probeAt(availability, now), isNamed: namedUntil >= nextProbeAt };
}
