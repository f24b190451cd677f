// Rows are ordered by their ids, in whatever order they are inserted.
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { Positions } from '../../src/main/catalog/position.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createChance } from '../kill/chance.ts';
import { temporaryFolder } from '../support/folder.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = temporaryFolder();
  database = openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog');
});
afterEach(async () => {
  await database.close();
});

function insert(ids: readonly string[]): void {
  const positions = new Positions(database, 'products');
  database.transaction(() => {
    for (const id of ids) {
      const position = positions.for(id);
      const values = "VALUES (?, ?, 0, 0, ?, ?, ?, NULL, NULL, NULL, ?, '')";
      database.run(`INSERT INTO products ${values}`, position, id, 'draft', id, id, '{}');
      database.run('INSERT INTO product_search(rowid, words, address) VALUES (?, ?, ?)', position, `\n${id}\n`, '');
    }
  });
}

const inOrder = () => database.all<{ id: string }>('SELECT id FROM products ORDER BY position').map(({ id }) => id);
const misplacedTexts = () =>
  database.all(
    'SELECT p.id FROM products p LEFT JOIN product_search s ON s.rowid = p.position WHERE s.words IS NOT char(10) || p.id || char(10)',
  );

const at = (msecs: number, seq: number) => uuidv7({ msecs, seq });
const NOW = Date.UTC(2026, 0);

it.each([
  ['one moment', () => Array.from({ length: 6_000 }, (_, seq) => at(NOW, seq))],
  ['few moments', () => Array.from({ length: 6_000 }, (_, index) => at(NOW + (index % 3), index))],
  ['a clock far ahead', () => Array.from({ length: 500 }, (_, index) => at(Date.UTC(2250, 0) + index, 0))],
  ['before the app was there', () => Array.from({ length: 500 }, (_, index) => at(index, 5))],
  ['counters that are random', () => Array.from({ length: 2_000 }, () => uuidv7({ msecs: NOW }))],
])('holds for ids of %s, inserted in any order', (_, make) => {
  const chance = createChance(7);
  const ids = make();
  const shuffled = ids.map((id) => ({ id, by: chance.next() })).sort((a, b) => a.by - b.by);
  insert(shuffled.map(({ id }) => id));
  expect(inOrder()).toEqual([...ids].sort());
  expect(misplacedTexts()).toEqual([]);
});
