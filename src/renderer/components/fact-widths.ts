// How much room the facts of a payment link take in a column, in px, and how its metadata are written there.
import { type Currency, formatMoney } from '../../shared/money.ts';
import type { MetadataEntry, Price } from '../../shared/payment-link.ts';
import { textWidth } from './table-widths.ts';

/** Px between a price and the edge of its column. */
const EDGE = 4;
/** Px that an ellipsis takes after the first of several prices. */
const ELLIPSIS = 26;

/** As `PriceText` shows them in a column: several prices stand without the regular ones. */
export function pricesWidth(prices: readonly Price[], currencies: readonly Currency[]): number {
  const text = prices
    .map(({ currencyId, priceCents, discountCents }) => {
      const money = (cents: number) => formatMoney(cents, currencyId, currencies);
      const isShort = discountCents === null || prices.length > 1;
      return isShort ? money(discountCents ?? priceCents) : `${money(priceCents)}  ${money(discountCents)}`;
    })
    .join(' · ');
  return textWidth(text) + EDGE;
}

/** The first amount that is paid, which is never cut, and an ellipsis where there are more. */
export function leastPriceWidth(prices: readonly Price[], currencies: readonly Currency[]): number {
  const [first] = prices;
  if (!first) return 0;
  const paid = formatMoney(first.discountCents ?? first.priceCents, first.currencyId, currencies);
  return textWidth(paid) + (prices.length > 1 ? ELLIPSIS : EDGE);
}

export const metadataText = (metadata: readonly MetadataEntry[]): string =>
  metadata.map(({ key, value }) => (key === '' ? value : `${key}: ${value}`)).join(', ');

/** Px of the line with its keys. */
export const metadataWidth = (metadata: readonly MetadataEntry[]): number => textWidth(metadataText(metadata));

/** Px of the line without its keys. */
export const metadataValuesWidth = (metadata: readonly MetadataEntry[]): number =>
  textWidth(metadata.map(({ value }) => value).join(', '));
