// Texts for the seller about the state, attempts and result of a change.
import { readTypedLink } from '../../shared/checkout-url.ts';
import { sentences } from '../../shared/sentences.ts';
import type { Pause } from '../../shared/status.ts';
import { texts } from '../../shared/texts/main.ts';
import { withoutTurns } from '../../shared/texts/message.ts';
import { informativeHeadline, isBusy, isForeign, type Outcome, readErrorHeadline } from '../service/outcome.ts';
import { readPaymentLink, readProductId } from '../service/wire.ts';
import { earlierDoubt } from './doubt-words.ts';
import {
  type Change,
  type ChangeResult,
  isCreate,
  isRecordedBySeller,
  kindOf,
  mayHaveHappened,
  type Reason,
} from './outbox/change.ts';
import { ALREADY_GONE, UNKNOWN_ANSWER } from './outbox/policy.ts';
import { describeRefusedFields } from './refused-fields.ts';

const t = texts.changes;

type NoAnswer = Exclude<Outcome, { kind: 'answered' }>;

/** The detail of a proxy error says what to fix. Other details are codes, which mean nothing to a seller. */
const inSentence = (ended: string, { cause, detail }: NoAnswer): string =>
  cause === 'proxy-refused' ? t.tries.withDetail({ ended, detail }) : ended;

/** With what is known about who closed a connection. */
const inList = (ended: string, outcome: NoAnswer): string =>
  /^other side closed\b/.test(outcome.detail)
    ? t.tries.withDetail({ ended, detail: t.tries.closedByService })
    : inSentence(ended, outcome);

export const describeUnreachable = (outcome: Extract<Outcome, { kind: 'never-left' }>): string =>
  inSentence(t.tries.unreached[outcome.cause], outcome);

/** For the list of attempts. */
export const describeAttempt = (outcome: Outcome): string => describeTry(outcome, inList);

/** The system's error, for support; null if there is none, or where the text for the seller has it. */
export const attemptDetail = (outcome: Outcome): string | null =>
  outcome.kind === 'answered' || outcome.cause === 'app-closed' || outcome.cause === 'proxy-refused'
    ? null
    : withoutTurns(outcome.detail);

export const describeOutcome = (outcome: Outcome): string => describeTry(outcome, inSentence);

function describeTry(outcome: Outcome, detailed: (ended: string, outcome: NoAnswer) => string): string {
  const { tries } = t;
  switch (outcome.kind) {
    case 'never-left':
      return tries.notSent({ why: detailed(tries.unreached[outcome.cause], outcome) });
    case 'lost':
      if (outcome.cause === 'app-closed') return tries.lost[outcome.cause];
      return detailed(tries.lost[outcome.cause], outcome);
    case 'answered': {
      const headline = headlineOf(outcome);
      return outcome.status >= 300 && headline
        ? tries.answeredWith({ status: outcome.status, headline })
        : tries.answered({ status: outcome.status });
    }
  }
}

/** `headline` was read before the body was cut. */
const headlineOf = ({ body, headline }: { readonly body: string; readonly headline?: string | null | undefined }) =>
  headline ?? readErrorHeadline(body);

/** The refusal's headline, if it has one, with the status. */
export function describeRefusal(status: number, body: string): string {
  const headline = informativeHeadline(status, readErrorHeadline(body));
  return headline ? t.refusal({ headline, status }) : t.refusalWithoutHeadline({ status });
}

/** For a redirect, which the app does not follow. */
export const describeRedirect = (where: string | null): string =>
  where ? t.redirectedTo({ where: where.slice(0, 200) }) : t.redirected;

/** The store's state as far as it affects waiting changes. */
export interface StoreState {
  readonly signedIn: boolean;
  readonly workOffline: boolean;
  readonly offline: boolean;
  readonly pause: Pause | null;
  /** The change needs a webhook key and the key store is locked. */
  readonly keyLocked?: boolean;
}

export interface Circumstances {
  /** The change that it waits for. */
  readonly blocker?: { readonly title: string; readonly stuck: boolean } | null;
  /** The computer that it waits for. */
  readonly elsewhere?: string | null;
  /** It does not leave yet, so that the deletion of its link can be undone. */
  readonly isHeld?: boolean;
}

/** The state of a change and its reason. */
export function explain(
  change: Change,
  state: StoreState,
  { blocker = null, elsewhere = null, isHeld = false }: Circumstances = {},
): string {
  switch (change.state) {
    case 'waiting':
      if (!blocker) return elsewhere === null ? t.waits.forAnother : t.waits.forComputer({ name: elsewhere });
      return blocker.stuck ? t.waits.forStuck({ title: blocker.title }) : t.waits.forSent({ title: blocker.title });
    case 'ready':
      return isHeld ? waitReason(state, t.waits.held) : sentences(waitReason(state), earlierDoubt(change));
    case 'sending':
      return t.sending;
    case 'retrying':
      return sentences(describeRetry(change), earlierDoubt(change));
    case 'needs-review':
      return sentences(describeDoubt(change), replacementPending(change), sendingMeans(change));
    case 'rejected': {
      const message = describeRejection(change.reason, change);
      // The sentence about a lost key includes the doubt.
      const fields = change.reason === 'refused' ? describeRefusedFields(change) : '';
      const more = sentences(
        fields,
        change.reason === 'key-lost' ? '' : earlierDoubt(change),
        replacementPending(change),
      );
      return more === '' ? message : sentences(asSentence(message), more);
    }
    case 'done':
      return describeEnding(change);
  }
}

