// Stores an import before its first link is created.
import { texts } from '../../shared/texts/main.ts';
import type { ImportRecord, ImportRowRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import type { ImportDraft } from './draft.ts';
import { type DraftRow, warningsOf } from './draft-row.ts';

/**
 * Stores a file as it was read and checked, with an id for each link that can be created of it. The import itself is
 * stored last: rows without one are removed at the next start. Rejects with `StorageError`.
 */
export async function storeImport(store: StoreContext, draft: ImportDraft): Promise<ImportRecord> {
  const { catalog, deps } = store;
  const { stamper, now } = deps;
  const { delimiter, roles, decimal, productId, currencyId } = draft.choices;
  const record: ImportRecord = {
    id: stamper.id(),
    rev: stamper.stamp(),
    createdAt: now(),
    name: draft.name,
    hash: draft.hash,
    delimiter,
    header: [...draft.columns],
    roles: [...roles],
    rows: draft.rows.length,
    bad: draft.rows.filter(({ checked }) => checked.errors.length > 0).length,
    chosen: draft.rows.filter(({ chosen }) => chosen).length,
    stopped: '',
    settled: null,
    reading: { decimal, productId, currencyId },
  };
  // A copy: the seller may change the choice when this is refused.
  const rows = [...draft.rows];
  const add = ([place, row]: readonly [number, DraftRow]) =>
    catalog.imports.addRow(record.id, place, storedRow(row, store));
  await catalog.writeInBatches([...rows.entries()], add);
  catalog.transaction(() => catalog.imports.put(record));
  return record;
}

function storedRow(row: DraftRow, { deps }: StoreContext): ImportRowRecord {
  const { chosen } = row;
  const { line, cells, quotes } = row.read;
  const { draft, productId, note, errors } = row.checked;
  return {
    line,
    cells: [...cells],
    errors: errors.map(({ column, message }) => ({ column, message })),
    warnings: warningsOf(row, deps.settings().currencies, texts.linkImport.result),
    chosen,
    ...(quotes !== null && { quotes }),
    link:
      draft && productId !== null ? { id: deps.stamper.id(), productId, draft, ...(note !== '' && { note }) } : null,
  };
}
