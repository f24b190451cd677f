// "Add existing link": takes in a payment link that was made elsewhere, since the service cannot list any.
import {
  type CheckoutAddress,
  isSameUuid,
  learnCheckoutAddress,
  linkUuid,
  parseWebAddress,
  readTypedLink,
  uuidKey,
} from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { OpenStore } from './open-store.ts';
import type { LinkRecord, ProductRecord } from './records.ts';
import { titleOfProduct } from './views.ts';
import { pricesInWords } from './wording.ts';

type Input = ParsedInput<'links.addExisting'>;

const wrong = (field: keyof Input, message: string) => refuse('invalid', message, { [field]: message });

/** Nothing is sent. The checkout address of its product is learned from it where it was not known. */
export async function addExistingLink(store: OpenStore, input: Input): Promise<Result<{ id: string }>> {
  const { productId, paymentLink, prices, useOnce, metadata } = input;
  const product = store.catalogue.products.latest(productId);
  if (!product || product.deletedAt !== null) return wrong('productId', 'Choose a product');
  if (product.serverId === null) {
    return wrong('productId', 'This product is not on the service yet, so no link there can belong to it.');
  }
  const read = readTypedLink(paymentLink);
  if (!read.ok) return wrong('paymentLink', read.message);
  const address = learnCheckoutAddress(paymentLink);
  if (!address) {
    return wrong('paymentLink', 'A payment link looks like https://checkout.example/your-name/12?uuid=…');
  }
  const foreign = onForeignHost(store, product, paymentLink);
  if (foreign !== null) return wrong('paymentLink', foreign);
  const taken = withUuid(store, read.uuid);
  if (taken) return wrong('paymentLink', takenInWords(store, taken));
  const owner = ownerOf(store, address);
  const belongsElsewhere = owner ? owner.id !== productId : product.checkout !== null && !isOf(product, address);
  if (belongsElsewhere) {
    const whose = owner ? `"${owner.fields.productTitle}"` : 'another product';
    return wrong('paymentLink', `This address belongs to ${whose}, not to the product that you chose`);
  }
  const link: LinkRecord = {
    ...store.catalogue.newRecord(),
    productId,
    prices: [...prices] as LinkRecord['prices'],
    useOnce,
    metadata,
    origin: 'added',
    paymentLink,
    answer: null,
  };
  await store.catalogue.add([], [link]);
  await store.catalogue.learnFrom(productId, paymentLink);
  store.parts.onLearned(address.checkoutUrl, address.sellerSlug);
  store.parts.onChange();
  return ok({ id: link.id });
}

/** The link with this uuid, deleted ones among them. */
function withUuid(store: OpenStore, uuid: string): LinkRecord | undefined {
  let deleted: LinkRecord | undefined;
  const key = uuidKey(uuid);
  for (const link of store.catalogue.links.all()) {
    const { paymentLink } = link;
    // Taking an address apart is slow for a hundred thousand of them, so only those that may have it.
    if (paymentLink === null || !(paymentLink.toLowerCase().includes(key) || paymentLink.includes('%'))) continue;
    if (!isSameUuid(linkUuid(paymentLink), uuid)) continue;
    if (link.deletedAt === null) return link;
    deleted = link;
  }
  return deleted;
}

function takenInWords(store: OpenStore, { productId, prices, metadata, deletedAt }: LinkRecord): string {
  if (deletedAt !== null) return 'This link was deleted with this app; its address does not work any more';
  const facts = [
    `"${titleOfProduct(store, productId)}"`,
    ...(prices.length > 0 ? [pricesInWords(prices, store.parts.settings().currencies)] : []),
    ...metadata.slice(0, 2).map(({ key, value }) => `${key} ${value}`),
  ];
  return `This link is in your catalogue already: ${facts.join(', ')}`;
}

const isOf = ({ checkout }: ProductRecord, address: CheckoutAddress): boolean =>
  checkout?.sellerSlug === address.sellerSlug && checkout.productNumber === address.productNumber;

/** The product whose checkout address it is. */
export const ownerOf = (store: OpenStore, address: CheckoutAddress): ProductRecord | undefined =>
  store.catalogue.products.standing().find((product) => isOf(product, address));

/**
 * What is wrong with a payment link that is not on the host of its product's others, nor on that of the store's checkout
 * address; null where nothing is, or neither is known. The port is no part of it: the practice store's changes.
 */
export function onForeignHost(
  store: OpenStore,
  product: ProductRecord | undefined,
  paymentLink: string,
): string | null {
  const hostOf = (address: string) => parseWebAddress(address)?.hostname ?? '';
  const addresses = [product?.checkout?.checkoutUrl, store.parts.record().checkoutUrl];
  const known = addresses.flatMap((address) => (address ? [hostOf(address)] : []));
  const host = hostOf(paymentLink);
  if (known.length === 0 || known.includes(host)) return null;
  return `Your store's payment links are on ${known[0]}, this one is on ${host}. If your store has moved, change its checkout address in Settings first`;
}
