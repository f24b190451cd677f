// Merging two records of the same sale: whatever order computers learn of it in, they end with the same record.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSale, saleState } from '../../src/main/catalog/merge-record.ts';
import { SALE_TIMES, type SaleRecord, saleRecordSchema } from '../../src/main/catalog/records.ts';
import { saleOf } from '../support/sale.ts';

/** Small numbers, so that records are often equal in part. */
const time = fc.integer({ min: 0, max: 60 });
const event = fc.record({
  at: time,
  isVerified: fc.boolean(),
  eventId: fc.constantFrom(null, 'e-1'),
  product: fc.constantFrom(null, 'Logo', 'Logo design'),
  amount: fc.constantFrom(null, { currencyId: 2, cents: 100 }),
  metadata: fc.array(fc.record({ key: fc.constant('order'), value: fc.constantFrom('1', '2') }), { maxLength: 1 }),
  names: fc.record({
    uuids: fc.array(fc.constant('u'), { maxLength: 1 }),
    texts: fc.array(fc.constant('t'), { maxLength: 1 }),
    metadata: fc.constant(null),
  }),
  fingerprint: fc.constantFrom(null, 'f'),
  isReadable: fc.boolean(),
  body: fc.constantFrom('{}', '{"a":1}'),
  isCut: fc.boolean(),
});
const link = fc.constantFrom(null, 'a', 'b');
const sale: fc.Arbitrary<SaleRecord> = fc
  .tuple(
    link,
    fc.uniqueArray(time, { minLength: 1, maxLength: SALE_TIMES }),
    fc.record(
      {
        verified: fc.boolean(),
        event,
        override: fc.record({
          isSale: fc.constantFrom(true, false, null),
          wasVerified: fc.boolean(),
          at: fc.integer({ min: 0, max: 3 }),
        }),
      },
      { requiredKeys: ['verified', 'event'] },
    ),
  )
  .map(([linkId, times, more]) => ({
    id: 'sale',
    at: Math.min(...times),
    linkId,
    times: times.sort((a, b) => a - b),
    ...more,
  }));

describe('merging sales', () => {
  it('is commutative, associative and idempotent, and gives a valid record', () => {
    fc.assert(
      fc.property(sale, sale, sale, (a, b, c) => {
        expect(mergeSale(a, b)).toEqual(mergeSale(b, a));
        expect(mergeSale(mergeSale(a, b), c)).toEqual(mergeSale(a, mergeSale(b, c)));
        expect(mergeSale(a, a)).toEqual(a);
        expect(mergeSale(mergeSale(a, b), b)).toEqual(mergeSale(a, b));
        expect(saleRecordSchema.parse(mergeSale(a, b))).toEqual(mergeSale(a, b));
      }),
      { numRuns: 400 },
    );
  });

  const base = saleOf({ id: 'sale', linkId: 'a', at: 5 });

  const said = (verified: boolean, isSale: boolean | null, at: number, wasVerified = verified) => ({
    ...base,
    verified,
    override: { isSale, wasVerified, at },
  });

  it('takes the later of two words of the seller', () => {
    const [counted, ignored, nothing] = [said(false, true, 1), said(false, false, 2), said(false, null, 3)];
    expect(saleState(mergeSale(counted, ignored))).toBe('ignored');
    expect(saleState(mergeSale(said(false, false, 0), counted))).toBe('counted');
    expect(saleState(mergeSale(ignored, nothing))).toBe('unverified');
  });

  it('keeps a verified sale ignored until the seller says otherwise', () => {
    const ignored = said(true, false, 4);
    fc.assert(
      fc.property(sale, (other) => {
        expect(saleState(mergeSale(ignored, other))).toBe('ignored');
      }),
    );
    expect(saleState(mergeSale(ignored, said(true, null, 5)))).toBe('counted');
    expect(saleState(said(true, false, 4, false))).toBe('counted');
  });

  it('asks about what cannot be read, until the seller has said something', () => {
    const unreadable = { ...base.event, isReadable: false };
    expect(saleState({ ...base, event: unreadable })).toBe('unreadable');
    expect(saleState({ ...said(true, true, 1), event: unreadable })).toBe('counted');
  });

  it('keeps the first delivery and the newest ones', () => {
    const times = Array.from({ length: SALE_TIMES }, (_, at) => 100 + at);
    const merged = mergeSale({ ...base, at: 100, times }, { ...base, at: 50, times: [50, 300] });
    expect(merged.times).toHaveLength(SALE_TIMES);
    expect([merged.times[0], merged.times.at(-1)]).toEqual([50, 300]);
  });
});
