// Use cases of products, and the view model of a product.
import { basicCheckoutUrl, checkoutAddressOf, linkUuid } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import type { Price } from '../../shared/payment-link.ts';
import { ok, type Result, refuse, refuseField } from '../../shared/problem.ts';
import { NOTHING_PRIVATE, type ProductFields, type ProductView, privateProductSchema } from '../../shared/product.ts';
import { texts } from '../../shared/texts/main.ts';
import { isUnsentRecord, type ProductRecord } from '../catalog/records.ts';
import { isUnsent, productCreation } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';
import { recordState } from '../sync/record-state.ts';

const t = texts.catalog.products;

export async function listProducts(store: StoreContext, { offset, limit, ...query }: ParsedInput<'products.list'>) {
  const { list } = store.catalog.products;
  const [rows, total] = await Promise.all([list.page(query, offset, limit), list.total(query)]);
  return { total, rows: rows.map((product) => productView(store, product)) };
}

export function getProduct(store: StoreContext, id: string): ProductView | null {
  const product = store.catalog.products.active(id);
  return product ? productView(store, product) : null;
}

/** Section 4.2: the product starts as a draft. Resolves once it is accepted, not once it is sent. */
export async function createProduct(store: StoreContext, fields: ProductFields) {
  const id = store.deps.stamper.id();
  await store.outbox.accept([productCreation(id, fields)]);
  return ok({ id });
}

export async function editProduct(store: StoreContext, id: string, fields: ProductFields): Promise<Result<void>> {
  const creation = store.queue.creationOf(id);
  if (!creation || !isUnsent(creation)) return refuse('conflict', t.sentAlready);
  await store.outbox.revise([creation.id], { kind: 'product.create', fields });
  return ok(undefined);
}

/** The undocumented product update (section 4.3), if the seller turned it on. A newer price replaces an unsent one. */
export async function setDefaultPrice(store: StoreContext, id: string, prices: Price[]): Promise<Result<void>> {
  if (!store.catalog.products.active(id)) return refuse('not-found', t.gone);
  if (!store.deps.record().undocumentedProductUpdate) return refuse('conflict', t.updateIsOff);
  const payload = { kind: 'product.update', prices } as const;
  const replaced = store.queue.replaceable(id, payload.kind).map((change) => change.id);
  if (replaced.length > 0) await store.outbox.revise(replaced, payload);
  else await store.outbox.accept([{ subject: id, payload, waitsFor: [id] }]);
  return ok(undefined);
}

/** Empty values are not stored. */
export function setPrivate(store: StoreContext, { id, values }: ParsedInput<'products.setPrivate'>): Result<void> {
  if (!store.catalog.products.active(id)) return refuse('not-found', t.gone);
  const stored = Object.entries(values).map(([key, value]) => [key, value || undefined]);
  store.catalog.products.change(id, Object.fromEntries(stored));
  store.deps.onChange();
  return ok(undefined);
}

/**
 * For a product that another computer was to create: that one may be lost or have left the team. If it creates the
 * product, it is listed again.
 */
export async function removeProduct(store: StoreContext, id: string): Promise<Result<void>> {
  const { catalog, queue, outbox, batches, deps } = store;
  const product = store.catalog.products.active(id);
  if (!product) return refuse('not-found', t.gone);
  if (!isUnsentRecord(product) || product.createdOn === undefined) return refuse('conflict', t.notElsewhere);
  const waiting = queue.all().filter(({ payload }) => payload.kind === 'link.create' && payload.productId === id);
  await outbox.withdrawAll(waiting.map((change) => change.id));
  catalog.products.change(id, { deletedAt: deps.now() });
  await batches.dropWithoutProduct();
  outbox.elsewhereChanged();
  return ok(undefined);
}

/** Section 1: the basic checkout, without `uuid`. */
export function basicCheckoutLink(store: StoreContext, id: string): Result<{ url: string }> {
  const product = store.catalog.products.active(id);
  if (!product) return refuse('not-found', t.gone);
  if (!product.checkout) return refuse('conflict', t.addressUnknown);
  return ok({ url: basicCheckoutUrl(product.checkout) });
}

export async function addExistingProduct(store: StoreContext, input: ParsedInput<'products.addExisting'>) {
  const { products } = store.catalog;
  const [known] = products.withKeys([input.serverId]);
  if (known?.deletedAt === null) {
    return refuseField('serverId', t.idTaken({ product: known.fields.productTitle }));
  }
  const checkout = input.checkoutAddress === '' ? null : checkoutAddressOf(input.checkoutAddress);
  if (input.checkoutAddress !== '' && !checkout) return refuseField('checkoutAddress', t.enterAddress);
  const owner = checkout && products.withAddress(checkout);
  if (owner) {
    return refuseField('checkoutAddress', texts.catalog.belongsTo({ product: owner.fields.productTitle }));
  }
  const product: ProductRecord = {
    ...store.catalog.newRecord(),
    fields: { buttonTitle: '', productTitle: input.title, productDescription: '' },
    origin: 'added',
    serverId: input.serverId,
    // A product with a payment link is published (section 3). The state of any other is unknown; draft is the safe value.
    state: linkUuid(input.checkoutAddress) ? 'published' : 'draft',
    defaultPrices: [],
    checkout,
    answer: null,
  };
  store.catalog.transaction(() => products.put(product));
  store.deps.onChange();
  return ok({ id: product.id });
}

export function productView(store: StoreContext, product: ProductRecord): ProductView {
  const creation = store.queue.creationOf(product.id);
  return {
    id: product.id,
    serverId: product.serverId,
    fields: product.fields,
    state: product.state,
    links: store.catalog.links.count(product.id),
    ...recordState(store, product),
    canEdit: creation !== undefined && isUnsent(creation),
    defaultPrices: [...product.defaultPrices],
    priceUncertain: product.priceDoubt ? texts.changes.doubt.price : null,
    checkout: product.checkout,
    basicCheckoutUrl: product.checkout ? basicCheckoutUrl(product.checkout) : null,
    ...privateProductSchema.parse({ ...NOTHING_PRIVATE, ...product }),
    origin: product.origin,
    createdAt: product.createdAt,
  };
}
