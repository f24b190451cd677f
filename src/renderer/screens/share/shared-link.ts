// What is shared with a customer: a checkout address, and what it sells.
import type { LinkView, Price } from '../../../shared/payment-link.ts';
import type { ProductView } from '../../../shared/product.ts';

export interface SharedLink {
  readonly title: string;
  readonly prices: readonly Price[];
  readonly url: string;
}

/** Null while the link has no address. */
export const linkToShare = ({ productTitle, prices, checkoutUrl }: LinkView): SharedLink | null =>
  checkoutUrl === null ? null : { title: productTitle, prices, url: checkoutUrl };

/** A product's basic checkout link, without uuid; null while its address is not known. */
export const productToShare = ({ fields, defaultPrices, basicCheckoutUrl }: ProductView): SharedLink | null =>
  basicCheckoutUrl === null ? null : { title: fields.productTitle, prices: defaultPrices, url: basicCheckoutUrl };
