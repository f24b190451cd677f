// Brings queue and catalog together at start: the app may have ended between a write to one and to the other.
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.ts';
import type { StagedChange } from '../../catalog/staged.ts';
import { isNewer } from '../../storage/stamp.ts';
import { type Change, isCreate, isUnsent, linkCreation, type NewChange, recordKindOf } from './change.ts';
import { transition } from './policy.ts';
import type { Queue } from './queue.ts';

/** Changes handled before yielding to the event loop. */
const AT_A_TIME = 200;

/** What a start finds. */
interface Reconciled {
  /** They leave the queue. */
  readonly ended: readonly string[];
  /** What they are about is gone. */
  readonly rejected: readonly Change[];
  /** Creations that were lost with a damaged file of the queue, and may have been sent. */
  readonly lost: readonly NewChange[];
}

/**
 * Steps 1 to 5 of a start; idempotent. What was being sent is left to the caller. Changes may end, be edited or be accepted
 * meanwhile.
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
  return { ended, lost: lostIn(catalog, queue), rejected: withoutRecord(catalog, changes) };
}

/** What this change was if it was taken from a batch. The deletion of a pair is staged with its creation. */
function stagedAs(change: Change | undefined): Pick<StagedChange, 'kind' | 'linkId'> | null {
  if (!change || recordKindOf(change) !== 'link') return null;
  return { kind: isCreate(change) ? 'create' : 'delete', linkId: change.subject };
}

/** Whether the record of a change shows that it has ended. A deletion that was undone is older than the change. */
function hasEnded({ products, links }: Catalog, { payload, subject, rev }: Change): boolean {
  const product = payload.kind === 'product.create' ? products.get(subject) : undefined;
  if (product) return product.serverId !== null || (product.deletedAt !== null && isNewer(product.rev, rev));
  const link = payload.kind.startsWith('link.') ? links.get(subject) : undefined;
  if (!link) return false;
  // A link without an address was discarded: its deletion is rejected. A link merged with its duplicate is still on the service.
  if (payload.kind === 'link.delete')
    return link.deletedAt !== null && link.paymentLink !== null && link.deletedOnService !== false;
  return link.paymentLink !== null || (link.deletedAt !== null && isNewer(link.rev, rev));
}

/** Unconfirmed products and links of this computer that no change in the queue, and none that is held or staged, creates. */
function lostIn({ products, links, held }: Catalog, queue: Queue): NewChange[] {
  const isLost = (id: string) => queue.of(id).length === 0 && !held.creates(id);
  const lostProducts = products
    .pending()
    .filter(isLost)
    .flatMap((id) => products.get(id) ?? []);
  const lostLinks = links
    .pendingUnstaged()
    .filter(isLost)
    .flatMap((id) => links.get(id) ?? []);
  return [
    ...lostProducts.map(
      ({ id, fields }): NewChange => ({ subject: id, payload: { kind: 'product.create', fields }, waitsFor: [] }),
    ),
    ...lostLinks.map(({ id, productId, prices, useOnce, metadata }) =>
      linkCreation(id, productId, { prices: [...prices], useOnce, metadata }),
    ),
  ];
}

/** With a team, the record may still come from another computer; without one when it is sent, the change is rejected then. */
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
    .map((change) => transition(change, { kind: 'unsendable', reason: 'no-address' }));
}
