// Finds creations that were lost with a damaged file of the queue.
import type { StoreContext } from '../store-context.ts';
import type { NewAction } from '../sync/outbox/deps.ts';

/** Unconfirmed products and links that no action in the queue creates. */
export function orphansOf({ catalog: { products, links }, outbox }: StoreContext): NewAction[] {
  const lost = (ids: readonly string[]) => ids.filter((id) => !outbox.hasActionsOn(id));
  return [
    ...lost(products.pending()).flatMap((id): NewAction[] => {
      const fields = products.get(id)?.fields;
      return fields ? [{ subject: id, payload: { kind: 'product.create', fields }, waitsFor: [] }] : [];
    }),
    ...lost(links.pending()).flatMap((id): NewAction[] => {
      const link = links.get(id);
      if (!link) return [];
      const { productId, prices, useOnce, metadata } = link;
      const draft = { prices: [...prices], useOnce, metadata };
      return [{ subject: id, payload: { kind: 'link.create', productId, draft }, waitsFor: [productId] }];
    }),
  ];
}
