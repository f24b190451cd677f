// What the seller can do with payment links.
import { linkUuid } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { centsToText } from '../../shared/money.ts';
import type { LinkDraft, LinkView } from '../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { isUnsent, kindOf, needsSeller } from '../outbox/action.ts';
import type { OpenStore } from './open-store.ts';
import type { LinkRecord } from './records.ts';
import { matches, type SearchText, termsOf } from './search.ts';
import { linkView, titleOfProduct } from './views.ts';

/** How many records' search texts are made before others get their turn. */
const PREPARED_AT_A_TIME = 1_000;

const GONE = 'This payment link is not in the catalogue any more.';

const standing = (store: OpenStore, id: string): LinkRecord | null => {
  const link = store.catalogue.links.get(id);
  return link && link.deletedAt === null ? link : null;
};

const searchText =
  (store: OpenStore) =>
  (link: LinkRecord): SearchText => ({
    words: [
      titleOfProduct(store, link.productId),
      ...link.metadata.flatMap(({ key, value }) => [`${key} ${value}`, `${key}: ${value}`]),
      ...link.prices.flatMap(({ priceCents, discountCents }) =>
        [priceCents, discountCents].flatMap((cents) =>
          cents === null ? [] : [centsToText(cents), (cents / 100).toFixed(2)],
        ),
      ),
    ].join('\n'),
    address: link.paymentLink ?? '',
  });

/** How links stand with changes in the outbox; links without one are not in it. */
interface Standing {
  /** Something about it is not on the service yet and goes by itself. */
  readonly waits: ReadonlySet<string>;
  /** Something about it needs the seller. */
  readonly needs: ReadonlySet<string>;
}

function standingOf(store: OpenStore): Standing {
  const waits = new Set<string>();
  const needs = new Set<string>();
  for (const action of store.outbox.unsettled()) {
    if (kindOf(action).startsWith('link.')) (needsSeller(action) ? needs : waits).add(action.subject);
  }
  return { waits, needs };
}

/** A page of links, newest first, with how many there are behind each filter. */
export function listLinks(store: OpenStore, query: ParsedInput<'links.list'>) {
  // A pasted checkout URL finds its link by uuid, whatever other parameters it carries.
  const terms = termsOf(linkUuid(query.search.trim()) ?? query.search);
  const textOf = searchText(store);
  const { waits, needs } = standingOf(store);
  const standsIn = (id: string) => query.sync === 'all' || (query.sync === 'attention' ? needs.has(id) : waits.has(id));
  const all = store.catalogue.links.standing();
  const ofProduct = query.productId === null ? all : all.filter(({ productId }) => productId === query.productId);
  const found = ofProduct.filter(
    (link) =>
      (query.useOnce === null || link.useOnce === query.useOnce) && standsIn(link.id) && matches(link, textOf, terms),
  );
  const counts = { all: ofProduct.length, waiting: 0, attention: 0, useOnce: 0 };
  for (const { id, useOnce } of ofProduct) {
    if (waits.has(id)) counts.waiting += 1;
    if (needs.has(id)) counts.attention += 1;
    if (useOnce) counts.useOnce += 1;
  }
  return {
    total: found.length,
    rows: found.slice(query.offset, query.offset + query.limit).map((link) => linkView(store, link)),
    counts,
  };
}

/** Makes the texts that search looks in, a few records at a time, so that the first keystroke finds them there. */
export function prepareSearch(store: OpenStore, stopped: () => boolean): void {
  const textOf = searchText(store);
  const prepare = (from: number) => {
    const links = store.catalogue.links.standing();
    if (stopped() || from >= links.length) return;
    for (const link of links.slice(from, from + PREPARED_AT_A_TIME)) matches(link, textOf, ['']);
    setImmediate(() => prepare(from + PREPARED_AT_A_TIME));
  };
  setImmediate(() => prepare(0));
}

export function getLink(store: OpenStore, id: string): LinkView | null {
  const link = standing(store, id);
  return link ? linkView(store, link) : null;
}

/** Section 4.4. The link waits for its product where that is not on the service yet. */
export async function createLink(
  store: OpenStore,
  productId: string,
  draft: LinkDraft,
): Promise<Result<{ id: string }>> {
  const product = store.catalogue.products.get(productId);
  if (!product || product.deletedAt !== null) {
    return refuse('invalid', 'Choose a product', { productId: 'Choose a product' });
  }
  const id = store.parts.stamper.id();
  const payload = { kind: 'link.create', productId, draft } as const;
  await store.outbox.accept([{ subject: id, payload, waitsFor: [productId] }]);
  return ok({ id });
}

/** Changes a link that has not left yet. One that exists on the service cannot be edited (section 2). */
export async function editLink(store: OpenStore, id: string, draft: LinkDraft): Promise<Result<void>> {
  const creation = store.outbox.of(id).find((action) => kindOf(action) === 'link.create');
  const link = standing(store, id);
  if (!link || !creation || !isUnsent(creation)) {
    return refuse('conflict', 'This payment link has been sent already and cannot be edited. Make a new one instead.');
  }
  await store.outbox.revise(creation.id, { kind: 'link.create', productId: link.productId, draft });
  const revised = store.outbox.get(creation.id);
  if (revised) await store.catalogue.applyEdited(revised);
  return ok(undefined);
}

/** Section 4.5. A link that has not left yet is taken back, and nothing is sent; any other deletion goes to the outbox. */
export async function deleteLink(store: OpenStore, id: string): Promise<Result<{ how: 'withdrawn' | 'queued' }>> {
  const link = standing(store, id);
  if (!link) return refuse('not-found', GONE);
  const actions = store.outbox.of(id);
  if (actions.some((action) => kindOf(action) === 'link.delete')) {
    return refuse('conflict', 'This payment link is being deleted already; see Sync.');
  }
  const creation = actions.find((action) => kindOf(action) === 'link.create');
  if (creation && isUnsent(creation)) {
    await store.outbox.withdraw(creation.id);
    return ok({ how: 'withdrawn' });
  }
  if (!creation && linkUuid(link.paymentLink ?? '') === null) {
    return refuse(
      'conflict',
      'The address of this payment link carries no uuid, so the service cannot be told which one to delete.',
    );
  }
  const payload = { kind: 'link.delete', productId: link.productId } as const;
  await store.outbox.accept([{ subject: id, payload, waitsFor: [id] }]);
  return ok({ how: 'queued' });
}

export function checkoutLink(store: OpenStore, id: string): Result<{ url: string }> {
  const link = standing(store, id);
  if (!link) return refuse('not-found', GONE);
  return link.paymentLink === null
    ? refuse('conflict', 'Waiting: the address comes when it is sent')
    : ok({ url: link.paymentLink });
}
