// Texts for the seller about the state, attempts and result of a change, and about the doubt that it leaves.
import { isRepeatable } from '../../shared/change.ts';
import { sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import { withoutTurns } from '../../shared/texts/message.ts';
import { isBusy, isForeign, type Outcome, readErrorHeadline } from '../service/outcome.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOf } from './change-title.ts';
import {
  type Change,
  isCreate,
  isNotFound,
  isRecordedBySeller,
  kindOf,
  mayHaveArrived,
  mayHaveHappened,
  needsSeller,
  type Reason,
} from './outbox/change.ts';
import type { Doubt } from './outbox/doubt.ts';
import { ALREADY_GONE, UNKNOWN_ANSWER } from './outbox/policy.ts';
import { createdOn } from './record-state.ts';
import { describeRefusedFields } from './refused-fields.ts';

const t = texts.changes;

/** Includes the detail of a proxy error, which says what to fix. Other details are codes that mean nothing to a seller. */
export function describeUnreachable({ cause, detail }: Extract<Outcome, { kind: 'never-left' }>): string {
  const ended = t.tries.unreached[cause];
  return cause === 'proxy-refused' ? t.tries.withDetail({ ended, detail }) : ended;
}

/** The system's error, for support; null if there is none, or if `describeOutcome` includes it. */
export const attemptDetail = (outcome: Outcome): string | null =>
  outcome.kind === 'answered' || outcome.cause === 'app-closed' || outcome.cause === 'proxy-refused'
    ? null
    : withoutTurns(outcome.detail);

export function describeOutcome(outcome: Outcome): string {
  const { tries } = t;
  if (outcome.kind === 'never-left') return tries.notSent({ why: describeUnreachable(outcome) });
  if (outcome.kind === 'lost') return tries.lost[outcome.cause];
  const { status } = outcome;
  const headline = headlineOf(outcome);
  return status >= 300 && headline ? tries.answeredWith({ status, headline }) : tries.answered({ status });
}

/** An outcome whose body was cut has the `headline` of the whole body. */
const headlineOf = ({ body, headline }: { readonly body: string; readonly headline?: string | null | undefined }) =>
  headline ?? readErrorHeadline(body);

/** The status of a refusal, with its headline if it has one. */
export function describeRefusal(status: number, body: string): string {
  const headline = readErrorHeadline(body);
  return headline ? t.refusal({ headline, status }) : t.refusalWithoutHeadline({ status });
}

/** The app does not follow redirects. */
export const describeRedirect = (where: string | null): string =>
  where ? t.redirectedTo({ where: where.slice(0, 200) }) : t.redirected;

export const needsLockedKey = (store: StoreContext, { payload }: Change): boolean =>
  payload.kind === 'settings.update' && payload.keyRef !== null && store.isKeyLocked(payload.keyRef);

/** The state of a change and its reason. */
export function explain(store: StoreContext, change: Change): string {
  switch (change.state) {
    case 'waiting':
      return describeWaiting(store, change);
    case 'ready':
      return sentences(waitReason(store, change), earlierDoubt(change));
    case 'sending':
      return t.sending;
    case 'retrying':
      return sentences(describeRetry(change), earlierDoubt(change));
    case 'needs-review':
      return sentences(
        describeDoubt(change),
        replacementPending(change),
        isCreate(change) ? t.review.mayExist : t.review.sendAgainHarmless,
      );
    case 'rejected': {
      const message = describeRejection(change.reason, change);
      // The text about a lost key already includes the doubt.
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

/** The service's message, which a status may follow, may lack a full stop. */
const asSentence = (sentence: string): string =>
  /[.!?](?: \(\d+\))?$/.test(sentence) ? sentence : t.rejected.asSentence({ sentence });

/** Which other change, or which other computer, a change waits for. */
function describeWaiting(store: StoreContext, change: Change): string {
  const { queue, catalog, deps } = store;
  const [blocker] = queue.blockers(change);
  if (blocker) {
    const title = titleOf(store, blocker);
    return needsSeller(blocker) ? t.waits.forStuck({ title }) : t.waits.forSent({ title });
  }
  const id = queue.waitsElsewhere(change) ?? '';
  const creator = createdOn(deps, catalog.products.get(id) ?? catalog.links.get(id));
  return creator ? t.waits.forComputer({ name: creator.computer }) : t.waits.forAnother;
}

/** Why nothing is sent, or that the change is sent next. */
export function waitReason(store: StoreContext, change?: Change): string {
  const { workOffline, signedIn, pause } = store.status();
  if (workOffline) return t.waits.offline;
  if (!signedIn) return t.waits.signedOut;
  if (change && needsLockedKey(store, change)) return t.waits.keyLocked;
  return pause ? t.waits.paused[pause.trouble] : t.waits.next;
}

/** Says that the old link of "Replace link" was not deleted, so both links work. Empty for any other change. */
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

function describeDoubt({ reason, attempts }: Change): string {
  const { review, tries } = t;
  const last = attempts.at(-1)?.outcome;
  const status = last?.kind === 'answered' ? last.status : 0;
  switch (reason) {
    case 'server-error':
      return review.serverError({ status });
    case 'see-other':
      return review.seeOther({ status });
    case 'not-found':
      return review.notFound({ status });
    case 'damaged':
      return review.damaged;
    case 'not-understood':
      return last?.kind === 'answered' && isForeign(last) ? review.foreign({ status }) : review.notUnderstood;
    default:
      return asSentence(last?.kind === 'lost' ? describeOutcome(last) : tries.lost.reset);
  }
}

function describeRejection(reason: Reason | null, change: Change): string {
  const { rejected } = t;
  const last = change.attempts.at(-1)?.outcome;
  switch (reason) {
    case 'redirected':
      return describeRedirect(change.answer);
    case 'gave-up':
      return rejected.gaveUp({ tries: change.tries, last: last ? describeOutcome(last) : '' });
    case 'key-lost':
      return rejected.keyLost({ mayBeThere: mayHaveHappened(change) });
    case 'no-address':
      return rejected.noAddress;
    case 'not-replaced':
      return sentences(rejected.notReplaced, mayHaveHappened(change) ? '' : rejected.oldLinkWorks);
    default:
      return last?.kind === 'answered' ? refusedWith(last.status, headlineOf(last)) : rejected.saidNo;
  }
}

const refusedWith = (status: number, headline: string | null): string =>
  headline ? t.rejected.saidNoWith({ headline, status }) : t.rejected.saidNoBare({ status });

function describeEnding(change: Change): string {
  const { ended } = t;
  if (change.ending === 'withdrawn') return ended.takenBack;
  if (change.ending === 'discarded') {
    return mayHaveHappened(change) ? ended.discarded[kindOf(change)] : ended.discardedUnsent;
  }
  if (isRecordedBySeller(change)) return ended.recorded;
  return change.result?.kind === 'accepted' && change.result.note ? describeNote(change.result.note) : ended.saved;
}

function describeNote(note: string): string {
  if (note === ALREADY_GONE) return t.ended.alreadyGone;
  return note === UNKNOWN_ANSWER ? t.ended.unknownAnswer : note;
}

// ---- changes that the service may have carried out without a confirmed answer

/** Names the outcome of the last attempt that may have been carried out. */
function mayBeThere(change: Change): string {
  const outcome = change.attempts.findLast((attempt) => mayHaveArrived(attempt) || isNotFound(attempt))?.outcome;
  const unknown = change.restoredFrom === undefined ? t.doubt.damaged : t.doubt.restored;
  return t.doubt.mayBeThere[kindOf(change)]({ why: outcome ? describeOutcome(outcome) : unknown });
}

/** Empty if there is no doubt. */
function earlierDoubt(change: Change): string {
  if (!mayHaveHappened(change)) return '';
  return isRepeatable(kindOf(change)) ? mayBeThere(change) : t.doubt.earlierTry;
}

export const webhookDoubt = ({ about }: Doubt): string =>
  about.includes('values') ? t.doubt.webhook : t.doubt.webhookKey;
