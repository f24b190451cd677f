// How an action stands and what came of it, in words for the seller.
import { isRepeatable } from '../../shared/action.ts';
import type { Pause } from '../../shared/status.ts';
import { texts } from '../../shared/texts/main.ts';
import { isBusy, isForeign, type Outcome, readErrorHeadline, tellingHeadline } from '../service/outcome.ts';
import { earlierDoubt } from './doubt-words.ts';
import {
  type Action,
  type ActionResult,
  isRecordedBySeller,
  kindOf,
  mayHaveHappened,
  type Reason,
} from './outbox/action.ts';
import { ALREADY_GONE, UNKNOWN_ANSWER } from './outbox/policy.ts';

const words = texts.changes;

/** Whole sentences one after the other; what is empty is left out. */
export const sentences = (...all: readonly string[]): string => all.filter((sentence) => sentence !== '').join(' ');

type NoAnswer = Exclude<Outcome, { kind: 'answered' }>;

/** With the system's own word for it: mostly a code. Those of the HTTP library say nothing to anybody else. */
function withDetail(ended: string, outcome: NoAnswer): string {
  const detail = outcome.detail.replace(/ \(UND_ERR_\w+\)$/, '');
  return words.tries.withDetail(ended, detail === 'other side closed' ? words.tries.closedByService : detail);
}

/** Of a proxy it says what to mend; otherwise it is a code, for the list of attempts only. */
const inSentence = (ended: string, outcome: NoAnswer): string =>
  outcome.cause === 'proxy-refused' ? withDetail(ended, outcome) : ended;

/** Why the service could not be reached, in words. */
export const unreachableInWords = (outcome: Extract<Outcome, { kind: 'never-left' }>): string =>
  inSentence(words.tries.unreached[outcome.cause], outcome);

/** One try for the list of attempts, with the system's own word at its end. */
export const attemptInWords = (outcome: Outcome): string => triedInWords(outcome, withDetail);

/** How one try ended, in plain words. */
export const outcomeInWords = (outcome: Outcome): string => triedInWords(outcome, inSentence);

function triedInWords(outcome: Outcome, detailed: (ended: string, outcome: NoAnswer) => string): string {
  const { tries } = words;
  switch (outcome.kind) {
    case 'never-left':
      return tries.notSent(detailed(tries.unreached[outcome.cause], outcome));
    case 'lost':
      if (outcome.cause === 'app-closed') return tries.lost[outcome.cause];
      return detailed(tries.lost[outcome.cause], outcome);
    case 'answered': {
      const headline = headlineOf(outcome);
      return outcome.status >= 300 && headline
        ? tries.answeredWith(outcome.status, headline)
        : tries.answered(outcome.status);
    }
  }
}

/** Of an attempt whose body was cut, the headline was read before. */
const headlineOf = ({ body, headline }: { readonly body: string; readonly headline?: string | null | undefined }) =>
  headline ?? readErrorHeadline(body);

/** What the service said when it said no: its headline where it has one, with the status. */
export function refusalInWords(status: number, body: string): string {
  const headline = tellingHeadline(status, readErrorHeadline(body));
  return headline ? words.refusal(headline, status) : words.refusalWithoutHeadline(status);
}

/** What is said of an answer that sends the app to another address, which it does not follow. */
export const redirectInWords = (where: string | null): string =>
  where ? words.redirectedTo(where.slice(0, 200)) : words.redirected;

/** How the store stands, as far as it matters for what waits. */
export interface StoreState {
  readonly signedIn: boolean;
  readonly workOffline: boolean;
  readonly offline: boolean;
  readonly pause: Pause | null;
  /** The change needs a webhook key that the key store has not given out. */
  readonly keyLocked?: boolean;
}

/** How an action stands and why, in plain words. `blocker` is the title of what it waits for. */
export function explain(action: Action, state: StoreState, blocker: { title: string; stuck: boolean } | null): string {
  switch (action.state) {
    case 'waiting':
      if (!blocker) return words.waits.forAnother;
      return blocker.stuck ? words.waits.forStuck(blocker.title) : words.waits.forSent(blocker.title);
    case 'ready':
      return sentences(whyItWaits(state), earlierDoubt(action));
    case 'sending':
      return words.sending;
    case 'retrying':
      return sentences(retryInWords(action), earlierDoubt(action));
    case 'needs-review':
      return sentences(
        doubtInWords(action),
        bothStand(action),
        isRepeatable(kindOf(action)) ? words.review.sendAgainHarmless : words.review.mayExist,
      );
    case 'rejected': {
      const why = rejectionInWords(action.reason, action);
      // Of a lost key the sentence says it itself.
      const more = sentences(action.reason === 'key-lost' ? '' : earlierDoubt(action), bothStand(action));
      return more === '' ? why : sentences(words.rejected.asSentence(why), more);
    }
    case 'done':
      return endingInWords(action);
  }
}

