// "Paste addresses": finds, for each payment link in a pasted text, the change in doubt that created it.
import { linkUuid, readTypedLink, uuidKey } from '../../shared/checkout-url.ts';
import type { Output } from '../../shared/contract.ts';
import { cutInMiddle, withSingleSpaces } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { linkKey } from '../catalog/link-keys.ts';
import type { StoreContext } from '../store-context.ts';
import { assignAddresses, claimOf, type LinkInDoubt, wordsOf } from './assign-addresses.ts';
import { formatLinkFacts } from './change-title.ts';
import { addressMismatch } from './link-address.ts';
import { type Change, kindOf, mayBeMarkedAsSent } from './outbox/change.ts';
import { productIdOf, titleOfProduct } from './views.ts';

/** Characters of a line that are shown. */
const MOST_BESIDE = 120;

/** The changes that may have created a payment link whose address is unknown. */
export const linksInDoubt = (changes: readonly Change[]): Change[] =>
  changes.filter((change) => mayBeMarkedAsSent(change) && kindOf(change) === 'link.create');

export function matchAddresses(store: StoreContext, text: string): Output<'sync.matchAddresses'> {
  const doubts = linksInDoubt(store.queue.all());
  const productIds = [...new Set(doubts.map((change) => productIdOf(change) ?? ''))];
  const pasted = addressesIn(text);
  const known = knownAmong(store, [...pasted.keys()]);
  const found = [...pasted]
    .filter(([key]) => known.get(key) !== 'listed')
    .map(([key, { url, text: beside }]) => {
      const deleted = known.has(key) ? texts.catalog.existingLink.deleted : null;
      const mismatch = (id: string) => addressMismatch(store, store.catalog.products.get(id), url);
      const whyNot = new Map(productIds.map((id) => [id, deleted ?? mismatch(id)]));
      const possible = doubts.filter((change) => whyNot.get(productIdOf(change) ?? '') === null);
      const claim = claimOf(beside, possible.map(inDoubt));
      const [first] = whyNot.values();
      const why = possible.length > 0 ? null : (first ?? deleted ?? texts.changes.noneInDoubt);
      return { address: url, beside: cutInMiddle(withSingleSpaces(beside), MOST_BESIDE), claim, why };
    });
  const assigned = assignAddresses(found.map(({ claim }) => claim));
  return {
    addresses: found.map(({ claim, ...address }, index) => ({
      ...address,
      changeId: assigned.get(index)?.id ?? null,
      by: assigned.get(index)?.by ?? null,
      candidates: claim.candidates.map(({ id }) => id),
    })),
    changes: doubts.map((change) => ({ id: change.id, title: shortTitle(store, change) })),
    known: [...known.values()].filter((state) => state === 'listed').length,
  };
}

/** Distinguishes it from other payment links. */
const shortTitle = (store: StoreContext, { payload }: Change): string =>
  payload.kind === 'link.create'
    ? texts.changes.linkInDoubt({
        facts: formatLinkFacts(payload.draft, store.deps.settings().currencies),
        product: titleOfProduct(store, payload.productId),
      })
    : '';

function inDoubt(change: Change): LinkInDoubt {
  const { payload, id } = change;
  if (payload.kind !== 'link.create') throw new Error(`${id} creates no payment link`);
  const { productId, draft } = payload;
  return {
    id,
    content: JSON.stringify([productId, draft.prices, draft.useOnce, draft.metadata]),
    metadata: draft.metadata.map(({ value }) => wordsOf(value)).filter((value) => value !== ''),
  };
}

/** The payment links in a text by the keys of their uuids, each with the rest of its line. */
export function addressesIn(text: string): ReadonlyMap<string, { readonly url: string; readonly text: string }> {
  const links = new Map<string, { url: string; text: string }>();
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const urls = (line.match(/https?:\/\/[^\s"'<>]+/giu) ?? []).map((url) => url.replace(/[).,;:!?\]]+$/u, ''));
    const beside = urls.reduce((rest, url) => rest.replace(url, ' '), line);
    for (const url of urls) {
      const uuid = readTypedLink(url).ok ? linkUuid(url) : null;
      if (uuid !== null && !links.has(uuidKey(uuid))) links.set(uuidKey(uuid), { url, text: beside });
    }
  }
  return links;
}

/** The keys whose links are in the catalog. */
function knownAmong(store: StoreContext, keys: readonly string[]): ReadonlyMap<string, 'listed' | 'deleted'> {
  const known = new Map<string, 'listed' | 'deleted'>();
  for (const link of store.catalog.links.withKeys(keys)) {
    const key = linkKey(link);
    // Deleted ones come last.
    if (key !== null && !known.has(key)) known.set(key, link.deletedAt === null ? 'listed' : 'deleted');
  }
  return known;
}
