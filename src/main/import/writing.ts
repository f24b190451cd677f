// Stores an import before its first link is created.
import type { ImportRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import type { ImportDraft } from './draft.ts';

/**
 * Gives an id to the link of each chosen row of a file. The import itself is stored last: until then the file is still open, and its
 * rows are removed at the next start. Rejects with `StorageError`.
 */
export async function storeImport(store: StoreContext, draft: ImportDraft): Promise<ImportRecord> {
  const { catalog, deps } = store;
  for (const rows of catalog.imports.rows(draft.id)) {
    const chosen = rows.filter(({ isChosen }) => isChosen);
    await catalog.writeInBatches(chosen, ({ row }) => catalog.imports.putLinkId(draft.id, row, deps.stamper.id()));
  }
  const record = draft.record();
  catalog.transaction(() => catalog.imports.put(record));
  return record;
}