function whyItWaits({ workOffline, signedIn, keyLocked, pause }: StoreState): string {
  if (workOffline) return words.waits.offline;
  if (!signedIn) return words.waits.signedOut;
  if (keyLocked) return words.waits.keyLocked;
  return pause ? words.waits.paused[pause.trouble] : words.waits.next;
}

/** A replaced link that could not be deleted: what the seller asked for is half done. Empty for any other change. */
function bothStand(action: Action): string {
  const { payload, reason } = action;
  if (payload.kind !== 'link.delete' || payload.replacedBy === undefined || reason === 'not-replaced') return '';
  return mayHaveHappened(action) ? words.rejected.bothMayWork : words.rejected.bothWork;
}

function retryInWords(action: Action): string {
  const last = action.attempts.at(-1)?.outcome;
  if (last?.kind === 'never-left') return words.retries.unreached(unreachableInWords(last));
  if (last?.kind !== 'answered') return words.retries.lost;
  if (isBusy(last)) return words.retries.busy(last.status);
  return isForeign(last) ? words.retries.foreign(last.status) : words.retries.faulty(last.status);
}

function doubtInWords(action: Action): string {
  const { review } = words;
  const last = action.attempts.at(-1)?.outcome;
  switch (action.reason) {
    case 'server-error':
      if (last?.kind !== 'answered') return review.serverError;
      return isBusy(last) ? review.busy(last.status) : review.serverErrorWith(last.status);
    case 'see-other':
      return review.seeOther(last?.kind === 'answered' ? last.status : 303);
    case 'not-found':
      return review.notFound(last?.kind === 'answered' ? last.status : 404);
    case 'restored':
      return review.restored(action.restoredFrom ?? 0);
    case 'damaged':
      return review.damaged;
    case 'not-understood':
      return last?.kind === 'answered' && isForeign(last) ? review.foreign(last.status) : review.notUnderstood;
    default:
      if (last?.kind !== 'lost') return review.answerLost;
      if (last.cause === 'app-closed') return review.appClosed;
      return last.cause === 'timeout' ? review.answerLate : review.answerLost;
  }
}

function rejectionInWords(reason: Reason | null, action: Action): string {
  const { rejected } = words;
  const last = action.attempts.at(-1)?.outcome;
  switch (reason) {
    case 'redirected':
      return redirectInWords(action.answer);
    case 'gave-up':
      return last ? rejected.gaveUpWith(action.tries, outcomeInWords(last)) : rejected.gaveUp(action.tries);
    case 'key-lost':
      return rejected.keyLost(mayHaveHappened(action));
    case 'no-address':
      return rejected.noAddress;
    case 'not-replaced':
      return sentences(rejected.notReplaced, mayHaveHappened(action) ? '' : rejected.oldLinkWorks);
    default:
      return last?.kind === 'answered'
        ? saidNo(last.status, tellingHeadline(last.status, headlineOf(last)))
        : rejected.saidNo;
  }
}

const saidNo = (status: number, headline: string | null): string =>
  headline ? words.rejected.saidNoWith(headline, status) : words.rejected.saidNoBare(status);

function endingInWords(action: Action): string {
  const { ended } = words;
  switch (action.ending) {
    case 'discarded':
      return mayHaveHappened(action) ? ended.discarded[kindOf(action)] : ended.discardedUnsent;
    case 'withdrawn':
      return mayHaveHappened(action) ? ended.takenBackInDoubt : ended.takenBack;
    default:
      if (action.result && isRecordedBySeller(action)) return recordedInWords(action.result);
      return action.result?.kind === 'accepted' && action.result.note ? noteInWords(action.result.note) : ended.saved;
  }
}

/** With what the seller entered, if anything had to be. */
function recordedInWords(result: ActionResult): string {
  const { recorded } = words.ended;
  if (result.kind === 'accepted') return recorded.plain;
  return result.kind === 'product' ? recorded.product(result.serverId) : recorded.link(result.paymentLink);
}

function noteInWords(note: string): string {
  if (note === ALREADY_GONE) return words.ended.alreadyGone;
  return note === UNKNOWN_ANSWER ? words.ended.unknownAnswer : note;
}
