// Matching a pasted address to its change.
import { describe, expect, it } from 'vitest';
import { assignAddresses, claimOf, type LinkInDoubt, wordsOf } from '../../src/main/sync/assign-addresses.ts';
import { addressesIn } from '../../src/main/sync/match-addresses.ts';

const CURRENCIES = [
  { id: 2, name: 'USD' },
  { id: 3, name: 'euro' },
];

const link = (id: string, price: number, ...metadata: string[]): LinkInDoubt => ({
  id,
  content: JSON.stringify([price, metadata]),
  amounts: [{ cents: price, currencyId: 2 }],
  metadata: metadata.map(wordsOf),
});

const A = link('a', 6000, '1042');
const B = link('b', 6000, '1043');
const C = link('c', 123_450, '1044');
const ALL = [A, B, C];

/** The matched changes as "change by evidence", one per text beside an address. */
const assign = (texts: readonly string[], candidates: readonly LinkInDoubt[] = ALL): string[] => {
  const found = assignAddresses(texts.map((text) => claimOf(text, candidates, CURRENCIES)));
  return texts.map((_, at) => {
    const assigned = found.get(at);
    return assigned ? `${assigned.id} by ${assigned.by}` : 'none';
  });
};

describe('an address is matched to its change', () => {
  it.each([
    ['by an order number beside it', ['order: 1043'], ['b by metadata']],
    ['by a price, however it is written', ['$1,234.50'], ['c by price']],
    ['by a price with a comma', ['1.234,50'], ['c by price']],
    ['by a price with a narrow space, as in French', ['1\u202f234,50 $'], ['c by price']],
    ['by a price with a space', ['1 234,50'], ['c by price']],
    ['by a price with the name of its currency', ['1234.50 dollars'], ['c by price']],
    ['by a price without cents, together with the order number', ['60 USD 1042'], ['a by metadata']],
    ['by what the others leave over', ['1042', '1043', ''], ['a by metadata', 'b by metadata', 'c by product']],
    ['not by part of a number', ['104'], ['none']],
    ['not by a price that two have', ['$60.00'], ['none']],
    ['not where two addresses claim the same change', ['1042', '1042'], ['none', 'none']],
    ['not where nothing tells', ['', ''], ['none', 'none']],
    ['not by an order number beside another price', ['$9.99 1043'], ['none']],
    ['by an order number beside its price and another one', ['1.00 $60.00 1043'], ['b by metadata']],
    ['not by a price in another currency', ['1.234,50 euro'], ['none']],
    ['not by a price in a currency that the seller does not have', ['CHF 1234.50'], ['none']],
    ['not by the digits of a price', ['123450', '1234.5 m'], ['none', 'none']],
  ])('%s', (_, texts, expected) => {
    expect(assign(texts)).toEqual(expected);
  });

  it('matches two changes by whole prices that are all there is beside their addresses', () => {
    const both = [link('a', 6000), link('b', 8000)];
    expect(assign([' 80', '\t60,- '], both)).toEqual(['b by price', 'a by price']);
    expect(assign(['60 sold', '80 sold'], both)).toEqual(['none', 'none']);
    // A number that no change has as its price may be anything.
    expect(assign(['70', '60'], both)).toEqual(['b by product', 'a by price']);
  });

  it('matches no change by a number that may be a quantity before a price', () => {
    const both = [link('a', 15_000), link('b', 215_000)];
    expect(assign(['2 150,00'], both)).toEqual(['none']);
  });

  it('matches any of several identical changes', () => {
    const alike = [link('a', 6000), link('b', 6000)];
    expect(assign(['', ''], alike)).toEqual(['a by product', 'b by product']);
    expect(assign(['', '', ''], alike)).toEqual(['none', 'none', 'none']);
  });

  it('matches the only change of a product to only one address', () => {
    expect(assign([''], [A])).toEqual(['a by product']);
    expect(assign(['sold 60 times'], [A])).toEqual(['a by product']);
    expect(assign(['$60'], [A])).toEqual(['a by price']);
    expect(assign(['', ''], [A])).toEqual(['none', 'none']);
    expect(assign(['60 euro'], [A])).toEqual(['none']);
    expect(assign(['$61.00'], [A])).toEqual(['none']);
    expect(assign(['order 1042 at $61.00'], [A])).toEqual(['none']);
    expect(assign([''], [])).toEqual(['none']);
  });
});

describe('addresses in a pasted text', () => {
  it('are found once each, with the text beside them', () => {
    const text = [
      'Product\tPrice\tAddress',
      'Coaching\t$60.00\torder: 1042\thttps://checkout.example/mara/1?uuid=AB-1\t2 min',
      'See <https://checkout.example/mara/1?uuid=ab-1>, again.',
      'https://checkout.example/mara/1 has no uuid',
      '(https://checkout.example/mara/2?uuid=cd-2).',
      'ftp://checkout.example/mara/2?uuid=ef-3',
    ].join('\r\n');
    const found = [...addressesIn(text)].map(([key, { url, text: beside }]) => [key, url, beside.trim()]);
    expect(found).toEqual([
      ['ab-1', 'https://checkout.example/mara/1?uuid=AB-1', expect.stringContaining('order: 1042')],
      ['cd-2', 'https://checkout.example/mara/2?uuid=cd-2', '( ).'],
    ]);
  });
});
