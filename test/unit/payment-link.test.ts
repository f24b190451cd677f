// Prices and metadata of a payment link follow the document (sections 2, 4.4 and 8) and the app's own limits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  MAX_METADATA_BYTES,
  metadataObject,
  metadataSchema,
  priceSchema,
  pricesSchema,
} from '../../src/shared/payment-link.ts';

const price = (currencyId: number, priceCents: number, discountCents: number | null = null) => ({
  currencyId,
  priceCents,
  discountCents,
});
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'toJSON'];
/** The fields with an error. */
const wrong = (schema: z.ZodType, given: unknown) =>
  schema.safeParse(given).error?.issues.map(({ path }) => path.join('.')) ?? [];
const asEntries = (...keys: string[]) => keys.map((key) => ({ key, value: 'x' }));

it('a price is a positive whole number of cents, and a discounted price is lower', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 5_000 }), (regular, discounted) => {
      expect(wrong(priceSchema, price(2, regular, discounted))).toEqual(discounted < regular ? [] : ['discountCents']);
    }),
  );
  const others = [
    price(2, 0),
    price(2, 1_000, 0),
    price(2, 10.5),
    price(2, 1_000, 9.5),
    price(1.5, 100),
    price(-1, 100),
  ];
  for (const other of others) expect(priceSchema.safeParse(other).success, JSON.stringify(other)).toBe(false);
});

it('a link has at least one price, at most one per currency, in the order typed', () => {
  const prices = [price(3, 500), price(2, 1_000, 900), price(0, 1)];
  expect(pricesSchema.parse(prices)).toEqual(prices);
  expect(wrong(pricesSchema, [])).toEqual(['']);
  const repeated = [2, 3, 2, 2].map((id) => price(id, 1));
  expect(wrong(pricesSchema, repeated)).toEqual(['2.currencyId', '3.currencyId']);
});

describe('metadata', () => {
  it('keeps every key and value as an own property through JSON, in any script', () => {
    const key = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.constantFrom(...PROTOTYPE_NAMES),
      fc.nat().map(String),
    );
    const entry = fc.tuple(key, fc.string({ unit: 'grapheme' }));
    const pairs = fc.uniqueArray(entry, { selector: ([key]) => key, maxLength: 12 });
    fc.assert(
      fc.property(pairs, (given) => {
        const object = metadataObject(given.map(([key, value]) => ({ key, value })));
        expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
        expect(new Map(Object.entries(JSON.parse(JSON.stringify(object))))).toEqual(new Map(given));
      }),
      { numRuns: 500 },
    );
    expect(metadataSchema.parse(asEntries(...PROTOTYPE_NAMES))).toEqual(asEntries(...PROTOTYPE_NAMES));
  });

  it('is trimmed, needs unique keys, and may have empty values', () => {
    expect(metadataSchema.parse([{ key: ' o\u00ad ', value: ' 42\u200b ' }])).toEqual([{ key: 'o', value: '42' }]);
    expect(wrong(metadataSchema, [{ key: 'gift', value: '' }])).toEqual([]);
    expect(wrong(metadataSchema, asEntries('order', '  ', 'Order', ' order ', '')).toSorted()).toEqual([
      ...['1.key', '3.key', '4.key'],
    ]);
    expect(wrong(metadataSchema, asEntries('__proto__', '__proto__'))).toEqual(['1.key']);
  });

  it('rejects control characters and values that are not text', () => {
    expect(wrong(metadataSchema, [{ key: 'a\tb', value: 'x\ny' }])).toEqual(['0.key', '0.value']);
    for (const value of [5, true, null, {}, undefined])
      expect(wrong(metadataSchema, [{ key: 'a', value }]), String(value)).toEqual(['0.value']);
  });

  it.each([
    ['x', 1],
    ['é', 2],
    ['語', 3],
    ['🙂', 4],
    ['"', 2],
  ])('has at most 64 kB as JSON, in which %s takes %d bytes', (letter, size) => {
    const room = MAX_METADATA_BYTES - Buffer.byteLength('{"k":""}');
    const value = letter.repeat(Math.floor(room / size)) + 'x'.repeat(room % size);
    expect(MAX_METADATA_BYTES).toBe(65_536);
    expect(wrong(metadataSchema, [{ key: 'k', value }])).toEqual([]);
    expect(wrong(metadataSchema, [{ key: 'k', value: `${value}x` }])).toEqual(['']);
  });
});
