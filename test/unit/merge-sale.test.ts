// Merging two records of the same sale: whatever order computers learn of it in, they end with the same record.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSale, saleState } from '../../src/main/catalog/merge-sale.ts';
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
  body: fc.constantFrom('{}', '{"a":1}'),
  isCut: fc.boolean(),
});
const link = fc.constantFrom(
  { linkId: null, foundBy: null },
  ...(['a', 'b'] as const).flatMap((linkId) => (['uuid', 'metadata'] as const).map((foundBy) => ({ linkId, foundBy }))),
);
const sale: fc.Arbitrary<SaleRecord> = fc
  .tuple(
    link,
    fc.uniqueArray(time, { minLength: 1, maxLength: SALE_TIMES }),
    fc.record(
      {
        verified: fc.boolean(),
        event,
        mark: fc.record({ isSale: fc.boolean(), at: fc.integer({ min: 0, max: 3 }) }),
        dismissal: fc.record({ isDismissed: fc.boolean(), at: fc.integer({ min: 0, max: 3 }) }),
      },
      { requiredKeys: ['verified', 'event'] },
    ),
  )
  .map(([names, times, more]) => ({
    id: 'sale',
    at: Math.min(...times),
    ...names,
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

  it('keeps what was verified, the earliest time, and a known link', () => {
    fc.assert(
      fc.property(sale, sale, (a, b) => {
        const merged = mergeSale(a, b);
        if (a.verified || b.verified) expect(['verified', 'dismissed']).toContain(saleState(merged));
        expect(merged.at).toBe(Math.min(...a.times, ...b.times));
        expect(merged.linkId === null).toBe(a.linkId === null && b.linkId === null);
        expect(merged.event.isVerified).toBe(a.event.isVerified || b.event.isVerified);
      }),
    );
  });

  const base = saleOf({ id: 'sale', linkId: 'a', at: 5 });

  it('takes the later of two marks', () => {
    const marked = { ...base, verified: false, mark: { isSale: true, at: 1 } };
    const taken = { ...base, verified: false, mark: { isSale: false, at: 2 } };
    expect(saleState(mergeSale(marked, taken))).toBe('unverified');
    expect(saleState(mergeSale({ ...taken, mark: { isSale: false, at: 0 } }, marked))).toBe('marked');
  });

  it('keeps a verified sale dismissed, until the seller says otherwise', () => {
    const dismissed = { ...base, verified: true, dismissal: { isDismissed: true, at: 4 } };
    fc.assert(
      fc.property(sale, (other) => {
        expect(saleState(mergeSale(dismissed, other))).toBe('dismissed');
      }),
    );
    const marked = { ...base, verified: false, mark: { isSale: true, at: 9 } };
    expect(saleState(mergeSale(dismissed, marked))).toBe('dismissed');
    const undone = { ...dismissed, dismissal: { isDismissed: false, at: 5 } };
    expect(saleState(mergeSale(dismissed, undone))).toBe('verified');
  });

  it('counts a sale that is verified after the seller took back a mark', () => {
    expect(saleState({ ...base, verified: true, mark: { isSale: false, at: 4 } })).toBe('verified');
  });

  it('shows what a verified delivery says, although another one came first', () => {
    const said = (at: number, isVerified: boolean, product: string) => ({
      ...base,
      verified: isVerified,
      event: {
        ...{ at, isVerified, product, eventId: 'e', amount: null, metadata: [], body: '{}', isCut: false },
        names: { uuids: [], texts: [], metadata: null },
      },
    });
    expect(mergeSale(said(1, false, 'Forged'), said(2, true, 'Logo')).event.product).toBe('Logo');
    expect(mergeSale(said(3, true, 'Later'), said(2, true, 'Logo')).event.product).toBe('Logo');
  });

  it('keeps the first delivery and the newest ones', () => {
    const times = Array.from({ length: SALE_TIMES }, (_, at) => 100 + at);
    const merged = mergeSale({ ...base, at: 100, times }, { ...base, at: 50, times: [50, 300] });
    expect(merged.times).toHaveLength(SALE_TIMES);
    expect([merged.times[0], merged.times.at(-1)]).toEqual([50, 300]);
  });
});
