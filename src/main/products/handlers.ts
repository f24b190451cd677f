// Handlers of the `products.*` channels.
import { ok } from '../../shared/problem.ts';
import { copyUrl, type HandlersOf, type StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import {
  addExistingProduct,
  basicCheckoutLink,
  createProduct,
  editProduct,
  getProduct,
  listProducts,
  removeProduct,
  setDefaultPrice,
  setPrivate,
} from './products.ts';

export function productHandlers({ withShown }: StoreCalls, platform: Platform): HandlersOf<'products'> {
  const copied = copyUrl(platform.copy);
  return {
    'products.list': withShown(async (store, input) => ok(await listProducts(store, input))),
    'products.get': withShown((store, { id }) => ok(getProduct(store, id))),
    'products.create': withShown(createProduct),
    'products.edit': withShown((store, { id, fields }) => editProduct(store, id, fields)),
    'products.setDefaultPrice': withShown((store, { id, prices }) =>
      store.runExclusive(() => setDefaultPrice(store, id, prices)),
    ),
    'products.copyBasicCheckoutLink': withShown((store, { id }) => copied(basicCheckoutLink(store, id))),
    'products.setPrivate': withShown(async (store, input) => setPrivate(store, input)),
    'products.remove': withShown((store, { id }) => store.runExclusive(() => removeProduct(store, id))),
    'products.addExisting': withShown((store, input) => store.runExclusive(() => addExistingProduct(store, input))),
  };
}
