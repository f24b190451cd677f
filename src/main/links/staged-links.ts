// Turns staged links into changes for the queue, or drops them.
import type { Catalog } from '../catalog/catalog.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { Batch, StagedChange } from '../catalog/staged.ts';
import { linkCreation, linkDeletion, type NewChange } from '../sync/outbox/change.ts';
import { MAX_CHANGES } from '../sync/outbox/queue-files.ts';

/** Whether Sync shows a deletion of a few links as separate changes once they are in the queue. */
export const isByHand = ({ kind, total }: Batch): boolean => kind === 'deletion' && total <= MAX_CHANGES;

/** The changes for the queue. The deletion of a replaced link waits for the creation of the new one. */
export function changesOf({ kind, linkId, replaces }: StagedChange, link: LinkRecord): NewChange[] {
  const { productId } = link;
  if (kind === 'delete') return [linkDeletion(linkId, productId)];
  return [linkCreation(link), ...(replaces === null ? [] : [linkDeletion(replaces, productId, linkId)])];
}

/** Drops a batch and what is still staged of it. If the app ends, the next start continues. Resolves to the number of links. */
export async function dropBatch(catalog: Catalog, id: string): Promise<number> {
  const { staged } = catalog;
  staged.setState(id, 'loading');
  const count = staged.counts.get(id)?.links ?? 0;
  await dropLinks(catalog, staged.createdIn(id));
  staged.removeBatch(id);
  return count;
}

/** Deletes links whose creation is staged, in short transactions. */
export const dropLinks = (catalog: Catalog, ids: readonly string[]): Promise<void> =>
  catalog.writeInBatches(ids, (id) => catalog.deleteUnsent([id]));
