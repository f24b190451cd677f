// Texts about changes that may have been carried out without a confirmed answer: before, at and after "Discard".
import { isRepeatable } from '../../shared/change.ts';
import { sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Change, isNotFound, kindOf, mayHaveArrived, mayHaveHappened } from './outbox/change.ts';
import type { Doubt } from './outbox/doubt.ts';

const t = texts.changes.doubt;

const mayBeThere = (change: Change): string => t.mayBeThere[kindOf(change)]({ why: doubtReason(change) });

/** Why it is uncertain whether the change was carried out: the outcome of the last attempt that may have arrived. */
function doubtReason(change: Change): string {
  const outcome = change.attempts.findLast((attempt) => mayHaveArrived(attempt) || isNotFound(attempt))?.outcome;
  if (outcome?.kind === 'answered') {
    const { status } = outcome;
    if (status >= 500) return t.serverError({ status });
    if (status >= 400) return t.notFound({ status });
    return status >= 300 ? t.redirected({ status }) : t.notUnderstood;
  }
  if (outcome?.kind === 'lost') {
    return outcome.cause === 'app-closed' ? t.appClosed : t.answerLost;
  }
  return change.restoredFrom === undefined ? t.damaged : t.restored;
}

/** Empty if there is no doubt. */
export function earlierDoubt(change: Change): string {
  if (!mayHaveHappened(change)) return '';
  return isRepeatable(kindOf(change)) ? mayBeThere(change) : t.earlierTry;
}

/** What "Discard" means for a change and its dependents. */
export function discardMeans(change: Change, dependents: readonly Change[]): string {
  const { notTakenBack, notAgain, notSent } = texts.changes.discarding;
  const inDoubt = [change, ...dependents].find(mayHaveHappened);
  if (inDoubt) return sentences(mayBeThere(inDoubt), notTakenBack);
  return change.state === 'rejected' ? notAgain : notSent;
}

export const webhookDoubt = ({ about }: Doubt): string => (about.includes('values') ? t.webhook : t.webhookKey);

/** For a change that follows a discarded one; empty if there is no doubt. */
export const earlierChangeInDoubt = ({ id, state }: Change, doubt: Doubt | undefined): string =>
  doubt && doubt.changeId !== id && state !== 'done' && state !== 'sending' ? t.earlierChange : '';
