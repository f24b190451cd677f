// Makes queue and catalog agree at start: the app may have ended between a write to one and a write to the other.
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.ts';
import type { StagedChange } from '../../catalog/staged.ts';
import { isNewer } from '../../storage/stamp.ts';
import { type Change, isCreate, isUnsent, linkCreation, type NewChange, recordKindOf } from './change.ts';
import type { OutboxDeps } from './deps.ts';
import { afterRestart, unsendable } from './policy.ts';
import type { Queue } from './queue.ts';

/** Changes handled before yielding to the event loop. */
const AT_A_TIME = 200;

interface Reconciled {
  /** Ids of changes that have ended and leave the queue. */
  readonly ended: readonly string[];
  /** Changes whose product or link is gone. */
  readonly rejected: readonly Change[];
  /** Creations that are missing because a file of the queue was damaged, and that may have been sent. */
  readonly missing: readonly NewChange[];
}

/**
 * Makes queue and catalog agree, and decides about changes that were in flight. May run again after the disk has refused:
 * `changedIds` then has the changes that are set in memory only.
 */
export async function recover(
  { queue, catalog, now }: Pick<OutboxDeps, 'queue' | 'catalog' | 'now'>,
  newChange: (draft: NewChange) => Change,
  changedIds: Set<string>,
): Promise<void> {
  // Set in memory first, so that the seller can decide about the change even while the disk refuses to write it.
  const set = (change: Change) => {
    if (queue.get(change.id) === change) return;
    queue.set(change);
    changedIds.add(change.id);
  };
  const { ended, rejected, missing } = await reconcile(catalog(), queue);
  const leaving = queue.remove(ended);
  for (const change of rejected) set(change);
  for (const change of queue.all()) set(afterRestart(change, now()));
  await leaving;
  const inDoubt = missing.map((draft): Change => ({ ...newChange(draft), state: 'needs-review', reason: 'damaged' }));
  // Some changes may have ended since the last try.
  const changed = [...changedIds].flatMap((id) => queue.get(id) ?? []);
  if (changed.length + inDoubt.length > 0) await queue.commit([...changed, ...inDoubt]);
  // Without the creations in doubt, what waits for them was ready.
  for (const { id } of inDoubt.flatMap((change) => queue.dependents(change))) queue.updateBlocked(id);
}

/**
 * Idempotent. The caller decides about changes that were being sent. Changes may end, be edited or be accepted while it runs.
 */
export async function reconcile(catalog: Catalog, queue: Queue): Promise<Reconciled> {
  const ids = queue.all().map(({ id }) => id);
  catalog.staged.remove(ids.flatMap((id) => stagedAs(queue.get(id)) ?? []));
  catalog.staged.removeEnded();
  const inHistory = catalog.history.ids();
  const open: string[] = [];
  const ended: string[] = [];
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    const changes = ids.slice(from, from + AT_A_TIME).flatMap((id) => queue.get(id) ?? []);
    const isOver = (change: Change) => inHistory.has(change.id) || hasEnded(catalog, change);
    const remaining = changes.filter((change) => !isOver(change));
    ended.push(...changes.filter(isOver).map(({ id }) => id));
    open.push(...remaining.map(({ id }) => id));
    await catalog.writeRows(remaining);
    await setImmediate();
  }
  const changes = open.flatMap((id) => queue.get(id) ?? []);
  return { ended, missing: missingFrom(catalog, queue), rejected: withoutRecord(catalog, changes) };
}

/** The staged change that a change may come from; null if there is none. A replacement is staged as one creation. */
function stagedAs(change: Change | undefined): Pick<StagedChange, 'kind' | 'linkId'> | null {
  if (!change || recordKindOf(change) !== 'link') return null;
  return { kind: isCreate(change) ? 'create' : 'delete', linkId: change.subject };
}

/** Whether a change has ended according to its record. A deletion that is older than the change has been undone. */
function hasEnded({ products, links }: Catalog, { payload, subject, rev }: Change): boolean {
  const product = payload.kind === 'product.create' ? products.get(subject) : undefined;
  if (product) return product.serverId !== null || (product.deletedAt !== null && isNewer(product.rev, rev));
  const link = payload.kind.startsWith('link.') ? links.get(subject) : undefined;
  if (!link) return false;
  // The creation of a deleted link without an address was discarded. A link merged with its duplicate is still on the service.
  if (payload.kind === 'link.delete')
    return link.deletedAt !== null && link.paymentLink !== null && link.deletedOnService !== false;
  return link.paymentLink !== null || (link.deletedAt !== null && isNewer(link.rev, rev));
}

/** Creations of this computer's unconfirmed products and links that are neither in the queue nor held nor staged. */
function missingFrom({ products, links, held }: Catalog, queue: Queue): NewChange[] {
  const isMissing = (id: string) => queue.of(id).length === 0 && !held.creates(id);
  const missingProducts = products.pending().filter(isMissing);
  const missingLinks = links.pendingUnstaged().filter(isMissing);
  return [
    ...missingProducts
      .flatMap((id) => products.get(id) ?? [])
      .map(({ id, fields }): NewChange => ({ subject: id, payload: { kind: 'product.create', fields }, waitsFor: [] })),
    ...missingLinks.flatMap((id) => links.get(id) ?? []).map(linkCreation),
  ];
}

/** Changes without a record. In a team the record may still arrive; if it does not, the change is rejected when it is sent. */
function withoutRecord({ products, links, sharing }: Catalog, changes: readonly Change[]): Change[] {
  if (sharing.position) return [];
  const isGone = ({ payload, subject }: Change): boolean => {
    if (payload.kind === 'product.create' || payload.kind === 'settings.update') return false;
    if (payload.kind === 'link.delete') {
      const link = links.get(subject);
      return !link || (link.deletedAt !== null && link.paymentLink === null);
    }
    const product = products.get(payload.kind === 'link.create' ? payload.productId : subject);
    return !product || (product.deletedAt !== null && product.serverId === null);
  };
  return changes
    .filter((change) => isUnsent(change) && change.state !== 'rejected' && isGone(change))
    .map((change) => unsendable(change, 'no-address'));
}
