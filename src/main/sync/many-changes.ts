// The list of waiting changes, and decisions about many of them: select, preview, decide.
import type { Decision, ManyDecision, ManyQuestion } from '../../shared/action.ts';
import type { Output } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import { HISTORY_LIMIT } from '../catalog/catalog.ts';
import type { StoreContext } from '../store-context.ts';
import { matchingChanges } from './change-search.ts';
import {
  type Action,
  attemptCount,
  isCreate,
  isInBatchLine,
  kindOf,
  mayDecide,
  mayHaveHappened,
  needsSeller,
} from './outbox/action.ts';

/** In the order of the list "Waiting changes". Those of a batch are in its row, until they need the seller. */
export function waitingChanges(store: StoreContext): Action[] {
  const all = store.outbox.all().filter((action) => !isInBatchLine(action));
  return [...all.filter(needsSeller), ...all.filter((action) => !needsSeller(action))];
}

/** Ids in the order of the list: all that match a search, or the range from one of `between` to the other. */
export function changeIds(store: StoreContext, between: readonly [string, string] | null, search?: string): string[] {
  const all = matchingChanges(store, waitingChanges(store), search).map(({ id }) => id);
  if (!between) return all;
  const [first, last] = between.map((id) => all.indexOf(id)).sort((a, b) => a - b);
  return first === undefined || last === undefined || first < 0 ? [] : all.slice(first, last + 1);
}

/** Splits a selection into actions that still wait, oldest first, and the ids of those that do not. */
function stillWaiting(store: StoreContext, ids: readonly string[]): { waiting: Action[]; gone: string[] } {
  const waiting: Action[] = [];
  const gone: string[] = [];
  for (const id of new Set(ids)) {
    const action = store.outbox.get(id);
    if (action && action.state !== 'done') waiting.push(action);
    else gone.push(id);
  }
  return { waiting: waiting.sort((a, b) => (a.id < b.id ? -1 : 1)), gone };
}

export function selectedChanges(store: StoreContext, ids: readonly string[], search?: string): Output<'sync.selected'> {
  const { waiting, gone } = stillWaiting(store, ids);
  const found = new Set(matchingChanges(store, waiting, search));
  const hidden = waiting.filter((action) => !found.has(action)).map(({ id }) => id);
  const count = (decision: Decision) => waiting.filter(mayDecide[decision]).length;
  return {
    gone: [...gone, ...hidden],
    can: { sendAgain: count('sendAgain'), markAsSent: count('markAsSent'), discard: count('discard') },
  };
}

export function beforeMany(store: StoreContext, ids: readonly string[], decision: Decision): ManyQuestion {
  const { waiting } = stillWaiting(store, ids);
  const chosen = waiting.filter(mayDecide[decision]);
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const along =
    decision === 'discard'
      ? [...new Set(chosen.flatMap((action) => store.outbox.dependents(action)))].filter(({ id }) => !chosenIds.has(id))
      : [];
  const mayBeThere = [...chosen, ...along].filter(mayHaveHappened);
  return {
    changes: chosen.map((action) => ({ id: action.id, tried: attemptCount(action) })),
    along: along.map(({ id }) => id),
    mayBeThere: mayBeThere.length,
    mayBeCreated: mayBeThere.filter(isCreate).length,
    deletions: chosen.filter((action) => kindOf(action) === 'link.delete').length,
    withKey: [...chosen, ...along].filter(isKeyGone).length,
  };
}

export async function decideMany(store: StoreContext, input: ManyDecision): Promise<Result<Output<'sync.decideMany'>>> {
  const asked = new Set(input.changes.map(({ id }) => id));
  const keyGone = new Set(
    [...asked, ...input.along].filter((id) => {
      const action = store.outbox.get(id);
      return action !== undefined && isKeyGone(action);
    }),
  );
  const hasStaged = [...asked, ...input.along].some((id) => {
    const action = store.outbox.get(id);
    return action?.payload.kind === 'product.create' && store.catalog.staged.ofProduct(action.subject) > 0;
  });
  const settled = await store.outbox.decideMany(input);
  const done = settled.filter((id) => asked.has(id)).length;
  // Undo needs all of them in the history.
  const canUndo = input.decision === 'discard' && settled.length <= HISTORY_LIMIT && !hasStaged;
  return ok({
    done,
    along: settled.length - done,
    changed: asked.size - done,
    undo: canUndo ? settled.filter((id) => !keyGone.has(id)) : [],
  });
}

/** Discarding a change of the webhook also deletes its new key, so it cannot be undone. */
export const isKeyGone = ({ payload }: Action): boolean =>
  payload.kind === 'settings.update' && payload.keyRef !== null;
