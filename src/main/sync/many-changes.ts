// The list of waiting changes, and decisions about many of them: select, preview, decide.
import type { Decision, ManyDecision, ManyQuestion } from '../../shared/change.ts';
import type { Output } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import { HISTORY_LIMIT } from '../catalog/history.ts';
import { containsAll, linkText, type SearchText, searchText, termsOf } from '../catalog/search.ts';
import type { StoreContext } from '../store-context.ts';
import { changeTitle } from './change-title.ts';
import {
  attemptCount,
  type Change,
  isCreate,
  isInBatchLine,
  kindOf,
  mayDecide,
  mayHaveHappened,
  needsSeller,
} from './outbox/change.ts';
import { titleFacts } from './views.ts';

/** In the order of the list "Waiting changes". Those of a batch are in its row, until they need the seller. */
export function waitingChanges(store: StoreContext): Change[] {
  const all = store.queue.all().filter((change) => !isInBatchLine(change));
  return [...all.filter(needsSeller), ...all.filter((change) => !needsSeller(change))];
}

/** The changes with every word of the search, in the same order; all for an empty search. */
export function matchingChanges(store: StoreContext, changes: readonly Change[], search = ''): readonly Change[] {
  const terms = termsOf(search);
  if (terms.length === 0) return changes;
  return changes.filter((change) => containsAll(textOf(store, change), terms));
}

/** The title as its row shows it, and what it cuts or writes differently. */
function textOf(store: StoreContext, change: Change): SearchText {
  const facts = titleFacts(store, change);
  const title = searchText([changeTitle(...facts)], '');
  const { payload } = change;
  const link = payload.kind === 'link.create' ? payload.draft : facts[2];
  const prices = payload.kind === 'product.update' ? payload.prices : [];
  const { words, address } = linkText({ metadata: [], prices, paymentLink: null, ...link }, '');
  return { words: title.words + words, address };
}

/** Ids in the order of the list: all that match a search, or the range from one of `between` to the other. */
export function changeIds(store: StoreContext, between: readonly [string, string] | null, search?: string): string[] {
  return rangeOf(
    matchingChanges(store, waitingChanges(store), search).map(({ id }) => id),
    between,
  );
}

/** The ids from one of `between` to the other, in either order; all without it. */
export function rangeOf(ids: string[], between: readonly [string, string] | null): string[] {
  if (!between) return ids;
  const [first = -1, last = -1] = between.map((id) => ids.indexOf(id)).sort((a, b) => a - b);
  return first < 0 ? [] : ids.slice(first, last + 1);
}

/** The changes of a selection that still wait, oldest first. */
const stillWaiting = (store: StoreContext, ids: readonly string[]): Change[] =>
  [...new Set(ids)].sort().flatMap((id) => store.queue.get(id) ?? []);

export function selectedChanges(store: StoreContext, ids: readonly string[], search?: string): Output<'sync.selected'> {
  const waiting = stillWaiting(store, ids);
  const found = new Set(matchingChanges(store, waiting, search).map(({ id }) => id));
  const count = (decision: Decision) => waiting.filter(mayDecide[decision]).length;
  return {
    gone: ids.filter((id) => !found.has(id)),
    can: { sendAgain: count('sendAgain'), markAsSent: count('markAsSent'), discard: count('discard') },
  };
}

export function beforeMany(store: StoreContext, ids: readonly string[], decision: Decision): ManyQuestion {
  const chosen = stillWaiting(store, ids).filter(mayDecide[decision]);
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const along =
    decision === 'discard'
      ? [...new Set(chosen.flatMap((change) => store.queue.dependents(change)))].filter(({ id }) => !chosenIds.has(id))
      : [];
  const mayBeThere = [...chosen, ...along].filter(mayHaveHappened);
  return {
    changes: chosen.map((change) => ({ id: change.id, tried: attemptCount(change) })),
    along: along.map(({ id }) => id),
    mayBeThere: mayBeThere.length,
    mayBeCreated: mayBeThere.filter(isCreate).length,
    deletions: chosen.filter((change) => kindOf(change) === 'link.delete').length,
    withKey: [...chosen, ...along].filter(isKeyGone).length,
  };
}

export async function decideMany(store: StoreContext, input: ManyDecision): Promise<Result<Output<'sync.decideMany'>>> {
  const asked = new Set(input.changes.map(({ id }) => id));
  const restorable = restorableOf(
    store,
    [...asked, ...input.along].flatMap((id) => store.queue.get(id) ?? []),
  );
  const settled = await store.outbox.decideMany(input);
  const done = settled.filter((id) => asked.has(id)).length;
  return ok({
    done,
    along: settled.length - done,
    changed: asked.size - done,
    undo: input.decision === 'discard' ? restorable(settled) : [],
  });
}

/**
 * Call before these are discarded. Returns which of the discarded ones "Undo" restores: none if staged links of a product go too, or
 * if the history cannot hold all.
 */
export function restorableOf(store: StoreContext, changes: readonly Change[]) {
  const { staged } = store.catalog;
  const hasStaged = changes.some(
    (change) => kindOf(change) === 'product.create' && staged.ofProduct(change.subject) > 0,
  );
  const keyGone = new Set(changes.filter(isKeyGone).map(({ id }) => id));
  return (discarded: readonly string[]): string[] =>
    hasStaged || discarded.length > HISTORY_LIMIT ? [] : discarded.filter((id) => !keyGone.has(id));
}

/** Discarding a change of the webhook also deletes its new key, so it cannot be undone. */
export const isKeyGone = ({ payload }: Change): boolean =>
  payload.kind === 'settings.update' && payload.keyRef !== null;
