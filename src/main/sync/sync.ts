// Use cases of the sync screen: list waiting changes and history, sync now, send again, discard, undo.
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type SearchText, searchText } from '../catalog/search.ts';
import { isNewer } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import { batchRows } from './batch-rows.ts';
import { heldView } from './held.ts';
import { isKeyGone, matchingChanges, restorableOf, waitingChanges } from './many-changes.ts';
import { linksInDoubt } from './match-addresses.ts';
import { type Change, kindOf } from './outbox/change.ts';
import { changeDetail, changeRow, dependentsOf, titleOf } from './views.ts';

/** A page of "Waiting changes". */
export function listChanges(store: StoreContext, query: ParsedInput<'sync.list'>): Output<'sync.list'> {
  const waiting = waitingChanges(store);
  const listed = matchingChanges(store, waiting, query.search);
  const batches = batchRows(store, query.search);
  const { offset, limit } = query;
  const from = Math.max(0, offset - batches.length);
  const to = Math.max(0, offset + limit - batches.length);
  return {
    total: batches.length + listed.length,
    rows: [
      ...batches.slice(offset, offset + limit),
      ...listed.slice(from, to).map((change) => changeRow(store, change)),
    ],
    held: heldView(store),
    linksInDoubt: linksInDoubt(waiting).length,
  };
}

/** A page of "History", newest first. */
export function listHistory(store: StoreContext, query: ParsedInput<'sync.history'>): Output<'sync.history'> {
  const { history } = store.catalog;
  const { search, offset, limit } = query;
  const { total, rows } = history.page(search, offset, limit);
  return { total, rows: rows.map((change) => changeRow(store, change)) };
}

/** The text that search finds a change of the history by. */
export const historyText = (store: StoreContext, change: Change, catalog: Catalog): SearchText =>
  searchText([titleOf(store, change, catalog)], change.result?.kind === 'link' ? change.result.paymentLink : '');

export function getChange(store: StoreContext, id: string): Output<'sync.get'> {
  const change = store.queue.get(id) ?? store.catalog.history.get(id);
  return change ? changeDetail(store, change) : null;
}

/** Retries everything that can be retried. Deletions can no longer be undone. */
export async function syncNow({ outbox, queue, catalog, batches }: StoreContext): Promise<Output<'sync.now'>> {
  await batches.endUndo();
  outbox.wake();
  return { open: queue.all().length + catalog.staged.changes };
}

export async function sendAgain(store: StoreContext, id: string, tried?: number): Promise<Result<void>> {
  if (!store.queue.get(id)) return refuse('not-found', texts.changes.gone);
  await store.outbox.sendAgain(id, tried);
  return ok(undefined);
}

export async function discard(
  store: StoreContext,
  id: string,
  withDependents: boolean,
  tried?: number,
): Promise<Result<{ undo: string[] }>> {
  const change = store.queue.get(id);
  if (!change) return refuse('not-found', texts.changes.gone);
  if (!withDependents && dependentsOf(store, change).length > 0) {
    return refuse('conflict', texts.changes.othersWait);
  }
  const restorable = restorableOf(store, [change, ...store.queue.dependents(change)]);
  return ok({ undo: restorable(await store.outbox.discard(id, tried)) });
}

/** Undoes a discard or a withdrawal; rejects with `OutboxConflict` if that is no longer possible. */
export async function undo(store: StoreContext, ids: readonly string[]): Promise<Result<void>> {
  const returning = new Set(
    ids.flatMap((id) => {
      const change = store.catalog.history.get(id);
      return change && kindOf(change) === 'product.create' ? [change.subject] : [];
    }),
  );
  await store.outbox.reopen(ids, (change) => mayReturn(store, change, returning));
  return ok(undefined);
}

/** Whether reopening restores the previous state: nothing newer has replaced the change, and its subject still exists. */
function mayReturn(store: StoreContext, change: Change, returning: ReadonlySet<string>): boolean {
  const { payload, subject } = change;
  const { products, links } = store.catalog;
  const hasNewer = store.queue.of(subject).some((other) => kindOf(other) === payload.kind);
  const exists = (productId: string) => returning.has(productId) || products.get(productId)?.deletedAt === null;
  switch (payload.kind) {
    case 'product.create':
      return !hasNewer && products.get(subject)?.deletedAt != null;
    case 'link.create':
      return !hasNewer && links.get(subject)?.deletedAt != null && exists(payload.productId);
    case 'link.delete':
      return (
        !store.queue.deletes(subject) &&
        !store.catalog.staged.has('delete', subject) &&
        links.get(subject)?.deletedAt === null
      );
    case 'product.update':
      return !hasNewer && !sentSince(store, change) && exists(subject);
    case 'settings.update':
      return !hasNewer && !sentSince(store, change) && !isKeyGone(change);
  }
}

/** Whether a change of the same kind to the same subject was sent that was accepted later, or edited after this one's end. */
function sentSince(store: StoreContext, { id, rev, subject, payload }: Change): boolean {
  const isNewerThan = (other: Change) => other.id > id || (other.revised !== undefined && isNewer(other.revised, rev));
  return store.catalog.history.sent(subject, payload.kind).some(isNewerThan);
}
