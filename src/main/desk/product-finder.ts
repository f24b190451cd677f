// Finds the product that a cell of an imported row means.
import type { ProductFinder } from '../import/product-cells.ts';
import type { OpenStore } from './open-store.ts';

/** The products of a store by title and id, as they are now. */
export function productFinder(store: OpenStore): ProductFinder {
  const titled = new Map<string, string[]>();
  const folded = new Map<string, string[]>();
  const byNumber = new Map<string, string[]>();
  const byServerId = new Map<number, string>();
  const put = (map: Map<string, string[]>, key: string, id: string) => {
    const ids = map.get(key);
    if (ids) ids.push(id);
    else map.set(key, [id]);
  };
  for (const { id, serverId, fields, checkout } of store.catalogue.products.standing()) {
    const title = fields.productTitle.trim();
    put(titled, title, id);
    put(folded, title.toLowerCase(), id);
    if (checkout) put(byNumber, checkout.productNumber, id);
    if (serverId !== null) byServerId.set(serverId, id);
  }
  return {
    titled: (title) => titled.get(title) ?? folded.get(title.toLowerCase()) ?? [],
    withServerId: (serverId) => byServerId.get(serverId) ?? null,
    numbered: (productNumber) => byNumber.get(productNumber) ?? [],
    titleOf(id) {
      const product = store.catalogue.products.get(id);
      return product && product.deletedAt === null ? product.fields.productTitle : null;
    },
  };
}
