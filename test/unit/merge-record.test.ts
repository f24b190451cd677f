// Merging versions of a record: in any order, all computers end with the same record, and no change is lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeItem } from '../../src/main/catalog/items.ts';
import { changedRecord, mergeLink, mergeProduct, mergeSale, saleState } from '../../src/main/catalog/merge-record.ts';
import {
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  SALE_TIMES,
  type SaleRecord,
} from '../../src/main/catalog/records.ts';
import { isNewer, type Stamp } from '../../src/main/storage/stamp.ts';
import { privateProductSchema } from '../../src/shared/product.ts';
import { saleOf } from '../support/sale.ts';

const ID = '01890000-0000-7000-8000-000000000000';

const stamp = fc.record({
  time: fc.nat(3),
  counter: fc.nat(1),
  device: fc.constantFrom('anna', 'ben', 'cora'),
});
const stamps = (groups: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...groups), stamp, { maxKeys: 2 }).map((found) => ({ ...found }));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const time = fc.nat(3);
const note = maybe(fc.constantFrom('one', 'two'));
const prices: fc.Arbitrary<LinkRecord['prices']> = fc.constantFrom(
  [{ currencyId: 2, priceCents: 100, discountCents: null }],
  [{ currencyId: 2, priceCents: 200, discountCents: 150 }],
);
const privateValues = Object.fromEntries(
  Object.entries(privateProductSchema.shape).map(([name, schema]) => {
    const values = [true, false, 'one', 'two'].filter((value) => schema.safeParse(value).success);
    return [name, maybe(fc.constantFrom(...values))];
  }),
) as unknown as Record<keyof typeof privateProductSchema.shape, fc.Arbitrary<never>>;
const metadata: fc.Arbitrary<LinkRecord['metadata']> = fc.constantFrom([], [{ key: 'order', value: '1' }]);
const doubt = maybe(fc.constant({ outcome: 'unknown', reason: 'lost' } as never));
const createdOn = maybe(fc.record({ device: fc.constantFrom('anna', 'ben') }));
const host = { sellerSlug: 'seller', productNumber: '1' };

/** Removes what the app never writes: groups not older than the record, and deletion details that do not fit. */
function asWritten<T extends object>(record: T & Pick<LinkRecord, 'rev' | 'stamps' | 'deletedAt'>): T {
  const older = Object.entries(record.stamps ?? {}).filter(([, each]) => isNewer(record.rev, each));
  const whole: T = { ...record, stamps: older.length > 0 ? Object.fromEntries(older) : undefined };
  const isNamed = 'paymentLink' in record && record.paymentLink !== null;
  const without =
    record.deletedAt === null ? { replacedBy: undefined, deletedOnService: undefined } : { deletionDoubt: undefined };
  return JSON.parse(JSON.stringify({ ...whole, ...without, ...(isNamed ? {} : { deletedOnService: undefined }) })) as T;
}

const product: fc.Arbitrary<ProductRecord> = fc
  .record({
    id: fc.constant(ID),
    rev: stamp,
    stamps: maybe(stamps(['texts', 'prices', ...Object.keys(privateProductSchema.shape), 'deletion'])),
    createdAt: time,
    createdOn,
    takenOver: maybe(stamp),
    deletedAt: fc.option(time),
    fields: fc.constantFrom('A', 'B').map((productTitle) => ({
      buttonTitle: 'Buy',
      productTitle,
      productDescription: '',
    })),
    origin: fc.constantFrom('desk' as const, 'added' as const),
    serverId: fc.option(fc.constantFrom(7, 8)),
    state: fc.constantFrom('draft' as const, 'published' as const),
    defaultPrices: prices,
    ...privateValues,
    checkout: fc.option(
      fc.constantFrom('http://a.example', 'http://b.example').map((checkoutUrl) => ({ checkoutUrl, ...host })),
    ),
    answer: fc.option(fc.constantFrom('{}', '[]')),
  })
  .map((record) => asWritten<ProductRecord>(record));

const link: fc.Arbitrary<LinkRecord> = fc
  .record({
    id: fc.constant(ID),
    rev: stamp,
    stamps: maybe(stamps(['terms', 'note', 'deletion'])),
    createdAt: time,
    createdOn,
    takenOver: maybe(stamp),
    deletedAt: fc.option(time),
    productId: fc.constantFrom('p', 'q'),
    prices,
    useOnce: fc.boolean(),
    metadata,
    origin: fc.constantFrom('desk' as const, 'added' as const),
    paymentLink: fc.option(fc.constantFrom('http://a.example/1?uuid=a', 'http://a.example/1?uuid=b')),
    note,
    deletionDoubt: doubt,
    replacedBy: maybe(fc.constantFrom('r', 's')),
    deletedOnService: maybe(fc.boolean()),
    answer: fc.option(fc.constantFrom('{}', '[]')),
  })
  .map((record) => asWritten<LinkRecord>(record));

/** A record as another computer may have written it: the order of keys differs. */
const withKeysReversed = (record: object): unknown =>
  JSON.parse(JSON.stringify(record), (_, part) =>
    part === null || typeof part !== 'object' || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).reverse()),
  );

