// The toast after saving a payment link. If its product is stuck, the link waits for the seller's decision.
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { go } from '../../state/route.ts';
import { copyLinkById } from './link-actions.tsx';

/** Says when the link is sent, or what holds it back, with a link there. `newId`: just created, so it can be copied. */
export async function tellLinkSaved(productId: string, newId?: string): Promise<void> {
  const answer = await call('products.get', { id: productId });
  const product = answer.ok ? answer.value : null;
  const actionId = product?.actionId ?? null;
  const isStuck = product?.serverId === null && (product.sync === 'needs-review' || product.sync === 'rejected');
  if (!isStuck || actionId === null) {
    const told = (whenSent: string) => `${texts.parts.linkSaved} ${whenSent}`;
    if (newId === undefined) return toast('success', told);
    return toast('success', told, {
      label: texts.links.commands.copy,
      run: () => void copyLinkById(newId),
      isOffer: true,
    });
  }
  const review = { label: texts.common.review, run: () => go(`#/sync/${encodeURIComponent(actionId)}`) };
  toast('attention', texts.parts.linkSavedButStuck, review, actionId);
}
