// The channels of imports.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { saveErrorRows } from './error-rows.ts';
import type { ImportingStore } from './imports.ts';
import { saveImportResult } from './result.ts';
import { saveTemplate } from './template.ts';

export function importHandlers(
  { here, stored }: StoreCalls<ImportingStore>,
  { askWhereToSave }: Platform,
): HandlersOf<'imports'> {
  return {
    'imports.read': here((store, { name, bytes, text }) =>
      store.imports.read(name, bytes === null ? { text: text ?? '' } : { bytes: Buffer.from(bytes, 'base64') }),
    ),
    'imports.draft': here((store) => ok(store.imports.draft())),
    'imports.change': here((store, { id, change }) => store.imports.change(id, change)),
    'imports.choose': here((store, { id, ...which }) => store.imports.choose(id, which)),
    'imports.close': here((store, { id }) => ok(store.imports.close(id))),
    'imports.create': here((store, { id }) => store.imports.create(id)),
    'imports.cancel': here((store, { id }) => store.imports.cancel(id)),
    'imports.goOn': here((store, { id, existing }) => store.imports.goOn(id, existing)),
    'imports.remove': here((store, { id }) => store.imports.remove(id)),
    'imports.list': stored((store) => ok({ imports: store.imports.list() })),
    'imports.get': stored((store, { id }) => ok(store.imports.get(id))),
    'imports.rows': stored(async (store, { importId, filter, offset, limit, locate }) =>
      ok(await store.imports.page(importId, filter, offset, limit, locate)),
    ),
    'imports.saveErrors': here((store, { importId }) => saveErrorRows(store, importId, askWhereToSave)),
    'imports.saveTemplate': here((store) => saveTemplate(store, askWhereToSave)),
    'imports.saveResult': here((store, { id }) => saveImportResult(store, id, askWhereToSave)),
  };
}
