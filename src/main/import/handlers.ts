// The channels of imports.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import type { ImportingStore } from './imports.ts';
import { saveRows } from './saved-rows.ts';

export function importHandlers(
  { withShown }: StoreCalls<ImportingStore>,
  { askWhereToSave }: Platform,
): HandlersOf<'imports'> {
  return {
    'imports.read': withShown((store, { name, bytes, text }) =>
      store.imports.read(name, bytes === null ? { text: text ?? '' } : { base64: bytes }),
    ),
    'imports.draft': withShown((store) => ok(store.imports.draft())),
    'imports.change': withShown((store, { id, change }) => store.imports.change(id, change)),
    'imports.choose': withShown((store, { id, ...which }) => store.imports.choose(id, which)),
    'imports.cells': withShown((store, { id, row }) => ok(store.imports.cells(id, row))),
    'imports.fix': withShown((store, { id, row, cells }) => store.imports.fix(id, row, cells)),
    'imports.close': withShown((store, { id }) => ok(store.imports.close(id))),
    'imports.create': withShown((store, { id }) => store.imports.create(id)),
    'imports.remove': withShown((store, { id }) => ok(store.imports.remove(id))),
    'imports.list': withShown(async (store) => ok({ imports: await store.imports.list() })),
    'imports.get': withShown(async (store, { id }) => ok(await store.imports.get(id))),
    'imports.rows': withShown(async (store, asked) => ok(await store.imports.page(asked))),
    'imports.saveErrors': withShown((store, { importId }) => saveRows(store, importId, 'errors', askWhereToSave)),
    'imports.saveResult': withShown((store, { id }) => saveRows(store, id, 'result', askWhereToSave)),
  };
}
