// Reconciles the catalog with the outbox at start: the app may have ended between a write to one and to the other.
import { setImmediate } from 'node:timers/promises';
import { isNewer } from '../storage/stamp.ts';
import { type Action, kindOf } from '../sync/outbox/action.ts';
import type { Catalog } from './catalog.ts';

/** Actions handled before yielding to the event loop. */
const AT_A_TIME = 200;

/**
 * Creates missing rows, applies edits, and returns the actions that are in the history and so have to leave the outbox, unless
 * they were reopened since. Idempotent. Throws `StorageError`.
 */
export async function reconcile(
  catalog: Catalog,
  ids: readonly string[],
  current: (id: string) => Action | undefined,
): Promise<readonly Action[]> {
  const inHistory = catalog.history.ids();
  const settled: Action[] = [];
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    const batch = ids.slice(from, from + AT_A_TIME).flatMap((id) => current(id) ?? []);
    const reopened: Action[] = [];
    const waiting: Action[] = [];
    for (const action of batch) {
      const ended = inHistory.has(action.id) ? catalog.history.get(action.id) : undefined;
      if (ended && !isNewer(action.rev, ended.rev)) settled.push(action);
      else if (action.state !== 'done') (ended || isDeleted(catalog, action) ? reopened : waiting).push(action);
    }
    await catalog.accept(waiting);
    if (reopened.length > 0) catalog.reopen(reopened);
    for (const action of [...waiting, ...reopened]) if (action.revised) catalog.edit(action);
    await setImmediate();
  }
  return settled;
}

function isDeleted(catalog: Catalog, action: Action): boolean {
  const { subject } = action;
  if (kindOf(action) === 'product.create') return catalog.products.get(subject)?.deletedAt != null;
  return kindOf(action) === 'link.create' && catalog.links.get(subject)?.deletedAt != null;
}
