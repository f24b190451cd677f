// Catalogs of earlier versions: what their migrations change in rows that are there already.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { History } from '../../src/main/catalog/history.ts';
import { CATALOG_MIGRATIONS } from '../../src/main/catalog/schema.ts';
import { searchText } from '../../src/main/catalog/search.ts';
import type { Action, ActionResult } from '../../src/main/outbox/action.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { newFolder } from '../support/notes.ts';

let folder: string;
let remove: () => void;
let database: Database;
beforeEach(() => {
  ({ folder, remove } = newFolder());
});
afterEach(async () => {
  await database.close();
  remove();
});

const open = (version?: number) =>
  openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog', CATALOG_MIGRATIONS.slice(0, version));

it('search finds by "recorded" what an earlier version wrote as sent, and nothing that was sent', async () => {
  database = open(2);
  const history = new History(database, 100);
  const put = (id: string, title: string, result: ActionResult, ending: Action['ending'] = 'sent') =>
    history.put(
      { id, subject: id, payload: { kind: 'product.create' }, result, ending, endedAt: 1, reason: null } as Action,
      searchText([title, ending ?? ''], ''),
    );
  put('1', 'Create product "Present\nsent"', { kind: 'product', serverId: 4711, answer: '' });
  put('2', 'Create product "Tea"', { kind: 'product', serverId: 4712, answer: '{"id":4712}' });
  put('3', 'Create payment link', { kind: 'link', paymentLink: 'https://pay.example/1', answer: '' });
  await database.close();

  database = open();
  const found = (search: string) =>
    new History(database, 100)
      .page(search, 0, 10)
      .rows.map(({ id }) => id)
      .sort();
  expect(found('recorded by you')).toEqual(['1', '3']);
  expect(found('present 4711 recorded')).toEqual(['1']);
  expect(found('tea sent')).toEqual(['2']);
  expect(found('payment sent')).toEqual([]);
});
