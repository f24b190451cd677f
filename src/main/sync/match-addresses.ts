// "Paste addresses": finds, for each payment link in a pasted text, the change in doubt that created it.
import { linkUuid, readTypedLink, uuidKey } from '../../shared/checkout-url.ts';
import type { Output } from '../../shared/contract.ts';
import { cutInMiddle, withSingleSpaces } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { linkKey } from '../catalog/link-keys.ts';
import type { ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { eachInTurns } from '../turns.ts';
import { assignAddresses, type Claim, claimOf, type LinkInDoubt, wordsOf } from './assign-addresses.ts';
import { formatLinkFacts } from './change-title.ts';
import { addressMismatch } from './link-address.ts';
import { productOf } from './mark-as-sent.ts';
import { type Change, kindOf, mayBeMarkedAsSent } from './outbox/change.ts';
import { titleOfProduct } from './views.ts';

/** Characters of a line that are shown. */
const MOST_BESIDE = 120;

/** The changes that may have created a payment link whose address is unknown. */
export const linksInDoubt = (changes: readonly Change[]): Change[] =>
  changes.filter((change) => mayBeMarkedAsSent(change) && kindOf(change) === 'link.create');

export async function matchAddresses(store: StoreContext, text: string): Promise<Output<'sync.matchAddresses'>> {
  const doubts = linksInDoubt(store.outbox.all());
  const products = groupedByProduct(store, doubts);
  const pasted = addressesIn(text);
  const known = knownAmong(store, [...pasted.keys()]);
  const found: {
    readonly address: string;
    readonly beside: string;
    readonly claim: Claim;
    readonly why: string | null;
  }[] = [];
  await eachInTurns(
    [...pasted].filter(([key]) => known.get(key) !== 'listed'),
    ([key, { url, text: beside }]) => {
      const deleted = known.has(key) ? texts.catalog.existingLink.deleted : null;
      const reasons = products.map(({ product, links }) => ({
        links,
        why: deleted ?? addressMismatch(store, product, url),
      }));
      const claim = claimOf(
        beside,
        reasons.filter(({ why }) => why === null).flatMap(({ links }) => links),
      );
      const why = claim.candidates.length > 0 ? null : (reasons[0]?.why ?? deleted ?? texts.changes.noneInDoubt);
      found.push({ address: url, beside: cutInMiddle(withSingleSpaces(beside), MOST_BESIDE), claim, why });
    },
  );
  const assigned = assignAddresses(found.map(({ claim }) => claim));
  return {
    addresses: found.map(({ address, beside, claim, why }, index) => ({
      address,
      beside,
      changeId: assigned.get(index)?.id ?? null,
      by: assigned.get(index)?.by ?? null,
      candidates: claim.candidates.map(({ id }) => id),
      why,
    })),
    changes: doubts.map((change) => ({ id: change.id, title: shortTitle(store, change) })),
    known: [...known.values()].filter((state) => state === 'listed').length,
  };
}

function groupedByProduct(store: StoreContext, doubts: readonly Change[]) {
  const groups = new Map<string, { readonly product: ProductRecord | undefined; readonly links: LinkInDoubt[] }>();
  for (const change of doubts) {
    const link = inDoubt(change);
    const product = productOf(store, change);
    const group = groups.get(product?.id ?? '') ?? { product, links: [] };
    group.links.push(link);
    groups.set(product?.id ?? '', group);
  }
  return [...groups.values()];
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