/** Small numbers, so that records often have equal parts. */
const sold = fc.integer({ min: 0, max: 60 });
const event = fc.record({
  at: sold,
  isVerified: fc.boolean(),
  eventId: fc.constantFrom(null, 'e-1'),
  product: fc.constantFrom(null, 'Logo', 'Logo design'),
  productId: fc.constantFrom(null, 7),
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
const sale: fc.Arbitrary<SaleRecord> = fc
  .tuple(
    fc.constantFrom(null, 'a', 'b'),
    fc.uniqueArray(sold, { minLength: 1, maxLength: SALE_TIMES }),
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

const item = fc.record({
  id: fc.constant('5'),
  rev: stamp,
  value: fc.option(fc.constantFrom('EUR', 'Euro').map((name) => ({ id: 5, name }))),
});

describe.each([
  ['products', product, mergeProduct],
  ['links', link, mergeLink],
  ['sales', sale, mergeSale],
  ['currencies', item, mergeItem],
] as const)('merging %s', (_, arbitrary, merge) => {
  const mergeTwo = merge as (a: unknown, b: unknown) => unknown;

  it('has the same result in any order, even of keys, and changes nothing the second time', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, arbitrary, (a, b, c) => {
        const merged = mergeTwo(a, b);
        expect(merged).toEqual(mergeTwo(b, a));
        expect(merged).toEqual(mergeTwo(withKeysReversed(a), b));
        expect(mergeTwo(merged, c)).toEqual(mergeTwo(a, mergeTwo(b, c)));
        // The text on disk is the same too.
        for (const again of [mergeTwo(merged, b), mergeTwo(a, merged), mergeTwo(merged, merged)])
          expect(JSON.stringify(again)).toBe(JSON.stringify(merged));
      }),
      { numRuns: 400 },
    );
  });
});

describe('merging', () => {
  const at = (time: number, device = 'anna'): Stamp => ({ time, counter: 0, device });
  const base = {
    id: ID,
    rev: at(1),
    createdAt: 1,
    deletedAt: null,
    origin: 'desk',
    answer: null,
  } as const;
  const oneLink: LinkRecord = {
    ...base,
    productId: 'p',
    prices: [{ currencyId: 2, priceCents: 100, discountCents: null }],
    useOnce: false,
    metadata: [],
    paymentLink: null,
  };
  const oneProduct: ProductRecord = {
    ...base,
    fields: { buttonTitle: 'Buy', productTitle: 'Logo', productDescription: 'A logo.' },
    serverId: null,
    state: 'draft',
    defaultPrices: [],
    checkout: null,
  };

  it('keeps changes of different values that two computers made at the same time', () => {
    const noted = changedRecord(oneProduct, { note: 'for Ada' }, at(2, 'anna'));
    const renamed = changedRecord(
      oneProduct,
      { fields: { ...oneProduct.fields, productTitle: 'Design' } },
      at(3, 'ben'),
    );
    const sent = changedRecord(oneProduct, { serverId: 7, answer: '{}' }, at(4, 'cora'));
    const merged = mergeProduct(sent, mergeProduct(noted, renamed));
    expect(merged).toMatchObject({ note: 'for Ada', fields: { productTitle: 'Design' }, serverId: 7 });
    expect(productRecordSchema.parse(merged)).toEqual(merged);
  });

  it('takes the later of two changes of the same value, and the service’s values from either', () => {
    const first = changedRecord(oneLink, { note: 'first' }, at(2, 'ben'));
    const second = changedRecord({ ...oneLink, paymentLink: 'http://a.example/1?uuid=a' }, { note: 'second' }, at(3));
    expect(mergeLink(second, first)).toMatchObject({ note: 'second', paymentLink: 'http://a.example/1?uuid=a' });
    const cleared = changedRecord(second, { note: undefined }, at(4));
    expect(mergeLink(first, cleared)).not.toHaveProperty('note');
  });

  it('keeps a link deleted that is deleted on the service, whatever was changed later', () => {
    const known = { ...oneLink, paymentLink: 'http://a.example/1?uuid=a' };
    const deleted = changedRecord(known, { deletedAt: 5, replacedBy: 'r' }, at(2));
    const noted = changedRecord(known, { note: 'still here?' }, at(9, 'ben'));
    const doubted = changedRecord(known, { deletionDoubt: { outcome: 'unknown' } as never }, at(8, 'ben'));
    const merged = mergeLink(noted, mergeLink(doubted, deleted));
    expect(merged).toMatchObject({ deletedAt: 5, replacedBy: 'r', note: 'still here?', deletedOnService: true });
    expect(merged).not.toHaveProperty('deletionDoubt');
    expect(linkRecordSchema.safeParse(merged).success).toBe(true);
  });

  it('prefers a later change to an earlier one from a clock that is ahead', () => {
    const ahead = changedRecord(oneLink, { note: 'first' }, at(9, 'ben'));
    const behind = changedRecord(ahead, { note: 'second' }, at(3));
    expect(mergeLink(ahead, behind).note).toBe('second');
    expect(mergeLink(behind, ahead).note).toBe('second');
  });

  it('stores no stamps if all values are as old as the record, and none for the service’s values', () => {
    expect(oneLink).not.toHaveProperty('stamps');
    const sent = changedRecord(oneLink, { paymentLink: 'http://a.example/1?uuid=a', note: undefined }, at(9));
    expect(sent.rev).toEqual(at(1));
    expect(sent).not.toHaveProperty('stamps');
    const noted = changedRecord(sent, { note: 'x' }, at(9));
    expect(noted.stamps).toEqual({ terms: at(1), deletion: at(1) });
  });
});

describe('merging sales', () => {
  const base = saleOf({ id: 'sale', linkId: 'a', at: 5 });

  const said = (verified: boolean, isSale: boolean | null, at: number, wasVerified = verified) => ({
    ...base,
    verified,
    override: { isSale, wasVerified, at },
  });

  it('takes the later of two decisions of the seller', () => {
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

  it('asks about an unreadable event until the seller has decided', () => {
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
