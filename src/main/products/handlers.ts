// The calls of the window that are about products.
import { ok } from '../../shared/problem.ts';
import { copying, type HandlersOf, type StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import {
  addExistingProduct,
  basicCheckoutLink,
  createProduct,
  editProduct,
  getProduct,
  listProducts,
  setDefaultPrice,
  setProductNote,
} from './products.ts';

export function productHandlers({ here }: StoreCalls, platform: Platform): HandlersOf<'products'> {
  const copied = copying(platform.copy);
  return {
    'products.list': here(async (store, input) => ok(await listProducts(store, input))),
    'products.get': here((store, { id }) => ok(getProduct(store, id))),
    'products.create': here(createProduct),
    'products.edit': here((store, { id, fields }) => editProduct(store, id, fields)),
    'products.setDefaultPrice': here((store, { id, prices }) =>
      store.runExclusive(() => setDefaultPrice(store, id, prices)),
    ),
    'products.copyBasicCheckoutLink': here((store, { id }) => copied(basicCheckoutLink(store, id))),
    'products.setNote': here((store, { id, note }) => setProductNote(store, id, note)),
    'products.addExisting': here((store, input) => store.runExclusive(() => addExistingProduct(store, input))),
  };
}
