// The view model of a product: its record and the state of its changes.
import { syncStateOf } from '../../shared/action.ts';
import { basicCheckoutUrl } from '../../shared/checkout-url.ts';
import type { ProductView } from '../../shared/product.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { isUnsent, kindOf } from '../sync/outbox/action.ts';
import { createdOn, doubtOn, mostUrgentAction } from '../sync/views.ts';

export function productView(store: StoreContext, product: ProductRecord): ProductView {
  const actions = store.outbox.of(product.id);
  const urgent = mostUrgentAction(actions);
  const creation = actions.find((action) => kindOf(action) === 'product.create');
  return {
    id: product.id,
    serverId: product.serverId,
    fields: product.fields,
    state: product.state,
    links: store.catalog.links.count(product.id),
    sync: urgent ? syncStateOf(urgent.state) : store.catalog.held.creates(product.id) ? 'needs-review' : 'synced',
    actionId: urgent?.id ?? null,
    canEdit: creation !== undefined && isUnsent(creation),
    defaultPrices: [...product.defaultPrices],
    priceUncertain: product.priceDoubt ? texts.changes.doubt.price : null,
    checkout: product.checkout,
    basicCheckoutUrl: product.checkout ? basicCheckoutUrl(product.checkout) : null,
    note: product.note ?? '',
    origin: product.origin,
    createdAt: product.createdAt,
    createdOn: createdOn(store.deps, product),
    doubtOn: doubtOn(store.deps, product),
  };
}
