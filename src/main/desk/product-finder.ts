// Finds the product that a cell of an imported row means.
import type { ProductFinder } from '../import/product-cells.ts';
import type { StoreSession } from './store-session.ts';

/** The products of a store by title and id, as they are at each call. */
export function productFinder(store: StoreSession): ProductFinder {
  const { products } = store.catalog;
  return {
    titled: (title) => products.titled(title),
    withServerId: (serverId) => products.withServerId(serverId).find(({ deletedAt }) => deletedAt === null)?.id ?? null,
    numbered: (productNumber) => products.numbered(productNumber).map(({ id }) => id),
    titleOf: (id) => products.active(id)?.fields.productTitle ?? null,
  };
}
