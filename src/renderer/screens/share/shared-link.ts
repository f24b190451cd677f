// What is shared with a customer: a checkout address, and what it sells.
import type { LinkView, Price } from '../../../shared/payment-link.ts';
import type { ProductView } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';

/** The warning before sharing a link that buyers will soon be unable to pay with. */
export interface Leaving {
  readonly title: string;
  readonly body: string;
}

export interface SharedLink {
  /** `link:` or `product:`, with the id. */
  readonly about: string;
  readonly title: string;
  readonly prices: readonly Price[];
  readonly url: string;
  /** Null if it stays. */
  readonly leaving: Leaving | null;
}

const { leaving } = texts.share;

/** Its deletion is in the outbox: it cannot be deleted again, and works until the deletion is sent. */
export const isLeaving = (link: LinkView): boolean => link.change === 'delete' && link.sync !== 'synced';

/** Null if it stays. */
export function leavingOf(link: LinkView): Leaving | null {
  if (!isLeaving(link)) return null;
  return link.replacedBy === null ? leaving.deleted : leaving.replaced;
}

/** The same for a number of links; null if all stay. */
export const leavingOfMany = (links: number): Leaving | null =>
  links === 0 ? null : { title: leaving.many.title(links), body: leaving.many.body(links) };

/** Null while the link has no address. */
export function linkToShare(link: LinkView): SharedLink | null {
  const { id, productTitle, prices, checkoutUrl } = link;
  if (checkoutUrl === null) return null;
  return { about: `link:${id}`, title: productTitle, prices, url: checkoutUrl, leaving: leavingOf(link) };
}

/** A product's basic checkout link, without uuid; null while its address is unknown. */
export const productToShare = ({ id, fields, defaultPrices, basicCheckoutUrl }: ProductView): SharedLink | null =>
  basicCheckoutUrl === null
    ? null
    : {
        about: `product:${id}`,
        title: fields.productTitle,
        prices: defaultPrices,
        url: basicCheckoutUrl,
        leaving: null,
      };
