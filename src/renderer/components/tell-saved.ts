// The toast after a payment link was accepted. One of a product that is stuck is not sent before the seller decides.
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { go } from '../state/route.ts';
import { toast } from './toast.tsx';

/** Says when the link is sent, or what holds it back, with the way there. */
export async function tellLinkSaved(productId: string): Promise<void> {
  const answer = await call('products.get', { id: productId });
  const product = answer.ok ? answer.value : null;
  const actionId = product?.actionId ?? null;
  const isStuck = product?.serverId === null && (product.sync === 'needs-review' || product.sync === 'rejected');
  if (!isStuck || actionId === null) return toast('success', (whenSent) => `${texts.parts.linkSaved} ${whenSent}`);
  const review = { label: texts.common.review, run: () => go(`#/sync/${encodeURIComponent(actionId)}`) };
  toast('attention', texts.parts.linkSavedButStuck, review, actionId);
}
