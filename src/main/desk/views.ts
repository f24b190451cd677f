// How products, links and changes look on a screen: records joined with what the outbox says of them.

import type { ActionDetail, ActionKind, ActionRow, SyncState } from '../../shared/action.ts';
import { isRepeatable, syncStateOf } from '../../shared/action.ts';
import { basicCheckoutUrl, linkUuid } from '../../shared/checkout-url.ts';
import type { LinkView } from '../../shared/payment-link.ts';
import type { ProductView } from '../../shared/product.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import { type Action, attemptCount, isRecordedBySeller, isUnsent, kindOf, mayDecide } from '../outbox/action.ts';
import type { Doubt } from '../outbox/doubt.ts';
import { actionBrief, actionTitle } from './action-title.ts';
import { discardMeans, earlierChangeInDoubt } from './doubt-words.ts';
import { titleOfProduct } from './product-finder.ts';
import { refusedFields } from './refused-fields.ts';
import { shownRequest } from './sender.ts';
import { isAsked } from './share/copy-when-ready.ts';
import type { StoreContext } from './store-context.ts';
import { attemptInWords, explain, sentences } from './wording.ts';

const URGENCY: Readonly<Record<SyncState, number>> = {
  'needs-review': 4,
  rejected: 3,
  sending: 2,
  waiting: 1,
  uncertain: 0,
  synced: 0,
};

/** Of several changes to one thing, the one that its sync state tells of. */
export function tellingAction(actions: readonly Action[]): Action | null {
  let telling: Action | null = null;
  for (const action of actions) {
    if (!telling || URGENCY[syncStateOf(action.state)] > URGENCY[syncStateOf(telling.state)]) telling = action;
  }
  return telling;
}

export function productView(store: StoreContext, product: ProductRecord): ProductView {
  const actions = store.outbox.of(product.id);
  const telling = tellingAction(actions);
  const creation = actions.find((action) => kindOf(action) === 'product.create');
  return {
    id: product.id,
    serverId: product.serverId,
    fields: product.fields,
    state: product.state,
    links: store.catalog.links.counts(product.id).all,
    sync: telling ? syncStateOf(telling.state) : 'synced',
    actionId: telling?.id ?? null,
    canEdit: creation !== undefined && isUnsent(creation),
    defaultPrices: [...product.defaultPrices],
    priceUncertain: product.priceDoubt ? texts.changes.doubt.price : null,
    checkout: product.checkout,
    basicCheckoutUrl: product.checkout ? basicCheckoutUrl(product.checkout) : null,
    note: product.note ?? '',
    origin: product.origin,
    createdAt: product.createdAt,
    isTitleShared: store.catalog.products.isTitleShared(product.fields.productTitle),
  };
}

