// What the seller can do with products.

import { basicCheckoutUrl, learnCheckoutAddress, linkUuid } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import type { Price } from '../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { ProductFields, ProductView } from '../../shared/product.ts';
import { texts } from '../../shared/texts/main.ts';
import { isUnsent, kindOf } from '../outbox/action.ts';
import { ownerOf } from './added-links.ts';
import type { OpenStore } from './open-store.ts';
import type { ProductRecord } from './records.ts';
import { termsOf } from './search.ts';
import { productView } from './views.ts';

const words = texts.catalogue.products;

const standing = (store: OpenStore, id: string): ProductRecord | null => {
  const product = store.catalogue.products.get(id);
  return product && product.deletedAt === null ? product : null;
};

/** A page of products, newest first. */
export async function listProducts(
  store: OpenStore,
  query: ParsedInput<'products.list'>,
): Promise<{ total: number; rows: ProductView[] }> {
  const narrowed = query.search !== '' || query.state !== null;
  // The newest can be shown before all are read, with their number as it was.
  await (query.offset === 0 && !narrowed ? store.newest('products') : store.whole);
  const terms = termsOf(query.search);
  const passes = ({ state }: ProductRecord) => query.state === null || state === query.state;
  const found = store.catalogue.products.search(terms, passes);
  const rows = found.slice(query.offset, query.offset + query.limit).map((product) => productView(store, product));
  return { total: store.isWhole ? found.length : (store.counts()?.products ?? found.length), rows };
}

export function getProduct(store: OpenStore, id: string): ProductView | null {
  const product = standing(store, id);
  return product ? productView(store, product) : null;
}

/** Section 4.2: the product starts as a draft. Resolves once it is accepted, not once it is sent. */
export async function createProduct(store: OpenStore, fields: ProductFields): Promise<Result<{ id: string }>> {
  const id = store.parts.stamper.id();
  await store.outbox.accept([{ subject: id, payload: { kind: 'product.create', fields }, waitsFor: [] }]);
  return ok({ id });
}

/** Changes a product that has not left yet: the queued change takes the new texts, nothing is added. */
export async function editProduct(store: OpenStore, id: string, fields: ProductFields): Promise<Result<void>> {
  const creation = store.outbox.of(id).find((action) => kindOf(action) === 'product.create');
  if (!creation || !isUnsent(creation)) return refuse('conflict', words.sentAlready);
  await store.outbox.revise([creation.id], { kind: 'product.create', fields });
  return ok(undefined);
}

/** The undocumented product update (section 4.3), where the seller turned it on. A newer price replaces an unsent one. */
export async function setDefaultPrice(store: OpenStore, id: string, prices: Price[]): Promise<Result<void>> {
  if (!standing(store, id)) return refuse('not-found', words.gone);
  if (!store.parts.record().undocumentedProductUpdate) return refuse('conflict', words.updateIsOff);
  const payload = { kind: 'product.update', prices } as const;
  const replaced = store.outbox.replaceable(id, payload.kind).map((action) => action.id);
  if (replaced.length > 0) await store.outbox.revise(replaced, payload);
  else await store.outbox.accept([{ subject: id, payload, waitsFor: [id] }]);
  return ok(undefined);
}

/** Section 1: the basic checkout, without `uuid`. */
export function basicCheckoutLink(store: OpenStore, id: string): Result<{ url: string }> {
  const product = standing(store, id);
  if (!product) return refuse('not-found', words.gone);
  if (!product.checkout) return refuse('conflict', words.addressUnknown);
  return ok({ url: basicCheckoutUrl(product.checkout) });
}

/** Takes in a product that was made elsewhere, by its id. */
export async function addExistingProduct(
  store: OpenStore,
  input: ParsedInput<'products.addExisting'>,
): Promise<Result<{ id: string }>> {
  const known = store.catalogue.products.standing().find(({ serverId }) => serverId === input.serverId);
  if (known) {
    const message = words.idTaken(known.fields.productTitle);
    return refuse('invalid', message, { serverId: message });
  }
  const checkout = input.checkoutAddress === '' ? null : learnCheckoutAddress(input.checkoutAddress);
  if (input.checkoutAddress !== '' && !checkout) {
    return refuse('invalid', words.enterAddress, { checkoutAddress: words.enterAddress });
  }
  const owner = checkout && ownerOf(store, checkout);
  if (owner) {
    const message = texts.catalogue.belongsTo(owner.fields.productTitle);
    return refuse('invalid', message, { checkoutAddress: message });
  }
  const product: ProductRecord = {
    ...store.catalogue.newRecord(),
    fields: { buttonTitle: '', productTitle: input.title, productDescription: '' },
    origin: 'added',
    serverId: input.serverId,
    // A product with a payment link is published (section 3); of any other the state is not known, and draft is the safe word.
    state: linkUuid(input.checkoutAddress) ? 'published' : 'draft',
    defaultPrices: [],
    checkout,
    answer: null,
  };
  await store.catalogue.add([product], []);
  store.parts.onChange();
  return ok({ id: product.id });
}
