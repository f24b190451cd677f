// "Replace with a new price": what changes in a currency, and the prices of each new link.
import { z } from 'zod';
import { centsSchema } from './money.ts';
import { type Price, priceSchema } from './payment-link.ts';

/** A new amount, or a change of the current one: by an amount in cents, or by hundredths of a percent. */
const amountChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('to'), cents: centsSchema }),
  z.object({ kind: z.literal('by'), cents: z.int() }),
  z.object({ kind: z.literal('percent'), hundredths: z.int() }),
]);
export type AmountChange = z.infer<typeof amountChangeSchema>;

/** What changes in one currency. A changed price also changes its discounted price; a new price without one ends the discount. */
export const priceChangeSchema = z.object({
  currencyId: z.int(),
  price: amountChangeSchema.nullable(),
  /** A change by an amount or a percentage starts from the new price. */
  discount: amountChangeSchema.nullable(),
});
export type PriceChange = z.infer<typeof priceChangeSchema>;

export const samePricesSchema = z.object({
  prices: z.array(priceSchema),
  links: z.int(),
  /** How many of the links have sold. */
  sold: z.int(),
});
export type SamePrices = z.infer<typeof samePricesSchema>;

function changed(cents: number, change: AmountChange): number {
  if (change.kind === 'to') return change.cents;
  return change.kind === 'by' ? cents + change.cents : Math.round((cents * (10_000 + change.hundredths)) / 10_000);
}

function priceAfter(old: Price, { price, discount }: PriceChange): Price {
  const priceCents = price ? changed(old.priceCents, price) : old.priceCents;
  if (discount) return { ...old, priceCents, discountCents: changed(priceCents, discount) };
  if (!price || old.discountCents === null) return { ...old, priceCents };
  return { ...old, priceCents, discountCents: price.kind === 'to' ? null : changed(old.discountCents, price) };
}

/** The prices of the new link; null if nothing changes or the new prices are not allowed. */
export function pricesAfter(old: readonly Price[], changes: readonly PriceChange[]): Price[] | null {
  const after = old.map((price) => {
    const change = changes.find(({ currencyId }) => currencyId === price.currencyId);
    return change ? priceAfter(price, change) : price;
  });
  const isSame = after.every(
    ({ priceCents, discountCents }, index) =>
      priceCents === old[index]?.priceCents && discountCents === old[index].discountCents,
  );
  return isSame || !z.array(priceSchema).safeParse(after).success ? null : after;
}

/** How many links are replaced, and how many of these have sold. */
export function countReplaced(all: readonly SamePrices[], changes: readonly PriceChange[]) {
  const replaced = all.filter(({ prices }) => pricesAfter(prices, changes) !== null);
  const sum = (of: 'links' | 'sold') => replaced.reduce((count, same) => count + same[of], 0);
  return { replaced: sum('links'), sold: sum('sold') };
}
