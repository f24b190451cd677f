// Brings the catalog and the outbox together at start: the app may have ended between a write of the one and of the other.
import { setImmediate } from 'node:timers/promises';
import { isNewer } from '../storage/stamp.ts';
import { type Action, kindOf } from '../sync/outbox/action.ts';
import type { Catalog } from './catalog.ts';

/** How many changes are handled before others get their turn. */
const AT_A_TIME = 200;

/**
 * A change that the history has leaves the outbox, unless it was brought back since. A creation without its row gets it,
 * and an edited one its values. Returns what has to leave the outbox. Twice does no more than once. Throws `StorageError`.
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
