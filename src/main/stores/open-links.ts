// Finds the links with changes in the outbox. Lists and counts ask here, so no row stores it.
import type { OpenLinks } from '../catalog/link-query.ts';
import { needsSeller, recordKindOf } from '../sync/outbox/action.ts';
import type { Outbox } from '../sync/outbox/outbox.ts';

/** @param held ids of links whose creation waits for the seller */
export function openLinks(outbox: Pick<Outbox, 'unsettled'>, held: readonly string[]): OpenLinks {
  const waiting = new Set<string>();
  const attention = new Set(held);
  for (const action of outbox.unsettled()) {
    if (recordKindOf(action) === 'link') (needsSeller(action) ? attention : waiting).add(action.subject);
  }
  return { waiting: [...waiting].filter((id) => !attention.has(id)), attention: [...attention] };
}
