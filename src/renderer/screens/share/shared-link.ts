// What is shared with a customer: a checkout address, and what it sells.
import type { LinkView, MetadataEntry, Price } from '../../../shared/payment-link.ts';
import type { ProductView } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';

/** What a seller reads before a link goes out that buyers can no longer pay with, or not for long. */
export interface LinkWarning {
  readonly title: string;
  readonly body: string;
}

export interface SharedLink {
  /** Of the payment link; null for a basic checkout link, which has none. */
  readonly id: string | null;
  readonly title: string;
  readonly prices: readonly Price[];
  /** Tells it apart from other links of its product; empty for a basic checkout link. */
  readonly metadata: readonly MetadataEntry[];
  readonly url: string;
  readonly warning: LinkWarning | null;
}

const t = texts.share.warning;

/** Its deletion is in the outbox: it cannot be deleted again, and works until the deletion is sent. */
export const isLeaving = (link: LinkView): boolean => link.deletion !== null;

/** Null where buyers can pay with it. */
export function warningOf(link: LinkView): LinkWarning | null {
  const { replacedBy } = link;
  if (isLeaving(link)) return replacedBy === null ? t.deleted : t.replaced;
  return link.useOnce && link.sold !== null ? t.soldOnce : null;
}

/** The same of this many links of a selection; null if buyers can pay with all of them. */
export function warningOfMany({ leaving, soldOnce }: Record<'leaving' | 'soldOnce', number>): LinkWarning | null {
  const links = leaving + soldOnce;
  return links === 0 ? null : { title: t.many.title({ links }), body: t.many.body };
}

/** Null while the link has no address. */
export function linkToShare(link: LinkView): SharedLink | null {
  const { id, productTitle, prices, metadata, checkoutUrl } = link;
  if (checkoutUrl === null) return null;
  return { id, title: productTitle, prices, metadata, url: checkoutUrl, warning: warningOf(link) };
}

/** What a seller reads before a basic checkout link goes out; null if this app knows its price. */
export const basicLinkWarning = ({ defaultPrices }: ProductView): LinkWarning | null =>
  defaultPrices.length > 0 ? null : t.noDefaultPrice;

/** A product's basic checkout link, without uuid; null while its address is unknown. */
export function productToShare(product: ProductView): SharedLink | null {
  const { fields, defaultPrices: prices, basicCheckoutUrl: url } = product;
  if (url === null) return null;
  return {
    id: null,
    title: fields.productTitle,
    prices,
    metadata: [],
    url,
    warning: basicLinkWarning(product),
  };
}
