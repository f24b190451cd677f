// Turns staged links into changes for the queue, or drops them.
import { setImmediate } from 'node:timers/promises';
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

/** As many of the first changes as fit into one file of the queue. A replacement counts twice. */
export function atMostChanges(changes: readonly StagedChange[]): StagedChange[] {
  let sum = 0;
  return changes.filter(({ replaces }) => {
    sum += replaces === null ? 1 : 2;
    return sum <= MAX_CHANGES;
  });
}

/** Links dropped in one transaction. */
const AT_A_TIME = 200;

/** Drops a batch and what is still staged of it. If the app ends, the next start continues. Resolves to the number of links. */
export async function dropBatch(catalog: Catalog, id: string): Promise<number> {
  catalog.staged.setState(id, 'loading');
  let count = 0;
  for (const changes of catalog.staged.all(id)) {
    catalog.transaction(() => {
      catalog.deleteUnsent(changes.flatMap(({ kind, linkId }) => (kind === 'create' ? linkId : [])));
      catalog.staged.remove(changes);
    });
    count += changes.length;
    await setImmediate();
  }
  catalog.staged.removeBatch(id);
  return count;
}

/** Drops links until `next` returns none. */
export async function dropLinks(catalog: Catalog, next: (most: number) => readonly string[]): Promise<void> {
  for (let ids = next(AT_A_TIME); ids.length > 0; ids = next(AT_A_TIME)) {
    catalog.deleteUnsent(ids);
    await setImmediate();
  }
}
