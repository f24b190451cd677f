// Handlers of the `imports.*` channels.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import type { ImportDraft } from './draft.ts';
import type { ImportingStore } from './imports.ts';
import { saveRows } from './saved-rows.ts';

export function importHandlers({ withShown }: StoreCalls<ImportingStore>, platform: Platform): HandlersOf<'imports'> {
  /** Refuses calls about the open file while its links are created. */
  const withDraft = <I extends { readonly id: string }, O>(act: (draft: ImportDraft, input: I) => Promise<Result<O>>) =>
    withShown((store, input: I) => {
      const draft = store.imports.open(input.id);
      return draft ? act(draft, input) : refuse('not-found', texts.linkImport.draft.closed);
    });
  return {
    'imports.read': withShown((store, input) => store.imports.read(input)),
    'imports.draft': withShown((store) => ok(store.imports.draft())),
    'imports.change': withDraft((draft, { change }) => draft.change(change)),
    'imports.choose': withDraft((draft, choice) => draft.choose(choice)),
    'imports.cells': withShown((store, { id, row }) => ok(store.imports.open(id)?.cells(row) ?? [])),
    'imports.fix': withDraft((draft, input) => draft.fix(input)),
    'imports.close': withShown((store, { id }) => ok(store.imports.close(id))),
    'imports.create': withShown((store, { id }) => store.imports.create(id)),
    'imports.remove': withShown((store, { id }) => ok(store.imports.remove(id))),
    'imports.list': withShown(async (store) => ok({ imports: await store.imports.list() })),
    'imports.get': withShown(async (store, { id }) => ok(await store.imports.get(id))),
    'imports.rows': withShown(async (store, asked) => ok(await store.imports.page(asked))),
    'imports.save': withShown((store, input) => saveRows(store, input, platform.askWhereToSave)),
  };
}
