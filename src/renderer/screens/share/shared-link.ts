// What is shared with a customer: a checkout address, and what it sells.
import type { LinkView, Price } from '../../../shared/payment-link.ts';
import type { ProductView } from '../../../shared/product.ts';

export interface SharedLink {
  /** `link:` or `product:`, with the id. */
  readonly about: string;
  readonly title: string;
  readonly prices: readonly Price[];
  readonly url: string;
}

/** Null while the link has no address. */
export const linkToShare = ({ id, productTitle, prices, checkoutUrl }: LinkView): SharedLink | null =>
  checkoutUrl === null ? null : { about: `link:${id}`, title: productTitle, prices, url: checkoutUrl };

/** A product's basic checkout link, without uuid; null while its address is not known. */
export const productToShare = ({ id, fields, defaultPrices, basicCheckoutUrl }: ProductView): SharedLink | null =>
  basicCheckoutUrl === null
    ? null
    : { about: `product:${id}`, title: fields.productTitle, prices: defaultPrices, url: basicCheckoutUrl };
