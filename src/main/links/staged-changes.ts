// What staged changes become in the queue. Pure.
import type { LinkRecord } from '../catalog/records.ts';
import type { Batch, StagedChange } from '../catalog/staged.ts';
import { linkCreation, type NewChange } from '../sync/outbox/change.ts';
import { MAX_CHANGES } from '../sync/outbox/queue-files.ts';

/** A deletion of a few links is shown as changes of their own once it is in the queue. */
export const isByHand = ({ kind, total }: Batch): boolean => kind === 'deletion' && total <= MAX_CHANGES;

/** What a staged change becomes in the queue. The deletion of what a new link replaces waits for the new one. */
export function changesOf({ kind, linkId, replaces }: StagedChange, link: LinkRecord): NewChange[] {
  const { productId } = link;
  if (kind === 'delete') {
    return [{ subject: linkId, payload: { kind: 'link.delete', productId }, waitsFor: [linkId] }];
  }
  if (replaces === null) return [creationOf(link)];
  const payload = { kind: 'link.delete', productId, replacedBy: linkId } as const;
  return [creationOf(link), { subject: replaces, payload, waitsFor: [replaces, linkId] }];
}

const creationOf = ({ id, productId, prices, useOnce, metadata }: LinkRecord): NewChange =>
  linkCreation(id, productId, { prices: [...prices], useOnce, metadata });

/** The first changes, as long as creations and deletions together fit into one file of the queue. */
export function atMostChanges(changes: readonly StagedChange[]): StagedChange[] {
  let sum = 0;
  return changes.filter(({ replaces }) => {
    sum += replaces === null ? 1 : 2;
    return sum <= MAX_CHANGES;
  });
}
