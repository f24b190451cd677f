// Matches pasted checkout addresses to the changes in doubt that created them.
import { expect, it } from 'vitest';
import { addressesIn, assignAddresses, claimOf, type LinksInDoubt, wordsOf } from '../../src/main/sync/addresses.ts';

const link = (id: string, ...details: string[]): LinksInDoubt => ({ ids: [id], details: details.map(wordsOf) });

const A = link('a', '1042');
const B = link('b', '1043');
const C = link('c', '1044', 'blue');
const ALIKE = [{ ids: ['a', 'b'], details: [] }];

it.each<[string, LinksInDoubt[], string[], string[]]>([
  ['by an order number beside it', [A, B, C], ['order: 1043'], ['b by details']],
  ['by its price', [link('a', '20.00'), link('b', '50.00')], ['$50.00', '$20.00'], ['b by details', 'a by details']],
  ['by elimination', [A, B], ['1042', ''], ['a by details', 'b by product']],
  ['not by part of a number', [A, B, C], ['104'], ['none']],
  ['not if two addresses claim the same change', [A, B, C], ['1042', '1042'], ['none', 'none']],
  ['not if nothing distinguishes the changes', [A, B, C], ['', ''], ['none', 'none']],
  ['to any of several identical changes', ALIKE, ['', ''], ['a by product', 'b by product']],
  ['not if more addresses than identical changes remain', ALIKE, ['', '', ''], ['none', 'none', 'none']],
  ['to the only change of a product', [A], [''], ['a by product']],
  ['to nothing if no change is in doubt', [], [''], ['none']],
])('an address is matched %s', (_, candidates, texts, expected) => {
  const claims = texts.map((text) => claimOf(text, candidates));
  const assigned = assignAddresses(claims);
  const said = claims.map(({ by }, index) => (assigned.has(index) ? `${assigned.get(index)} by ${by}` : 'none'));
  expect(said).toEqual(expected);
});

it('addresses in a pasted text are found once each, with the text beside them', () => {
  const text = [
    'Product\tPrice\tAddress',
    'Coaching\t$60.00\torder: 1042\thttps://checkout.example/mara/1?uuid=AB-1\t2 min',
    'See <https://checkout.example/mara/1?uuid=ab-1>, again.',
    'https://checkout.example/mara/1 has no uuid',
    '(https://checkout.example/mara/2?uuid=cd-2).',
    'ftp://checkout.example/mara/2?uuid=ef-3',
  ].join('\r\n');
  const addresses = [...addressesIn(text)].map(([key, { url, text: beside }]) => [key, url, beside.trim()]);
  expect(addresses).toEqual([
    ['ab-1', 'https://checkout.example/mara/1?uuid=AB-1', expect.stringContaining('order: 1042')],
    ['cd-2', 'https://checkout.example/mara/2?uuid=cd-2', '( ).'],
  ]);
});
