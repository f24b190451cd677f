// "Replace link": links cannot be edited (document, section 2), so a new one is made, and then the old one is deleted.
import { linkUuid } from '../../../shared/checkout-url.ts';
import type { LinkDraft } from '../../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { isUnsent, isWithdrawable, kindOf } from '../../outbox/action.ts';
import type { OpenStore } from '../open-store.ts';

/** Why a link cannot be replaced, or null where it can. */
function obstacle(store: OpenStore, id: string): Extract<Result<never>, { ok: false }> | null {
  const link = store.catalogue.links.get(id);
  if (!link || link.deletedAt !== null) {
    return refuse('not-found', 'This payment link is not in the catalogue any more. Nothing was changed.');
  }
  if (store.outbox.deletes(id)) {
    return refuse('conflict', 'This payment link is being deleted or replaced already; see Sync. Nothing was changed.');
  }
  const creation = store.outbox.of(id).find((action) => kindOf(action) === 'link.create');
  if (creation) {
    const why = isUnsent(creation)
      ? 'This payment link has not been sent yet: edit it instead.'
      : 'Whether this payment link is on the service is not known yet; see Sync.';
    return refuse('conflict', `${why} Nothing was changed.`);
  }
  if (linkUuid(link.paymentLink ?? '') === null) {
    return refuse(
      'conflict',
      'The address of this payment link carries no uuid, so the service cannot be told to delete it. Create a similar link instead; both will work.',
    );
  }
  return null;
}

/**
 * Accepts both in one write: the creation of the new link, and the deletion of the old one, which waits for it. Gives
 * the id of the new link.
 */
export async function replaceLink(store: OpenStore, id: string, draft: LinkDraft): Promise<Result<{ id: string }>> {
  const refusal = obstacle(store, id);
  if (refusal) return refusal;
  const productId = store.catalogue.links.get(id)?.productId ?? '';
  const newId = store.parts.stamper.id();
  await store.outbox.accept([
    { subject: newId, payload: { kind: 'link.create', productId, draft }, waitsFor: [productId] },
    { subject: id, payload: { kind: 'link.delete', productId, replacedBy: newId }, waitsFor: [id, newId] },
  ]);
  return ok({ id: newId });
}

/** "Undo" of a replacement whose new link has not left: both are taken back, and the old link stays as it was. */
export async function undoReplace(store: OpenStore, newId: string): Promise<Result<void>> {
  const creation = store.outbox.of(newId).find((action) => kindOf(action) === 'link.create');
  if (!creation || !isWithdrawable(creation)) {
    return refuse('conflict', 'The new link has already been sent, so this cannot be undone.');
  }
  await store.outbox.withdraw(creation.id);
  return ok(undefined);
}
