// Texts for the seller about the state, attempts and result of a change, and about the doubt that it leaves.
import { sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import { withoutTurns } from '../../shared/texts/message.ts';
import { type Change, isCreate, isRecordedBySeller, mayHaveHappened, needsSeller } from '../outbox/change.ts';
import type { Doubt } from '../outbox/doubt.ts';
import { isPage, type Outcome, readErrorHeadline } from '../service/outcome.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOf } from './change-title.ts';
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
  if (isPage(outcome)) return tries.foreign({ status });
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
    case 'waiting': {
      const [blocker] = store.queue.blockers(change);
      return blocker ? waitsForChange(store, blocker) : waitReason(store, change);
    }
    case 'ready':
      return sentences(waitReason(store, change), earlierDoubt(change));
    case 'sending':
      return t.sending;
    case 'retrying':
      return sentences(t.retries({ last: describeLast(change) }), earlierDoubt(change));
    case 'needs-review':
      return sentences(
        reasonOf(change),
        replacementPending(change),
        isCreate(change) ? t.review.mayExist : t.review.sendAgainHarmless,
      );
    case 'rejected':
      return sentences(
        asSentence(reasonOf(change)),
        change.reason === 'refused' ? describeRefusedFields(change) : '',
        // The text about a lost key already includes the doubt.
        change.reason === 'key-lost' ? '' : earlierDoubt(change),
        replacementPending(change),
      );
    case 'done':
      return describeEnding(change);
  }
}

/** The service's message, which a status may follow, may lack a full stop. */
const asSentence = (sentence: string): string =>
  /[.!?](?: \(\d+\))?$/.test(sentence) ? sentence : t.rejected.asSentence({ sentence });

function waitsForChange(store: StoreContext, blocker: Change): string {
  const title = titleOf(store, blocker);
  return needsSeller(blocker) ? t.waits.forStuck({ title }) : t.waits.forSent({ title });
}

/** The creation of a product or link, here, on another computer, or in a restored backup. */
export function waitsForCreation(store: StoreContext, id: string): string {
  const { queue, catalog } = store;
  const creation = queue.creationOf(id);
  if (creation) return waitsForChange(store, creation);
  const creator = createdOn(store, catalog.products.get(id) ?? catalog.links.get(id));
  return creator ? t.waits.forComputer({ name: creator.computer }) : t.waits.forAnother;
}

/** Why nothing is sent, or that the change is sent next. */
export function waitReason(store: StoreContext, change?: Change): string {
  const { workOffline, signedIn, pause } = store.status();
  if (workOffline) return t.waits.offline;
  if (!signedIn) return t.waits.signedOut;
  const elsewhere = change && store.outbox.waitsElsewhere(change);
  if (elsewhere !== undefined) return waitsForCreation(store, elsewhere);
  if (change && needsLockedKey(store, change)) return t.waits.keyLocked;
  return pause ? t.waits.paused[pause.trouble] : t.waits.next;
}

/** Says that the old link of "Replace link" was not deleted, so both links work. Empty for any other change. */
const replacementPending = ({ payload, reason }: Change): string =>
  payload.kind === 'link.delete' && payload.replacedBy !== undefined && reason !== 'not-replaced'
    ? t.rejected.bothMayWork
    : '';

const describeLast = ({ attempts }: Change): string => {
  const last = attempts.at(-1);
  return last ? describeOutcome(last.outcome) : t.tries.lost.reset;
};

/** Why a change needs the seller. */
function reasonOf(change: Change): string {
  const { reason, attempts, tries } = change;
  const last = attempts.at(-1)?.outcome;
  const answer = last?.kind === 'answered' ? last : null;
  const status = answer?.status ?? 0;
  if (answer && isPage(answer) && (reason === 'not-understood' || reason === 'refused'))
    return asSentence(describeLast(change));
  switch (reason) {
    case null:
    case 'answer-lost':
      return asSentence(describeLast(change));
    case 'redirected':
      return describeRedirect(change.answer);
    case 'gave-up':
      return t.rejected.gaveUp({ tries, last: describeLast(change) });
    case 'key-lost':
      return t.rejected.keyLost({ mayBeThere: mayHaveHappened(change) });
    case 'refused': {
      const headline = answer && headlineOf(answer);
      return headline ? t.rejected.saidNoWith({ headline, status }) : t.rejected.saidNoBare({ status });
    }
    default: {
      const text = t.reasons[reason];
      return typeof text === 'string' ? text : text({ status });
    }
  }
}

function describeEnding(change: Change): string {
  const { ended } = t;
  if (change.ending === 'withdrawn') return ended.takenBack;
  if (change.ending === 'discarded') return mayHaveHappened(change) ? ended.discarded : ended.discardedUnsent;
  if (isRecordedBySeller(change)) return ended.recorded;
  const note = change.result?.kind === 'accepted' ? change.result.note : null;
  return note === null || note === 'marked-as-sent' ? ended.saved : ended.notes[note];
}

/** Empty if no earlier try may have gone through. */
const earlierDoubt = (change: Change): string => (mayHaveHappened(change) ? t.doubt.earlierTry : '');

export const webhookDoubt = ({ about }: Doubt): string =>
  about.includes('values') ? t.doubt.webhook : t.doubt.webhookKey;
