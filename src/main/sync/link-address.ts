// Whose address a payment link has, and why it cannot be that of a given product.
import { type CheckoutAddress, learnCheckoutAddress, parseWebAddress } from '../../shared/checkout-url.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';

/** The product whose checkout address it is. */
export const ownerOf = (store: StoreContext, address: CheckoutAddress): ProductRecord | undefined =>
  store.catalog.products.withAddress(address);

/**
 * What is wrong with a payment link that is not on the host of its product's others, nor on that of the store's checkout
 * address; null where nothing is, or neither is known. The port is no part of it: the practice store's changes.
 */
export function onForeignHost(
  store: StoreContext,
  product: ProductRecord | undefined,
  paymentLink: string,
): string | null {
  const hostOf = (address: string) => parseWebAddress(address)?.hostname ?? '';
  const addresses = [product?.checkout?.checkoutUrl, store.deps.record().checkoutUrl];
  const known = addresses.flatMap((address) => (address ? [hostOf(address)] : []));
  const host = hostOf(paymentLink);
  const [first] = known;
  return first === undefined || known.includes(host) ? null : texts.catalogue.existingLink.otherHost(first, host);
}

/** Why an address is not that of a payment link of this product; null where it may be. */
export function whyNotOf(store: StoreContext, product: ProductRecord | undefined, paymentLink: string): string | null {
  const foreign = onForeignHost(store, product, paymentLink);
  if (foreign !== null) return foreign;
  const checkout = product?.checkout;
  const address = learnCheckoutAddress(paymentLink);
  if (checkout && (address?.sellerSlug !== checkout.sellerSlug || address.productNumber !== checkout.productNumber)) {
    return texts.catalogue.belongsToAnother;
  }
  const owner = address ? ownerOf(store, address) : undefined;
  return owner && owner.id !== product?.id ? texts.catalogue.belongsTo(owner.fields.productTitle) : null;
}
