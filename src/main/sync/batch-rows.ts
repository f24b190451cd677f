// The rows of "Waiting changes" that stand for a whole batch.
import type { ChangeRow } from '../../shared/change.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Batch, MOST_IN_DOUBT } from '../catalog/staged.ts';
import type { StoreContext } from '../store-context.ts';
import { waitReason } from './wording.ts';

const t = texts.changes.batches;

/** Oldest first. Empty during a search, which finds changes only. */
export function batchRows(store: StoreContext, search = ''): ChangeRow[] {
  if (search.trim() !== '') return [];
  const batches = store.catalog.staged.batches().filter(({ state }) => state !== 'loading');
  if (batches.length === 0) return [];
  const queued = store.queue.ofBatches();
  return batches.flatMap((batch) => {
    const { waiting: inQueue, attention } = queued.get(batch.id) ?? { waiting: 0, attention: 0 };
    const waiting = (store.catalog.staged.counts.get(batch.id)?.links ?? 0) + inQueue;
    return waiting === 0 ? [] : [batchRow(store, batch, waiting, attention >= MOST_IN_DOUBT)];
  });
}

function batchRow(store: StoreContext, batch: Batch, waiting: number, isResting: boolean): ChangeRow {
  const { id, kind, name, acceptedAt, total, state } = batch;
  const isPaused = state === 'paused';
  const title = t.titles[kind]({ name, count: total });
  const facts = t.waiting({ waiting: Math.min(waiting, total), total });
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
  return store.batches.canUndo(id) ? t.undoable : waitReason(store);
}
