// What the seller can do with changes that wait, are in doubt, or were refused.
import type { ActionDetail, ActionRow } from '../../shared/action.ts';
import { learnCheckoutAddress, linkUuid, parseWebAddress } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { type Action, type ActionResult, isHeldFromBackup, kindOf } from '../outbox/action.ts';
import type { OpenStore } from './open-store.ts';
import { matches, type SearchText, termsOf } from './search.ts';
import { actionDetail, actionRow, titleOf } from './views.ts';

const GONE = 'This change is not in the outbox any more; look in the history.';

/** A page of "Waiting changes": what needs the seller first, then in the order in which it goes. */
export function listActions(
  store: OpenStore,
  query: ParsedInput<'sync.list'>,
): { total: number; rows: ActionRow[]; restored: number } {
  const actions = store.outbox.unfinished();
  const needy = (action: Action) => action.state === 'needs-review' || action.state === 'rejected';
  const sorted = [...actions.filter(needy), ...actions.filter((action) => !needy(action))];
  const rows = sorted.slice(query.offset, query.offset + query.limit).map((action) => actionRow(store, action));
  return { total: sorted.length, rows, restored: actions.filter(isHeldFromBackup).length };
}

/** A page of "History", newest first. */
export function listHistory(
  store: OpenStore,
  query: ParsedInput<'sync.history'>,
): { total: number; rows: ActionRow[] } {
  const terms = termsOf(query.search);
  const found = [...store.history.values()]
    .filter((action) => matches(action, (settled) => historyText(store, settled), terms))
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0) || (a.id < b.id ? 1 : -1));
  const rows = found.slice(query.offset, query.offset + query.limit).map((action) => actionRow(store, action));
  return { total: found.length, rows };
}

const historyText = (store: OpenStore, action: Action): SearchText => ({
  words: `${titleOf(store, action)}\n${action.ending ?? ''}`,
  address: action.result?.kind === 'link' ? action.result.paymentLink : '',
});

export function getAction(store: OpenStore, id: string): ActionDetail | null {
  const action = store.outbox.get(id) ?? store.history.get(id);
  return action ? actionDetail(store, action) : null;
}

export async function sendAgain(store: OpenStore, id: string, tried?: number): Promise<Result<void>> {
  if (!store.outbox.get(id)) return refuse('not-found', GONE);
  await store.outbox.sendAgain(id, tried);
  return ok(undefined);
}

/** "It went through": the seller says what the service made; both kinds of answer are checked before they are believed. */
export async function wentThrough(store: OpenStore, id: string, typed: string): Promise<Result<void>> {
  const action = store.outbox.get(id);
  if (!action) return refuse('not-found', GONE);
  const result = kindOf(action) === 'product.create' ? productMade(store, typed) : linkMade(store, action, typed);
  if (!result.ok) return result;
  await store.outbox.wentThrough(id, result.value);
  return ok(undefined);
}

const wrong = (message: string) => refuse('invalid', message, { answer: message });

function productMade(store: OpenStore, typed: string): Result<ActionResult> {
  const serverId = Number(typed);
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(serverId)) return wrong('Enter the product id in digits');
  const taken = store.catalogue.products.standing().find((product) => product.serverId === serverId);
  if (taken) return wrong(`"${taken.fields.productTitle}" already has this id`);
  return ok({ kind: 'product', serverId, answer: '' });
}

function linkMade(store: OpenStore, action: Action, typed: string): Result<ActionResult> {
  if (!parseWebAddress(typed)) return wrong('Enter the whole checkout address, starting with https://');
  const uuid = linkUuid(typed);
  if (uuid === null) return wrong('The address of a payment link has uuid=… in it; this one has not');
  const taken = store.catalogue.links.standing().some((link) => linkUuid(link.paymentLink ?? '') === uuid);
  if (taken) return wrong('Another payment link in your catalogue already has this address');
  const product =
    action.payload.kind === 'link.create' ? store.catalogue.products.get(action.payload.productId) : undefined;
  const checkout = product?.checkout;
  const address = learnCheckoutAddress(typed);
  if (checkout && (address?.sellerSlug !== checkout.sellerSlug || address.productNumber !== checkout.productNumber)) {
    return wrong('This address belongs to another product');
  }
  return ok({ kind: 'link', paymentLink: typed, answer: '' });
}

export async function discard(
  store: OpenStore,
  id: string,
  withDependents: boolean,
  tried?: number,
): Promise<Result<void>> {
  const action = store.outbox.get(id);
  if (!action) return refuse('not-found', GONE);
  if (tried !== undefined && action.attempts.length !== tried) {
    return refuse('conflict', 'It was tried again since you were asked. Look at it again.');
  }
  if (!withDependents && store.outbox.dependents(action).length > 0) {
    return refuse('conflict', 'Other changes wait for this one; discard them together.');
  }
  await store.outbox.discard(id, tried);
  return ok(undefined);
}