export function linkView(store: StoreContext, link: LinkRecord): LinkView {
  const actions = store.outbox.of(link.id);
  const telling = tellingAction(actions);
  const creation = actions.find((action) => kindOf(action) === 'link.create');
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
    change: telling && kindOf(telling) === 'link.delete' ? 'delete' : 'create',
    actionId: telling?.id ?? null,
    canEdit: creation !== undefined && isUnsent(creation),
    note: link.note ?? '',
    origin: link.origin,
    createdAt: link.createdAt,
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

/** The link that is deleted once this creation has gone through. */
const replacedWith = (store: StoreContext, creation: Action): string | null =>
  store.outbox.dependents(creation).find((action) => replacementIn(action) === creation.subject)?.subject ?? null;

const productIdOf = ({ payload, subject }: Action): string | null => {
  switch (payload.kind) {
    case 'product.create':
    case 'product.update':
      return subject;
    case 'link.create':
    case 'link.delete':
      return payload.productId;
    case 'settings.update':
      return null;
  }
};

const linkIdOf = (action: Action): string | null => (kindOf(action).startsWith('link.') ? action.subject : null);

/** `catalog`: given while that of the store is not open yet. */
export function titleOf(store: StoreContext, action: Action, catalog = store.catalog): string {
  return actionTitle(...wordedFrom(store, action, catalog));
}

/** What the words for an action are made from. */
function wordedFrom(store: StoreContext, action: Action, catalog = store.catalog): Parameters<typeof actionTitle> {
  const productId = productIdOf(action);
  const linkId = linkIdOf(action);
  return [
    action,
    productId === null ? '' : titleOfProduct(store, productId, catalog),
    linkId === null ? null : (catalog.links.get(linkId) ?? null),
    store.deps.settings().currencies,
  ];
}

/** The doubt that an earlier change of its kind has left about what an action is about. */
function doubtAbout(store: StoreContext, { payload, subject }: Action): Doubt | undefined {
  switch (payload.kind) {
    case 'product.update':
      return store.catalog.products.get(subject)?.priceDoubt;
    case 'link.delete':
      return store.catalog.links.get(subject)?.deletionDoubt;
    case 'settings.update':
      return store.webhook.value.doubt;
    case 'product.create':
    case 'link.create':
      return undefined;
  }
}

export const needsLockedKey = (store: StoreContext, { payload }: Action): boolean =>
  payload.kind === 'settings.update' && payload.keyRef !== null && store.isKeyLocked(payload.keyRef);

export function actionRow(store: StoreContext, action: Action): ActionRow {
  const blocker = action.state === 'waiting' ? store.outbox.blockers(action)[0] : undefined;
  const stuck = blocker?.state === 'rejected' || blocker?.state === 'needs-review';
  const facts = wordedFrom(store, action);
  return {
    id: action.id,
    kind: kindOf(action),
    title: actionTitle(...facts),
    brief: actionBrief(...facts),
    state: action.state,
    explanation: sentences(
      explain(
        action,
        { ...store.status(), keyLocked: needsLockedKey(store, action) },
        blocker ? { title: titleOf(store, blocker), stuck } : null,
      ),
      earlierChangeInDoubt(action, doubtAbout(store, action)),
    ),
    acceptedAt: action.acceptedAt,
    endedAt: action.endedAt,
    ending: isRecordedBySeller(action) ? 'recorded' : action.ending,
    nextAttemptAt: action.nextAttemptAt,
    productId: productIdOf(action),
    linkId: linkIdOf(action),
  };
}

export function actionDetail(store: StoreContext, action: Action): ActionDetail {
  const open = action.state !== 'done';
  const inDoubt = action.state === 'needs-review';
  const kind = kindOf(action);
  return {
    ...actionRow(store, action),
    request: requestView(store, action),
    attempts: action.attempts.map(({ at, tookMs, outcome }) => ({
      at,
      tookMs,
      outcome: attemptInWords(outcome),
      status: outcome.kind === 'never-left' ? null : outcome.status,
      body: outcome.kind === 'answered' ? outcome.body : null,
    })),
    tried: attemptCount(action),
    answer: action.answer?.slice(0, 2_000) ?? null,
    refusedFields: refusedFields(action),
    waitsFor: open
      ? store.outbox
          .blockers(action)
          .map((other) => ({ actionId: other.id, title: titleOf(store, other), state: other.state }))
      : [],
    dependents: open
      ? store.outbox.dependents(action).map((other) => ({ actionId: other.id, title: titleOf(store, other) }))
      : [],
    discardMeans: discardMeans(action, store.outbox.dependents(action)),
    can: {
      // What can be edited is sent again from its form; a refused deletion has nothing to edit.
      sendAgain: inDoubt || (action.state === 'rejected' && kind === 'link.delete'),
      markAsSent: inDoubt ? toType(kind) : null,
      edit: action.state === 'rejected' && kind !== 'link.delete',
      discard: mayDecide.discard(action),
    },
  };
}

/** What has to be typed for "Mark as sent". */
function toType(kind: ActionKind): ActionDetail['can']['markAsSent'] {
  if (isRepeatable(kind)) return 'nothing';
  return kind === 'product.create' ? 'productId' : 'paymentLink';
}

function requestView(store: StoreContext, action: Action): ActionDetail['request'] {
  const { method, path, body } = shownRequest(action, store.catalog);
  return { method, path, body: body === null ? null : JSON.stringify(body, null, 2) };
}
