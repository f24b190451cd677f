// What becomes of staged links: changes in the queue, or nothing if they are dropped.
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.ts';
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

/** Links dropped in one transaction. */
const AT_A_TIME = 200;

/** Nothing that is still staged of a batch is sent. Goes on at the next start if the app ends. Returns how many links. */
export async function dropBatch(catalog: Catalog, id: string): Promise<number> {
  catalog.staged.setState(id, 'loading');
  let count = 0;
  for (const some of catalog.staged.all(id)) {
    catalog.transaction(() => {
      catalog.dropStaged(some.flatMap(({ kind, linkId }) => (kind === 'create' ? linkId : [])));
      catalog.staged.remove(some);
    });
    count += some.length;
    await setImmediate();
  }
  catalog.staged.removeBatch(id);
  return count;
}

/** Drops links until `next` returns none. */
export async function dropLinks(catalog: Catalog, next: (most: number) => readonly string[]): Promise<void> {
  for (let ids = next(AT_A_TIME); ids.length > 0; ids = next(AT_A_TIME)) {
    catalog.dropStaged(ids);
    await setImmediate();
  }
}