/** What the seller should know before it is sent again. */
function sendingMeans(change: Change): string {
  if (isCreate(change)) return t.review.mayExist;
  return t.review.sendAgainHarmless;
}

/** The service's message may end without a full stop; a status may follow it. */
const asSentence = (sentence: string): string =>
  /[.!?](?: \(\d+\))?$/.test(sentence) ? sentence : t.rejected.asSentence({ sentence });

/** `next`: where nothing keeps it from being sent. */
export function waitReason({ workOffline, signedIn, keyLocked, pause }: StoreState, next = t.waits.next): string {
  if (workOffline) return t.waits.offline;
  if (!signedIn) return t.waits.signedOut;
  if (keyLocked) return t.waits.keyLocked;
  return pause ? t.waits.paused[pause.trouble] : next;
}

/** For a replaced link that could not be deleted, so that both links work. Empty for any other change. */
function replacementPending(change: Change): string {
  const { payload, reason } = change;
  if (payload.kind !== 'link.delete' || payload.replacedBy === undefined || reason === 'not-replaced') return '';
  return mayHaveHappened(change) ? t.rejected.bothMayWork : t.rejected.bothWork;
}

function describeRetry(change: Change): string {
  const last = change.attempts.at(-1)?.outcome;
  if (last?.kind === 'never-left') return t.retries.unreached({ why: describeUnreachable(last) });
  if (last?.kind !== 'answered') return t.retries.lost;
  if (isBusy(last)) return t.retries.busy({ status: last.status });
  return isForeign(last) ? t.retries.foreign({ status: last.status }) : t.retries.faulty({ status: last.status });
}

function describeDoubt(change: Change): string {
  const { review } = t;
  const last = change.attempts.at(-1)?.outcome;
  switch (change.reason) {
    case 'server-error':
      if (last?.kind !== 'answered') return review.serverError;
      return isBusy(last) ? review.busy({ status: last.status }) : review.serverErrorWith({ status: last.status });
    case 'see-other':
      return review.seeOther({ status: last?.kind === 'answered' ? last.status : 303 });
    case 'not-found':
      return review.notFound({ status: last?.kind === 'answered' ? last.status : 404 });
    case 'damaged':
      return review.damaged;
    case 'not-understood':
      if (last?.kind === 'answered' && isForeign(last)) return review.foreign({ status: last.status });
      return describeOtherRecord(change) ?? review.notUnderstood;
    default:
      if (last?.kind !== 'lost') return review.answerLost;
      if (last.cause === 'app-closed') return review.appClosed;
      return last.cause === 'timeout' ? review.answerLate : review.answerLost;
  }
}

/** An answer that names something else than what was created; null for one that names nothing. */
function describeOtherRecord({ payload, answer }: Change): string | null {
  const { review } = t;
  if (payload.kind === 'product.create') return readProductId(answer ?? '') === null ? null : review.otherProduct;
  const address = readPaymentLink(answer ?? '');
  if (address === null) return null;
  return readTypedLink(address).ok ? review.otherLink : review.noPaymentLink;
}

function describeRejection(reason: Reason | null, change: Change): string {
  const { rejected } = t;
  const last = change.attempts.at(-1)?.outcome;
  switch (reason) {
    case 'redirected':
      return describeRedirect(change.answer);
    case 'gave-up':
      return last
        ? rejected.gaveUpWith({ tries: change.tries, last: describeOutcome(last) })
        : rejected.gaveUp({ tries: change.tries });
    case 'key-lost':
      return rejected.keyLost({ mayBeThere: mayHaveHappened(change) });
    case 'no-address':
      return rejected.noAddress;
    case 'not-replaced':
      return sentences(rejected.notReplaced, mayHaveHappened(change) ? '' : rejected.oldLinkWorks);
    default:
      return last?.kind === 'answered'
        ? refusedWith(last.status, informativeHeadline(last.status, headlineOf(last)))
        : rejected.saidNo;
  }
}

const refusedWith = (status: number, headline: string | null): string =>
  headline ? t.rejected.saidNoWith({ headline, status }) : t.rejected.saidNoBare({ status });

function describeEnding(change: Change): string {
  const { ended } = t;
  switch (change.ending) {
    case 'discarded':
      return mayHaveHappened(change) ? ended.discarded[kindOf(change)] : ended.discardedUnsent;
    case 'withdrawn':
      return mayHaveHappened(change) ? ended.takenBackInDoubt : ended.takenBack;
    default:
      if (change.result && isRecordedBySeller(change)) return describeRecorded(change.result);
      return change.result?.kind === 'accepted' && change.result.note ? describeNote(change.result.note) : ended.saved;
  }
}

/** Includes what the seller entered, if anything. */
function describeRecorded(result: ChangeResult): string {
  const { recorded } = t.ended;
  if (result.kind === 'accepted') return recorded.plain;
  return result.kind === 'product'
    ? recorded.product({ id: result.serverId })
    : recorded.link({ address: result.paymentLink });
}

function describeNote(note: string): string {
  if (note === ALREADY_GONE) return t.ended.alreadyGone;
  return note === UNKNOWN_ANSWER ? t.ended.unknownAnswer : note;
}
