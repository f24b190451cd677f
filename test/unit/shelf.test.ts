// The order of what a search finds: what was meant comes before what only contains the words.
import { expect, it } from 'vitest';
import { Shelf } from '../../src/main/desk/shelf.ts';
import type { Collection } from '../../src/main/storage/collection.ts';

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
