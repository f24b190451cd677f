// The width of a payment link's facts in a column, in px, and the format of its metadata there.
import { type Currency, formatMoney } from '../../shared/money.ts';
import type { MetadataEntry, Price } from '../../shared/payment-link.ts';
import { enumerated } from '../../shared/sentences.ts';
import type { ShownPrices } from './table-columns.ts';
import { textWidth } from './text-width.ts';

/** Px between a price and the edge of its column. */
const EDGE = 4;
/** Px before the number of further prices. */
const BEFORE_MORE = 8;
/** Px of a usual order number, as "ORD-2026-1042". */
const FIRST_VALUE = 116;

export const ellipsisWidth = (): number => textWidth('…');

/** As `PriceText` shows them in a column: several prices have no regular ones. */
export function pricesWidth(prices: readonly Price[], currencies: readonly Currency[], shown: ShownPrices): number {
  const text = prices
    .map(({ currencyId, priceCents, discountCents }) => {
      const money = (cents: number) => formatMoney(cents, currencyId, currencies);
      const isShort = discountCents === null || prices.length > 1 || shown !== 'all';
      return isShort ? money(discountCents ?? priceCents) : `${money(priceCents)}  ${money(discountCents)}`;
    })
    .join(' · ');
  return textWidth(text) + EDGE;
}

/** The part that is never cut: the first prices, `whole` of them, or one where no other has room, and the number of the others. */
export function leastPriceWidth(
  prices: readonly Price[],
  currencies: readonly Currency[],
  shown: ShownPrices,
  whole = 1,
): number {
  if (prices.length === 0) return 0;
  const most = shown === 'first' ? 1 : whole;
  if (prices.length <= most) return pricesWidth(prices, currencies, shown);
  return (
    pricesWidth(prices.slice(0, most), currencies, 'current') + BEFORE_MORE + textWidth(`+${prices.length - most}`, 12)
  );
}

export const metadataText = (metadata: readonly MetadataEntry[]): string =>
  enumerated(metadata.map(({ key, value }) => (key === '' ? value : `${key}: ${value}`)));

/** Px with keys. */
export const metadataWidth = (metadata: readonly MetadataEntry[]): number => textWidth(metadataText(metadata));

/** Px without keys. */
export const metadataValuesWidth = (metadata: readonly MetadataEntry[]): number =>
  textWidth(enumerated(metadata.map(({ value }) => value)));

/** Px of the first value, which comes before all else, with an ellipsis for others. Of a long one it is the beginning. */
export const firstValueWidth = (metadata: readonly MetadataEntry[]): number => {
  const [first, ...others] = metadata;
  return first ? Math.min(FIRST_VALUE, textWidth(first.value)) + (others.length > 0 ? ellipsisWidth() : 0) : 0;
};
