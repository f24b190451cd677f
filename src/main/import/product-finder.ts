// Finds the product that a cell of an imported row means.
import type { StoreContext } from '../store-context.ts';
import type { ProductFinder } from './file/product-cells.ts';

/** Looks up products by title and id in the current catalog. */
export function productFinder(store: StoreContext): ProductFinder {
  const { products } = store.catalog;
  return {
    titled: (title) => products.titled(title),
    withServerId: (serverId) => products.withServerId(serverId).find(({ deletedAt }) => deletedAt === null)?.id ?? null,
    numbered: (productNumber) => products.numbered(productNumber).map(({ id }) => id),
    titleOf: (id) => products.active(id)?.fields.productTitle ?? null,
  };
}
