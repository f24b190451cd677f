// New prices for many links: the prices of each new link, and the counts shown before the click.
import { expect, test } from 'vitest';
import { type AmountChange, countReplaced, type PriceChange, pricesAfter } from '../../src/shared/new-prices.ts';
import type { Price } from '../../src/shared/payment-link.ts';

const [USD, EUR] = [2, 3];

const price = (currencyId: number, priceCents: number, discountCents: number | null = null): Price => ({
  currencyId,
  priceCents,
  discountCents,
});
const to = (cents: number): AmountChange => ({ kind: 'to', cents });
const by = (cents: number): AmountChange => ({ kind: 'by', cents });
const percent = (hundredths: number): AmountChange => ({ kind: 'percent', hundredths });
const inUsd = (of: AmountChange | null, discount: AmountChange | null = null): PriceChange[] => [
  { currencyId: USD, price: of, discount },
];

test('a new price replaces the old one and its discount, and prices in other currencies stay', () => {
  expect(pricesAfter([price(USD, 100, 80), price(EUR, 90)], inUsd(to(200)))).toEqual([price(USD, 200), price(EUR, 90)]);
  expect(pricesAfter([price(USD, 100)], inUsd(to(200), to(150)))).toEqual([price(USD, 200, 150)]);
});

test('a change by a percentage or an amount changes the discounted price too, in whole cents', () => {
  expect(pricesAfter([price(USD, 1_000, 805)], inUsd(percent(1_000)))).toEqual([price(USD, 1_100, 886)]);
  expect(pricesAfter([price(USD, 1_000, 805)], inUsd(by(-200)))).toEqual([price(USD, 800, 605)]);
});

test('a discount alone is calculated from the unchanged price', () => {
  expect(pricesAfter([price(USD, 1_000)], inUsd(null, percent(-2_500)))).toEqual([price(USD, 1_000, 750)]);
});

test('a link gets no new prices if they would be unchanged or impossible', () => {
  const old = [price(USD, 100, 80)];
  expect(pricesAfter([price(USD, 100)], inUsd(to(100)))).toBeNull();
  expect(pricesAfter([price(EUR, 90)], inUsd(to(100)))).toBeNull();
  expect(pricesAfter([], inUsd(to(100)))).toBeNull();
  expect(pricesAfter(old, inUsd(by(-90)))).toBeNull();
  expect(pricesAfter(old, inUsd(null, to(100)))).toBeNull();
  expect(pricesAfter(old, inUsd(percent(1_000_000_000_000)))).toBeNull();
});

test('counts the links that are replaced', () => {
  const all = [
    { prices: [price(USD, 100)], links: 3, sold: 2 },
    { prices: [price(USD, 60)], links: 2, sold: 1 },
    { prices: [price(EUR, 90)], links: 4, sold: 4 },
  ];
  expect(countReplaced(all, inUsd(to(60)))).toEqual({ replaced: 3, sold: 2 });
});
