// Texts about changes that may have been carried out without a confirmed answer: before, at and after "Discard".
import { isRepeatable } from '../../shared/action.ts';
import { sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Action, isNotFound, kindOf, mayHaveArrived, mayHaveHappened } from './outbox/action.ts';
import type { Doubt } from './outbox/doubt.ts';

const t = texts.changes.doubt;

const mayBeThere = (action: Action): string => t.mayBeThere[kindOf(action)]({ why: doubtReason(action) });

/** Why it is uncertain whether the change was carried out: the outcome of the last attempt that may have arrived. */
function doubtReason(action: Action): string {
  const outcome = action.attempts.findLast((attempt) => mayHaveArrived(attempt) || isNotFound(attempt))?.outcome;
  if (outcome?.kind === 'answered') {
    const { status } = outcome;
    if (status >= 500) return t.serverError({ status });
    if (status >= 400) return t.notFound({ status });
    return status >= 300 ? t.redirected({ status }) : t.notUnderstood;
  }
  if (outcome?.kind === 'lost') {
    return outcome.cause === 'app-closed' ? t.appClosed : t.answerLost;
  }
  return action.restoredFrom === undefined ? t.damaged : t.restored;
}

/** Empty if there is no doubt. */
export function earlierDoubt(action: Action): string {
  if (!mayHaveHappened(action)) return '';
  return isRepeatable(kindOf(action)) ? mayBeThere(action) : t.earlierTry;
}

/** What "Discard" means for a change and its dependents. */
export function discardMeans(action: Action, dependents: readonly Action[]): string {
  const { notTakenBack, notAgain, notSent } = texts.changes.discarding;
  const inDoubt = [action, ...dependents].find(mayHaveHappened);
  if (inDoubt) return sentences(mayBeThere(inDoubt), notTakenBack);
  return action.state === 'rejected' ? notAgain : notSent;
}

export const webhookDoubt = ({ about }: Doubt): string => (about.includes('values') ? t.webhook : t.webhookKey);

/** For a change that follows a discarded one; empty if there is no doubt. */
export const earlierChangeInDoubt = ({ id, state }: Action, doubt: Doubt | undefined): string =>
  doubt && doubt.actionId !== id && state !== 'done' && state !== 'sending' ? t.earlierChange : '';
