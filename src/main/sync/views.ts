// What the window shows of a change, in a row and in detail, and of a batch.
import type { ChangeDetail, ChangeRow } from '../../shared/change.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Batch, MOST_IN_DOUBT } from '../catalog/staged.ts';
import { type Change, isRecordedBySeller, kindOf, mayBeMarkedAsSent, mayDecide } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';
import { productIdOf, titleOf, titlesOf } from './change-title.ts';
import { refusedFields } from './refused-fields.ts';
import { shownRequest } from './sender.ts';
import { attemptDetail, describeOutcome, explain, waitReason, waitsForCreation } from './wording.ts';

const t = texts.changes.batches;

export function changeRow(store: StoreContext, change: Change): ChangeRow {
  const kind = kindOf(change);
  return {
    id: change.id,
    kind,
    ...titlesOf(store, change),
    state: change.state === 'ready' && store.outbox.waitsElsewhere(change) ? 'waiting' : change.state,
    explanation: explain(store, change),
    acceptedAt: change.acceptedAt,
    endedAt: change.endedAt,
    ending: isRecordedBySeller(change) ? 'recorded' : change.ending,
    nextAttemptAt: change.nextAttemptAt,
    productId: productIdOf(change),
    linkId: kind.startsWith('link.') ? change.subject : null,
    batch: null,
  };
}

export function changeDetail(store: StoreContext, change: Change): ChangeDetail {
  const kind = kindOf(change);
  const { method, path, body } = shownRequest(change, store.catalog);
  const blockers = change.state === 'done' ? [] : store.queue.blockers(change);
  const needed = kind === 'product.create' ? 'productId' : kind === 'link.create' ? 'paymentLink' : 'nothing';
  return {
    ...changeRow(store, change),
    request: { method, path, body: body && JSON.stringify(body, null, 2) },
    attempts: change.attempts.map(({ at, tookMs, outcome }) => ({
      at,
      tookMs,
      outcome: describeOutcome(outcome),
      detail: attemptDetail(outcome),
      body: outcome.kind === 'answered' ? outcome.body : null,
    })),
    answer: change.answer?.slice(0, 2_000) ?? null,
    refusedFields: refusedFields(change),
    waitsFor: blockers.map((other) => ({ changeId: other.id, title: titleOf(store, other), state: other.state })),
    can: {
      // A rejected change is sent again from its form, except a deletion, which has none.
      sendAgain: mayDecide.sendAgain(change) && (change.state === 'needs-review' || kind === 'link.delete'),
      markAsSent: mayBeMarkedAsSent(change) ? needed : null,
      edit: change.state === 'rejected' && kind !== 'link.delete',
      discard: mayDecide.discard(change),
    },
  };
}

/** The batches of which something waits, oldest first. Each is a row of Sync. */
export function waitingBatches({ catalog: { staged }, batches }: StoreContext) {
  const queued = batches.queued();
  return staged.batches().flatMap((batch) => {
    const { waiting: inQueue, attention } = queued.get(batch.id) ?? { waiting: 0, attention: 0 };
    // In the queue, a new link and the deletion of the one that it replaces are two changes.
    const waiting = Math.min((staged.counts.get(batch.id)?.links ?? 0) + inQueue, batch.total);
    const isHidden = waiting === 0 || batch.state === 'loading';
    return isHidden ? [] : [{ batch, waiting, isResting: attention >= MOST_IN_DOUBT }];
  });
}

type WaitingBatch = ReturnType<typeof waitingBatches>[number];

export function batchRow(store: StoreContext, { batch, waiting, isResting }: WaitingBatch): ChangeRow {
  const { id, kind, name, acceptedAt, total, state } = batch;
  const isPaused = state === 'paused';
  const title = t.titles[kind]({ name, count: total });
  const facts = t.waiting({ waiting, total });
  return {
    id,
    kind: kind === 'deletion' ? 'link.delete' : 'link.create',
    title: t.withFacts({ title, facts }),
    brief: { name: title, facts },
    state: isPaused ? 'waiting' : 'ready',
    explanation: explanationOf(store, batch, isResting),
    acceptedAt,
    endedAt: null,
    ending: null,
    nextAttemptAt: null,
    productId: null,
    linkId: null,
    batch: { isPaused, waiting, total, importId: kind === 'import' ? id : null },
  };
}

function explanationOf(store: StoreContext, { id, state }: Batch, isResting: boolean): string {
  if (state === 'paused') return t.paused;
  if (isResting) return t.resting;
  if (store.batches.canUndo(id)) return t.undoable;
  const product = store.catalog.staged.blockingProduct(id);
  return product === null ? waitReason(store) : waitsForCreation(store, product);
}
