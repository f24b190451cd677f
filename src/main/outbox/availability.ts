// Whether a store's service takes requests. While it does not, the store is paused: one request at a time probes it.
import type { Pause } from '../../shared/status.ts';
import { isBusy, isForeign, isSeeOther, type Outcome } from '../service/outcome.ts';
import { backoffMs, namedWaitMs, RETRY_AFTER_CAP_MS } from './policy.ts';

export type Trouble = Pause['trouble'];

/** Times in ms since 1970. */
export interface Availability {
  /** Null while the service takes requests. */
  readonly trouble: Trouble | null;
  /** Failures in a row, which set the backoff; requests that were under way together count as one. */
  readonly failures: number;
  /** When the next probe may leave. */
  readonly nextProbeAt: number;
  /** The service named that time: nothing brings it forward. */
  readonly isNamed: boolean;
  /** Requests in a row that left and got no complete answer, or the answer that they came too late or too early. */
  readonly lostInARow: number;
}

export const AVAILABLE: Availability = {
  trouble: null,
  failures: 0,
  nextProbeAt: 0,
  isNamed: false,
  lostInARow: 0,
};

/** A single lost answer, or a 408 or 425, is common on a bad network and pauses nothing; so many in a row look like an outage. */
export const LOST_BEFORE_PAUSE = 3;

/** A request that ended. `failuresAtStart`: those of the store when the request left. */
export interface Ended {
  readonly outcome: Outcome;
  readonly isCreate: boolean;
  readonly at: number;
  /** In [0, 1). */
  readonly random: number;
  readonly failuresAtStart: number;
}

/** What an outcome says about the service as a whole; null where the service itself has answered. */
function troubleOf({ outcome, isCreate }: Ended): Trouble | 'lost' | null {
  if (outcome.kind === 'never-left') return 'unreachable';
  if (outcome.kind === 'lost') return 'lost';
  if (isBusy(outcome)) return 'busy';
  // From every change in turn it is the service's trouble, and must not make each of them give up.
  if (outcome.status === 408 || outcome.status === 425) return 'lost';
  // A gateway that redirects every request would otherwise put a whole queue of creates in doubt.
  const redirects = isCreate && isSeeOther(outcome);
  return outcome.status >= 500 || isForeign(outcome) || redirects ? 'faulty' : null;
}

/** The store's availability after a request has ended. Pure. */
export function afterRequest(before: Availability, ended: Ended): Availability {
  const trouble = troubleOf(ended);
  if (trouble === null) return answered(before, ended);
  if (trouble !== 'lost') return paused({ ...before, lostInARow: 0 }, trouble, ended);
  const next = { ...before, lostInARow: before.lostInARow + 1 };
  const isSilent = next.lostInARow >= LOST_BEFORE_PAUSE;
  if (before.trouble === null || before.trouble === 'unreachable') {
    if (isSilent) return paused(next, 'silent', ended);
    // It was reached at least.
    return before.isNamed ? next : { ...AVAILABLE, lostInARow: next.lostInARow };
  }
  return isProbe(before, ended) ? paused(next, before.trouble, ended) : next;
}

const isProbe = ({ failures }: Availability, { failuresAtStart }: Ended): boolean => failuresAtStart === failures;

/** Only a request that left during the pause proves that the pause is over; any answer proves that the service is reached. */
function answered(before: Availability, ended: Ended): Availability {
  const isNamedTimeAhead = before.isNamed && before.nextProbeAt > ended.at;
  const isOver = isProbe(before, ended) || before.trouble === 'unreachable';
  return isOver && !isNamedTimeAhead ? AVAILABLE : { ...before, lostInARow: 0 };
}

function paused(before: Availability, trouble: Trouble, ended: Ended): Availability {
  const { outcome, at, random, failuresAtStart } = ended;
  const failures = Math.max(before.failures, failuresAtStart + 1);
  const isNew = failures > before.failures;
  const named = namedWaitMs(outcome);
  // A wait longer than any can be means that the clock went back.
  const isPossible = before.nextProbeAt <= at + RETRY_AFTER_CAP_MS;
  const kept = isPossible && (before.isNamed || !isNew) ? before.nextProbeAt : 0;
  const backoff = isNew ? at + backoffMs(failures, random) : 0;
  const wanted = Math.max(backoff, named === null ? 0 : at + named);
  return {
    trouble: isNew || named !== null ? trouble : before.trouble,
    failures,
    nextProbeAt: Math.max(kept, wanted),
    isNamed: wanted > kept ? named !== null && at + named === wanted : before.isNamed,
    lostInARow: before.lostInARow,
  };
}

/** Brings the next probe forward to `now`, unless the service named its time. */
export const probeNow = (before: Availability, now: number): Availability =>
  before.isNamed && before.nextProbeAt > now ? before : { ...before, nextProbeAt: now, isNamed: false };

/** At start: the service asked for a wait until `at` before the app was closed. */
export const pausedUntil = (at: number): Availability => ({
  ...AVAILABLE,
  trouble: 'busy',
  failures: 1,
  nextProbeAt: at,
  isNamed: true,
});
