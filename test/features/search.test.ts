// Search: every word must be in a record's text, and only long words match addresses, in both implementations.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Condition, inFullText, inRows, searchText, termsOf } from '../../src/main/catalog/search.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { newLink, newProduct } from '../support/catalog-rows.ts';
import { draft } from '../support/computer.ts';
import { newFolder, removeFolder, temporaryFolder } from '../support/folder.ts';
import { openCatalogIn, openTables } from '../support/open-catalog.ts';

const LINKS = 120;

describe('a text', () => {
  let own: string;
  let texts: Database;
  beforeAll(() => {
    own = newFolder();
    texts = openTables(join(own, 'catalog.db'));
  });
  afterAll(async () => {
    await texts.close();
    removeFolder(own);
  });

  /** Whether both implementations of the search find a record with this text; they must agree. */
  function isFound(lines: string, search: string, address = ''): boolean {
    const text = searchText([lines], address);
    texts.run('DELETE FROM link_search');
    texts.run('INSERT INTO link_search(rowid, words, address) VALUES (1, ?, ?)', text.words, text.address);
    const finds = ({ sql, values }: Condition) =>
      texts.get(`SELECT 1 FROM link_search WHERE ${sql}`, ...values) !== undefined;
    const found = finds(inFullText('link_search', termsOf(search, [])));
    expect(finds(inRows('link_search', termsOf(search, [])))).toBe(found);
    return found;
  }

  it('is found by each of its words, in other spellings too', () => {
    for (const [words, search] of [
      ['Coaching hour, $60.00, order 1042', 'COACHING 1042'],
      ['Bigmug, $60.00', 'mug'],
      ['Bigmug, $60.00', 'ug'],
      ['Coaching hour, $60.00, order 1042', '$60.00'],
      ['Coaching hour, $60.00, order 1042', 'Coaching hour, $60.00, order 1042'],
      ['ÉCOLE d’été', 'é'],
      ['a.b*c', '.b*'],
      ['say "hello"', '"hello"'],
      ['Coaching hour\n1042.50', '$1,042.50'],
      ['Coaching hour\n11.00', '€11'],
      ['Coaching hour\n$5 off', '$5'],
      ['Ana García', 'garcia'],
      ['Coaching hour\n9.80', '9,80'],
      ['Coaching hour\n9.80', '€ 9,8 coaching'],
      ['Coaching hour\n1234.50', '1,234'],
      ['Coaching hour\n1234.50', '1.234'],
      ['Ring, 9,80 mm', '9,80 mm'],
      ['Price in €', '€'],
      ['Coaching hour\n12.50', '12,50 Currency 7 hour'],
    ] as const) {
      expect(isFound(words, search), `${words} by ${search}`).toBe(true);
    }
    for (const [words, search] of [
      ['Coaching hour', 'coaching day'],
      ['Coaching hour', 'NOT day'],
      ['Coaching hour\n1.23', '1,234'],
      ['Coaching hour\n980.00', '9,80'],
    ] as const) {
      expect(isFound(words, search), `${words} by ${search}`).toBe(false);
    }
  });

  it('is found by part of the uuid in its address, but not by accidental matches', () => {
    const address = 'https://pay.example/mira/17?uuid=0B6F2C9E-5a55-4a0c';
    expect(isFound('Logo', '0b6f2c9e', address)).toBe(true);
    expect(isFound('Logo', 'logo 0b6f2c9e-5a55', address)).toBe(true);
    expect(isFound('Logo', address, address)).toBe(true);
    expect(isFound('Logo', '17', address)).toBe(false);
    expect(isFound('Logo', '0b6f2c9', address)).toBe(false);
  });
});

it('finds links by the current title of their product, and by nothing that was rolled back', async () => {
  const catalog = await openCatalogIn(temporaryFolder());
  onTestFinished(() => catalog.close());
  const product = newProduct(catalog, 'Coaching hour');
  const links = Array.from({ length: LINKS }, (_, index) => newLink(catalog, product.id, draft(`no-${index}`)));
  catalog.transaction(() => {
    // As in a team, where a link may arrive before its product.
    for (const link of links) catalog.links.put(link);
    catalog.products.put(product);
  });
  const count = async (search: string) =>
    (await catalog.links.counts({ search, productId: null, sync: 'all', useOnce: null, sold: false })).total;
  expect(await count('coaching')).toBe(LINKS);
  const undo = () => {
    for (const link of links) catalog.links.put({ ...link, note: 'undone' });
    throw new Error('full');
  };
  expect(() => catalog.transaction(undo)).toThrow('full');
  catalog.products.change(product.id, { fields: { ...product.fields, productTitle: 'Logo design' } });
  catalog.currencies.change('9', { id: 9, name: 'Points' });
  const counts = await Promise.all(['coaching', 'undone', 'logo', 'logo no-7', '10 points no-7'].map(count));
  expect(counts).toEqual([0, 0, LINKS, 11, 11]);
});
