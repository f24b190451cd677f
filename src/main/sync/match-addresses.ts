// "Paste addresses": finds the change in doubt that created each payment link of a pasted text, by the link's product and by
// what else is on its line: metadata, such as an order number, and prices.
import { linkUuid, readTypedLink, uuidKey } from '../../shared/checkout-url.ts';
import type { Output } from '../../shared/contract.ts';
import type { Price } from '../../shared/payment-link.ts';
import { cutInMiddle, withSingleSpaces } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { linkKey } from '../catalog/link-keys.ts';
import type { StoreContext } from '../store-context.ts';
import { linkFacts, titleOfProduct } from './change-title.ts';
import { addressMismatch } from './link-address.ts';
import { type Change, mayBeMarkedAsSent } from './outbox/change.ts';

/** How many characters of a line are shown. */
const MOST_BESIDE = 120;

/** A payment link in doubt. Links with the same `content` are interchangeable. */
export interface LinkInDoubt {
  readonly id: string;
  readonly content: string;
  /** The values of its metadata and its amounts, as `wordsOf` returns them. */
  readonly details: readonly string[];
}

/** The changes that an address may belong to. `by`: whether details beside the address matched, or only its product. */
interface Claim {
  readonly candidates: readonly LinkInDoubt[];
  readonly by: 'details' | 'product';
}

/** The changes that may have created a payment link with an unknown address. */
export const linksInDoubt = (changes: readonly Change[]) =>
  changes.flatMap((change) => {
    const { id, payload } = change;
    return payload.kind === 'link.create' && mayBeMarkedAsSent(change) ? [{ ...payload, id }] : [];
  });

export function matchAddresses(store: StoreContext, text: string): Output<'sync.matchAddresses'> {
  const { products, links } = store.catalog;
  const { currencies } = store.deps.settings();
  const doubts = linksInDoubt(store.queue.all()).map(({ id, productId, draft }) => ({
    id,
    productId,
    content: JSON.stringify([productId, draft.prices, draft.useOnce, draft.metadata]),
    details: [...draft.metadata.map(({ value }) => value), ...draft.prices.map(amountOf)].map(wordsOf).filter(Boolean),
    title: texts.changes.linkInDoubt({
      facts: linkFacts(draft, currencies),
      product: titleOfProduct(store, productId),
    }),
  }));
  const productIds = [...new Set(doubts.map(({ productId }) => productId))];
  const pasted = addressesIn(text);
  const known = links.withKeys([...pasted.keys()]);
  const listed = new Set(known.filter(({ deletedAt }) => deletedAt === null).map(linkKey));
  const deleted = new Set(known.map(linkKey));
  const matches = [...pasted]
    .filter(([key]) => !listed.has(key))
    .map(([key, { url, text: beside }]) => {
      const reason = deleted.has(key) ? texts.catalog.existingLink.deleted : null;
      const reasons = new Map(productIds.map((id) => [id, reason ?? addressMismatch(store, products.get(id), url)]));
      const possible = doubts.filter(({ productId }) => reasons.get(productId) === null);
      const [first] = reasons.values();
      const why = possible.length > 0 ? null : (first ?? reason ?? texts.changes.noneInDoubt);
      const claim = claimOf(beside, possible);
      return { address: url, beside: cutInMiddle(withSingleSpaces(beside), MOST_BESIDE), claim, why };
    });
  const assigned = assignAddresses(matches.map(({ claim }) => claim));
  return {
    addresses: matches.map(({ claim, ...address }, index) => ({
      ...address,
      changeId: assigned.get(index) ?? null,
      by: assigned.has(index) ? claim.by : null,
      candidates: claim.candidates.map(({ id }) => id),
    })),
    changes: doubts.map(({ id, title }) => ({ id, title })),
    known: listed.size,
  };
}

/** The payment links in a text by the keys of their uuids. `text`: the line without its addresses. */
export function addressesIn(text: string): ReadonlyMap<string, { readonly url: string; readonly text: string }> {
  const links = new Map<string, { url: string; text: string }>();
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const urls = (line.match(/https?:\/\/[^\s"'<>]+/giu) ?? []).map((url) => url.replace(/[).,;:!?\]]+$/u, ''));
    const beside = urls.reduce((remainder, url) => remainder.replace(url, ' '), line);
    for (const url of urls) {
      const uuid = readTypedLink(url).ok ? linkUuid(url) : null;
      if (uuid !== null && !links.has(uuidKey(uuid))) links.set(uuidKey(uuid), { url, text: beside });
    }
  }
  return links;
}

/** The candidates that match the text best, or all if none matches. */
export function claimOf(text: string, candidates: readonly LinkInDoubt[]): Claim {
  const words = wordsOf(text);
  const scores = candidates.map(({ details }) => details.filter((value) => words.includes(value)).length);
  const best = Math.max(0, ...scores);
  return {
    candidates: candidates.filter((_, index) => scores[index] === best),
    by: best === 0 ? 'product' : 'details',
  };
}

/** As a page shows it, such as "1050.00"; `wordsOf` ignores the decimal sign. */
const amountOf = ({ priceCents, discountCents }: Price): string => ((discountCents ?? priceCents) / 100).toFixed(2);

/** The words of a text between single spaces, so that "104" does not match "1042"; empty if there are none. */
export const wordsOf = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words ? ` ${words.join(' ')} ` : '';
};

/** The id of the change by the index of its claim. Claims that may have several contents are not in it. */
export function assignAddresses(claims: readonly Claim[]): ReadonlyMap<number, string> {
  const assigned = new Map<number, string>();
  const assignedIds = new Set<string>();
  const freeOf = (index: number) => claims[index]?.candidates.filter(({ id }) => !assignedIds.has(id)) ?? [];
  // Each assignment can make others unambiguous.
  for (let previousSize = -1; previousSize < assigned.size; ) {
    previousSize = assigned.size;
    const byContent = new Map<string, number[]>();
    for (const index of claims.keys()) {
      const contents = new Set(assigned.has(index) ? [] : freeOf(index).map(({ content }) => content));
      const [content = ''] = contents;
      if (contents.size === 1) byContent.set(content, [...(byContent.get(content) ?? []), index]);
    }
    for (const indexes of byContent.values()) {
      const ids = [...new Set(indexes.flatMap(freeOf).map(({ id }) => id))];
      if (indexes.length > ids.length) continue;
      for (const [position, index] of indexes.entries()) {
        assigned.set(index, ids[position] ?? '');
        assignedIds.add(ids[position] ?? '');
      }
    }
  }
  return assigned;
}
