// Use cases of payment links, and the view model of a link.
import { type SyncState, syncStateOf } from '../../shared/change.ts';
import { checkoutAddressOf, linkUuid } from '../../shared/checkout-url.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import type { LinkDraft, LinkView } from '../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/change-title.ts';
import { addressProblem } from '../sync/link-address.ts';
import { type Change, isUnsent, kindOf, linkCreation } from '../sync/outbox/change.ts';
import { createdOn, doubtOn, mostUrgentChange } from '../sync/record-state.ts';
import { isAsked } from './copy-when-ready.ts';

const t = texts.linkWork;
const existing = texts.catalog.existingLink;

const wrong = (field: string, message: string) => refuse('invalid', message, { [field]: message });

const active = (store: StoreContext, id: string): LinkRecord | null => store.catalog.links.active(id) ?? null;

export async function listLinks(store: StoreContext, query: ParsedInput<'links.list'>): Promise<Output<'links.list'>> {
  const rows = await store.catalog.links.list.page(query, query.offset, query.limit);
  return { rows: rows.map((link) => linkView(store, link)) };
}

export function getLink(store: StoreContext, id: string): LinkView | null {
  const link = active(store, id);
  return link ? linkView(store, link) : null;
}

/** Section 4.4. The link waits for its product if necessary. */
export async function createLink(
  store: StoreContext,
  productId: string,
  draft: LinkDraft,
): Promise<Result<{ id: string }>> {
  if (!store.catalog.products.active(productId)) return wrong('productId', existing.chooseProduct);
  const id = store.deps.stamper.id();
  await store.outbox.accept([linkCreation({ id, productId, ...draft })]);
  return ok({ id });
}

/** "Add existing link". Sends nothing. Also sets the product's checkout address if it is unknown. */
export async function addExistingLink(
  store: StoreContext,
  input: ParsedInput<'links.addExisting'>,
): Promise<Result<{ id: string }>> {
  const { productId, paymentLink, prices, useOnce, metadata } = input;
  const product = store.catalog.products.active(productId);
  if (!product) return wrong('productId', existing.chooseProduct);
  if (product.serverId === null) return wrong('productId', existing.productNotSent);
  const problem = addressProblem(store, product, paymentLink);
  if (problem !== null) return wrong('paymentLink', problem);
  const address = checkoutAddressOf(paymentLink);
  if (!address) return wrong('paymentLink', existing.enterLink);
  const link: LinkRecord = {
    ...store.catalog.newRecord(),
    productId,
    prices: [...prices] as LinkRecord['prices'],
    useOnce,
    metadata,
    origin: 'added',
    paymentLink,
    answer: null,
  };
  store.catalog.addLink(link);
  store.deps.onCheckoutAddress(address.checkoutUrl, address.sellerSlug);
  store.deps.onChange();
  return ok({ id: link.id });
}

/** Whether a deletion of the link waits, directly or as part of "Replace link". */
export const isLeaving = ({ queue, catalog }: StoreContext, id: string): boolean =>
  queue.deletes(id) || catalog.staged.has('delete', id) || catalog.staged.replacementOf(id) !== null;

/** Edits an unsent link. A link on the service cannot be edited (section 2). */
export async function editLink(store: StoreContext, id: string, draft: LinkDraft): Promise<Result<void>> {
  const creation = store.queue.of(id).find((change) => kindOf(change) === 'link.create');
  const link = active(store, id);
  if (link && !creation && store.catalog.staged.has('create', id)) {
    store.catalog.links.change(id, draft);
    store.deps.onChange();
    return ok(undefined);
  }
  if (!link || !creation || !isUnsent(creation)) {
    return refuse('conflict', t.sentAlready);
  }
  await store.outbox.revise([creation.id], { kind: 'link.create', productId: link.productId, draft });
  return ok(undefined);
}

/** Notes are private and never sent. */
export function setLinkNote(store: StoreContext, id: string, note: string): Result<void> {
  if (!active(store, id)) return refuse('not-found', t.gone);
  store.catalog.links.change(id, { note: note || undefined });
  store.deps.onChange();
  return ok(undefined);
}

export function checkoutLink(store: StoreContext, id: string): Result<{ url: string }> {
  const link = active(store, id);
  if (!link) return refuse('not-found', t.gone);
  return link.paymentLink === null ? refuse('conflict', t.withoutAddress) : ok({ url: link.paymentLink });
}

function stateWithoutChange({ catalog }: StoreContext, { id, deletionDoubt }: LinkRecord): SyncState {
  if (catalog.held.creates(id)) return 'needs-review';
  if (catalog.staged.has('create', id) || catalog.staged.has('delete', id)) return 'waiting';
  return deletionDoubt ? 'uncertain' : 'synced';
}

export function linkView(store: StoreContext, link: LinkRecord): LinkView {
  const changes = store.queue.of(link.id);
  const urgent = mostUrgentChange(changes);
  const creation = changes.find((change) => kindOf(change) === 'link.create');
  const deletion = changes.find((change) => kindOf(change) === 'link.delete');
  const { staged } = store.catalog;
  const isStaged = !creation && staged.has('create', link.id);
  return {
    id: link.id,
    productId: link.productId,
    productTitle: titleOfProduct(store, link.productId),
    prices: [...link.prices],
    useOnce: link.useOnce,
    metadata: link.metadata,
    checkoutUrl: link.paymentLink,
    uuid: link.paymentLink === null ? null : linkUuid(link.paymentLink),
    sync: urgent ? syncStateOf(urgent.state) : stateWithoutChange(store, link),
    uncertain: link.deletionDoubt ? texts.changes.doubt.deletion : null,
    replacedBy: changes.map(replacementIn).find((newId) => newId !== null) ?? staged.replacementOf(link.id),
    replaces: creation ? replacedWith(store, creation) : staged.replacedBy(link.id),
    copiesWhenReady: isAsked(store, link.id),
    changeId: urgent?.id ?? null,
    deletion: deletion ? { changeId: deletion.id, sync: syncStateOf(deletion.state) } : stagedDeletion(store, link.id),
    canEdit: isStaged || (creation !== undefined && isUnsent(creation)),
    note: link.note ?? '',
    origin: link.origin,
    createdAt: link.createdAt,
    createdOn: createdOn(store.deps, link),
    doubtOn: doubtOn(store.deps, link),
    sold: store.catalog.links.sold(link.id),
  };
}

function stagedDeletion({ catalog: { staged } }: StoreContext, id: string): LinkView['deletion'] {
  if (staged.isEmpty) return null;
  const newLink = staged.replacementOf(id);
  const changeId = newLink === null ? staged.batchOf('delete', id) : staged.batchOf('create', newLink);
  return changeId === null ? null : { changeId, sync: 'waiting' };
}

/** The new link that replaces the one that a change deletes. */
export const replacementIn = ({ payload }: Change): string | null =>
  payload.kind === 'link.delete' ? (payload.replacedBy ?? null) : null;

/** The link that is deleted once this creation is confirmed. */
const replacedWith = (store: StoreContext, creation: Change): string | null =>
  store.queue.dependents(creation).find((change) => replacementIn(change) === creation.subject)?.subject ?? null;
