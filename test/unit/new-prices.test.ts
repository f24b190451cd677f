// New prices for many links: the prices of each new link, and the counts shown before the click.
import { expect, test } from 'vitest';
import { changesOf, type PriceRules, pricesAfter } from '../../src/shared/new-prices.ts';
import type { Price } from '../../src/shared/payment-link.ts';

const [USD, EUR] = [2, 3];
const RULES: PriceRules = { addMissing: false, keepOthers: true, keepDiscounts: true };

const price = (currencyId: number, priceCents: number, discountCents: number | null = null): Price => ({
  currencyId,
  priceCents,
  discountCents,
});

test('a price in another currency is kept or removed, as chosen', () => {
  const old = [price(USD, 100), price(EUR, 90, 80)];
  const set = [price(USD, 200)];
  expect(pricesAfter(old, set, RULES)).toEqual([price(USD, 200), price(EUR, 90, 80)]);
  expect(pricesAfter(old, set, { ...RULES, keepOthers: false })).toEqual([price(USD, 200)]);
});

test('a currency that the link does not have is added only if chosen', () => {
  const set = [price(USD, 200), price(EUR, 180)];
  expect(pricesAfter([price(USD, 100)], set, RULES)).toEqual([price(USD, 200)]);
  expect(pricesAfter([price(USD, 100)], set, { ...RULES, addMissing: true })).toEqual(set);
});

test('a discount stays only below the new price, and is removed or replaced as chosen', () => {
  const old = [price(USD, 100, 80)];
  const keptAt = (cents: number, rules = RULES) => pricesAfter(old, [price(USD, cents)], rules)?.[0]?.discountCents;
  expect([keptAt(81), keptAt(80), keptAt(79)]).toEqual([80, null, null]);
  expect(keptAt(81, { ...RULES, keepDiscounts: false })).toBeNull();
  expect(pricesAfter(old, [price(USD, 100, 70)], RULES)).toEqual([price(USD, 100, 70)]);
});

test('a link whose prices would be unchanged or empty gets none', () => {
  const old = [price(USD, 100, 80)];
  expect(pricesAfter(old, [price(USD, 100)], RULES)).toBeNull();
  expect(pricesAfter(old, [price(EUR, 90)], RULES)).toBeNull();
  expect(pricesAfter(old, [price(EUR, 90)], { ...RULES, keepOthers: false })).toBeNull();
});

test('counts the changes of links', () => {
  const all = [
    { prices: [price(USD, 100, 80)], links: 3, sold: 2, soldOnce: 1 },
    { prices: [price(USD, 100, 40), price(EUR, 90)], links: 2, sold: 0, soldOnce: 0 },
    { prices: [price(EUR, 90)], links: 4, sold: 4, soldOnce: 4 },
    { prices: [price(USD, 60)], links: 5, sold: 0, soldOnce: 0 },
  ];
  expect(changesOf(all, [price(USD, 60)], RULES)).toEqual({
    replaced: 5,
    sold: 2,
    soldOnce: 1,
    missing: [{ currencyId: USD, links: 4 }],
    others: [{ currencyId: EUR, links: 2 }],
    discountsKept: 2,
    discountsLost: 3,
  });
  expect(changesOf(all, [price(USD, 60)], { addMissing: true, keepOthers: false, keepDiscounts: false })).toEqual({
    replaced: 9,
    sold: 6,
    soldOnce: 5,
    missing: [{ currencyId: USD, links: 4 }],
    others: [{ currencyId: EUR, links: 6 }],
    discountsKept: 0,
    discountsLost: 5,
  });
});
