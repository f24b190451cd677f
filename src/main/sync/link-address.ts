// Checks whether an address can belong to a payment link of a product.
import { checkoutAddressOf, parseWebAddress, readTypedLink, uuidKey } from '../../shared/checkout-url.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';

const t = texts.catalog;

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
export function addressMismatch(
  store: StoreContext,
  product: ProductRecord | undefined,
  paymentLink: string,
): string | null {
  const hostOf = (address: string) => parseWebAddress(address)?.hostname ?? '';
  const checkout = product?.checkout;
  const addresses = [checkout?.checkoutUrl, store.deps.record().checkoutUrl];
  const [known, ...others] = addresses.flatMap((address) => (address ? [hostOf(address)] : []));
  const host = hostOf(paymentLink);
  if (known !== undefined && host !== known && !others.includes(host)) return t.existingLink.otherHost({ known, host });
  const address = checkoutAddressOf(paymentLink);
  const owner = address ? store.catalog.products.withAddress(address) : undefined;
  if (owner) return owner.id === product?.id ? null : t.belongsTo({ product: owner.fields.productTitle });
  const isOther =
    checkout && (address?.sellerSlug !== checkout.sellerSlug || address.productNumber !== checkout.productNumber);
  return isOther ? t.belongsToAnother : null;
}
