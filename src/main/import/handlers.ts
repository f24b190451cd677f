// The channels of imports.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { saveErrorRows } from './error-rows.ts';
import type { ImportingStore } from './imports.ts';
import { saveImportResult } from './result.ts';

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
    'imports.cancel': withShown((store, { id }) => store.imports.cancel(id)),
    'imports.resume': withShown((store, { id, existing }) => store.imports.resume(id, existing)),
    'imports.remove': withShown((store, { id }) => store.imports.remove(id)),
    'imports.list': withShown((store) => ok({ imports: store.imports.list() })),
    'imports.get': withShown((store, { id }) => ok(store.imports.get(id))),
    'imports.rows': withShown(async (store, asked) => ok(await store.imports.page(asked))),
    'imports.saveErrors': withShown((store, { importId }) => saveErrorRows(store, importId, askWhereToSave)),
    'imports.saveResult': withShown((store, { id }) => saveImportResult(store, id, askWhereToSave)),
  };
}
