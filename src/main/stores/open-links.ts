// Finds the links with changes in the outbox. Lists and counts ask here, so no row stores it.
import type { OpenLinks } from '../catalog/link-query.ts';
import { needsSeller, recordKindOf } from '../sync/outbox/change.ts';
import type { Outbox } from '../sync/outbox/outbox.ts';

/** @param held ids of links whose creation waits for the seller */
export function openLinks(outbox: Pick<Outbox, 'unsettled'>, held: readonly string[]): OpenLinks {
  const waiting = new Set<string>();
  const attention = new Set(held);
  for (const change of outbox.unsettled()) {
    if (recordKindOf(change) === 'link') (needsSeller(change) ? attention : waiting).add(change.subject);
  }
  return { waiting: [...waiting].filter((id) => !attention.has(id)), attention: [...attention] };
}
