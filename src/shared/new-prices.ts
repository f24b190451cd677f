// "Replace with a new price": the prices of each new link, and a summary of the changes.
import { z } from 'zod';
import { type Price, priceSchema } from './payment-link.ts';

export const priceRulesSchema = z.object({
  /** A link gets a new price also in a currency that it has no price in. */
  addMissing: z.boolean(),
  /** A link keeps its prices in currencies that get no new price. */
  keepOthers: z.boolean(),
  /** Where no discount is set, a link keeps its own if that is below the new price. */
  keepDiscounts: z.boolean(),
});
export type PriceRules = z.infer<typeof priceRulesSchema>;

/** Links with the same prices. */
export const samePricesSchema = z.object({
  prices: z.array(priceSchema),
  links: z.int(),
  /** How many of them have sold, and how many of those are for a single sale. */
  sold: z.int(),
  soldOnce: z.int(),
});
export type SamePrices = z.infer<typeof samePricesSchema>;

const inCurrency = (prices: readonly Price[], currencyId: number): Price | undefined =>
  prices.find((price) => price.currencyId === currencyId);

/** The prices of the new link; null if they would be those of the old one, or none. */
export function pricesAfter(old: readonly Price[], set: readonly Price[], rules: PriceRules): Price[] | null {
  const kept = old.flatMap((price) => {
    const now = inCurrency(set, price.currencyId);
    if (!now) return rules.keepOthers ? [price] : [];
    const { discountCents } = price;
    const keepsDiscount = rules.keepDiscounts && now.discountCents === null && (discountCents ?? 0) < now.priceCents;
    return [keepsDiscount ? { ...now, discountCents } : now];
  });
  const isNew = ({ currencyId }: Price) => !inCurrency(old, currencyId);
  const after = [...kept, ...(rules.addMissing ? set.filter(isNew) : [])];
  const isSame =
    after.length === old.length &&
    after.every(({ currencyId, priceCents, discountCents }) => {
      const before = inCurrency(old, currencyId);
      return before?.priceCents === priceCents && before.discountCents === discountCents;
    });
  return isSame || after.length === 0 ? null : after;
}

interface InCurrency {
  readonly currencyId: number;
  readonly links: number;
}

export interface NewPriceChanges {
  /** How many links are replaced. The counts below are among them, but for `missing`. */
  readonly replaced: number;
  readonly sold: number;
  readonly soldOnce: number;
  /** Links without a price in a currency that gets one. */
  readonly missing: readonly InCurrency[];
  /** Links with a price in a currency that gets none. */
  readonly others: readonly InCurrency[];
  readonly discountsKept: number;
  readonly discountsLost: number;
}

/** What new prices change for links. */
export function changesOf(all: readonly SamePrices[], set: readonly Price[], rules: PriceRules): NewPriceChanges {
  let [replaced, sold, soldOnce, discountsKept, discountsLost] = [0, 0, 0, 0, 0];
  const missing = new Map<number, number>();
  const others = new Map<number, number>();
  const count = (counts: Map<number, number>, of: readonly Price[], links: number) => {
    for (const { currencyId } of of) counts.set(currencyId, (counts.get(currencyId) ?? 0) + links);
  };
  for (const { prices, links, ...counts } of all) {
    const isIn = (some: readonly Price[]) => (price: Price) => inCurrency(some, price.currencyId) !== undefined;
    count(
      missing,
      set.filter((price) => !isIn(prices)(price)),
      links,
    );
    const after = pricesAfter(prices, set, rules);
    if (!after) continue;
    replaced += links;
    sold += counts.sold;
    soldOnce += counts.soldOnce;
    count(
      others,
      prices.filter((price) => !isIn(set)(price)),
      links,
    );
    const discounted = prices.filter((price) => price.discountCents !== null && isIn(set)(price));
    const isKept = ({ currencyId, discountCents }: Price) =>
      inCurrency(after, currencyId)?.discountCents === discountCents;
    const isLost = ({ currencyId }: Price) => inCurrency(after, currencyId)?.discountCents === null;
    if (discounted.some(isLost)) discountsLost += links;
    else if (discounted.some(isKept)) discountsKept += links;
  }
  const listed = (counts: ReadonlyMap<number, number>) =>
    [...counts].map(([currencyId, links]): InCurrency => ({ currencyId, links }));
  return { replaced, sold, soldOnce, missing: listed(missing), others: listed(others), discountsKept, discountsLost };
}
