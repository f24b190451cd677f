// Prices and metadata of a payment link follow the document, sections 2, 4.4 and 8, and the limits of the design.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linkDraftSchema,
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
const bytesOf = (entries: { key: string; value: string }[]) =>
  Buffer.byteLength(JSON.stringify(metadataObject(entries)));
const issues = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a price', () => {
  it('may have a discounted price that is lower', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 5_000 }), (regular, discounted) => {
        expect(priceSchema.safeParse(price(2, regular, discounted)).success).toBe(discounted < regular);
      }),
    );
  });

  it('reports a discounted price that is not lower', () => {
    expect(issues(priceSchema.safeParse(price(2, 1_000, 1_000)))).toEqual([
      ['discountCents', 'The discounted price must be lower than the price'],
    ]);
  });

  it.each([price(2, 0), price(2, 1_000, 0), price(2, 10.5), price(2, 1_000, 9.5), price(1.5, 100), price(-1, 100)])(
    'cannot be %j',
    (bad) => {
      expect(priceSchema.safeParse(bad).success).toBe(false);
    },
  );
});

describe('the prices of a link', () => {
  it('must not be empty', () => {
    expect(issues(pricesSchema.safeParse([]))).toEqual([['', 'Add at least one price']]);
  });

  it('are one per currency, in the order typed', () => {
    const prices = [price(3, 500), price(2, 1_000, 900), price(0, 1)];
    expect(pricesSchema.parse(prices)).toEqual(prices);
  });

  it('are rejected at each price with a repeated currency', () => {
    const twice = 'This currency already has a price above';
    expect(issues(pricesSchema.safeParse([price(2, 1), price(3, 1), price(2, 5), price(2, 7)]))).toEqual([
      ['2.currencyId', twice],
      ['3.currencyId', twice],
    ]);
  });

  it('are accepted exactly if no currency is repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 }), (ids) => {
        const result = pricesSchema.safeParse(ids.map((id) => price(id, 100)));
        expect(result.success).toBe(new Set(ids).size === ids.length);
      }),
    );
  });
});

describe('metadata', () => {
  it('keeps every key and value as an own property through JSON, in any script', () => {
    const key = fc.oneof(
      { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), weight: 3 },
      { arbitrary: fc.constantFrom(...PROTOTYPE_NAMES), weight: 2 },
      { arbitrary: fc.nat().map(String), weight: 1 },
    );
    const entries = fc.uniqueArray(fc.record({ key, value: fc.string({ unit: 'grapheme' }) }), {
      selector: (entry) => entry.key,
      maxLength: 12,
    });
    fc.assert(
      fc.property(entries, (given) => {
        const object = metadataObject(given);
        expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
        const read = JSON.parse(JSON.stringify(object)) as object;
        expect(Object.keys(read).sort()).toEqual(given.map((entry) => entry.key).sort());
        for (const entry of given) expect(Object.getOwnPropertyDescriptor(read, entry.key)?.value).toBe(entry.value);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts __proto__ and similar as ordinary keys, all at once', () => {
    const entries = PROTOTYPE_NAMES.map((key, index) => ({ key, value: `value ${index}` }));
    expect(metadataSchema.parse(entries)).toEqual(entries);
    const json = JSON.stringify(metadataObject(entries));
    for (const { key, value } of entries) expect(json).toContain(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
    expect(({} as Record<string, unknown>)['value 0']).toBeUndefined();
  });

  it('is trimmed; a key is required, a value may be empty', () => {
    expect(metadataSchema.parse([{ key: ' order ', value: ' 1042 ' }])).toEqual([{ key: 'order', value: '1042' }]);
    expect(metadataSchema.parse([{ key: 'gift', value: '' }])).toEqual([{ key: 'gift', value: '' }]);
    expect(issues(metadataSchema.safeParse([{ key: '  ', value: 'x' }]))).toEqual([['0.key', 'Enter a key']]);
  });

  it('reports a repeated key beside a missing one', () => {
    const entries = ['order', '', 'order', ''].map((key) => ({ key, value: 'x' }));
    expect(issues(metadataSchema.safeParse(entries))?.toSorted()).toEqual([
      ['1.key', 'Enter a key'],
      ['2.key', 'This key is already used above'],
      ['3.key', 'Enter a key'],
    ]);
  });

  it('rejects a repeated key, also if only spaces differ', () => {
    const twice = 'This key is already used above';
    const entries = [
      { key: 'order', value: '1' },
      { key: 'Order', value: '2' },
      { key: ' order ', value: '3' },
      { key: '__proto__', value: '4' },
      { key: '__proto__', value: '5' },
    ];
    expect(issues(metadataSchema.safeParse(entries))).toEqual([
      ['2.key', twice],
      ['4.key', twice],
    ]);
  });

  it('rejects control characters, including line breaks, and values that are no text', () => {
    expect(issues(metadataSchema.safeParse([{ key: 'a\tb', value: 'x\ny' }]))).toEqual([
      ['0.key', 'Remove the control characters from this key'],
      ['0.value', 'Remove the control characters from this value'],
    ]);
    for (const value of [5, true, null, {}, undefined]) {
      expect(metadataSchema.safeParse([{ key: 'a', value }]).success).toBe(false);
    }
  });

  it.each([
    ['a letter of one byte', 'x', 1],
    ['a letter of two bytes', 'é', 2],
    ['a letter of three bytes', '語', 3],
    ['a sign of four bytes', '🙂', 4],
    ['a quotation mark, two bytes in JSON', '"', 2],
  ])('may have 64 kB of JSON and not a byte more, counted with %s', (_, letter, size) => {
    const frame = bytesOf([{ key: 'k', value: '' }]);
    const room = MAX_METADATA_BYTES - frame;
    const full = letter.repeat(Math.floor(room / size)) + 'x'.repeat(room % size);
    expect(MAX_METADATA_BYTES).toBe(65_536);
    expect(bytesOf([{ key: 'k', value: full }])).toBe(MAX_METADATA_BYTES);
    expect(metadataSchema.safeParse([{ key: 'k', value: full }]).success).toBe(true);
    expect(issues(metadataSchema.safeParse([{ key: 'k', value: `${full}x` }]))).toEqual([
      ['', 'The metadata is too large: at most 64 kB can be sent'],
    ]);
  });
});

describe('a link as the seller fills it in', () => {
  it('needs prices; the rest is optional', () => {
    const draft = { prices: [price(2, 10_055)], useOnce: false, metadata: [] };
    expect(linkDraftSchema.parse(draft)).toEqual(draft);
    expect(linkDraftSchema.safeParse({ ...draft, prices: [] }).success).toBe(false);
    expect(linkDraftSchema.safeParse({ ...draft, useOnce: 'yes' }).success).toBe(false);
  });
});
