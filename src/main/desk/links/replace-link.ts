// "Replace link": links cannot be edited (document, section 2), so a new one is made, and then the old one is deleted.
import { linkUuid } from '../../../shared/checkout-url.ts';
import type { LinkDraft } from '../../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import { isUnsent, isWithdrawable, kindOf } from '../../outbox/action.ts';
import type { OpenStore } from '../open-store.ts';

const words = texts.linkWork.replace;

/** Why a link cannot be replaced, or null where it can. */
function obstacle(store: OpenStore, id: string): Extract<Result<never>, { ok: false }> | null {
  const link = store.catalog.links.active(id);
  if (!link) {
    return refuse('not-found', words.gone);
  }
  if (store.outbox.deletes(id)) {
    return refuse('conflict', words.leavesAlready);
  }
  const creation = store.outbox.of(id).find((action) => kindOf(action) === 'link.create');
  if (creation) return refuse('conflict', isUnsent(creation) ? words.notSentYet : words.notKnownYet);
  if (linkUuid(link.paymentLink ?? '') === null) {
    return refuse('conflict', words.withoutUuid);
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
  const productId = store.catalog.links.get(id)?.productId ?? '';
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
    return refuse('conflict', words.sentAlready);
  }
  await store.outbox.withdraw(creation.id);
  return ok(undefined);
}
