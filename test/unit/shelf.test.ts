// The order of what a search finds: what was meant comes before what only contains the words.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { termsOf } from '../../src/main/desk/search.ts';
import { Shelf } from '../../src/main/desk/shelf.ts';
import type { Change, Collection } from '../../src/main/storage/collection.ts';

interface Thing {
  readonly id: string;
  readonly deletedAt: number | null;
  readonly text: string;
}

function shelfOf(...texts: string[]): Shelf<Thing> {
  const things = texts.map((text, index): Thing => ({ id: String(index), deletedAt: null, text }));
  const collection = {
    get: (id: string) => things.find((thing) => thing.id === id),
    values: () => things.values(),
  } as unknown as Collection<Thing>;
  return new Shelf(collection, ({ text }) => ({ words: text, address: '' }));
}

const found = (shelf: Shelf<Thing>, ...terms: string[]) => shelf.search(terms, () => true).map(({ text }) => text);

it('a whole line comes first, and the newest of the others after it', () => {
  const shelf = shelfOf('Logo\norder 1042', 'Logo\norder 91042', 'Product 1042\norder 7', 'Logo\norder 1043');
  expect(found(shelf, 'order', '1042')).toEqual(['Logo\norder 1042', 'Product 1042\norder 7', 'Logo\norder 91042']);
});

it('without words all are there, the newest first', () => {
  expect(found(shelfOf('a', 'b', 'c'))).toEqual(['c', 'b', 'a']);
});

interface Placed {
  readonly id: string;
  readonly deletedAt: null;
  readonly text: string;
  readonly address: string;
}
const placed = (place: number, thing: Pick<Placed, 'text' | 'address'>): Placed => ({
  id: String(place).padStart(2, '0'),
  deletedAt: null,
  ...thing,
});

it('finds the same however one search came from another: typed on, taken back, or with something changed between', async () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 14 });
  const thing = fc.record({ text: letters, address: letters });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('search' as const), words: letters }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('type' as const), words: letters }) },
    fc.record({ kind: fc.constant('put' as const), at: fc.nat(30), thing }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(thing, { maxLength: 20 }), fc.array(step, { maxLength: 12 }), async (things, steps) => {
      const records = new Map(things.map((each, index) => placed(index, each)).map((each) => [each.id, each]));
      const collection = {
        get: (id: string) => records.get(id),
        values: () => records.values(),
        commit: async ({ put = [] }: Change<Placed>) => {
          for (const record of put) records.set(record.id, record);
        },
      } as unknown as Collection<Placed>;
      const shelf = new Shelf(collection, ({ text, address }) => ({ words: text, address }));
      let typed = '';
      for (const each of steps) {
        if (each.kind === 'put') await shelf.put([placed(each.at, each.thing)]);
        else {
          typed = each.kind === 'type' ? typed + each.words : each.words;
          const anew = new Shelf(collection, ({ text, address }) => ({ words: text, address }));
          const search = (among: Shelf<Placed>) => among.search(termsOf(typed), ({ id }) => id !== '03');
          expect(search(shelf)).toEqual(search(anew));
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('finds by an address what was not found by its first letters, which are looked for in words alone', () => {
  const record = placed(1, { text: 'Logo', address: 'https://checkout.example/0190abcd' });
  const collection = { get: () => record, values: () => [record].values() } as unknown as Collection<Placed>;
  const shelf = new Shelf(collection, ({ text, address }) => ({ words: text, address }));
  const search = (typed: string) => shelf.search(termsOf(typed), () => true);
  expect(search('0190abc')).toEqual([]);
  expect(search('0190abcd')).toEqual([record]);
});
