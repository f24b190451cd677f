// The view model of a link: its record and the state of its changes.
import { syncStateOf } from '../../shared/action.ts';
import { linkUuid } from '../../shared/checkout-url.ts';
import type { LinkView } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { createdOn, doubtOn } from '../sync/created-on.ts';
import { type Action, isUnsent, kindOf } from '../sync/outbox/action.ts';
import { titleOfProduct } from '../sync/product-title.ts';
import { mostUrgentAction } from '../sync/views.ts';
import { isAsked } from './copy-when-ready.ts';

export function linkView(store: StoreContext, link: LinkRecord): LinkView {
  const actions = store.outbox.of(link.id);
  const telling = mostUrgentAction(actions);
  const creation = actions.find((action) => kindOf(action) === 'link.create');
  const deletion = actions.find((action) => kindOf(action) === 'link.delete');
  const productTitle = titleOfProduct(store, link.productId);
  return {
    id: link.id,
    productId: link.productId,
    productTitle,
    productTwin: twinOf(store, link.productId, productTitle),
    prices: [...link.prices],
    useOnce: link.useOnce,
    metadata: link.metadata,
    checkoutUrl: link.paymentLink,
    uuid: link.paymentLink === null ? null : linkUuid(link.paymentLink),
    sync: telling ? syncStateOf(telling.state) : link.deletionDoubt ? 'uncertain' : 'synced',
    uncertain: link.deletionDoubt ? texts.changes.doubt.deletion : null,
    replacedBy: actions.map(replacementIn).find((newId) => newId !== null) ?? null,
    replaces: creation ? replacedWith(store, creation) : null,
    copiesWhenReady: isAsked(store, link.id),
    actionId: telling?.id ?? null,
    deletion: deletion ? { actionId: deletion.id, sync: syncStateOf(deletion.state) } : null,
    canEdit: creation !== undefined && isUnsent(creation),
    note: link.note ?? '',
    origin: link.origin,
    createdAt: link.createdAt,
    createdOn: createdOn(store.deps, link),
    doubtOn: doubtOn(store.deps, link),
    sold: store.catalog.links.sold(link.id),
  };
}

function twinOf({ catalog }: StoreContext, productId: string, title: string): LinkView['productTwin'] {
  if (!catalog.products.isTitleShared(title)) return null;
  const product = catalog.products.active(productId);
  return product ? { createdAt: product.createdAt, serverId: product.serverId } : null;
}

/** The link that replaces what an action deletes. */
const replacementIn = ({ payload }: Action): string | null =>
  payload.kind === 'link.delete' ? (payload.replacedBy ?? null) : null;

/** The link that is deleted once this creation is confirmed. */
const replacedWith = (store: StoreContext, creation: Action): string | null =>
  store.outbox.dependents(creation).find((action) => replacementIn(action) === creation.subject)?.subject ?? null;
