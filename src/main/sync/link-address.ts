// Checks whether the address of a payment link can belong to a product.
import { type CheckoutAddress, checkoutAddressOf, parseWebAddress } from '../../shared/checkout-url.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';

export const productWithAddress = (store: StoreContext, address: CheckoutAddress): ProductRecord | undefined =>
  store.catalog.products.withAddress(address);

/**
 * The error where a payment link is neither on the host of its product's other links nor on that of the store's checkout
 * address; null if neither is known. The port is ignored because the practice store's changes.
 */
export function hostMismatch(
  store: StoreContext,
  product: ProductRecord | undefined,
  paymentLink: string,
): string | null {
  const hostOf = (address: string) => parseWebAddress(address)?.hostname ?? '';
  const addresses = [product?.checkout?.checkoutUrl, store.deps.record().checkoutUrl];
  const known = addresses.flatMap((address) => (address ? [hostOf(address)] : []));
  const host = hostOf(paymentLink);
  const [first] = known;
  return first === undefined || known.includes(host)
    ? null
    : texts.catalog.existingLink.otherHost({ known: first, host });
}

/** Why an address cannot belong to a payment link of this product; null if it can. */
export function addressMismatch(
  store: StoreContext,
  product: ProductRecord | undefined,
  paymentLink: string,
): string | null {
  const foreign = hostMismatch(store, product, paymentLink);
  if (foreign !== null) return foreign;
  const checkout = product?.checkout;
  const address = checkoutAddressOf(paymentLink);
  if (checkout && (address?.sellerSlug !== checkout.sellerSlug || address.productNumber !== checkout.productNumber)) {
    return texts.catalog.belongsToAnother;
  }
  const owner = address ? productWithAddress(store, address) : undefined;
  return owner && owner.id !== product?.id ? texts.catalog.belongsTo({ product: owner.fields.productTitle }) : null;
}
