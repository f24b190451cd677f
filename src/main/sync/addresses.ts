// Addresses that the seller enters or pastes: whether one can belong to a link of a product, and, for "Paste addresses", the
// change in doubt that created it, found by the link's product and by what else is on its line: metadata, such as an order
// number, and prices.
import { checkoutAddressOf, linkUuid, parseWebAddress, readTypedLink, uuidKey } from '../../shared/checkout-url.ts';
import type { Price } from '../../shared/payment-link.ts';
import { cutInMiddle, withSingleSpaces } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { linkKey } from '../catalog/link-keys.ts';
import type { ProductRecord } from '../catalog/records.ts';
import { type Change, mayBeMarkedAsSent } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';
import { linkFacts, titleOfProduct } from './change-title.ts';

const t = texts.catalog;
/** How many characters of a line are shown. */
const MOST_BESIDE = 120;

/** Why an address cannot belong to a new link of this product; null if it can. */
export function addressProblem(
  store: StoreContext,
  product: ProductRecord | undefined,
  paymentLink: string,
): string | null {
  const parsed = readTypedLink(paymentLink);
  if (!parsed.ok) return parsed.message;
  const [existing] = store.catalog.links.withKeys([uuidKey(parsed.uuid)]);
  if (existing) return existing.deletedAt === null ? t.existingLink.taken : t.existingLink.deleted;
  return addressMismatch(store, product, paymentLink);
}

/**
 * Why an address cannot belong to this product; null if it can. It has to be on the host of the product's or the store's checkout
 * address, and must not name another product. Ports are ignored, because the practice store's port changes.
 */
function addressMismatch(store: StoreContext, product: ProductRecord | undefined, paymentLink: string): string | null {
  const checkout = product?.checkout;
  const hostOf = (address: string) => parseWebAddress(address)?.hostname ?? '';
  const hosts = [checkout?.checkoutUrl, store.deps.record().checkoutUrl].flatMap((url) => (url ? hostOf(url) : []));
  const host = hostOf(paymentLink);
  const [known = host] = hosts;
  if (known !== host && !hosts.includes(host)) return t.existingLink.otherHost({ known, host });
  const address = checkoutAddressOf(paymentLink);
  const owner = address ? store.catalog.products.withAddress(address) : undefined;
  if (owner) return owner.id === product?.id ? null : t.belongsTo({ product: owner.fields.productTitle });
  const isOther =
    checkout && (address?.sellerSlug !== checkout.sellerSlug || address.productNumber !== checkout.productNumber);
  return isOther ? t.belongsToAnother : null;
}

/** Payment links in doubt that are interchangeable. */
export interface LinksInDoubt {
  readonly ids: string[];
  /** The values of their metadata and their amounts, as `wordsOf` returns them. */
  readonly details: readonly string[];
}

/** The changes that an address may belong to. `by`: whether details beside the address matched, or only its product. */
interface Claim {
  readonly candidates: readonly LinksInDoubt[];
  readonly by: 'details' | 'product';
}

/** The changes that may have created a payment link with an unknown address. */
export const linksInDoubt = (changes: readonly Change[]) =>
  changes.flatMap((change) => {
    const { id, payload } = change;
    return payload.kind === 'link.create' && mayBeMarkedAsSent(change) ? [{ ...payload, id }] : [];
  });

export function matchAddresses(store: StoreContext, text: string) {
  const { products, links } = store.catalog;
  const doubts = linksInDoubt(store.queue.all());
  const alike = new Map<string, LinksInDoubt & { readonly productId: string }>();
  for (const { id, productId, draft } of doubts) {
    const key = JSON.stringify([productId, draft]);
    const details = [...draft.metadata.map(({ value }) => value), ...draft.prices.map(amountOf)];
    const group = alike.get(key) ?? { productId, ids: [], details: details.map(wordsOf).filter(Boolean) };
    group.ids.push(id);
    alike.set(key, group);
  }
  const productIds = new Set(doubts.map(({ productId }) => productId));
  const pasted = addressesIn(text);
  const known = links.withKeys([...pasted.keys()]);
  const listed = new Set(known.filter(({ deletedAt }) => deletedAt === null).map(linkKey));
  const deleted = new Set(known.map(linkKey));
  const matches = [...pasted]
    .filter(([key]) => !listed.has(key))
    .map(([key, { url, text: beside }]) => {
      const reason = deleted.has(key) ? t.existingLink.deleted : null;
      const reasons = new Map(
        [...productIds].map((id) => [id, reason ?? addressMismatch(store, products.get(id), url)]),
      );
      const claim = claimOf(
        beside,
        [...alike.values()].filter(({ productId }) => reasons.get(productId) === null),
      );
      const [first] = reasons.values();
      const why = claim.candidates.length > 0 ? null : (first ?? reason ?? texts.changes.noneInDoubt);
      return { address: url, beside: cutInMiddle(withSingleSpaces(beside), MOST_BESIDE), claim, why };
    });
  const assigned = assignAddresses(matches.map(({ claim }) => claim));
  const { currencies } = store.deps.settings();
  return {
    addresses: matches.map(({ claim, ...address }, index) => ({
      ...address,
      changeId: assigned.get(index) ?? null,
      by: assigned.has(index) ? claim.by : null,
      candidates: claim.candidates.flatMap(({ ids }) => ids),
    })),
    changes: doubts.map(({ id, productId, draft }) => {
      const product = titleOfProduct(store, productId);
      return { id, title: texts.changes.linkInDoubt({ facts: linkFacts(draft, currencies), product }) };
    }),
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
export function claimOf(text: string, candidates: readonly LinksInDoubt[]): Claim {
  const words = wordsOf(text);
  const scoreOf = ({ details }: LinksInDoubt) => details.filter((value) => words.includes(value)).length;
  const best = Math.max(0, ...candidates.map(scoreOf));
  return { candidates: candidates.filter((one) => scoreOf(one) === best), by: best === 0 ? 'product' : 'details' };
}

/** As a page shows it, such as "1050.00"; `wordsOf` ignores the decimal sign. */
const amountOf = ({ priceCents, discountCents }: Price): string => ((discountCents ?? priceCents) / 100).toFixed(2);

/** The words of a text between single spaces, so that "104" does not match "1042"; empty if there are none. */
export const wordsOf = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words ? ` ${words.join(' ')} ` : '';
};

/** The id of the change by the index of its claim. Claims to links that differ are not in it. */
export function assignAddresses(claims: readonly Claim[]): ReadonlyMap<number, string> {
  const free = new Map<LinksInDoubt, string[]>();
  for (const { candidates } of claims) for (const one of candidates) free.set(one, [...one.ids]);
  const assigned = new Map<number, string>();
  // Repeats, because each assignment removes candidates of the other addresses.
  for (let previousSize = -1; previousSize < assigned.size; ) {
    previousSize = assigned.size;
    const clear = new Map<LinksInDoubt, number[]>();
    for (const [index, { candidates }] of claims.entries()) {
      const [only, ...others] = assigned.has(index) ? [] : candidates.filter((one) => free.get(one)?.length);
      if (only && others.length === 0) clear.set(only, [...(clear.get(only) ?? []), index]);
    }
    for (const [links, indexes] of clear) {
      const ids = free.get(links) ?? [];
      if (indexes.length <= ids.length) for (const index of indexes) assigned.set(index, ids.shift() ?? '');
    }
  }
  return assigned;
}
