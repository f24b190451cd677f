// The title of a product by its id.
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';

export const titleOfProduct = (store: StoreContext, productId: string, catalog = store.catalog): string =>
  catalog.products.titleOf(productId) || texts.catalog.goneProduct;
