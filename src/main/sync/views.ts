// View models of actions, and helpers that other view models share.
import {
  type ActionDetail,
  type ActionKind,
  type ActionRow,
  type CreatedOn,
  type DoubtOn,
  isRepeatable,
  type SyncState,
  syncStateOf,
} from '../../shared/action.ts';
import type { Currency } from '../../shared/money.ts';
import { sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Creator, LinkRecord } from '../catalog/records.ts';
import type { StoreContext, StoreDeps } from '../store-context.ts';
import { actionBrief, actionTitle } from './action-title.ts';
import { discardMeans, earlierChangeInDoubt } from './doubt-words.ts';
import {
  type Action,
  attemptCount,
  isRecordedBySeller,
  kindOf,
  mayBeMarkedAsSent,
  mayDecide,
} from './outbox/action.ts';
import type { Doubt } from './outbox/doubt.ts';
import { refusedFields } from './refused-fields.ts';
import { shownRequest } from './sender.ts';
import { attemptDetail, describeAttempt, explain } from './wording.ts';

const URGENCY: Readonly<Record<SyncState, number>> = {
  'needs-review': 4,
  rejected: 3,
  sending: 2,
  waiting: 1,
  uncertain: 0,
  synced: 0,
};

/** The action that determines the sync state of its subject. */
export function mostUrgentAction(actions: readonly Action[]): Action | null {
  let found: Action | null = null;
  for (const action of actions) {
    if (!found || URGENCY[syncStateOf(action.state)] > URGENCY[syncStateOf(found.state)]) found = action;
  }
  return found;
}

export const titleOfProduct = (store: StoreContext, productId: string, catalog = store.catalog): string =>
  catalog.products.titleOf(productId) || texts.catalog.goneProduct;

/** The computer that creates a product or link on the service; null if this one does, or it is there. */
export const createdOn = (
  { computers }: Pick<StoreDeps, 'computers'>,
  record: { readonly id: string; readonly createdOn?: Creator | undefined } | undefined,
): CreatedOn | null =>
  record?.createdOn === undefined
    ? null
    : {
        computer: computers?.nameOf(record.createdOn.device) ?? texts.team.anotherComputer,
        isInDoubt: computers?.inDoubtAbout(record.id).includes(record.createdOn.device) ?? false,
      };

/** The computers on which a change to a product or link of the service is in doubt. */
export const doubtOn = (
  { computers }: Pick<StoreDeps, 'computers'>,
  record: { readonly id: string; readonly createdOn?: Creator | undefined; readonly deletedAt: number | null },
): DoubtOn[] => {
  if (!computers || record.createdOn !== undefined || record.deletedAt !== null) return [];
  return computers.inDoubtAbout(record.id).map((device) => ({
    computer: computers.nameOf(device) ?? texts.team.anotherComputer,
    seenAt: computers.lastSeen(device),
  }));
};

export const productIdOf = ({ payload, subject }: Action): string | null => {
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

/** `catalog`: for calls while the store's own is not open yet. */
export function titleOf(store: StoreContext, action: Action, catalog = store.catalog): string {
  return actionTitle(...titleFacts(store, action, catalog));
}

/** The arguments of `actionTitle` and `actionBrief`. */
export function titleFacts(
  store: StoreContext,
  action: Action,
  catalog = store.catalog,
): [Action, productTitle: string, link: LinkRecord | null, currencies: readonly Currency[]] {
  const productId = productIdOf(action);
  return [
    action,
    productId === null ? '' : titleOfProduct(store, productId, catalog),
    kindOf(action) === 'link.delete' ? (catalog.links.get(action.subject) ?? null) : null,
    store.deps.settings().currencies,
  ];
}

/** The doubt that an earlier change of the same kind left about the action's subject. */
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

/** The computer that has to create something first; null if there is none. */
function waitsElsewhere({ catalog, deps, outbox }: StoreContext, action: Action): string | null {
  const id = outbox.waitsElsewhere(action);
  if (id === undefined) return null;
  return createdOn(deps, catalog.products.get(id) ?? catalog.links.get(id))?.computer ?? null;
}

function explanationOf(store: StoreContext, action: Action): string {
  const blocker = action.state === 'waiting' ? store.outbox.blockers(action)[0] : undefined;
  const stuck = blocker?.state === 'rejected' || blocker?.state === 'needs-review';
  return sentences(
    explain(
      action,
      { ...store.status(), keyLocked: needsLockedKey(store, action) },
      {
        blocker: blocker ? { title: titleOf(store, blocker), stuck } : null,
        elsewhere: action.state === 'waiting' ? waitsElsewhere(store, action) : null,
        isHeld: store.batches.isHeld(action),
      },
    ),
    earlierChangeInDoubt(action, doubtAbout(store, action)),
  );
}

export function actionRow(store: StoreContext, action: Action): ActionRow {
  const facts = titleFacts(store, action);
  return {
    id: action.id,
    kind: kindOf(action),
    title: actionTitle(...facts),
    brief: actionBrief(...facts),
    state: action.state,
    explanation: explanationOf(store, action),
    acceptedAt: action.acceptedAt,
    endedAt: action.endedAt,
    ending: isRecordedBySeller(action) ? 'recorded' : action.ending,
    nextAttemptAt: action.nextAttemptAt,
    productId: productIdOf(action),
    linkId: linkIdOf(action),
    batch: null,
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
      outcome: describeAttempt(outcome),
      detail: attemptDetail(outcome),
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
    dependents: open ? dependentsOf(store, action) : [],
    discardMeans: discardMeans(action, store.outbox.dependents(action)),
    can: {
      // Editable changes are sent again from their form; a rejected deletion has nothing to edit.
      sendAgain: inDoubt || (action.state === 'rejected' && kind === 'link.delete'),
      markAsSent: mayBeMarkedAsSent(action) ? requiredAnswer(kind) : null,
      edit: action.state === 'rejected' && kind !== 'link.delete',
      discard: mayDecide.discard(action),
    },
  };
}

/** What "Discard" takes along. The staged links of a product are one line. */
export function dependentsOf(store: StoreContext, action: Action): ActionDetail['dependents'] {
  const staged = kindOf(action) === 'product.create' ? store.catalog.staged.ofProduct(action.subject) : 0;
  return [
    ...store.outbox.dependents(action).map((other) => ({ actionId: other.id, title: titleOf(store, other) })),
    ...(staged > 0 ? [{ actionId: action.id, title: texts.changes.batches.linksOfProduct({ count: staged }) }] : []),
  ];
}

/** What the seller has to enter for "Mark as sent". */
function requiredAnswer(kind: ActionKind): ActionDetail['can']['markAsSent'] {
  if (isRepeatable(kind)) return 'nothing';
  return kind === 'product.create' ? 'productId' : 'paymentLink';
}

function requestView(store: StoreContext, action: Action): ActionDetail['request'] {
  const { method, path, body } = shownRequest(action, store.catalog);
  return { method, path, body: body === null ? null : JSON.stringify(body, null, 2) };
}
