// Use cases of single payment links, and the handlers of the `links.*` channels.
import { checkoutAddressOf } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import type { LinkDraft } from '../../shared/payment-link.ts';
import { ok, type Result, refuse, refuseField } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { copyUrl, type HandlersOf, type StoreCalls } from '../handlers.ts';
import { isUnsent, linkCreation } from '../outbox/change.ts';
import type { Platform } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { addressProblem } from '../sync/addresses.ts';
import { learnCheckout } from '../webhook/shared-facts.ts';
import type { BatchingStore } from './batches.ts';
import { askToCopy } from './copy-when-ready.ts';
import { beforeDelete, deleteLinks, keepLink } from './deletions.ts';
import { getLink, listLinks } from './links.ts';
import { exportLinks } from './many-links.ts';
import { beforeReplace, replaceLink, replaceLinks, undoReplaces } from './replace-link.ts';

const t = texts.linkWork;
const existing = texts.catalog.existingLink;

export function linkHandlers(
  { withShown, withNamed }: StoreCalls<BatchingStore>,
  platform: Platform,
): HandlersOf<'links'> {
  const copied = copyUrl(platform.copy);
  return {
    'links.list': withShown(async (store, input) => ok(await listLinks(store, input))),
    'links.count': withShown(async (store, query) => ok(await store.catalog.links.counts(query))),
    'links.get': withShown((store, { id }) => ok(getLink(store, id))),
    'links.create': withShown((store, { productId, draft }) => createLink(store, productId, draft)),
    'links.addExisting': withShown((store, input) => store.runExclusive(() => addExistingLink(store, input))),
    'links.edit': withShown((store, { id, draft }) => store.runExclusive(() => editLink(store, id, draft))),
    'links.setNote': withShown((store, { id, note }) => setLinkNote(store, id, note)),
    'links.delete': withShown((store, { ids }) => deleteLinks(store, ids)),
    'links.keep': withNamed((store, { id }) => store.runExclusive(() => keepLink(store, id))),
    'links.keepMany': withNamed((store, { deletion }) => store.runExclusive(() => store.batches.undo(deletion))),
    'links.replace': withShown((store, { id, draft }) => store.runExclusive(() => replaceLink(store, id, draft))),
    'links.copyWhenReady': withShown((store, { id, on }) => askToCopy(store, id, on, platform)),
    'links.copyCheckoutLink': withShown((store, { id }) => copied(checkoutLink(store, id))),
    'links.ids': withShown(async (store, query) => ok({ ids: await store.catalog.links.list.ids(query) })),
    'links.gone': withShown(async (store, { ids, ...query }) => {
      const listedIds = new Set(await store.catalog.links.list.ids(query, ids));
      return ok({ ids: ids.filter((id) => !listedIds.has(id)) });
    }),
    'links.beforeReplace': withShown(async (store, { ids }) => ok(await beforeReplace(store, ids))),
    'links.replaceMany': withShown((store, { ids, changes }) => replaceLinks(store, ids, changes)),
    'links.undoReplaceMany': withNamed((store, { ids }) => undoReplaces(store, ids)),
    'links.beforeDelete': withShown(async (store, { ids }) => ok(await beforeDelete(store, ids))),
    'links.setBatchPaused': withShown((store, { id, isPaused }) => store.batches.setPaused(id, isPaused)),
    'links.cancelBatch': withShown((store, { id }) => store.batches.cancel(id)),
    'links.exportCsv': withShown((store, { ids, ...query }) => exportLinks(store, query, ids, platform.askWhereToSave)),
  };
}

/** Section 4.4. The link waits for its product if necessary. */
export async function createLink(store: StoreContext, productId: string, draft: LinkDraft) {
  if (!store.catalog.products.active(productId)) return refuseField('productId', existing.chooseProduct);
  const id = store.deps.stamper.id();
  await store.outbox.accept([linkCreation({ id, productId, ...draft })]);
  return ok({ id });
}

/** "Add existing link". Sends nothing. Also sets the product's checkout address if it is unknown. */
async function addExistingLink(store: StoreContext, input: ParsedInput<'links.addExisting'>) {
  const { productId, paymentLink, prices, useOnce, metadata } = input;
  const product = store.catalog.products.active(productId);
  if (!product) return refuseField('productId', existing.chooseProduct);
  if (product.serverId === null) return refuseField('productId', existing.productNotSent);
  const problem = addressProblem(store, product, paymentLink);
  if (problem !== null) return refuseField('paymentLink', problem);
  const address = checkoutAddressOf(paymentLink);
  if (!address) return refuseField('paymentLink', existing.enterLink);
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
  learnCheckout(store, address);
  store.deps.onChange();
  return ok({ id: link.id });
}

/** Edits an unsent link. A link on the service cannot be edited (section 2). */
export async function editLink(store: StoreContext, id: string, draft: LinkDraft): Promise<Result<void>> {
  const creation = store.queue.creationOf(id);
  const link = store.catalog.links.active(id);
  if (link && !creation && store.catalog.staged.has('create', id)) {
    store.catalog.links.change(id, draft);
    store.deps.onChange();
    return ok(undefined);
  }
  if (!link || !creation || !isUnsent(creation)) return refuse('conflict', t.sentAlready);
  await store.outbox.revise([creation.id], { kind: 'link.create', productId: link.productId, draft });
  return ok(undefined);
}

function setLinkNote(store: StoreContext, id: string, note: string): Result<void> {
  if (!store.catalog.links.active(id)) return refuse('not-found', t.gone);
  store.catalog.links.change(id, { note: note || undefined });
  store.deps.onChange();
  return ok(undefined);
}

function checkoutLink(store: StoreContext, id: string): Result<{ url: string }> {
  const link = store.catalog.links.active(id);
  if (!link) return refuse('not-found', t.gone);
  return link.paymentLink === null ? refuse('conflict', t.withoutAddress) : ok({ url: link.paymentLink });
}
