// What the seller shares with a customer: a checkout address, and what it sells.
import type { LinkView, MetadataEntry, Price } from '../../../shared/payment-link.ts';
import type { ProductView } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';

/** What the seller reads before sharing a link with which buyers can no longer pay, or not for long. */
export interface LinkWarning {
  readonly title: string;
  readonly body: string;
}

export interface SharedLink {
  /** The id of the payment link; null for a basic checkout link. */
  readonly id: string | null;
  readonly title: string;
  readonly prices: readonly Price[];
  /** Tells the link from others of its product; empty for a basic checkout link. */
  readonly metadata: readonly MetadataEntry[];
  readonly url: string;
  readonly warning: LinkWarning | null;
}

const t = texts.share.warning;

/** Whether a deletion waits in the outbox: the link works until it is sent, and cannot be deleted again. */
export const isLeaving = (link: LinkView): boolean => link.deletion !== null;

/** Null if buyers can pay with the link, now and later. */
export function warningOf(link: LinkView): LinkWarning | null {
  const { replacedBy } = link;
  if (isLeaving(link)) return replacedBy === null ? t.deleted : t.replaced;
  return link.useOnce && link.sold !== null ? t.soldOnce : null;
}

/** The same for the selected links; null if buyers can pay with all of them. */
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

/** What the seller reads before sharing a basic checkout link; null if this app knows its price. */
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
