// View models of changes, and helpers that other view models share.
import {
  type ChangeDetail,
  type ChangeKind,
  type ChangeRow,
  type CreatedOn,
  type DoubtOn,
  isRepeatable,
  type SyncState,
  syncStateOf,
} from '../../shared/change.ts';
import type { Currency } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Creator, LinkRecord } from '../catalog/records.ts';
import type { StoreContext, StoreDeps } from '../store-context.ts';
import { changeBrief, changeTitle } from './change-title.ts';
import { type Change, isRecordedBySeller, kindOf, mayBeMarkedAsSent, mayDecide, needsSeller } from './outbox/change.ts';
import { refusedFields } from './refused-fields.ts';
import { shownRequest } from './sender.ts';
import { attemptDetail, describeOutcome, explain } from './wording.ts';

const URGENCY: Readonly<Record<SyncState, number>> = {
  'needs-review': 4,
  rejected: 3,
  sending: 2,
  waiting: 1,
  uncertain: 0,
  synced: 0,
};

/** The change that determines the sync state of its subject. */
export function mostUrgentChange(changes: readonly Change[]): Change | null {
  let found: Change | null = null;
  for (const change of changes) {
    if (!found || URGENCY[syncStateOf(change.state)] > URGENCY[syncStateOf(found.state)]) found = change;
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

export const productIdOf = ({ payload, subject }: Change): string | null => {
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

const linkIdOf = (change: Change): string | null => (kindOf(change).startsWith('link.') ? change.subject : null);

/** `catalog`: for calls while the store's own is not open yet. */
export function titleOf(store: StoreContext, change: Change, catalog = store.catalog): string {
  return changeTitle(...titleFacts(store, change, catalog));
}

/** The arguments of `changeTitle` and `changeBrief`. */
export function titleFacts(
  store: StoreContext,
  change: Change,
  catalog = store.catalog,
): [Change, productTitle: string, link: LinkRecord | null, currencies: readonly Currency[]] {
  const productId = productIdOf(change);
  return [
    change,
    productId === null ? '' : titleOfProduct(store, productId, catalog),
    kindOf(change) === 'link.delete' ? (catalog.links.get(change.subject) ?? null) : null,
    store.deps.settings().currencies,
  ];
}

export const needsLockedKey = (store: StoreContext, { payload }: Change): boolean =>
  payload.kind === 'settings.update' && payload.keyRef !== null && store.isKeyLocked(payload.keyRef);

/** The computer that has to create something first; null if there is none. */
function waitsElsewhere({ catalog, deps, queue }: StoreContext, change: Change): string | null {
  const id = queue.waitsElsewhere(change);
  if (id === undefined) return null;
  return createdOn(deps, catalog.products.get(id) ?? catalog.links.get(id))?.computer ?? null;
}

function explanationOf(store: StoreContext, change: Change): string {
  const isWaiting = change.state === 'waiting';
  const blocker = isWaiting ? store.queue.blockers(change)[0] : undefined;
  return explain(
    change,
    { ...store.status(), keyLocked: needsLockedKey(store, change) },
    {
      blocker: blocker ? { title: titleOf(store, blocker), isStuck: needsSeller(blocker) } : null,
      elsewhere: isWaiting ? waitsElsewhere(store, change) : null,
    },
  );
}

export function changeRow(store: StoreContext, change: Change): ChangeRow {
  const facts = titleFacts(store, change);
  return {
    id: change.id,
    kind: kindOf(change),
    title: changeTitle(...facts),
    brief: changeBrief(...facts),
    state: change.state,
    explanation: explanationOf(store, change),
    acceptedAt: change.acceptedAt,
    endedAt: change.endedAt,
    ending: isRecordedBySeller(change) ? 'recorded' : change.ending,
    nextAttemptAt: change.nextAttemptAt,
    productId: productIdOf(change),
    linkId: linkIdOf(change),
    batch: null,
  };
}

export function changeDetail(store: StoreContext, change: Change): ChangeDetail {
  const open = change.state !== 'done';
  const kind = kindOf(change);
  return {
    ...changeRow(store, change),
    request: requestView(store, change),
    attempts: change.attempts.map(({ at, tookMs, outcome }) => ({
      at,
      tookMs,
      outcome: describeOutcome(outcome),
      detail: attemptDetail(outcome),
      status: outcome.kind === 'never-left' ? null : outcome.status,
      body: outcome.kind === 'answered' ? outcome.body : null,
    })),
    answer: change.answer?.slice(0, 2_000) ?? null,
    refusedFields: refusedFields(change),
    waitsFor: open
      ? store.queue
          .blockers(change)
          .map((other) => ({ changeId: other.id, title: titleOf(store, other), state: other.state }))
      : [],
    can: {
      // Editable changes are sent again from their form; a rejected deletion has nothing to edit.
      sendAgain: mayDecide.sendAgain(change) && (change.state === 'needs-review' || kind === 'link.delete'),
      markAsSent: mayBeMarkedAsSent(change) ? requiredAnswer(kind) : null,
      edit: change.state === 'rejected' && kind !== 'link.delete',
      discard: mayDecide.discard(change),
    },
  };
}

/** What the seller has to enter for "Mark as sent". */
function requiredAnswer(kind: ChangeKind): ChangeDetail['can']['markAsSent'] {
  if (isRepeatable(kind)) return 'nothing';
  return kind === 'product.create' ? 'productId' : 'paymentLink';
}

function requestView(store: StoreContext, change: Change): ChangeDetail['request'] {
  const { method, path, body } = shownRequest(change, store.catalog);
  return { method, path, body: body === null ? null : JSON.stringify(body, null, 2) };
}
