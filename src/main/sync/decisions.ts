// The seller's decisions about waiting changes, one or many: what they would do, doing it, and undoing a discard.
import type { Decision, DecisionQuestion } from '../../shared/change.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { HISTORY_LIMIT } from '../catalog/history.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOf } from './change-title.ts';
import { attemptCount, type Change, isCreate, kindOf, mayDecide, mayHaveHappened } from './outbox/change.ts';

/** How many dependents a question names. */
const MOST_NAMED = 20;

/** The changes of a selection that still wait, oldest first. */
export const stillWaiting = ({ queue }: StoreContext, ids: readonly string[]): Change[] =>
  [...new Set(ids)].sort().flatMap((id) => queue.get(id) ?? []);

/** How many staged links wait for the products that these changes create. */
const stagedLinks = ({ catalog }: StoreContext, changes: readonly Change[]): number =>
  changes
    .filter((change) => kindOf(change) === 'product.create')
    .reduce((sum, { subject }) => sum + catalog.staged.ofProduct(subject), 0);

/** Whether discarding a change also deletes its new webhook key, so that it cannot be undone. */
const isKeyGone = ({ payload }: Change): boolean => payload.kind === 'settings.update' && payload.keyRef !== null;

export function questionAbout(store: StoreContext, ids: readonly string[], decision: Decision): DecisionQuestion {
  const chosen = stillWaiting(store, ids).filter(mayDecide[decision]);
  const dependents = decision === 'discard' ? chosen.flatMap((change) => store.queue.dependents(change)) : [];
  const along = [...new Set(dependents)].filter((change) => !chosen.includes(change));
  const staged = decision === 'discard' ? stagedLinks(store, chosen) : 0;
  const all = [...chosen, ...along];
  const mayBeThere = all.filter(mayHaveHappened);
  const [first] = chosen;
  return {
    changes: chosen.map((change) => ({ id: change.id, tried: attemptCount(change) })),
    along: along.map(({ id }) => id),
    title: first && chosen.length === 1 ? titleOf(store, first) : null,
    alongTitles: [
      ...along.slice(0, MOST_NAMED).map((change) => titleOf(store, change)),
      ...(staged > 0 ? [texts.changes.batches.linksOfProduct({ count: staged })] : []),
    ],
    alongCount: along.length + staged,
    mayBeThere: mayBeThere.length,
    mayBeCreated: mayBeThere.filter(isCreate).length,
    deletions: chosen.filter((change) => kindOf(change) === 'link.delete').length,
    withKey: all.filter(isKeyGone).length,
  };
}

/** Offers "Undo" unless staged links of a product were dropped too, or the history cannot hold all changes. */
export async function decide(
  store: StoreContext,
  input: ParsedInput<'sync.decide'>,
): Promise<Result<Output<'sync.decide'>>> {
  const asked = new Set(input.changes.map(({ id }) => id));
  const named = stillWaiting(store, [...asked, ...input.along]);
  const isUndoable = input.decision === 'discard' && stagedLinks(store, named) === 0;
  const keyGone = new Set(named.filter(isKeyGone).map(({ id }) => id));
  const settled = await store.outbox.decide(input);
  const done = settled.filter((id) => asked.has(id)).length;
  return ok({
    done,
    along: settled.length - done,
    changed: asked.size - done,
    undo: isUndoable && settled.length <= HISTORY_LIMIT ? settled.filter((id) => !keyGone.has(id)) : [],
  });
}

/** Undoes a discard or a withdrawal. Rejects with `OutboxConflict` if that is no longer possible. */
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
  const { products, links, staged, history } = store.catalog;
  const hasNewer = store.queue.of(subject).some((other) => kindOf(other) === payload.kind);
  const exists = (productId: string) => returning.has(productId) || products.get(productId)?.deletedAt === null;
  if (hasNewer) return false;
  switch (payload.kind) {
    case 'product.create':
      return products.get(subject)?.deletedAt != null;
    case 'link.create':
      return links.get(subject)?.deletedAt != null && exists(payload.productId);
    case 'link.delete':
      return !staged.has('delete', subject) && links.get(subject)?.deletedAt === null;
    case 'product.update':
      return !history.sentSince(change) && exists(subject);
    case 'settings.update':
      return !history.sentSince(change) && !isKeyGone(change);
  }
}
