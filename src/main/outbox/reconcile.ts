// Makes queue and catalog agree at start: the app may have ended between a write to one and a write to the other.
import type { Catalog } from '../catalog/catalog.ts';
import { isDeleted, isWithdrawn, wasCreated } from '../catalog/merge-record.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import { isNewer } from '../storage/stamp.ts';
import { type Change, isCreate, isUnsent, kindOf, linkCreation, type NewChange, productCreation } from './change.ts';
import type { OutboxDeps } from './deps.ts';
import { afterRestart, unsendable } from './policy.ts';
import type { Queue } from './queue.ts';

/**
 * Makes queue and catalog agree, and decides about changes that were in flight. Idempotent: it runs again if the disk refuses.
 * Changes may be accepted meanwhile.
 */
export async function recover({ queue, catalog, settle }: OutboxDeps, newChange: (draft: NewChange) => Change) {
  const results = queue.all().filter(({ state }) => state === 'done');
  if (results.length > 0) await settle(results);
  await reconcile(catalog(), queue);
  const changed = queue.all().flatMap((change) => {
    const next = isGone(catalog(), change) ? unsendable(change, 'no-address') : afterRestart(change);
    return next === change ? [] : next;
  });
  const missing = missingFrom(catalog(), queue).map(
    (draft): Change => ({ ...newChange(draft), state: 'needs-review', reason: 'damaged' }),
  );
  queue.commit([...changed, ...missing]);
}

/** Removes changes that have ended from the queue, and gives the catalog what the queue has accepted. */
export async function reconcile(catalog: Catalog, queue: Queue): Promise<void> {
  const stagedAs = (change: Change) =>
    ({ kind: isCreate(change) ? 'create' : 'delete', linkId: change.subject }) as const;
  const inHistory = catalog.history.ids();
  const ended = queue.all().filter((change) => inHistory.has(change.id) || hasEnded(catalog, change));
  queue.remove(ended.map(({ id }) => id));
  queue.commit([]);
  // A link that is being replaced can also be marked for deletion by itself. That mark stays.
  const others = queue.all().filter(({ payload }) => !('replacedBy' in payload));
  catalog.staged.remove(others.map(stagedAs));
  await catalog.writeRows(queue.all());
}

/** Whether a change has ended according to its record. A deletion that is older than the change has been undone. */
function hasEnded(catalog: Catalog, change: Change): boolean {
  const record = recordOf(catalog, change);
  if (kindOf(change) === 'link.delete') return isDeleted(record) && wasCreated(record);
  if (!record || !isCreate(change)) return false;
  return wasCreated(record) || (isDeleted(record) && isNewer(record.rev, change.rev));
}

/** Creations of this computer's unconfirmed products and links that are neither in the queue nor held nor staged. */
function missingFrom({ products, links, held }: Catalog, queue: Queue): NewChange[] {
  const isMissing = (id: string) => !queue.creationOf(id) && !held.creates(id);
  return [
    ...products.withIds(products.pending().filter(isMissing)).map(({ id, fields }) => productCreation(id, fields)),
    ...links.withIds(links.pending().filter(isMissing)).map(linkCreation),
  ];
}

/**
 * Whether the product or link of an unsent change does not exist. In a team its record may still arrive; if it does not, the
 * change is rejected when it is sent.
 */
function isGone({ products, links, sharing }: Catalog, change: Change): boolean {
  const { payload, subject } = change;
  if (sharing.position || !isUnsent(change) || change.state === 'rejected') return false;
  if (payload.kind === 'product.create' || payload.kind === 'settings.update') return false;
  const { productId } = { productId: subject, ...payload };
  const record = payload.kind === 'link.delete' ? links.get(subject) : products.get(productId);
  return !record || isWithdrawn(record);
}

/** The product or link that a change changes; undefined for the webhook. */
export const recordOf = ({ products, links }: Catalog, change: Change): ProductRecord | LinkRecord | undefined =>
  (kindOf(change).startsWith('link.') ? links : products).get(change.subject);
