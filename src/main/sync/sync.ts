// What the Sync screen shows: waiting changes, with selection and search, and the history.
import type { Decision } from '../../shared/change.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { containsAll, linkText, type SearchText, searchText, termsOf } from '../catalog/search.ts';
import { type Change, mayDecide, needsSeller } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';
import { linksInDoubt } from './addresses.ts';
import { factsIn, type TitleSource, titlesOf } from './change-title.ts';
import { stillWaiting } from './decisions.ts';
import { heldView } from './held.ts';
import { batchRow, changeDetail, changeRow, waitingBatches } from './views.ts';

/** In the order of the list "Waiting changes". Changes of a batch are in the batch's row until they need the seller. */
export function waitingChanges({ queue, catalog }: StoreContext): Change[] {
  const lines = catalog.staged.lines();
  const all = queue.all();
  const others = all.filter((change) => !needsSeller(change) && !lines.has(change.batchId ?? ''));
  return [...all.filter(needsSeller), ...others];
}

/** The changes that match a search, in the same order. An empty search matches all. */
function matching(store: StoreContext, changes: readonly Change[], search = ''): readonly Change[] {
  const { currencies } = store.deps.settings();
  const terms = termsOf(
    search,
    currencies.map(({ name }) => name),
  );
  if (terms.length === 0) return changes;
  return changes.filter((change) => containsAll(textOf(store, change), terms));
}

/** The search text of a change: its title, and values that the title cuts or writes differently. */
export function textOf(store: TitleSource, change: Change): SearchText {
  const title = searchText([titlesOf(store, change).title], '');
  const paymentLink = change.result?.kind === 'link' ? change.result.paymentLink : null;
  const facts = { metadata: [], prices: [], paymentLink, ...factsIn(change, store.catalog) };
  const { words, address } = linkText(facts, '');
  return { words: title.words + words, address };
}

export function listChanges(store: StoreContext, query: ParsedInput<'sync.list'>) {
  const waiting = waitingChanges(store);
  const listed = matching(store, waiting, query.search);
  // A search finds changes only.
  const batches = query.search?.trim() ? [] : waitingBatches(store);
  const { offset, limit } = query;
  const from = Math.max(0, offset - batches.length);
  const to = Math.max(0, offset + limit - batches.length);
  return {
    total: batches.length + listed.length,
    rows: [
      ...batches.slice(offset, offset + limit).map((batch) => batchRow(store, batch)),
      ...listed.slice(from, to).map((change) => changeRow(store, change)),
    ],
    held: heldView(store),
    linksInDoubt: linksInDoubt(waiting).length,
  };
}

/** Ids of changes that match the search, in the order of the list. */
export const changeIds = (store: StoreContext, { search }: ParsedInput<'sync.ids'>): string[] =>
  matching(store, waitingChanges(store), search).map(({ id }) => id);

export function selectedChanges(store: StoreContext, { ids }: ParsedInput<'sync.selected'>) {
  const waiting = stillWaiting(store, ids);
  const count = (decision: Decision) => waiting.filter(mayDecide[decision]).length;
  return {
    gone: ids.filter((id) => store.queue.get(id) === undefined),
    can: { sendAgain: count('sendAgain'), markAsSent: count('markAsSent'), discard: count('discard') },
  };
}

export function listHistory(store: StoreContext, query: ParsedInput<'sync.history'>) {
  const { search, offset, limit } = query;
  const { total, rows } = store.catalog.history.page(search, offset, limit);
  return { total, rows: rows.map((change) => changeRow(store, change)) };
}

export function getChange(store: StoreContext, id: string) {
  const change = store.queue.get(id) ?? store.catalog.history.get(id);
  return change ? changeDetail(store, change) : null;
}

/** Retries everything that can be retried. Afterwards deletions cannot be undone. */
export async function syncNow({ outbox, queue, catalog, batches }: StoreContext) {
  await batches.endAllUndo();
  outbox.wake();
  return { open: queue.all().length + catalog.staged.changes };
}
