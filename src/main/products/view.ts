// The view model of a product: its record and the state of its changes.
import { syncStateOf } from '../../shared/change.ts';
import { basicCheckoutUrl } from '../../shared/checkout-url.ts';
import { NOTHING_PRIVATE, type ProductView, privateProductSchema } from '../../shared/product.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { isUnsent, kindOf } from '../sync/outbox/change.ts';
import { createdOn, doubtOn, mostUrgentChange } from '../sync/record-state.ts';

export function productView(store: StoreContext, product: ProductRecord): ProductView {
  const changes = store.queue.of(product.id);
  const urgent = mostUrgentChange(changes);
  const creation = changes.find((change) => kindOf(change) === 'product.create');
  return {
    id: product.id,
    serverId: product.serverId,
    fields: product.fields,
    state: product.state,
    links: store.catalog.links.count(product.id),
    sync: urgent ? syncStateOf(urgent.state) : store.catalog.held.creates(product.id) ? 'needs-review' : 'synced',
    changeId: urgent?.id ?? null,
    canEdit: creation !== undefined && isUnsent(creation),
    defaultPrices: [...product.defaultPrices],
    priceUncertain: product.priceDoubt ? texts.changes.doubt.price : null,
    checkout: product.checkout,
    basicCheckoutUrl: product.checkout ? basicCheckoutUrl(product.checkout) : null,
    ...privateProductSchema.parse({ ...NOTHING_PRIVATE, ...product }),
    origin: product.origin,
    createdAt: product.createdAt,
    createdOn: createdOn(store.deps, product),
    doubtOn: doubtOn(store.deps, product),
  };
}
